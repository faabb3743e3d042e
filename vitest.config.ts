import { relative } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { testOrder } from "./scripts/lib/test-order.mjs";

/** Runs unit tests that wait beside those that compute. Vitest would begin with the longest, which all wait. */
class UnitOrder extends BaseSequencer {
  override async sort(specs: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- BaseSequencer.sort of Vitest, which the rule takes for the sort of an array
    const sorted = await super.sort(specs);
    const fileOf = (spec: TestSpecification): string => relative(this.ctx.config.root, spec.moduleId);
    const units = new Map(sorted.filter(({ project }) => project.name === "unit").map((spec) => [fileOf(spec), spec]));
    const order = testOrder([...units.keys()]);
    return [
      ...sorted.filter(({ project }) => project.name !== "unit"),
      ...order.flatMap((file) => units.get(file) ?? []),
    ];
  }
}

export default defineConfig({
  test: {
    globalSetup: ["tests/helpers/postgres.ts", "tests/helpers/answers-seen.ts"],
    // For tests that hang. A busy machine makes every test several times slower, without being wrong. Only a test that
    // takes longer names its own; where the time is what a test proves, it measures it.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // What a test waits for comes later on a busy machine. Where the time is what it proves, it names its own.
    expect: { poll: { timeout: 20_000 } },
    // One more than the two processors that the run is made for: many files wait for a time limit, a child process or the
    // database to start.
    maxWorkers: 3,
    sequence: { sequencer: UnitOrder },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          isolate: false,
          pool: "threads",
          // A third thread would load all modules once more, and these tests hardly wait.
          maxWorkers: 2,
          include: [
            "src/**/*.test.{ts,tsx}",
            "scripts/**/*.test.{mjs,ts}",
            "bench/**/*.test.ts",
            "tests/architecture/**/*.test.ts",
            "catalogue/**/*.test.ts",
          ],
        },
      },
      {
        extends: true,
        test: { name: "clickhouse", fileParallelism: false, include: ["tests/clickhouse/**/*.test.ts"] },
      },
      { extends: true, test: { name: "http", isolate: false, include: ["tests/http/**/*.test.ts"] } },
    ],
  },
});
