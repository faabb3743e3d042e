import { pino, type Logger } from "pino";

export type Log = Logger;

/**
 * Writes structured lines to standard output. Log only codes, counts, route patterns and request ids; never bodies,
 * headers, addresses or names.
 */
export function openLog(level: string): Log {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime });
}
