import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { createInterface } from "node:readline";

export type Started = { child: ChildProcess; url: string; milliseconds: number; stop: () => Promise<void> };

/** Starts the built app as `npm start` does, and waits until it is ready. */
export async function startApp(dataDir: string, env: Record<string, string> = {}): Promise<Started> {
  const started = performance.now();
  const child = spawn(process.execPath, ["scripts/start.mjs"], {
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      ...process.env,
      PORT: "0",
      DATA_DIR: dataDir,
      NODE_ENV: "test",
      RATE_LIMITS: "test",
      LOG_LEVEL: "warn",
      ...env,
    },
  });
  const port = await new Promise<number>((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`The app ended with ${code} before it was ready.`)));
    createInterface({ input: child.stdout }).on("line", (line) => {
      const match = /ready at http:\/\/[^:]+:(\d+)/.exec(line);
      if (match) resolve(Number(match[1]));
    });
  });
  return {
    child,
    url: `http://127.0.0.1:${port}`,
    milliseconds: performance.now() - started,
    stop: () => end(child),
  };
}

export async function startBare(file: string, type: string, encoding: string): Promise<Started> {
  const started = performance.now();
  const child = spawn(process.execPath, ["bench/bare-server.ts", file, type, encoding], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const port = await new Promise<number>((resolve) => {
    createInterface({ input: child.stdout }).once("line", (line) => resolve(Number(line)));
  });
  return { child, url: `http://127.0.0.1:${port}`, milliseconds: performance.now() - started, stop: () => end(child) };
}

/** Starts nginx with one worker that sends the same bytes. Undefined if nginx is not installed. */
export async function startNginx(
  folder: string,
  file: string,
  type: string,
  encoding: string,
): Promise<Started | undefined> {
  if (spawnSync("nginx", ["-v"]).error !== undefined) return undefined;
  const started = performance.now();
  const port = await freePort();
  const settings = join(folder, "nginx.conf");
  writeFileSync(
    settings,
    `daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log stderr crit;
    events { worker_connections 1024; }
    http {
      access_log off; open_file_cache max=10; keepalive_requests 1000000;
      server { listen 127.0.0.1:${port}; location / {
        default_type "${type}"; types {} add_header content-encoding ${encoding}; root /; try_files ${file} =404;
      } }
    }`,
  );
  const child = spawn("nginx", ["-c", settings, "-p", folder], { stdio: ["ignore", "inherit", "inherit"] });
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; ; tries += 1) {
    if (
      await fetch(url).then(
        (answer) => answer.ok,
        () => false,
      )
    )
      break;
    if (tries > 100 || child.exitCode !== null) throw new Error("nginx did not start.");
    await setTimeout(50);
  }
  return { child, url, milliseconds: performance.now() - started, stop: () => end(child) };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  return typeof address === "object" && address ? address.port : 0;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
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

/** The resident megabytes of the app's process below `npm start`, without the database. Linux only; 0 elsewhere. */
export function residentMegabytes(root: number): number {
  let pids: number[];
  try {
    pids = readdirSync("/proc")
      .map(Number)
      .filter((pid) => pid > 0);
  } catch {
    return 0;
  }
  const app = pids
    .map((pid) => ({ pid, ...statusOf(pid) }))
    .find((one) => (one.parent === root || one.pid === root) && one.command?.includes("main.server.ts"));
  return Math.round((app?.kilobytes ?? 0) / 1_024);
}
