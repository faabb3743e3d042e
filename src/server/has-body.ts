import type { IncomingMessage } from "node:http";

/** Does the request have a body? Reads only the headers, so it works before the body arrives. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}
