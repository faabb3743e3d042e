import type { Locator, Page } from "@playwright/test";
import { someOf } from "#tests/helpers/amount.ts";
import { expect, test } from "./fixtures.ts";

/**
 * The server may refuse to look up what somebody types. The page then says why, and what was typed stays. The quick
 * search is tested with each kind of refusal. The other fields are too by `npm test -- all`; `npm test` tests them with
 * one kind, another one each day.
 */

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

/** Types a text and waits until the server has refused to look it up, not only its first letters. */
async function type(field: Locator, text: string): Promise<void> {
  const isRefusal = (url: string): boolean => decodeURIComponent(url.replaceAll("+", " ")).includes(text);
  await field.fill("");
  const refused = field.page().waitForResponse((response) => response.status() >= 400 && isRefusal(response.url()));
  await field.pressSequentially(text);
  await refused;
}

test.beforeEach(async ({ page }) => {
  // The engine of paths answers a moment after the start.
  await expect.poll(async () => (await page.request.get("/api/title")).status(), { timeout: 60_000 }).toBe(200);
});

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
  for (const refusal of someOf(REFUSALS, 1, 1)) {
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

test("the picker of paths keeps what is typed and says why it has nothing", async ({ watched: page }) => {
  await page.goto("/paths?pick=to");
  const field = page.getByRole("textbox", { name: "School, company, title or level" });
  const alert = page.getByRole("alert");
  for (const refusal of someOf([REFUSALS[0], REFUSALS[2]], 1, 2)) {
    await refuse(page, /\/paths\.data/, refusal);
    await type(field, "goo");
    await expect(alert.getByText(refusal[2])).toBeVisible();
    await expect(field).toHaveValue("goo");
    await expect(field).toBeFocused();
    await page.unrouteAll();
    await alert.getByRole("button", { name: "Try again" }).click();
    await expect(page).toHaveURL(/q=goo$/);
    await expect(alert).toHaveCount(0);
    await expect(field).toHaveValue("goo");
    await expect(
      page
        .getByRole("region", { name: "Going to" })
        .getByRole("link", { name: /Google/ })
        .first(),
    ).toBeVisible();
    // Typing on asks for the new text, without the button.
    await refuse(page, /\/paths\.data/, refusal);
    await type(field, "goog");
    await expect(alert.getByText(refusal[2])).toBeVisible();
    await page.unrouteAll();
    await field.press("l");
    await expect(page).toHaveURL(/q=googl$/);
    await expect(alert).toHaveCount(0);
  }
});

test("the picker of routes keeps what is typed and says why it has nothing", async ({ watched: page }) => {
  await page.goto("/search");
  await page.getByRole("textbox", { name: "First stop" }).click();
  const dialog = page.getByRole("dialog");
  const field = dialog.getByRole("combobox");
  for (const refusal of someOf([REFUSALS[0], REFUSALS[2]], 1, 3)) {
    await refuse(page, /\/search\/choices\.data/, refusal);
    await type(field, "goo");
    await expect(dialog.getByText(refusal[2])).toBeVisible();
    await expect(field).toHaveValue("goo");
    await page.unrouteAll();
    await dialog.getByRole("button", { name: "Try again" }).click();
    await expect(dialog.getByRole("option", { name: /^Google/ }).first()).toBeVisible();
    await expect(dialog.getByText(refusal[2])).toHaveCount(0);
    await expect(field).toHaveValue("goo");
  }
});

test("Ask the map keeps what is typed and says why it is not read", async ({ watched: page }) => {
  await page.goto("/");
  const field = page.getByRole("textbox", { name: "Your question" });
  await refuse(page, /\/ask\/reading\.data/, REFUSALS[0]);
  await type(field, "interned at Google");
  const alert = page.getByRole("alert").filter({ hasText: REFUSALS[0][2] });
  await expect(alert).toBeVisible();
  await expect(field).toHaveValue("interned at Google");
  await page.unrouteAll();
  await alert.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("Read as")).toBeVisible();
  await expect(alert).toHaveCount(0);
});
