/**
 * node tests/helpers/make-safe-regexes.ts
 * Lists the regular expressions of the sources that `npm test -- all unit regexes` has just found safe in
 * tests/fixtures/safe-regexes.json. An expression that is not listed is checked by each run on a fresh clone, which may
 * take seconds.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SAFE_REGEXES } from "./safe-regexes.ts";

const root = join(import.meta.dirname, "..", "..");
const found: unknown = JSON.parse(readFileSync(join(root, SAFE_REGEXES.found), "utf8"));
writeFileSync(join(root, SAFE_REGEXES.listed), `${JSON.stringify(found, undefined, 2)}\n`);
