import type { Page } from "@playwright/test";
import { someOf } from "#tests/helpers/amount.ts";
import { axeInTheme } from "./axe.ts";
import { createPerson, expect, findPlaces, test } from "./fixtures.ts";
import { printed, spaceBelowWords } from "./paper.ts";

// Three people come to the landing page with a question. They know only what the page says.

test.use({ allowed: [/status of (?:400|503)/] });

/** The engine is filled a moment after the app is up. */
async function openLanding(page: Page): Promise<void> {
  await expect(async () => {
    await page.goto("/");
    await expect(page.getByText("Ask the map").first()).toBeVisible({ timeout: 1_000 });
    await expect(page.locator(".ask").getByRole("link").first()).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 60_000 });
}

/** In both themes; nothing is wider than the screen. */
async function checkAccessible(page: Page, state: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const { violations } = await axeInTheme(page, colorScheme).analyze();
    expect(violations.map((one) => `${state}, ${colorScheme}: ${one.id} ${one.nodes[0]?.html}`)).toEqual([]);
  }
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(excess, state).toBeLessThanOrEqual(0);
}

type Candidates = { candidates: { group: string; stop: string; name: string }[] };
type Answer = { people: number | null; internedFirst: { people: number | null } | null };

/** Two companies: at least five people interned at the one and then were full-time at the other. */
async function findWay(page: Page): Promise<{ from: string; to: string }> {
  const ask = async <Body>(path: string): Promise<Body> => (await page.request.get(path)).json();
  const first = await ask<Candidates>("/api/paths/next?stop=kind:intern");
  const companies = first.candidates.filter(({ group }) => group === "company").slice(0, 12);
  for (const from of companies) {
    for (const to of companies) {
      if (from === to) continue;
      const query = `stop=${from.stop},kind:intern&then=any&stop=${to.stop},kind:full-time`;
      const { people, internedFirst } = await ask<Answer>(`/api/paths/search?${query}`);
      if ((people ?? 0) >= 5 && internedFirst !== null && internedFirst.people !== null)
        return { from: from.name, to: to.name };
    }
  }
  throw new Error("No two companies of the demo world have five people between them.");
}

test.describe("a student", () => {
  test.use({ permissions: ["clipboard-read", "clipboard-write"] });

  test("finds how interns at one company got full-time at another, sees lines and share, and shares the link", async ({
    watched: page,
    browser,
    baseURL,
  }) => {
    test.setTimeout(180_000);
    await openLanding(page);
    const { from, to } = await findWay(page);
    const field = page.getByRole("textbox", { name: "Your question" });
    const show = page.getByRole("button", { name: /^Show \d+ people$/ });
    await expect(async () => {
      await field.fill("");
      await field.fill(`interned at ${from}, then full-time at ${to}`);
      await expect(show).toBeVisible({ timeout: 3_000 });
    }).toPass({ timeout: 30_000 });
    await expect(page.getByText("Read as")).toBeVisible();
    await checkAccessible(page, "a question that was understood");
    await show.click();

    await expect(page).toHaveURL(/\/search\?stop=company:[0-9a-f]{24},kind:intern&then=any&stop=company:[0-9a-f]{24},/);
    const heading = page.getByRole("heading", { level: 1, name: /^\d+ people took this route$/ });
    await expect(heading).toBeVisible();
    await expect(page.getByText("Median time")).toBeVisible();
    await expect(page.getByText(/^Interned (?:first|twice or more)$/)).toBeVisible();
    await expect(page.locator(".rfacts")).toContainText(/\d+%/);
    await expect(page.getByRole("img", { name: /^Dot plot of \d+ times\. Median/ })).toBeVisible();
    const lines = page.getByRole("group", { name: "People" }).getByRole("heading", { level: 2 });
    await expect(lines.nth(4)).toBeVisible();
    await checkAccessible(page, "the route");

    await page.getByRole("link", { name: "Copy link" }).click();
    await expect(page.getByText("Link copied")).toBeVisible();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    // Everybody who gets the link sees the same, without an account.
    const other = await browser.newContext(baseURL === undefined ? {} : { baseURL });
    const friend = await other.newPage();
    await friend.goto(link);
    await expect(friend.getByRole("heading", { level: 1 })).toHaveText((await heading.textContent()) ?? "");
    await other.close();
  });
});

/** So many months ago, on the first. */
function monthsAgo(months: number): string {
  const day = new Date();
  day.setUTCDate(1);
  day.setUTCMonth(day.getUTCMonth() - months);
  return day.toISOString().slice(0, 10);
}

