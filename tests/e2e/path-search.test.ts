import type { Page } from "@playwright/test";
import { axeInTheme } from "./axe.ts";
import { expect, test } from "./fixtures.ts";

/** The engine is filled a moment after the app is up. */
async function open(page: Page, path: string, text: RegExp): Promise<void> {
  await expect(async () => {
    await page.goto(path);
    await expect(page.getByText(text).first()).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 30_000 });
}

const THEMES = ["light", "dark"] as const;

/** In both themes: what a route, its menus and its picker show. */
async function checkAccessible(page: Page): Promise<void> {
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    expect((await axeInTheme(page, colorScheme).analyze()).violations, colorScheme).toEqual([]);
  }
}

async function companyOf(page: Page, name: string): Promise<string> {
  const answer = await page.request.get(`/api/company/getBy?name=${name}`);
  const { _id }: { _id: string } = await answer.json();
  return _id;
}

test.describe("the builder", () => {
  test.use({ allowed: [/status of (?:400|503)/] });

  test("adds a stop by letters and Enter, moves it by Alt and arrow, and removes it by Delete", async ({
    watched: page,
  }) => {
    const company = await companyOf(page, "google");
    await open(page, `/search?stop=company:${company}`, /people stopped at Google/);
    const add = page.getByRole("link", { name: "Add a stop after Google" });
    await add.click();
    const field = page.getByRole("combobox", { name: "School, company, title or level" });
    await expect(field).toBeFocused();
    await field.fill("senior or");
    const option = page.getByRole("option", { name: /^Senior or above/ });
    await expect(option).toHaveAttribute("aria-selected", "true");
    const people = /(\d+) people/.exec((await option.textContent()) ?? "")?.[1];
    await checkAccessible(page);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/stop=company:[0-9a-f]{24}&then=any&stop=level:senior$/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(`${people} people took this route`);

    const ring = page.locator('[data-step="1"] > summary');
    await ring.focus();
    await page.keyboard.press("Alt+ArrowLeft");
    await expect(page).toHaveURL(/stop=level:senior&then=any&stop=company:[0-9a-f]{24}$/);
    await expect(page.locator('[data-step="0"] > summary')).toBeFocused();
    await expect(page.getByText(/^Senior or above moved to stop 1 of 2\. /)).toBeAttached();
    await page.keyboard.press("Delete");
    await expect(page).toHaveURL(/search\?stop=company:[0-9a-f]{24}$/);
    await expect(page.locator('[data-step="0"] > summary')).toBeFocused();
  });

  test("moves a stop by dragging it, and changes what stands between by a menu with counts", async ({
    watched: page,
  }) => {
    const company = await companyOf(page, "google");
    await open(page, `/search?stop=company:${company}&then=any&stop=level:senior`, /took this route/);
    await page.locator('[data-step="1"] > summary').dragTo(page.locator('[data-place="0"]'));
    await expect(page).toHaveURL(/stop=level:senior&then=any&stop=company/);

    await page.getByRole("link", { name: /^Between Senior or above and Google: any stops$/ }).click();
    const menu = page.getByRole("group", { name: "Between Senior or above and Google" });
    await expect(menu.getByRole("link", { name: /^Any stops \d+ people$/ })).toBeVisible();
    await checkAccessible(page);
    await menu.getByRole("link", { name: "within 6 years" }).click();
    await expect(page).toHaveURL(/then=any,6y/);
    await expect(
      page.getByRole("link", { name: "Between Senior or above and Google: any stops, within 6 years" }),
    ).toBeVisible();
  });

  test("filters, orders and lays out by addresses", async ({ watched: page }) => {
    const company = await companyOf(page, "google");
    await open(page, `/search?stop=kind:intern&then=any&stop=company:${company}`, /took this route/);
    await page.getByRole("button", { name: "Country" }).click();
    await page.getByRole("group", { name: "Country" }).getByRole("link").first().click();
    await expect(page).toHaveURL(/country=[A-Z]{2}/);
    await page.getByRole("link", { name: "Remove country" }).click();
    await expect(page).not.toHaveURL(/country=/);
    await page.getByRole("link", { name: "Shortest" }).click();
    await expect(page).toHaveURL(/sort=shortest/);
    await page.getByRole("link", { name: "Grid" }).click();
    await expect(page).toHaveURL(/view=grid/);
    await expect(page.getByRole("article").first()).toBeVisible();
    await checkAccessible(page);
    await page.getByRole("link", { name: "Next" }).click();
    await expect(page.getByRole("navigation", { name: "Pages" })).toContainText(/Page 2 of \d+/);
  });

  test("Escape closes a filter's choices, and the focus is on the filter", async ({ watched: page }) => {
    const company = await companyOf(page, "google");
    await open(page, `/search?stop=kind:intern&then=any&stop=company:${company}`, /took this route/);
    for (const name of ["Years", "Country"]) {
      const filter = page.getByRole("button", { name, exact: true });
      await filter.click();
      await expect(filter).toHaveAttribute("aria-expanded", "true");
      if (name === "Years") await page.getByRole("spinbutton", { name: "From" }).focus();
      // Tried again until it works: the page's script may not have run at the first try.
      await expect(async () => {
        await page.keyboard.press("Escape");
        await expect(filter).toHaveAttribute("aria-expanded", "false", { timeout: 1_000 });
      }).toPass({ timeout: 20_000 });
      await expect(filter).toBeFocused();
      await expect(page).not.toHaveURL(/filter=/);
    }
  });

  test("a click outside closes the choices of a filter, and the page stays where it is", async ({ watched: page }) => {
    const company = await companyOf(page, "google");
    await open(page, `/search?stop=kind:intern&then=any&stop=company:${company}`, /took this route/);
    await page.setViewportSize({ width: 360, height: 640 });
    const filter = page.getByRole("button", { name: "Years", exact: true });
    await filter.evaluate((one) => window.scrollTo(0, one.getBoundingClientRect().top + scrollY - 200));
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(100);
    await filter.click();
    await expect(filter).toHaveAttribute("aria-expanded", "true");
    await page.getByRole("spinbutton", { name: "From" }).click();
    await expect(filter).toHaveAttribute("aria-expanded", "true");
    // Tried again until it works: the page's script may not have run at the first try.
    await expect(async () => {
      await page.locator(".rbar").click({ position: { x: 2, y: 2 } });
      await expect(filter).toHaveAttribute("aria-expanded", "false", { timeout: 1_000 });
    }).toPass({ timeout: 20_000 });
    await expect(filter).toBeFocused();
    await expect(page).not.toHaveURL(/filter=/);
    // The test's own clicks may scroll a little; the page does not go to its top.
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(100);
  });

  test("a click outside closes the tools of a step, and so does another step", async ({ watched: page }) => {
    const company = await companyOf(page, "google");
    await open(page, `/search?stop=company:${company}&then=any&stop=level:senior`, /took this route/);
    const [first, second] = [0, 1].map((at) => page.locator(`[data-step="${at}"]`));
    if (!first || !second) throw new Error("There are two steps.");
    await first.locator("summary").click();
    await expect(first).toHaveAttribute("open");
    await second.locator("summary").click();
    await expect(second).toHaveAttribute("open");
    await expect(first).not.toHaveAttribute("open");
    // The first click has the code for clicks outside loaded.
    await expect(async () => {
      await page.getByRole("heading", { level: 1 }).click();
      await expect(second).not.toHaveAttribute("open", { timeout: 1_000 });
    }).toPass({ timeout: 20_000 });
    await expect(second.locator("summary")).toBeFocused();
  });

  test("a click outside closes what stands between two stops, and the picker of /paths", async ({ watched: page }) => {
    const company = await companyOf(page, "google");
    await open(page, `/search?stop=company:${company}&then=any&stop=level:senior`, /took this route/);
    const between = page.getByRole("link", { name: /^Between Google and Senior or above/ });
    await between.click();
    await expect(page.getByRole("group", { name: "Between Google and Senior or above" })).toBeVisible();
    await page.getByRole("heading", { level: 1 }).click();
    await expect(between).toHaveAttribute("aria-expanded", "false");
    await expect(page).not.toHaveURL(/between=/);

    await open(page, "/paths?to=title:senior-software", /How do people become/);
    const goal = page.getByRole("button", { name: /^To: / });
    for (const how of ["click", "Escape"] as const) {
      await goal.click();
      await expect(page.getByRole("textbox", { name: "School, company, title or level" })).toBeFocused();
      if (how === "click") await page.locator(".pa-q").click({ position: { x: 2, y: 2 } });
      else await page.keyboard.press("Escape");
      await expect(goal).toHaveAttribute("aria-expanded", "false");
      await expect(page).not.toHaveURL(/pick=/);
      await expect(goal).toBeFocused();
    }
  });

  test("says that nobody took a route, and leads to a looser one", async ({ watched: page }) => {
    await open(
      page,
      "/search?stop=level:executive&then=next,1m&stop=kind:intern",
      /No one to show yet|Fewer than 5 people/,
    );
    await checkAccessible(page);
    const looser = page.locator(".rloose__a").first();
    await expect(looser).toContainText(/\d+ people/);
    await looser.click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^\d+ people/);
  });

  test("begins with one field, three examples and four lists", async ({ watched: page }) => {
    await open(page, "/search", /Start with one of these/);
    await checkAccessible(page);
    await page.getByRole("textbox", { name: "First stop" }).click();
    await expect(page.getByRole("option").first()).toBeVisible();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/search\?stop=/);
  });

  test("works without script: a form of rows, pickers and menus as pages", async ({ browser, baseURL }) => {
    const context = await browser.newContext({
      javaScriptEnabled: false,
      ...(baseURL === undefined ? {} : { baseURL }),
    });
    const page = await context.newPage();
    await open(page, "/search?stop=kind:intern", /took this route/);
    await page.getByRole("link", { name: "Add a stop after Intern" }).click();
    await page.getByRole("heading", { name: "Add a stop after Intern" }).waitFor();
    await page
      .getByRole("link", { name: /^Google \d+ people$/ })
      .or(page.locator(".rpk a.menu__i").first())
      .first()
      .click();
    await expect(page.getByText(/took this route/).first()).toBeVisible();

    await page.getByText("This route as a form").click();
    const row = page.getByRole("group", { name: "Stop 3" });
    await row.getByLabel("Stop 3: what it is").selectOption("Level");
    await row.getByLabel("Stop 3: name").fill("Senior or above");
    await page.getByRole("button", { name: "Show people" }).click();
    await expect(page).toHaveURL(/stop=level:senior/);
    await context.close();
  });
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 720 }, allowed: [/status of (?:400|503)/] });

  test("a route stands from top to bottom, and its menu moves, changes and removes", async ({ watched: page }) => {
    const company = await companyOf(page, "google");
    await open(page, `/search?stop=kind:intern&then=any&stop=company:${company}`, /took this route/);
    const [first, second] = [page.locator('[data-place="0"]'), page.locator('[data-place="1"]')];
    const [above, below] = [await first.boundingBox(), await second.boundingBox()];
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual((below?.y ?? 0) + 1);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await page.locator('[data-step="1"] > summary').click();
    await checkAccessible(page);
    await page.getByRole("group", { name: "Google" }).getByRole("link", { name: "Move earlier" }).click();
    await expect(page).toHaveURL(/stop=company:[0-9a-f]{24}&then=any&stop=kind:intern/);
    await page.getByRole("link", { name: /^Add a stop after/ }).click();
    await expect(page.getByRole("combobox", { name: "School, company, title or level" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
  });

  for (const [name, path, text] of [
    ["/paths", "/paths?to=title:senior-software", /How do people become/],
    ["/like-me", "/like-me", /Choose a starting point/],
    ["/ask", "/ask?q=qwerty", /We could not read that as a route/],
  ] as const) {
    test(`${name} has nothing beside the screen and passes axe`, async ({ watched: page }) => {
      await open(page, path, text);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
      await checkAccessible(page);
    });
  }
});

test.describe("paths and lines like mine", () => {
  test.use({ allowed: [/status of (?:400|404|503)/] });

  test("/paths: the ends of the question are chosen by letters", async ({ watched: page }) => {
    await open(page, "/paths", /Start with one of these/);
    await checkAccessible(page);
    await page.getByRole("button", { name: "To: somewhere" }).click();
    await page.getByRole("textbox", { name: "School, company, title or level" }).fill("goog");
    await page.getByRole("link", { name: /^Google \d+ people$/ }).click();
    await expect(page).toHaveURL(/\/paths\?to=company:[0-9a-f]{24}$/);
    await expect(
      page
        .getByRole("heading", { level: 2, name: /Most common routes|Everyone went/ })
        .or(page.getByText("Everyone went their own way.")),
    ).toBeVisible();
    await checkAccessible(page);
  });

  test("/like-me: any line, lined up with the nearest", async ({ watched: page }) => {
    const company = await companyOf(page, "google");
    await open(page, `/search?stop=company:${company}`, /people stopped at Google/);
    const href = (await page.getByRole("article").first().getByRole("link").first().getAttribute("href")) ?? "";
    await page.goto(`/like-me?line=${href.slice("/user/".length)}`);
    await expect(page.getByRole("heading", { name: "What came next" })).toBeVisible();
    await checkAccessible(page);
  });
});
