import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import { HEAP, withMemory } from "#scripts/lib/memory.mjs";
import { MAIN } from "#scripts/lib/programs.mjs";

/** The whole application as a service runs it, with several processes; Linux alone. */
export class SeveralProcesses {
  readonly #env: Readonly<Record<string, string>>;
  #folder = "";
  #child: ChildProcess | undefined;
  /** The command line of each child that was seen. */
  readonly #lines = new Map<number, string>();
  url = "";
  /** The text that the child wrote to standard error. */
  complaints = "";
  /** The lines that it wrote to standard output. */
  readonly log: string[] = [];

  constructor(env: Readonly<Record<string, string>>) {
    this.#env = env;
  }

  /** @returns undefined once it is ready; its code where it ended before */
  async start(): Promise<number | null | undefined> {
    this.#folder = await mkdtemp(join(tmpdir(), "pipelines-processes-"));
    const child = spawn(process.execPath, [...HEAP, MAIN], {
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        ...withMemory(process.env),
        NODE_ENV: "test",
        RATE_LIMITS: "test",
        PASSWORD_COST: "test",
        PORT: "0",
        DEMO: "off",
        BASE_URL: "https://pipelines.example",
        DATA_DIR: this.#folder,
        LOG_LEVEL: "error",
        ...this.#env,
      },
    });
    this.#child = child;
    child.stderr.on("data", (text: Buffer) => (this.complaints += text.toString()));
    const ended = once(child, "exit").then(([code]: unknown[]) => (typeof code === "number" ? code : null));
    const ready = new Promise<undefined>((resolve) => {
      createInterface({ input: child.stdout }).on("line", (line) => {
        this.log.push(line);
        const url = /ready at (http:\S+)/.exec(line)?.[1];
        if (url === undefined) return;
        this.url = url;
        resolve(undefined);
      });
    });
    return Promise.race([ready, ended]);
  }

  /** Ids of all processes that the first one has started, the oldest first, without the shells that guard some. */
  children(): number[] {
    const pid = this.#child?.pid ?? 0;
    const all = readProcess(pid, `task/${pid}/children`).trim().split(" ").filter(Boolean).map(Number);
    return all.filter((one) => !readProcess(one, "cmdline").startsWith("/bin/sh"));
  }

  /** Ids of those who answer at the port. */
  workers(): number[] {
    return this.#running("/worker.js");
  }

  /** Ids of the processes of path engines. */
  engines(): number[] {
    return this.#running("/path-process.js");
  }

  #running(program: string): number[] {
    return this.children().filter((pid) => {
      // A process that is just ending has none, and its connections are still open.
      const line = readProcess(pid, "cmdline") || this.#lines.get(pid) || "";
      this.#lines.set(pid, line);
      return line.includes(program);
    });
  }

  /** The process that has this client's connection. */
  holderOf(client: Socket): number {
    const hex = (port = 0): string => port.toString(16).toUpperCase().padStart(4, "0");
    const [near, far] = [`:${hex(client.remotePort)}`, `:${hex(client.localPort)}`];
    const inode = readFileSync("/proc/net/tcp", "utf8")
      .split("\n")
      .map((line) => line.trim().split(/\s+/))
      .find(([, one, other]) => one?.endsWith(near) && other?.endsWith(far))
      ?.at(9);
    const holder = this.workers().find((pid) =>
      readdirSync(`/proc/${pid}/fd`).some((fd) => linkOf(pid, fd) === `socket:[${inode}]`),
    );
    if (holder === undefined) throw new Error("No process has this connection.");
    return holder;
  }

  async until(isSo: () => boolean | Promise<boolean>, seconds = 40): Promise<void> {
    for (const began = performance.now(); performance.now() - began < seconds * 1_000; await setTimeout(50))
      if (await isSo()) return;
    throw new Error(`Not within ${seconds} s.`);
  }

  signal(name: NodeJS.Signals): void {
    this.#child?.kill(name);
  }

  /** @returns the code it ended with */
  async stop(): Promise<number | null> {
    const child = this.#child;
    if (!child) return null;
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    }
    await rm(this.#folder, { recursive: true, force: true });
    return child.exitCode;
  }
}

/** Empty where the process has ended. */
function readProcess(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}

function linkOf(pid: number, fd: string): string {
  try {
    return readlinkSync(`/proc/${pid}/fd/${fd}`);
  } catch {
    return "";
  }
}
