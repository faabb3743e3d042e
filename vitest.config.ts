import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    globalSetup: ["tests/helpers/postgres.ts", "tests/helpers/answers-seen.ts"],
    // For tests that hang. A busy machine makes every test several times slower, without being wrong.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // What a test waits for comes later on a busy machine. Where the time is what it proves, it names its own.
    expect: { poll: { timeout: 20_000 } },
    // One more than the two processors that the run is made for: many files wait for a time limit, a child process or the
    // database to start.
    maxWorkers: 3,
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
