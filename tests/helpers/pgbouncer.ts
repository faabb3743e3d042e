import { spawn } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { Client } from "pg";
import { chooseUser } from "#db/embedded/binaries.ts";
import { freePort } from "#db/embedded/cluster.ts";
import { debianEnv, unpackPackages } from "./debian-packages.ts";

const EXAMPLE = join(import.meta.dirname, "..", "..", "deploy", "cluster", "pgbouncer.ini");
const INSTALLED = "/usr/sbin/pgbouncer";

type PgBouncerProgram = { path: string; env: NodeJS.ProcessEnv };

/** The installed PgBouncer, or Debian's package unpacked into this folder. Undefined if it cannot be fetched. */
export function findPgBouncer(folder: string): PgBouncerProgram | undefined {
  if (existsSync(INSTALLED)) return { path: INSTALLED, env: debianEnv("/") };
  try {
    const place = join(folder, "pgbouncer-package");
    mkdirSync(place);
    // PgBouncer does not run as root, and its user must reach its file.
    chmodSync(folder, 0o755);
    const root = unpackPackages(place, ["pgbouncer"]);
    return { path: join(root, INSTALLED), env: debianEnv(root) };
  } catch {
    return undefined;
  }
}

export type PgBouncer = {
  /** The address of the database behind it. */
  url: string;
  kill: () => Promise<void>;
  start: () => Promise<void>;
  stop: () => Promise<void>;
};

/**
 * PgBouncer with the settings of the example file.
 * @param database the address of the database behind it
 * @param changes lines of the example file that are replaced: name and value
 */
export async function startPgBouncer(
  program: PgBouncerProgram,
  database: string,
  changes: Readonly<Record<string, string>> = {},
): Promise<PgBouncer> {
  const folder = mkdtempSync(join(tmpdir(), "pipelines-pgbouncer-"));
  const user = chooseUser(join(folder, "none"));
  const { username, password, hostname, port: databasePort, pathname } = new URL(database);
  const port = await freePort();
  const users = join(folder, "userlist.txt");
  writeFileSync(users, `"${username}" "${decodeURIComponent(password)}"\n`);
  const all: Record<string, string> = {
    listen_port: String(port),
    auth_file: users,
    auth_type: password === "" ? "trust" : "scram-sha-256",
    ...changes,
  };
  let text = readFileSync(EXAMPLE, "utf8").replace(
    "pipelines = host=127.0.0.1 port=5000 dbname=pipelines",
    `${pathname.slice(1)} = host=${hostname} port=${databasePort} dbname=${pathname.slice(1)}`,
  );
  for (const [name, value] of Object.entries(all)) {
    if (!new RegExp(`^${name} =`, "m").test(text)) text += `${name} = ${value}\n`;
    else text = text.replace(new RegExp(`^${name} =.*$`, "m"), () => `${name} = ${value}`);
  }
  const file = join(folder, "pgbouncer.ini");
  writeFileSync(file, text);
  chmodSync(folder, 0o700);
  if (user) for (const path of [folder, file, users]) chownSync(path, user.uid, user.gid);
  const url = new URL(database);
  url.host = `127.0.0.1:${port}`;
  let kill = async (): Promise<void> => {};
  const start = async (): Promise<void> => {
    const child = spawn(program.path, ["--quiet", file], {
      ...user,
      env: program.env,
      cwd: "/",
      stdio: ["ignore", "ignore", "inherit"],
    });
    const ended = once(child, "exit");
    kill = async () => {
      child.kill("SIGKILL");
      await ended;
    };
    for (let tries = 0; ; tries += 1) {
      const client = new Client({ connectionString: url.href, connectionTimeoutMillis: 1_000 });
      try {
        await client.connect();
        return;
      } catch (error) {
        if (tries === 100 || child.exitCode !== null) throw new Error("PgBouncer did not start.", { cause: error });
        await setTimeout(100);
      } finally {
        void client.end().catch(() => {});
      }
    }
  };
  const stop = async (): Promise<void> => {
    await kill();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await start();
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: url.href, kill: () => kill(), start, stop };
}
