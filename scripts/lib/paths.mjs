import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The clone's own directory, whatever the working directory is. */
export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** @param {...string} parts */
export const inRoot = (...parts) => join(ROOT, ...parts);
