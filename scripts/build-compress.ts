/**
 * Packs what the browser fetches as a file once, at build time, at the best
 * ratio: beside each text file of build/client lie its .br and .gz, which the
 * server sends instead to whoever takes them.
 */
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const FOLDER = "build/client";
const TEXT = /\.(?:js|css|svg|txt|webmanifest|json)$/;
/** Below it the packed form saves less than its headers cost. */
const MIN_BYTES = 1_024;

for (const name of readdirSync(FOLDER, { recursive: true, encoding: "utf8" })) {
  const file = join(FOLDER, name);
  if (!TEXT.test(name) || !statSync(file).isFile()) continue;
  const content = readFileSync(file);
  if (content.length < MIN_BYTES) continue;
  const packed = brotliCompressSync(content, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
  });
  writeFileSync(`${file}.br`, packed);
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
}
