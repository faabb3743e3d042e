import { pino, type Logger } from "pino";

export type Log = Logger;

/** Structured lines. Log codes, counts, patterns and request ids; never bodies, headers or names. */
export function openLog(level: string): Log {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime });
}
