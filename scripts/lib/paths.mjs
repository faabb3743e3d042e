import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The clone's directory, which need not be the working directory. */
export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** @param {...string} parts */
export const inRoot = (...parts) => join(ROOT, ...parts);
