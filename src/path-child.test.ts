import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";

const ENGINE = `
  const log = { error() {}, warn() {}, info() {}, debug() {} };
  const child = new PathChild({ databaseUrl: "postgres://nobody@127.0.0.1:1/none", today: "2026-11-15", log });
  child.on("error", (error) => console.log("error: " + error.message));
  child.on("exit", (code, signal) => console.log("exit", code, signal));`;

/** What a process with an engine writes, and its lines alone, within this limit of the shell. */
function run(main: string, limit = ":"): { stdout: string; stderr: string } {
  const program = `
    import inspector from "node:inspector";
    import { once } from "node:events";
    import { openSync, readFileSync } from "node:fs";
    import { setTimeout } from "node:timers/promises";
    import { forkPathEngine, PathChild } from "#app/path-child.server.ts";
    // Otherwise the child would run this program too.
    process.execArgv = [];
    /** The ids of this process's children whose command line contains this text. */
    const childrenLike = (text) => readFileSync("/proc/self/task/" + process.pid + "/children", "utf8")
      .split(" ")
      .filter((pid) => pid !== "" && readFileSync("/proc/" + pid + "/cmdline", "utf8").includes(text));
    ${main}`;
  const args = ["-c", `${limit}; exec "$@"`, "sh", process.execPath, "--input-type=module", "--eval", program];
  return spawnSync("/bin/sh", args, { encoding: "utf8" });
}
const linesOf = (main: string, limit?: string): string[] => run(main, limit).stdout.split("\n").filter(Boolean);

it("tells that it cannot be started where too many files are open, and its process goes on", () => {
  const main = `
    try {
      for (;;) openSync("/dev/null");
    } catch (error) {
      console.log(error.code);
    }
    ${ENGINE}
    await setTimeout(200);
    console.log("here");
    process.exit();`;
  expect(linesOf(main, "ulimit -n 100")).toEqual([
    "EMFILE",
    "error: No process can be started.",
    "exit undefined undefined",
    "here",
  ]);
});

it("can be ended by a process that does nothing else, which goes on", () => {
  const main = `
    ${ENGINE}
    child.unref();
    await child.terminate();
    console.log("here");`;
  expect(linesOf(main)).toEqual(["exit null SIGKILL", "here"]);
});

it("has a guard that is a child of the same process, and ends with it", () => {
  const main = `
    const guards = () => childrenLike("/bin/sh");
    ${ENGINE}
    console.log(guards().length);
    await child.terminate();
    for (let n = 0; n < 100 && guards().length > 0; n += 1) await setTimeout(50);
    console.log(guards().length);`;
  expect(linesOf(main)).toEqual(["1", "exit null SIGKILL", "0"]);
});

it("is killed where it does not read what it is sent, however much one message has, so that another one starts", () => {
  const main = `
    ${ENGINE}
    process.kill(Number(childrenLike("path-process")[0]), "SIGSTOP");
    const send = (length) => child.postMessage({ kind: "changed", ids: Array(length).fill("a".repeat(24)) });
    send(1_000_000);
    await setTimeout(200);
    console.log("lives");
    for (let n = 0; n < 100; n += 1) send(10_000);
    await Promise.race([once(child, "exit"), setTimeout(10_000, undefined, { ref: false })]);
    console.log("goes on");
    await child.terminate();`;
  expect(linesOf(main)).toEqual(["lives", "exit null SIGKILL", "goes on"]);
});

it("leaves its parent's debugger alone, and does not wait for one", () => {
  const main = `
    inspector.open(0);
    const { port } = new URL(inspector.url());
    process.execArgv = ["--inspect-brk=" + port, "--inspect-wait"];
    const child = forkPathEngine();
    child.send({ type: "ping" });
    child.on("message", ({ type }) => {
      console.log(type);
      child.kill("SIGKILL");
      inspector.close();
    });`;
  const { stdout, stderr } = run(main);
  expect(stdout).toBe("pong\n");
  expect(stderr).toContain("Debugger listening");
  expect(stderr).not.toContain("failed");
});
