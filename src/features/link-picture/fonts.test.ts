import { readFile } from "node:fs/promises";
import { expect, it, vi } from "vitest";
import { loadFonts } from "./render.server.ts";

vi.mock(import("node:fs/promises"), { spy: true });

it("fonts that could not be read are read again for the next picture", async () => {
  vi.mocked(readFile).mockRejectedValueOnce(new Error("EMFILE: too many open files"));
  await expect(loadFonts()).rejects.toThrow("too many open files");
  const fonts = await loadFonts();
  expect(fonts.length).toBeGreaterThan(5);
  expect(await loadFonts()).toBe(fonts);
});
