import type { Page } from "@playwright/test";
import { expect, findPlaces, test } from "./fixtures.ts";

/** The list that suggests takes the plain field's place once it is focused. */
async function openField(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  await page.getByRole("search").locator("input[name=company]").focus();
  await expect(page.getByRole("combobox", { name: "Company" })).toBeFocused();
}

test("somebody searches by keyboard alone, looks at a person, and goes on to the company", async ({
  watched: page,
}) => {
  const { companyName } = await findPlaces(page);
  await page.goto("/search");
  await openField(page);
  await page.keyboard.type(companyName.slice(0, -1));
  // The list is open and nothing in it is chosen: Enter searches for the first of it.
  await expect(page.getByRole("option").first()).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/company=/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(companyName);

  // Each card marks where its line stops at the company, on a phone too.
  await page.setViewportSize({ width: 360, height: 780 });
  const cards = page.getByRole("article");
  await expect(cards.first()).toBeVisible();
  await expect(cards.filter({ has: page.locator(".is-match") })).toHaveCount(await cards.count());
  await expect(
    cards
      .first()
      .getByRole("link", { name: /^Stop you searched for: / })
      .first(),
  ).toBeVisible();

  // The field shows the company; the next key after it empties it, and one types on.
  await openField(page);
  const field = page.getByRole("combobox", { name: "Company" });
  const clear = page.getByRole("button", { name: "Clear the company" });
  await expect(page.getByRole("search").locator(".st")).toHaveCount(1);
  await page.keyboard.press("Tab");
  await expect(clear).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(field).toBeFocused();
  await expect(field).toHaveValue("");
  await expect(clear).toHaveCount(0);
  await expect(page.getByRole("search").locator(".st")).toHaveCount(0);
  await page.setViewportSize({ width: 1280, height: 800 });

  // From the headline on, one link after the other.
  await page.getByRole("link", { name: "Company page" }).focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/company\//);
  await page.getByRole("article").first().getByRole("link").first().focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/user\//);
});

test("what the list holds is said once it is known, also that it holds nothing", async ({ watched: page }) => {
  await page.goto("/search");
  await openField(page);
  // All that is said aloud, in its order.
  await page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) {
        const place = target instanceof Element ? target : target.parentElement;
        if (!place?.closest("[aria-live], [role=status]")) continue;
        const words = target instanceof Text ? target.data : [...addedNodes].map((node) => node.textContent).join("");
        if (words !== "") heard.push(words);
      }
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  const heard = () =>
    page.evaluate(() => ("heard" in window && Array.isArray(window.heard) ? window.heard.map(String) : []));
  await page.keyboard.type("goog");
  await expect(page.getByRole("option").first()).toContainText("Google");
  await expect.poll(heard).toContainEqual(expect.stringMatching(/^\d+ options? available\.$/));
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("no such company");
  await expect.poll(heard).toContain("No company on this site with that name :/");
  expect(await heard()).not.toContain("0 options available.");

  // × is shown if there is text. An emptied search goes back to /search.
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Clear the company" }).click();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/search$/);
});

test("an option is chosen by arrow and Enter, and searched at once", async ({ watched: page }) => {
  await page.goto("/search");
  await openField(page);
  await page.keyboard.type("goog");
  await expect(page.getByRole("option").first()).toContainText("Google");
  // While the list is open, the rest of the page is hidden from screen readers. Leaving by Tab closes the list first.
  await page.keyboard.press("Tab");
  await expect(page.getByRole("option")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Clear the company" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Search", exact: true })).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("googl");
  await expect(page.getByRole("option").first()).toContainText("Google");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Google");
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("whoever mistypes a company is led to the ones that come close", async ({ page }) => {
    await page.goto("/search?company=gogle");
    await expect(page.getByText("No company on this site with that name :/")).toBeVisible();
    const alike = page.getByRole("navigation", { name: "Did you mean …?" });
    await expect(alike.getByRole("link", { name: /^Google/ }).locator(".st")).toBeVisible();
    await alike.getByRole("link", { name: /^Google/ }).click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Google");
    // The button in the field empties the search.
    await page.getByRole("button", { name: "Clear the company" }).click();
    await expect(page).toHaveURL(/\/search\??$/);
    await expect(page.getByRole("textbox", { name: "Company" })).toHaveValue("");
  });
});

test("Enter takes what the list offers first, though the list is not there yet; a name of nothing stays as typed", async ({
  watched: page,
}) => {
  await page.goto("/search");
  await openField(page);
  await page.keyboard.type("goog");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("stopped at Google");
  await openField(page);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("no such company");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "No company on this site with that name :/" })).toBeVisible();
  await expect(page).toHaveURL(/company=no\+such\+company/);
});

test("the people of a company are narrowed by kind, by who is still there, and by title, each with an address", async ({
  watched: page,
}) => {
  await page.goto("/search?company=google");
  const people = async (): Promise<number> =>
    Number(/^[\d,]+/.exec(await page.getByRole("heading", { level: 1 }).innerText())?.[0].replace(",", ""));
  const all = await people();
  await expect(page.getByText("Listed in an order drawn by lot, the same for everyone.")).toBeVisible();
  await page.getByRole("link", { name: "Interns" }).click();
  await expect(page).toHaveURL(/stop=company:[0-9a-f]{24},kind:intern$/);
  await expect.poll(people).toBeLessThan(all);
  const filters = page.getByRole("group", { name: "Filters" });
  await filters.getByRole("link", { name: "Anyone" }).click();
  await expect(page).toHaveURL(/stop=company:[0-9a-f]{24}$/);
  await expect.poll(people).toBe(all);
  await filters.getByRole("link", { name: "There now" }).click();
  await expect(page).toHaveURL(/now=1/);
  await expect(filters.getByRole("link", { name: "There now" })).toHaveAttribute("aria-current", "true");
  await expect.poll(people).toBeLessThan(all);
  await filters.getByRole("link", { name: "There now" }).click();
  await filters.getByRole("button", { name: "Title" }).click();
  const title = page.getByRole("group", { name: "Title" }).getByRole("link").first();
  const shown = Number(/(\d+) people$/.exec(await title.innerText())?.[1]);
  await title.click();
  await expect(page).toHaveURL(/stop=company:[0-9a-f]{24},title:/);
  await expect.poll(people).toBe(shown);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 780 } });

  test("the pipeline layout draws each line from top to bottom, the searched stop marked", async ({
    watched: page,
  }) => {
    await page.goto("/search?company=google");
    await page.getByRole("link", { name: "Show whole lines" }).click();
    await expect(page).toHaveURL(/layout=pipeline/);
    const lines = page.getByRole("article");
    expect(await lines.count()).toBeGreaterThan(4);
    for (const line of await lines.all()) await expect(line.locator(".is-match").first()).toContainText("Google");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await page.getByRole("link", { name: "Show cards" }).click();
    await expect(page.locator(".pcard").first()).toBeVisible();
  });
});
