import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";

/** While somebody types, the server may refuse: the page then says why, and what was typed stays. */

test.use({ allowed: [/status of (?:429|500|503)/] });

const REFUSALS = [
  [429, "Too many requests. Wait a moment and try again.", "Too many requests. Try again in 4 minutes."],
  [500, "Something went wrong on our side.", "Something went wrong on our side."],
  [503, "We are busy right now. Try again in a moment.", "We are busy right now. Try again in a moment."],
] as const;

/** Has the server refuse the requests of this address, as it does, until `page.unrouteAll()`. */
async function refuse(page: Page, address: RegExp, [status, error]: (typeof REFUSALS)[number]): Promise<void> {
  const headers = status === 429 ? { "retry-after": "240" } : {};
  await page.route(address, (route) => route.fulfill({ status, headers, json: { error, code: "x", requestId: "1" } }));
}

async function type(field: Locator, text: string): Promise<void> {
  await field.fill("");
  await field.pressSequentially(text);
}

test("the quick search says why it has nothing, and looks again", async ({ watched: page }) => {
  await page.goto("/login");
  await page.keyboard.press("Control+k");
  const field = page.getByRole("combobox", { name: "Company, school, person or title" });
  for (const refusal of REFUSALS) {
    await refuse(page, /\/api\/jump\//, refusal);
    await type(field, "google");
    await expect(page.getByText(refusal[2])).toBeVisible();
    await expect(field).toHaveValue("google");
    await page.unrouteAll();
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("option", { name: /^Google/ }).first()).toBeVisible();
    await expect(page.getByText(refusal[2])).toHaveCount(0);
    await expect(field).toBeFocused();
  }
});

test("a field of companies says why it has nothing, and looks again", async ({ watched: page }) => {
  await page.goto("/search");
  await page.getByRole("search").locator("input[name=company]").focus();
  const field = page.getByRole("combobox", { name: "Company" });
  for (const refusal of REFUSALS) {
    await refuse(page, /\/api\/company\/get\/companies\//, refusal);
    await type(field, "google");
    await expect(page.getByText(refusal[2]).first()).toBeVisible();
    await expect(field).toHaveValue("google");
    await page.unrouteAll();
    await page.keyboard.press("Escape");
    await page.keyboard.press("ArrowDown");
    await expect(page.getByRole("option", { name: /^Google/ }).first()).toBeVisible();
  }
});
