import { accessSync, constants } from "node:fs";
import { inRoot } from "./paths.mjs";
import { StopError } from "./run.mjs";

/** Node runs the TypeScript sources directly. An npm package provides a Node that can, whatever Node started npm. */
const NEEDED_MAJOR = 26;

/** @param {string} version */
export const majorOf = (version) => Number.parseInt(version.replace(/^v/, ""), 10);

/** Finds the Node that runs the app and the tools. */
export function findNode() {
  if (majorOf(process.version) >= NEEDED_MAJOR) return process.execPath;
  const own = inRoot("node_modules", `node-${process.platform}-${process.arch}`, "bin", "node");
  try {
    accessSync(own, constants.X_OK);
    return own;
  } catch {
    throw new StopError(
      `Pipelines needs Node ${NEEDED_MAJOR} and this is ${process.version}; npm has no Node ${NEEDED_MAJOR} for ${process.platform}-${process.arch}: install it from nodejs.org.`,
    );
  }
}

/**
 * The environment for tools. Their programs and the right Node come first on the path.
 * @param {NodeJS.ProcessEnv} [extra]
 * @returns {NodeJS.ProcessEnv}
 */
export function toolEnv(extra = {}) {
  const node = findNode();
  const path = [node.slice(0, node.lastIndexOf("/")), inRoot("node_modules", ".bin"), process.env.PATH ?? ""].join(":");
  return { ...process.env, PATH: path, ...extra };
}
