/**
 * Compresses the browser's files once, at build time, at the best ratio. Beside each text file of build/client it
 * writes a .br and a .gz file, which the server sends to browsers that accept them.
 */
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const FOLDER = "build/client";
const TEXT = /\.(?:js|css|svg|txt|webmanifest|json)$/;
/** For smaller files, compression saves less than its headers cost. */
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
