import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    globalSetup: ["tests/helpers/postgres.ts", "tests/helpers/answers-seen.ts"],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: [
            "src/**/*.test.{ts,tsx}",
            "scripts/**/*.test.{mjs,ts}",
            "tests/architecture/**/*.test.ts",
            "catalogue/**/*.test.ts",
          ],
        },
      },
      { extends: true, test: { name: "http", include: ["tests/http/**/*.test.ts"] } },
    ],
  },
});
