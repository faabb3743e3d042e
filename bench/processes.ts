import { spawn, spawnSync, type ChildProcess, type SpawnOptions } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { createInterface } from "node:readline";
import { beforeEnd } from "./cleanup.ts";

export type Started = { child: ChildProcess; url: string; milliseconds: number; stop: () => Promise<void> };

/** Milliseconds after which a start is given up. */
const PATIENCE = 300_000;

/** Every process that measures or is measured: limits are not what is measured, and nobody waits for a password's hash. */
export const APP_ENV = {
  PORT: "0",
  NODE_ENV: "test",
  RATE_LIMITS: "test",
  PASSWORD_COST: "test",
  LOG_LEVEL: "warn",
  PROCESSES: "1",
} as const;

/**
 * Starts the built app as `npm start` does, and waits until it is ready.
 * @param root the program, where it is another version than this one
 */
export async function startApp(
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
  root = process.cwd(),
): Promise<Started> {
  const started = performance.now();
  const child = spawnFollowed(["scripts/start.mjs"], {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, ...APP_ENV, DATA_DIR: dataDir, ...env },
  });
  const port = await readPort(child, /ready at http:\/\/[^:]+:(\d+)/);
  return startedAt(child, `http://127.0.0.1:${port}`, started);
}

/** This Node with these arguments; it ends with the program that started it, also where that is told to stop. */
function spawnFollowed(args: readonly string[], options: SpawnOptions): ChildProcess {
  const child = spawn(process.execPath, [...args], options);
  follow(child);
  return child;
}

function follow(child: ChildProcess): void {
  const forget = beforeEnd(() => end(child));
  child.once("exit", forget);
}

/** @throws Error where the process ends before it has said its port, or takes too long; it has ended then */
async function readPort(child: ChildProcess, pattern: RegExp): Promise<number> {
  const what = child.spawnargs.slice(1).join(" ");
  const { stdout } = child;
  if (!stdout) throw new Error(`${what} has no output.`);
  const patience = new AbortController();
  try {
    return await Promise.race([
      new Promise<number>((resolve, reject) => {
        child.once("error", reject);
        child.once("exit", (code) => reject(new Error(`${what} ended with ${code} before it was ready.`)));
        createInterface({ input: stdout }).on("line", (line) => {
          const match = pattern.exec(line);
          if (match) resolve(Number(match[1]));
        });
      }),
      setTimeout(PATIENCE, undefined, { signal: patience.signal }).then(() => {
        throw new Error(`${what} was not ready in time.`);
      }),
    ]);
  } catch (error) {
    await end(child);
    throw error;
  } finally {
    patience.abort();
  }
}

const startedAt = (child: ChildProcess, url: string, since: number): Started => ({
  child,
  url,
  milliseconds: performance.now() - since,
  stop: () => end(child),
});

/** Starts a server of a file of this folder, which says its port in its first line. */
async function startServer(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Started> {
  const started = performance.now();
  const child = spawnFollowed(args, { stdio: ["ignore", "pipe", "inherit"], env: { ...process.env, ...env } });
  return startedAt(child, `http://127.0.0.1:${await readPort(child, /^(\d+)$/)}`, started);
}

/** Bare node:http that sends the same bytes. */
export const startBare = (file: string, type: string, encoding: string): Promise<Started> =>
  startServer(["bench/bare-server.ts", file, type, encoding]);

/** Bare React Router that renders the same markup, in React's production form. */
export const startBareRouter = (file: string): Promise<Started> =>
  startServer(["bench/bare-router.ts", file], { NODE_ENV: "production" });

/** Runs one of the program's own scripts to its end. @throws Error with the sentence where it fails */
export async function runScript(
  args: readonly string[],
  options: {
    root: string;
    /** Undefined takes one away. */
    env: Readonly<Record<string, string | undefined>>;
    failed: string;
    input?: string;
    isQuiet?: boolean;
  },
): Promise<string> {
  const child = spawnFollowed(args, {
    cwd: options.root,
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...process.env, ...options.env },
  });
  let output = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    output += text;
    if (options.isQuiet !== true) process.stdout.write(text);
  });
  child.stdin?.on("error", () => {});
  child.stdin?.end(options.input ?? "");
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  if (code !== 0) throw new Error(options.failed);
  return output;
}

/** Debian's is where the path of people does not lead. */
const NGINX = ["nginx", "/usr/sbin/nginx"];

/** Starts nginx with one worker that sends the same bytes. Undefined if nginx is not installed. */
export async function startNginx(
  folder: string,
  file: string,
  type: string,
  encoding: string,
): Promise<Started | undefined> {
  const nginx = NGINX.find((name) => spawnSync(name, ["-v"]).error === undefined);
  if (nginx === undefined) return undefined;
  const started = performance.now();
  const port = await freePort();
  const settings = join(folder, "nginx.conf");
  writeFileSync(
    settings,
    // Started by root it would give its worker to somebody who may not read the folder.
    `${process.getuid?.() === 0 ? "user root; " : ""}daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log stderr crit;
    events { worker_connections 1024; }
    http {
      access_log off; open_file_cache max=10; keepalive_requests 1000000;
      server { listen 127.0.0.1:${port}; location / {
        default_type "${type}"; types {} add_header content-encoding ${encoding}; root /; try_files ${file} =404;
      } }
    }`,
  );
  const child = spawn(nginx, ["-c", settings, "-p", folder], { stdio: ["ignore", "inherit", "inherit"] });
  follow(child);
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; !(await answers(url)); tries += 1) {
    if (tries > 100 || child.exitCode !== null) {
      await end(child);
      throw new Error("nginx did not start.");
    }
    await setTimeout(50);
  }
  return startedAt(child, url, started);
}

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    (answer) => answer.ok,
    () => false,
  );

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  return typeof address === "object" && address ? address.port : 0;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  child.kill("SIGTERM");
  await ended;
}

function statusOf(pid: number): { parent: number; kilobytes: number; command: string } | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    const parent = Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]);
    const kilobytes = Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0);
    return { parent, kilobytes, command: readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ") };
  } catch {
    return undefined;
  }
}

type AppProcess = { kind: "app" | "worker" | "path engine"; pid: number; megabytes: number };

const PROGRAMS: readonly (readonly [AppProcess["kind"], RegExp])[] = [
  ["app", /\bmain(?:\.server\.ts|\.js)\b/],
  ["worker", /\bworker(?:\.server\.ts|\.js)\b/],
  ["path engine", /\bpath-process(?:\.server\.ts|\.js)\b/],
];

/** The app's processes below `npm start` and what they hold, without the database. Linux only; none elsewhere. */
export function appProcesses(root: number): AppProcess[] {
  let pids: number[];
  try {
    pids = readdirSync("/proc")
      .map(Number)
      .filter((pid) => pid > 0);
  } catch {
    return [];
  }
  const found = pids.flatMap((pid) => {
    const status = statusOf(pid);
    if (!status) return [];
    const [kind] = PROGRAMS.find(([, pattern]) => pattern.test(status.command)) ?? [];
    const { parent, kilobytes } = status;
    return kind === undefined ? [] : { kind, pid, parent, megabytes: Math.round(kilobytes / 1_024) };
  });
  const app = found.find((one) => one.kind === "app" && (one.parent === root || one.pid === root));
  return found.filter((one) => one === app || (app !== undefined && one.parent === app.pid));
}

/** The resident megabytes of the app's only process. Linux only; 0 elsewhere. */
export function residentMegabytes(root: number): number {
  return appProcesses(root).find(({ kind }) => kind === "app")?.megabytes ?? 0;
}
