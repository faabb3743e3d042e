import { afterEach, describe, expect, it, vi } from "vitest";
import { chromiumFor } from "./browser.mjs";

afterEach(() => vi.unstubAllEnvs());

describe("CHROMIUM_PATH", () => {
  it("names the browser of the tests, before the one of the package", async () => {
    vi.stubEnv("CHROMIUM_PATH", process.execPath);
    expect(await chromiumFor()).toMatchObject({ executablePath: process.execPath, env: {} });
  });

  it("is refused if nothing runs there, and no other browser is taken in its place", async () => {
    vi.stubEnv("CHROMIUM_PATH", "/nothing/here");
    await expect(chromiumFor()).rejects.toThrow("CHROMIUM_PATH is /nothing/here");
  });
});
