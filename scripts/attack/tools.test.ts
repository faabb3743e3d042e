import { expect, test } from "vitest";
import { readSlow, readSqlmap } from "./tools.ts";

const HOLE = `[INFO] GET parameter 'name' is vulnerable.
sqlmap identified the following injection point(s) with a total of 46 HTTP(s) requests:
---
Parameter: name (GET)
    Type: error-based
    Title: PostgreSQL AND error-based - WHERE or HAVING clause
    Payload: name=alpha' AND 1=1
---`;

test("sqlmap: a hole, a clean address, and one that could not be tried", () => {
  expect(readSqlmap(HOLE)).toEqual({
    result: "FOUND",
    note: "name (GET): PostgreSQL AND error-based - WHERE or HAVING clause",
  });
  expect(
    readSqlmap("[CRITICAL] all tested parameters do not appear to be injectable. Try to increase values").result,
  ).toBe("clean");
  expect(readSqlmap("[CRITICAL] unable to connect to the target URL").result).toBe("not tested");
  expect(readSqlmap("").result).toBe("not tested");
});

const slow = (...probes: string[]) =>
  probes.map((probe) => `slow HTTP test status:\n\nconnected:           9\nservice available:   ${probe}\n`).join("");

test("slowhttptest: clean only where the probe was answered and nothing is held open", () => {
  expect(readSlow(slow("YES", "YES"), 20).result).toBe("clean");
  expect(readSlow(slow("YES", "NO", "YES"), 20).result).toBe("clean");
  expect(readSlow(slow("NO", "NO"), 20).result).toBe("FOUND");
  expect(readSlow(slow("YES"), 500).result).toBe("FOUND");
  expect(readSlow("could not resolve host", 0).result).toBe("not tested");
});
