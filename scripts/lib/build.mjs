import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withLock } from "./lock.mjs";
import { findNode, toolEnv } from "./node.mjs";
import { ROOT } from "./paths.mjs";
import { run, StopError } from "./run.mjs";

/** The files and directories that the built pages depend on. */
const INPUTS = [
  "src",
  "catalogue",
  "scripts",
  "vite.config.ts",
  "react-router.config.ts",
  "tsconfig.json",
  "package-lock.json",
];

/**
 * Builds the pages unless the present build was made from the same sources.
 * @param {(line: string) => void} say
 * @returns {Promise<string>} the hash of the sources
 */
export async function ensureBuilt(say) {
  const wanted = hashInputs(ROOT);
  if (isBuilt(ROOT, wanted)) return wanted;
  return withLock("build", say, async () => {
    const hash = hashInputs(ROOT);
    if (isBuilt(ROOT, hash)) return hash;
    say("Building the pages (about 20 s)…");
    // Remove the stamp first and write it last, so that an interrupted build is repeated.
    removeStamp();
    keepPresentParts(join(ROOT, "build", "server"));
    const env = toolEnv({ NODE_ENV: "production" });
    for (const args of [
      ["scripts/build-logos.ts"],
      [join("node_modules", "@react-router", "dev", "bin.cjs"), "build"],
      ["scripts/build-compress.ts"],
    ]) {
      if (!existsSync(join(ROOT, args[0] ?? ""))) continue;
      const { code, output } = await run(findNode(), args, { cwd: ROOT, env, quiet: true });
      if (code !== 0)
        throw new StopError(
          `${output.trim()}\n\nThe pages could not be built (${args.join(" ")} ended with ${code}); the reason is above.`,
        );
    }
    removeOldParts(join(ROOT, "build", "server"));
    writeFileSync(stampFile(ROOT), hash);
    return hash;
  });
}

function removeStamp() {
  try {
    rmSync(stampFile(ROOT), { force: true });
  } catch (error) {
    // A service may not write the program, so that an attacker in it cannot either.
    throw new StopError(
      `The build is older than the sources, and this user cannot write in ${ROOT} (${error instanceof Error ? error.message : error}). Run npm run build as the owner of that folder, then start again.`,
    );
  }
}

/** A build writes all its parts within this many milliseconds. */
const BUILD_MS = 60 * 60 * 1_000;

/**
 * Gives the parts of the present build today's date, because the next build replaces them today. A site may run for
 * months before that, and its processes still load parts until they are replaced too.
 * @param {string} folder
 */
export function keepPresentParts(folder) {
  if (!existsSync(folder)) return;
  const parts = readdirSync(folder).map((name) => join(folder, name));
  const times = parts.map((file) => statSync(file).mtimeMs);
  const newest = Math.max(...times);
  const now = new Date();
  for (const [at, file] of parts.entries()) if ((times[at] ?? 0) > newest - BUILD_MS) utimesSync(file, now, now);
}

/** Milliseconds for which the parts of earlier builds stay: until the processes that run them have been replaced. */
const OLD_PARTS_MS = 24 * 60 * 60 * 1_000;

/**
 * Removes what earlier builds left. A process may load some parts late, such as the one for e-mails, while the next
 * build is there already.
 * @param {string} folder
 */
export function removeOldParts(folder) {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    if (Date.now() - statSync(file).mtimeMs > OLD_PARTS_MS) rmSync(file, { recursive: true });
  }
}

/** @param {string} root */
const stampFile = (root) => join(root, "build", ".stamp");

/**
 * @param {string} root
 * @param {string} hash
 */
export function isBuilt(root, hash) {
  return existsSync(stampFile(root)) && readFileSync(stampFile(root), "utf8") === hash;
}

/**
 * A hash of the names and contents of all files that the build depends on. The order is the same on every machine.
 * @param {string} root
 */
export function hashInputs(root) {
  const hash = createHash("sha256");
  for (const input of INPUTS) {
    if (!existsSync(join(root, input))) continue;
    for (const file of filesOf(root, input).filter(isInput)) {
      const content = readFileSync(join(root, file));
      hash.update(`${file} ${content.length}\n`).update(content);
    }
  }
  return hash.digest("hex");
}

/**
 * Leaves out tests, and all scripts except those of the build and what its settings import.
 * @param {string} file
 */
export function isInput(file) {
  if (/\.test\.tsx?$/.test(file)) return false;
  if (!file.startsWith("scripts/")) return true;
  return /^scripts\/(?:build-[^/]*\.ts|lib\/(?:escape-beyond-latin|programs)\.mjs)$/.test(file);
}

/**
 * @param {string} root
 * @param {string} path
 * @returns {string[]}
 */
function filesOf(root, path) {
  if (!statSync(join(root, path)).isDirectory()) return [path];
  const entries = readdirSync(join(root, path), { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap((entry) => {
    const file = `${path}/${entry.name}`;
    if (entry.isDirectory()) return filesOf(root, file);
    return entry.isFile() ? [file] : [];
  });
}
