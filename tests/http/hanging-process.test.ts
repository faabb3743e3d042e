import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, expect, it, vi } from "vitest";
import { ownFolder } from "#tests/helpers/own-folder.ts";

// A process that never says that it is ready would leave its place empty for ever, and one that hangs later would keep
// the connections that it was given.

const folder = ownFolder("hanging");
const supervisors: ChildProcess[] = [];
afterAll(() => {
  for (const child of supervisors) child.kill("SIGKILL");
});

const commandOf = (pid: string): string => readFileSync(`/proc/${pid}/cmdline`, "utf8");

/** `children` are without the shells that guard some. */
function run(env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, ["tests/helpers/supervisor-child.ts"], {
    stdio: ["ignore", "pipe", "inherit"],
    // A killed supervisor leaves the folder of its engine's socket.
    env: { ...process.env, TMPDIR: folder, HANGING_MARKER: join(folder, "hung"), ...env },
  });
  supervisors.push(child);
  let output = "";
  child.stdout.on("data", (text: Buffer) => (output += text.toString()));
  const children = (): string[] =>
    readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, "utf8")
      .split(" ")
      .filter((pid) => pid.trim() !== "" && !commandOf(pid).startsWith("/bin/sh"));
  const engines = (): string[] => children().filter((pid) => commandOf(pid).includes("hanging-engine"));
  return { child, children, engines, output: () => output, ended: once(child, "exit") };
}

const SLOW = { timeout: 60_000 };

it("is killed after a time, which the log says, and another one takes its place", async () => {
  const { child, children, output, ended } = run({ READY_MS: "6000" });
  await vi.waitFor(() => expect(output()).toContain("first process at 4321"), SLOW);
  await vi.waitFor(() => expect(children()).toHaveLength(2), SLOW);
  const [, hung] = children();
  await vi.waitFor(() => expect(output()).toContain("a process was not ready in time and is killed"), SLOW);
  expect(output()).toMatch(/"place":1,"pid":\d+,"seconds":6/);
  await vi.waitFor(() => {
    expect(children()).toHaveLength(2);
    expect(children()).not.toContain(hung);
  }, SLOW);
  child.kill("SIGTERM");
  await ended;
  expect(output().match(/not ready in time/g), "the next one was ready").toHaveLength(1);
});

it("ends the app if it is the first one of all, so that the service manager starts it again", async () => {
  const { output, ended } = run({ READY_MS: "2000", HANGS_AT_START: "1" });
  expect(await ended).toEqual([1, null]);
  expect(output()).toContain("a process was not ready in time and is killed");
  expect(output()).toContain("NeverReady");
});

it("that runs is replaced once its successor is ready, one after another, as SIGHUP asks for", async () => {
  // None hangs.
  const marker = join(folder, "ready");
  writeFileSync(`${marker}-other`, "");
  const { child, children } = run({ HANGING_MARKER: marker });
  await vi.waitFor(() => expect(children()).toHaveLength(2), SLOW);
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

it("is killed if it hangs after it was ready, and the others are not", async () => {
  const marker = join(folder, "later");
  const { child, children, output } = run({ HANGING_MARKER: marker, HANGS_LATER: "1", FINDS_HANGING_SOON: "1" });
  await vi.waitFor(() => expect(output()).toContain("a process does not answer and is killed"), SLOW);
  const hung = readFileSync(`${marker}-other`, "utf8");
  expect(output()).toContain(`"pid":${hung},"msg":"a process does not answer`);
  await vi.waitFor(() => {
    expect(children()).toHaveLength(2);
    expect(children()).not.toContain(hung);
    expect(children()).toContain(readFileSync(`${marker}-other-ready`, "utf8"));
  }, SLOW);
  const before = children();
  await setTimeout(500);
  // The supervisor was stopped for longer than a process may be silent.
  child.kill("SIGSTOP");
  await setTimeout(3_000);
  child.kill("SIGCONT");
  await setTimeout(2_000);
  expect(children()).toEqual(before);
  expect(output().match(/does not answer/g)).toHaveLength(1);
});

it("is killed if it is the path engine, and another one takes its place", async () => {
  const marker = join(folder, "engine");
  writeFileSync(`${marker}-other`, "");
  const { child, engines, output, ended } = run({ HANGING_MARKER: marker, HAS_ENGINE: "1", FINDS_HANGING_SOON: "1" });
  await vi.waitFor(() => expect(engines()).toHaveLength(1), SLOW);
  const [hung] = engines();
  await vi.waitFor(() => expect(output()).toContain(`"pid":${hung},"msg":"a process does not answer`), SLOW);
  await vi.waitFor(() => {
    expect(engines()).toHaveLength(1);
    expect(engines()).not.toContain(hung);
  }, SLOW);
  expect(output()).toContain("the process of the path engine died: another one takes its place");
  // The engine that has just begun needs the folder, which goes after the tests.
  child.kill("SIGTERM");
  await ended;
});

it("is started again after longer and longer pauses if it dies soon after it was ready, and the log says how", async () => {
  const marker = join(folder, "dying");
  writeFileSync(`${marker}-other`, "");
  const { output } = run({ HANGING_MARKER: marker, DIES_SOON: "1" });
  const deaths = (): number[] =>
    [...output().matchAll(/"time":"([^"]+)".*"place":1,"code":null,"signal":"SIGKILL","msg":"a process died/g)].map(
      ([, time]) => Date.parse(time ?? ""),
    );
  await vi.waitFor(() => expect(deaths().length).toBeGreaterThanOrEqual(5), SLOW);
  const [first = 0, , , fourth = 0, fifth = 0] = deaths();
  // 250 ms after the first death, 2 s after the fourth.
  expect(fourth - first).toBeGreaterThan(1_700);
  expect(fifth - fourth).toBeGreaterThan(1_950);
});

it("whose successor does not start keeps its path engine, and no other one stays", async () => {
  const marker = join(folder, "failing");
  for (const what of ["first", "other", "engine"]) writeFileSync(`${marker}-${what}`, "");
  const { child, children, engines, output } = run({
    HANGING_MARKER: marker,
    HAS_ENGINE: "1",
    HANGS_AT_START: "1",
    READY_MS: "6000",
  });
  await vi.waitFor(() => expect(children()).toHaveLength(3), SLOW);
  const before = children();
  const [engine] = engines();
  rmSync(`${marker}-first`);
  child.kill("SIGHUP");
  await vi.waitFor(() => expect(output()).toContain("a new process did not start: the old ones stay"), SLOW);
  await vi.waitFor(() => expect(children()).toEqual(before), SLOW);
  expect(engines()).toEqual([engine]);
  // Now both start.
  child.kill("SIGHUP");
  await vi.waitFor(() => {
    expect(children().filter((pid) => before.includes(pid))).toEqual([]);
    expect([children().length, engines().length]).toEqual([3, 1]);
  }, SLOW);
});
