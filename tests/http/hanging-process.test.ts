import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, expect, it, vi } from "vitest";

// A process that never says that it is ready would leave its place empty for ever.

const folder = mkdtempSync(join(tmpdir(), "pipelines-hanging-"));
const supervisors: ChildProcess[] = [];
afterAll(() => {
  for (const child of supervisors) child.kill("SIGKILL");
  rmSync(folder, { recursive: true });
});

function run(env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, ["tests/helpers/supervisor-child.ts"], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, HANGING_MARKER: join(folder, "hung"), ...env },
  });
  supervisors.push(child);
  let output = "";
  child.stdout.on("data", (text: Buffer) => (output += text.toString()));
  const children = (): string[] =>
    readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, "utf8").trim().split(" ").filter(Boolean);
  return { child, children, output: () => output, ended: once(child, "exit") };
}

it("is killed after a time, which the log says, and another one takes its place", async () => {
  const { child, children, output, ended } = run({});
  await vi.waitFor(() => expect(output()).toContain("first process at 4321"), { timeout: 20_000 });
  await vi.waitFor(() => expect(children()).toHaveLength(2), { timeout: 20_000 });
  const [, hung] = children();
  await vi.waitFor(() => expect(output()).toContain("a process was not ready in time and is killed"), {
    timeout: 20_000,
  });
  expect(output()).toMatch(/"place":1,"pid":\d+,"seconds":2/);
  await vi.waitFor(
    () => {
      expect(children()).toHaveLength(2);
      expect(children()).not.toContain(hung);
    },
    { timeout: 20_000 },
  );
  child.kill("SIGTERM");
  await ended;
  expect(output().match(/not ready in time/g), "the next one was ready").toHaveLength(1);
});

it("ends the app if it is the first one of all, so that the service manager starts it again", async () => {
  const { output, ended } = run({ HANGS_AT_START: "1" });
  expect(await ended).toEqual([1, null]);
  expect(output()).toContain("a process was not ready in time and is killed");
  expect(output()).toContain("NeverReady");
});

it("that runs is replaced once its successor is ready, one after another, as SIGHUP asks for", async () => {
  // None hangs.
  const marker = join(folder, "ready");
  writeFileSync(`${marker}-other`, "");
  const { child, children } = run({ HANGING_MARKER: marker });
  await vi.waitFor(() => expect(children()).toHaveLength(2), { timeout: 20_000 });
  const before = children();
  const counts: number[] = [];
  child.kill("SIGHUP");
  const deadline = performance.now() + 30_000;
  for (let now = before; now.some((pid) => before.includes(pid)) && performance.now() < deadline; now = children()) {
    counts.push(now.length);
    await setTimeout(2);
  }
  expect(children().filter((pid) => before.includes(pid))).toEqual([]);
  // Never fewer than there were, and never two that start at once.
  expect([Math.min(...counts), Math.max(...counts)]).toEqual([2, 3]);
  expect(children()).toHaveLength(2);
});
