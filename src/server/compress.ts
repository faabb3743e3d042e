import { promisify } from "node:util";
import { constants, brotliCompress, gzip } from "node:zlib";

const gzipped = promisify(gzip);
const brotlied = promisify(brotliCompress);
/** Below it the header costs more than the packing saves (one TCP segment). */
const MIN_BYTES = 1_400;

export type Encoded = { body: Buffer; encoding: "br" | "gzip" | undefined };

/** True where the header names the encoding and does not refuse it by `q=0`. */
function accepts(header: string, encoding: string): boolean {
  return header.split(",").some((item) => {
    const [name = "", ...parameters] = item.split(";").map((part) => part.trim().toLowerCase());
    return name === encoding && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
  });
}

/** Packs an answer as the client accepts it; in zlib's threads, so that other requests go on. */
export async function encodeBody(body: Buffer, acceptEncoding: string | undefined): Promise<Encoded> {
  if (body.length < MIN_BYTES || acceptEncoding === undefined) return { body, encoding: undefined };
  if (accepts(acceptEncoding, "br")) {
    const packed = await brotlied(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    });
    return { body: packed, encoding: "br" };
  }
  if (accepts(acceptEncoding, "gzip")) return { body: await gzipped(body, { level: 5 }), encoding: "gzip" };
  return { body, encoding: undefined };
}
