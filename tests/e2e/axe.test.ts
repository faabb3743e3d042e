import type { Page } from "@playwright/test";
import { axeFor, axeInTheme } from "./axe.ts";
import { expect, test } from "./fixtures.ts";

/** Plants a picture without a description and words that can hardly be read. */
async function plant(page: Page): Promise<void> {
  await page.evaluate(() => {
    const picture = document.createElement("img");
    const words = document.createElement("p");
    words.textContent = "Hardly to be read";
    words.style.cssText = "color: #aaa; background: #bbb";
    document.querySelector("main")?.append(picture, words);
  });
}

test("axe finds planted faults, again and again, and after the page was loaded anew", async ({ watched: page }) => {
  const idsOf = async (isFirst?: boolean): Promise<string[]> =>
    (await axeFor(page, isFirst).analyze()).violations.map(({ id }) => id).toSorted();
  await page.goto("/login");
  expect(await idsOf()).toEqual([]);
  await plant(page);
  expect(await idsOf()).toEqual(["color-contrast", "image-alt"]);
  expect(await idsOf(false)).toEqual(["color-contrast"]);
  await page.emulateMedia({ colorScheme: "dark" });
  expect((await axeInTheme(page, "dark").analyze()).violations.map(({ id }) => id)).toEqual(["color-contrast"]);
  expect((await axeFor(page).include("header").analyze()).violations).toEqual([]);
  await page.reload();
  expect(await idsOf()).toEqual([]);
  await plant(page);
  expect(await idsOf()).toEqual(["color-contrast", "image-alt"]);
});

test("axe refuses a page with frames, which it does not look into", async ({ watched: page }) => {
  await page.goto("/login");
  await page.evaluate(() => document.body.append(document.createElement("iframe")));
  await expect(axeFor(page).analyze()).rejects.toThrow("This page has frames");
});
