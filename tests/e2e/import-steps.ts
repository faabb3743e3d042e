import type { Locator, Page } from "@playwright/test";
import { chooseFile } from "./fixtures.ts";

/** A person's steps with files and with the review of their content. */

export type Given = { name: string; mimeType: string; buffer: Buffer };

export function given(name: string, content: string | Uint8Array): Given {
  return { name, mimeType: "application/octet-stream", buffer: Buffer.from(content) };
}

export async function choose(page: Page, button: RegExp | string, file: Given): Promise<void> {
  await chooseFile(page, () => page.getByRole("button", { name: button }).click(), file);
}

export async function drop(page: Page, ...files: Given[]): Promise<void> {
  const carried = await page.evaluateHandle(
    (all) => {
      const transfer = new DataTransfer();
      for (const { name, bytes } of all) transfer.items.add(new File([new Uint8Array(bytes)], name));
      return transfer;
    },
    files.map(({ name, buffer }) => ({ name, bytes: [...buffer] })),
  );
  // Drops the files beside the bar: the browser must not open them in place of the page.
  const heading = page.getByRole("heading", { level: 1 });
  for (const event of ["dragover", "drop"]) await heading.dispatchEvent(event, { dataTransfer: carried });
}

export const review = (page: Page): Locator => page.getByRole("region", { name: "Check what we found" });
export const row = (page: Page, words: string): Locator =>
  review(page).getByRole("listitem").filter({ hasText: words });
export const tick = (page: Page, words: string): Locator => row(page, words).getByRole("checkbox").first();
