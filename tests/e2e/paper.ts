import type { Page } from "@playwright/test";

/** Sheets of a PDF. */
export function sheetsOf(pdf: Buffer): number {
  return pdf.toString("latin1").match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
}

/** Pixels that the printed page has below its last words. */
export async function spaceBelowWords(page: Page): Promise<number> {
  await page.emulateMedia({ media: "print" });
  const space = await page.evaluate(() => {
    const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    let bottom = 0;
    while (words.nextNode()) {
      if (!words.currentNode.textContent?.trim() || !words.currentNode.parentElement?.checkVisibility()) continue;
      range.selectNodeContents(words.currentNode);
      // A stop's line is as long as its time, and stays on the sheet of its words.
      const stop = words.currentNode.parentElement.closest(".ps");
      bottom = Math.max(bottom, (stop ?? range).getBoundingClientRect().bottom);
    }
    return document.body.getBoundingClientRect().bottom - bottom;
  });
  await page.emulateMedia({ media: null });
  return space;
}

/** The sheets on which this page prints, and the numbers of those without a letter on them. */
export async function printed(page: Page, format: "A4" | "Letter"): Promise<{ sheets: number; blank: number[] }> {
  const sheets = sheetsOf(await page.pdf({ format }));
  const blank: number[] = [];
  for (let sheet = 1; sheet <= sheets; sheet += 1) {
    const one = await page.pdf({ format, pageRanges: String(sheet) });
    if (!one.toString("latin1").includes("/Font")) blank.push(sheet);
  }
  return { sheets, blank };
}
