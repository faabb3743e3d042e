import { defineConfig } from "@playwright/test";
import { chromiumFor } from "./scripts/lib/browser.mjs";

const PORT = Number(process.env["E2E_PORT"] ?? 4173);
const chromium = await chromiumFor();

export default defineConfig({
  testDir: "tests/e2e",
  globalSetup: "./tests/e2e/main-app.ts",
  fullyParallel: true,
  forbidOnly: Boolean(process.env["CI"]),
  // One more than the two processors that the run is made for: a page, an app that starts and a mail are waited for.
  workers: 3,
  // On two cores, a browser is sometimes slow beside other work. A test that passes the second time is listed as flaky.
  retries: 1,
  // For tests that hang. Beside other work every test takes several times as long, without being wrong.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: process.env["PLAYWRIGHT_JSON_OUTPUT_NAME"] ? [["list"], ["json"]] : [["list"]],
  use: {
    baseURL: `http://127.0.0.1:${PORT}`,
    browserName: "chromium",
    launchOptions: {
      executablePath: chromium.executablePath,
      ignoreDefaultArgs: chromium.ignoreDefaultArgs,
      // One process for pages. Chromium would start another one in reserve with most pages.
      args: [...chromium.args, "--renderer-process-limit=1"],
      env: { ...process.env, ...chromium.env },
    },
    trace: "on-first-retry",
  },
});
