import type { IncomingMessage } from "node:http";

/** Does a request bring a body? Known from its headers, before any of it has come. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}
