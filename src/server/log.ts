import { pino, type Logger } from "pino";

export type Log = Logger;

/**
 * Writes structured lines to standard output. Log only codes, counts, route patterns and request ids; never bodies,
 * headers, addresses or names.
 */
export function openLog(level: string): Log {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime });
}

/** An error for the log. Pino would also write its other fields, which may hold what people have sent. */
export function faultOf(error: unknown): { name: string; message: string; stack: string | undefined } | undefined {
  return error instanceof Error ? { name: error.name, message: error.message, stack: error.stack } : undefined;
}
