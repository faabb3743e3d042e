import { spawnSync, type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { type Binaries, CLEAN_ENV, type OtherUser } from "./binaries.ts";
import { EmbeddedDatabaseError, saySlow } from "./error.ts";
import { giveToOwnerOf } from "./give.ts";
import { endProcessesOf } from "./process.ts";

/** The connection's data. Stored in DATA_DIR, readable by its owner only. */
export interface Access {
  password: string;
  port: number;
}

/** What must be known about a data directory before a server can run in it. */
export interface Place {
  dataDir: string;
  /** The PostgreSQL data directory inside it. */
  cluster: string;
  user: OtherUser | undefined;
  binaries: Binaries;
  /** For tests: does not force writes to disk. */
  throwAway: boolean;
}

/** The app's role owns its database but is not a superuser: as superuser, an injected statement could run programs. */
const ROLE = "pipelines";
const DATABASE = "pipelines";

export function urlOf(access: Access): string {
  return `postgres://${ROLE}:${access.password}@127.0.0.1:${access.port}/${DATABASE}`;
}

/**
 * The path of the data directory for PostgreSQL. Its user may not be able to reach the real path (a clone under /root).
 * But a process can always use its working directory, so we set that while still root.
 */
export function asSeenByServer(place: Pick<Place, "user">, directory: string): string {
  return place.user === undefined ? directory : "/proc/self/cwd";
}

export function readAccess(dataDir: string): Access | undefined {
  const file = join(dataDir, "access.json");
  if (!existsSync(file)) return undefined;
  try {
    const value: unknown = JSON.parse(readFileSync(file, "utf8"));
    if (typeof value !== "object" || value === null || !("password" in value) || !("port" in value)) return undefined;
    const { password, port } = value;
    return typeof password === "string" && typeof port === "number" ? { password, port } : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw new EmbeddedDatabaseError(`${file} cannot be read by this user: start as the user who owns ${dataDir}.`, {
      cause: error,
    });
  }
}

/** Writes a new file and renames it, so that a power cut leaves either the old or the new one. */
export function writeAccess(dataDir: string, access: Access): void {
  const file = join(dataDir, "access.json");
  const fresh = `${file}.new`;
  rmSync(fresh, { force: true });
  writeFileSync(fresh, `${JSON.stringify(access)}\n`, { mode: 0o600, flush: true });
  giveToOwnerOf(dataDir, fresh);
  renameSync(fresh, file);
  syncDirectory(dataDir);
}

/**
 * Finds a free port on the loopback interface. It is below 32768, where the system takes ports for outgoing
 * connections, so that the directory can keep its port.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const port = 15_000 + (randomBytes(2).readUInt16BE() % 16_000);
    if (await isFree(port)) return port;
  }
  throw new EmbeddedDatabaseError("No free port was found on 127.0.0.1 for the embedded database.");
}

export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen({ port, host: "127.0.0.1", exclusive: true }, () => probe.close(() => resolve(true)));
  });
}

/**
 * Creates the data directory if there is none. It is built under another name and renamed when complete. So a directory
 * that was cut short (kill -9, full disk) is never used as a database. Remains of such directories are deleted here.
 */
export async function ensureCluster(place: Place, say: (line: string) => void): Promise<void> {
  for (const name of readdirSync(place.dataDir)) {
    if (!name.startsWith("pg.new-")) continue;
    const remains = join(place.dataDir, name);
    await endProcessesOf(remains); // an initdb can outlive the app that was killed
    rmSync(remains, { recursive: true, force: true, maxRetries: 3 });
  }
  if (existsSync(place.cluster) && readdirSync(place.cluster).length > 0) {
    assertVersion(place);
    return closeToOthers(place.cluster, say);
  }
  const fresh = join(place.dataDir, `pg.new-${randomBytes(4).toString("hex")}`);
  mkdirSync(fresh, { mode: 0o700 });
  if (place.user !== undefined) chownSync(fresh, place.user.uid, place.user.gid);
  await saySlow(say, `Creating the database in ${place.dataDir}…`, async () => {
    await initdb(place, fresh);
    writeOwn(place, join(fresh, "pg_hba.conf"), HBA);
    const password = randomBytes(24).toString("base64url");
    setPassword(place, fresh, password, true);
    writeAccess(place.dataDir, { password, port: await freePort() });
    renameSync(fresh, place.cluster);
    syncDirectory(place.dataDir);
  });
}

// The superuser has no password and cannot connect. It is only used without a running server (postgres --single).
const HBA = `# Written by Pipelines: passwords only, from this machine only, never as the superuser.
host all postgres 127.0.0.1/32 reject
host all all      127.0.0.1/32 scram-sha-256
`;

/** A directory that was copied without its modes (cp -r) may be open to others. PostgreSQL does not start in such a one. */
function closeToOthers(cluster: string, say: (line: string) => void): void {
  if ((statSync(cluster).mode & 0o027) === 0) return;
  chmodSync(cluster, 0o700);
  say(`${cluster} could be entered by other users; now only its owner can enter it.`);
}

function assertVersion(place: Place): void {
  const file = join(place.cluster, "PG_VERSION");
  if (!existsSync(file)) {
    throw new EmbeddedDatabaseError(
      `${place.cluster} is not empty and not a database: move it away, or set DATA_DIR to another directory.`,
    );
  }
  const major = Number.parseInt(readFileSync(file, "utf8"), 10);
  if (major !== place.binaries.major) {
    throw new EmbeddedDatabaseError(
      `${place.cluster} was made by PostgreSQL ${major} and this is ${place.binaries.major}: restore a backup into a new DATA_DIR.`,
    );
  }
}

function initdb(place: Place, directory: string): Promise<void> {
  const args = [
    ["-D", asSeenByServer(place, directory)],
    ["--username=postgres", "--auth=reject", "--encoding=UTF8", "--data-checksums", "--no-instructions"],
    // The built-in locale sorts text alike on every machine. The system's locale changes with the C library.
    ["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"],
    place.throwAway ? ["--no-sync"] : [],
  ].flat();
  return new Promise((resolve, reject) => {
    const child: ChildProcess = spawn(place.binaries.initdb, args, {
      ...place.user,
      cwd: directory,
      env: CLEAN_ENV,
      stdio: ["ignore", "ignore", "pipe"],
    });
    let errors = "";
    child.stderr?.setEncoding("utf8").on("data", (text: string) => (errors += text));
    child.once("error", (error) => reject(notCreated(error.message)));
    child.once("close", (code, signal) => {
      if (code === 0) return resolve();
      reject(notCreated(lastLine(errors) ?? `initdb ended with ${signal ?? code}`));
    });
  });
}

/** Sets the app's password without a running server. With `create`, first creates the role and the database. */
export function setPassword(place: Place, directory: string, password: string, create: boolean): void {
  const statements = create
    ? [
        `CREATE ROLE ${ROLE} LOGIN CREATEDB PASSWORD '${password}'`,
        `GRANT pg_monitor TO ${ROLE}`,
        `CREATE DATABASE ${DATABASE} OWNER ${ROLE}`,
      ]
    : [`ALTER ROLE ${ROLE} PASSWORD '${password}'`];
  // With -j, a statement ends with a semicolon and an empty line. Nothing is logged, because the statement contains the
  // password.
  const run = spawnSync(
    place.binaries.postgres,
    [
      "--single",
      "-j",
      "-D",
      asSeenByServer(place, directory),
      "-c",
      "log_min_error_statement=panic",
      "-c",
      "log_checkpoints=off",
      "postgres",
    ],
    {
      ...place.user,
      cwd: directory,
      env: CLEAN_ENV,
      encoding: "utf8",
      input: statements.map((line) => `${line};\n\n`).join(""),
    },
  );
  const failure = /^.*\b(?:ERROR|FATAL|PANIC):\s+(.*)$/m.exec(run.stderr ?? "")?.[1];
  if (run.error !== undefined) throw notCreated(run.error.message);
  if (run.status !== 0 || failure !== undefined)
    throw notCreated(failure ?? `postgres ended with ${run.status ?? run.signal}`);
}

function notCreated(reason: string): EmbeddedDatabaseError {
  return new EmbeddedDatabaseError(`The embedded database could not be prepared: ${reason}.`);
}

export function lastLine(text: string): string | undefined {
  return text
    .trim()
    .split("\n")
    .findLast((line) => line.trim() !== "")
    ?.trim();
}

/** Replaces a file in a directory of the database's user, and lets that user read it. */
function writeOwn(place: Place, file: string, text: string): void {
  rmSync(file, { force: true });
  writeFileSync(file, text, { mode: 0o600, flag: "wx", flush: true });
  if (place.user !== undefined) chownSync(file, place.user.uid, place.user.gid);
}

function syncDirectory(directory: string): void {
  const handle = openSync(directory, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Creates DATA_DIR on the first start. Only its owner may enter, because it holds secrets. */
export function ensureDataDir(dataDir: string): void {
  if (existsSync(dataDir)) return;
  try {
    mkdirSync(dataDir, { recursive: true });
    chmodSync(dataDir, 0o700);
  } catch (error) {
    throw new EmbeddedDatabaseError(
      `The data directory ${dataDir} cannot be made in ${dirname(dataDir)}: set DATA_DIR to another directory.`,
      {
        cause: error,
      },
    );
  }
}