test.describe("an engineer with an anonymous line", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("sees on a phone what came next for lines like hers", async ({ watched: page }) => {
    test.setTimeout(180_000);
    await createPerson(page, "unnamed.engineer@example.test", {
      anonymous: true,
      pipeline: [
        {
          companyName: "Google",
          title: "Software Engineer",
          startDate: monthsAgo(16),
          isIndefinite: true,
        },
      ],
    });
    await openLanding(page);
    await page.getByLabel("Menu", { exact: true }).click();
    const menu = page.getByRole("navigation", { name: "Small-screen menu" });
    await menu.getByRole("link", { name: "Paths" }).click();
    await expect(page).toHaveURL(/\/paths$/);
    await page.getByRole("link", { name: "Lines like yours" }).click();
    await expect(page).toHaveURL(/\/like-me$/);
    await expect(async () => {
      await page.reload();
      await expect(page.getByRole("heading", { name: "What came next" })).toBeVisible({ timeout: 2_000 });
    }).toPass({ timeout: 30_000 });
    await expect(page.getByText(/^\d[\d,]* people had a line like yours at this point\. /)).toBeVisible();
    await expect(page.getByText(/have moved on, .* have not yet/)).toBeVisible();
    await expect(page.getByRole("heading", { name: "Next company" })).toBeVisible();
    await expect(page.getByText("This is what others did, not a forecast.")).toBeVisible();
    // Her name is on no screen of hers that others could look at over her shoulder.
    await expect(page.getByRole("main")).not.toContainText("Testperson");
    await checkAccessible(page, "lines like hers");

    // Her own page also leads there, and shows the nearest lines.
    await page.getByLabel("Menu", { exact: true }).click();
    await page
      .locator(".smenu__a")
      .getByRole("link", { name: /Your profile/ })
      .click();
    await expect(page.getByRole("heading", { name: "Similar pipelines" })).toBeVisible();
    await checkAccessible(page, "her own page");
    await page.getByRole("link", { name: "Line them up" }).click();
    await expect(page).toHaveURL(/\/like-me$/);
  });
});

test("somebody compares three companies before an interview and prints it", async ({ watched: page }) => {
  test.setTimeout(240_000);
  const { companyName } = await findPlaces(page);
  await openLanding(page);
  await page.getByRole("link", { name: "Get Started" }).click();
  const field = page.getByRole("combobox", { name: "Company" });
  await expect(async () => {
    await page.locator("input[name=company]").focus();
    await expect(field).toBeFocused({ timeout: 1_000 });
  }).toPass();
  await field.fill(companyName);
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: "Company page" }).click();
  await page.getByRole("navigation", { name: "On this page" }).getByRole("link", { name: "Compare" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Compare companies" })).toBeVisible();
  const others = ["Google", "Microsoft", "Amazon"].filter((name) => name !== companyName).slice(0, 2);
  for (const [n, name] of others.entries()) {
    await page.getByLabel("Add a company").fill(name);
    await page.getByRole("button", { name: "Add" }).click();
    await expect(page.getByRole("columnheader")).toHaveCount(n + 2);
  }
  await expect(page.getByRole("rowheader", { name: /^Back full-time/ })).toBeVisible();
  await expect(page.getByRole("img", { name: /^Share still there by time since joining/ })).toBeVisible();
  await checkAccessible(page, "three companies");
  const address = page.url();
  expect(address.match(/c=/g)).toHaveLength(3);

  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("table", { name: "Companies side by side" })).toBeVisible();
  await expect(page.getByRole("table", { name: /^Share still there, and stays/ })).toBeVisible();
  await expect(page.getByLabel("Add a company")).toBeHidden();
  for (const format of ["A4", "Letter"] as const) {
    const { sheets, blank } = await printed(page, format);
    expect(blank, `${format}: blank sheets`).toEqual([]);
    expect(sheets, format).toBeLessThanOrEqual(4);
  }
  await page.emulateMedia({ media: "screen" });

  await page.getByRole("link", { name: `Remove ${others[0] ?? ""}` }).click();
  await expect(page.getByRole("columnheader")).toHaveCount(2);
  await page.goBack();
  expect(page.url()).toBe(address);
});

test("no page prints a blank sheet", async ({ watched: page }) => {
  test.setTimeout(240_000);
  const places = await findPlaces(page);
  const search = `/search?company=${encodeURIComponent(places.companyName)}`;
  const addresses = ["/", search, `${search}&layout=pipeline`, places.company, places.school, places.profile];
  for (const address of someOf(addresses, 1)) {
    await page.goto(address);
    expect((await printed(page, "A4")).blank, address).toEqual([]);
    // Whether it becomes a sheet depends on the people on the page.
    expect(await spaceBelowWords(page), address).toBeLessThanOrEqual(40);
  }
});
