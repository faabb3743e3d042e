import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

export type TestClickHouse = {
  url: string;
  /** The id of its process. */
  pid: () => number | undefined;
  /** Ends it without a farewell; its tables stay on disk. */
  kill: () => Promise<void>;
  /** Starts it again at the same address. */
  start: () => Promise<void>;
  /** Ends it and deletes its tables. */
  stop: () => Promise<void>;
};

const DOOR = fileURLToPath(new URL("engine/door.mjs", import.meta.url));

/**
 * ClickHouse in a process of its own, with an empty folder.
 * @param options.isFast with threads and compiled expressions, for measurements
 */
export async function startClickHouse({ isFast = false } = {}): Promise<TestClickHouse> {
  const folder = await mkdtemp(join(tmpdir(), "pipelines-clickhouse-"));
  let port = "0";
  let pid: number | undefined;
  const open = async (): Promise<() => Promise<void>> => {
    const door = spawn(process.execPath, [DOOR, folder, port, isFast ? "fast" : "small"], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    const ended = once(door, "exit");
    pid = door.pid;
    const [line] = (await Promise.race([
      once(createInterface(door.stdout), "line"),
      ended.then(() => {
        throw new Error("ClickHouse did not start.");
      }),
    ])) as [string];
    port = line;
    return async () => {
      door.kill("SIGKILL");
      await ended;
    };
  };
  let close = await open();
  return {
    url: `http://127.0.0.1:${port}`,
    pid: () => pid,
    kill: () => close(),
    start: async () => {
      close = await open();
    },
    stop: async () => {
      await close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
