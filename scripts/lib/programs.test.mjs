import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { MAIN, PROGRAMS, withBuiltPlaces } from "./programs.mjs";

test("a built file finds other programs beside it, and what lies beside the sources there", () => {
  const file = "src/features/school/catalogue.server.ts";
  expect(withBuiltPlaces('new URL("../../../catalogue/schools.json", import.meta.url)', file)).toBe(
    `new URL("../../../catalogue/schools.json", new URL("../../${file}", import.meta.url).href)`,
  );
  expect(
    withBuiltPlaces('new Worker(new URL("./weekly-thread.server.ts", import.meta.url))', "src/weekly-worker.server.ts"),
  ).toBe('new Worker(new URL("./weekly-thread.js", import.meta.url))');
});

test("a program that nobody builds is named", () => {
  expect(() => withBuiltPlaces('new URL("./other.server.ts", import.meta.url)', "src/x.ts")).toThrow(
    "src/x.ts starts other, which is not in PROGRAMS.",
  );
});

test("the sources of the programs exist", () => {
  const sources = Object.values(PROGRAMS).filter((source) => !source.startsWith("virtual:"));
  expect(sources).toHaveLength(4);
  expect(sources.filter((source) => !existsSync(source))).toEqual([]);
  expect(MAIN).toBe("build/server/main.js");
});
