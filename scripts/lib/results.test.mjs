import { describe, expect, test } from "vitest";
import { failuresInPlaywright, failuresInVitest, fromPlaywright, fromVitest, judge, sum, summary } from "./results.mjs";

const vitest = (/** @type {object} */ more) =>
  JSON.stringify({
    numPassedTests: 3,
    numFailedTests: 0,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults: [],
    ...more,
  });

describe("counting", () => {
  test("the last line names what was skipped only if something was", () => {
    expect(summary({ passed: 12, failed: 0, skipped: 0 })).toBe("12 passed, 0 failed");
    expect(summary({ passed: 0, failed: 2, skipped: 1 })).toBe("0 passed, 2 failed, 1 skipped");
  });

  test("adds up stages", () => {
    expect(sum([])).toEqual({ passed: 0, failed: 0, skipped: 0 });
    expect(
      sum([
        { passed: 1, failed: 2, skipped: 3 },
        { passed: 10, failed: 20, skipped: 30 },
      ]),
    ).toEqual({ passed: 11, failed: 22, skipped: 33 });
  });

  test("reads vitest, and counts a file that could not be loaded", () => {
    expect(fromVitest(vitest({ numFailedTests: 1, numTodoTests: 2 }))).toEqual({ passed: 3, failed: 1, skipped: 2 });
    const testResults = [
      { status: "failed", assertionResults: [] },
      { status: "failed", assertionResults: [{ status: "failed" }] },
      { status: "passed", assertionResults: [{ status: "passed" }] },
    ];
    expect(fromVitest(vitest({ numFailedTests: 1, testResults }))?.failed).toBe(2);
    const skipped = ["a sum of everything", "a sum of nothing"].map((fullName) => ({ status: "skipped", fullName }));
    const pending = vitest({ numPendingTests: 2, testResults: [{ status: "passed", assertionResults: skipped }] });
    expect(fromVitest(pending, /of everything$/)?.skipped).toBe(1);
    expect(fromVitest(pending)?.skipped).toBe(2);
    expect(fromVitest("")).toBe(undefined);
    expect(fromVitest("{}")).toBe(undefined);
  });

  test("reads playwright", () => {
    const stats = { expected: 5, unexpected: 1, flaky: 2, skipped: 3 };
    expect(fromPlaywright(JSON.stringify({ stats }))).toEqual({ passed: 7, failed: 1, skipped: 3 });
    expect(fromPlaywright("no json")).toBe(undefined);
  });
});

describe("naming what failed", () => {
  test("vitest: file, name, the first lines of the error; a file that could not be loaded by its message", () => {
    const failed = {
      status: "failed",
      fullName: "a sum adds",
      failureMessages: ["Error: 3 is not 4\n\n    at x.ts:1\n    at /node_modules/y.js:2"],
    };
    const testResults = [
      { name: "/elsewhere/a.test.ts", status: "failed", assertionResults: [{ status: "passed" }, failed] },
      { name: "/elsewhere/b.test.ts", status: "failed", message: "no such module", assertionResults: [] },
      { name: "/elsewhere/c.test.ts", status: "passed", assertionResults: [{ status: "passed" }] },
    ];
    expect(failuresInVitest(vitest({ testResults }))).toEqual([
      "/elsewhere/a.test.ts: a sum adds\n    Error: 3 is not 4\n        at x.ts:1",
      "/elsewhere/b.test.ts\n    no such module",
    ]);
    expect(failuresInVitest("")).toEqual([]);
  });

  test("playwright: also in groups, the last try's error without its colours, nothing that passed at last", () => {
    const error = (/** @type {string} */ message) => ({ error: { message } });
    const spec = (/** @type {string} */ title, /** @type {string} */ status, /** @type {object[]} */ results) => ({
      title,
      file: "a.test.ts",
      tests: [{ status, results }],
    });
    const group = { title: "a form", specs: [spec("sends", "unexpected", [error("first"), error("\u001b[31mlast")])] };
    const specs = [spec("opens", "unexpected", [error("closed")]), spec("waits", "flaky", [error("late"), {}])];
    expect(
      failuresInPlaywright(
        JSON.stringify({ suites: [{ title: "a.test.ts", file: "a.test.ts", specs, suites: [group] }] }),
      ),
    ).toEqual(["a.test.ts: opens\n    closed", "a.test.ts: a form › sends\n    last"]);
    expect(failuresInPlaywright("no json")).toEqual([]);
  });
});

describe("judging", () => {
  const good = { passed: 3, failed: 0, skipped: 0 };

  test("believes a report that agrees with the exit code", () => {
    expect(judge(good, 0)).toEqual({ result: good });
    expect(judge({ ...good, failed: 2 }, 1).result.failed).toBe(2);
  });

  test("takes silence, emptiness and unexplained complaints for failures", () => {
    expect(judge(undefined, 0).result.failed).toBe(1);
    expect(judge({ passed: 0, failed: 0, skipped: 9 }, 0).result).toEqual({ passed: 0, failed: 1, skipped: 9 });
    expect(judge(good, 1).result).toEqual({ passed: 3, failed: 1, skipped: 0 });
  });

  test("takes temporary files that passed tests left for a failure, and names them", () => {
    expect(judge(good, 0, ["pipelines-b", "pipelines-a"])).toEqual({
      result: { passed: 3, failed: 1, skipped: 0 },
      complaint: "its tests left temporary files: pipelines-a, pipelines-b",
    });
    // A failed test may not have come to its end.
    const bad = { ...good, failed: 1 };
    expect(judge(bad, 1, ["pipelines-a"])).toEqual({ result: bad });
  });
});
