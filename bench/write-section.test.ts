import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { writeSection } from "./write-section.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "write-section-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("replaces the section of that heading and no other, or adds one at the end", () => {
  const file = join(folder, "page.md");
  writeFileSync(file, "# Page\n\nIntro.\n\n## Paths\n\nold\n\n### Part\n\nold too\n\n## Paths: targets\n\nby hand\n");
  writeSection(file, "Paths", "new");
  expect(readFileSync(file, "utf8")).toBe("# Page\n\nIntro.\n\n## Paths\n\nnew\n\n## Paths: targets\n\nby hand\n");
  writeSection(file, "Saves", "first");
  expect(readFileSync(file, "utf8")).toMatch(/by hand\n\n## Saves\n\nfirst\n$/);
});

it("the page has both sections that the benches write", () => {
  const page = readFileSync("docs/performance.md", "utf8");
  for (const bench of ["bench/run.ts", "bench/paths.ts"]) {
    const source = readFileSync(bench, "utf8");
    const [, heading] =
      /const HEADING = "([^"]+)"/.exec(source) ?? /writeSection\("docs\/performance.md", "([^"]+)"/.exec(source) ?? [];
    expect(heading).toBeTruthy();
    expect(page).toContain(`\n## ${heading}\n`);
  }
});
