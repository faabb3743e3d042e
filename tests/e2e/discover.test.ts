import { tries } from "#tests/helpers/amount.ts";
import { expect, test } from "./fixtures.ts";

/** Pages to turn by keyboard at the start of the list and again at its end. With all tests, every page is turned. */
const TURNS = tries({ all: Infinity, some: 3 });

test("paging to the end shows each person once, and back shows the same page again", async ({ watched: page }) => {
  const people = () =>
    page
      .getByRole("article")
      .getByRole("heading")
      .getByRole("link")
      .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  const at = () => page.getByRole("navigation", { name: "Pages" }).getByText(/^Page \d+ of \d+$/);

  await page.goto("/discover");
  await expect(page.getByRole("button", { name: "Previous" })).toBeDisabled();
  const first = await people();
  expect(first).toHaveLength(12);
  const pages = Number(/of (\d+)/.exec((await at().textContent()) ?? "")?.[1]);
  const seen = [...first];
  const next = page.getByRole("link", { name: "Next" });
  const heard = page.getByRole("status").filter({ hasText: /^Page / });
  // By keyboard: each page begins at the list, and is said.
  const list = page.getByRole("group", { name: "People" });
  const turns = Array.from({ length: pages - 1 }, (_, n) => n + 2);
  const turned = turns.filter((_, n) => n < TURNS || turns.length - n <= TURNS);
  for (const [n, number] of turned.entries()) {
    if (number - 1 !== (turned[n - 1] ?? 1)) {
      const address = (await next.getAttribute("href")) ?? "";
      await page.goto(address.replace(/page=\d+/, `page=${number - 1}`));
      seen.push(...(await people()));
    }
    await next.press("Enter");
    await expect(at()).toHaveText(`Page ${number} of ${pages}`);
    await expect(heard).toHaveText(`Page ${number} of ${pages}`);
    await expect(list).toBeFocused();
    seen.push(...(await people()));
  }
  expect(new Set(seen).size).toBe(seen.length);
  await expect(page.getByRole("button", { name: "Next" })).toBeDisabled();
  await expect(list.getByRole("article").first()).toBeInViewport();

  // One step more where pages were left out. A page that was loaded anew first needs its script.
  for (let step = turned.length + (turned.length < turns.length ? 1 : 0); step > 0; step -= 1) {
    await page.goBack();
    await page.locator("html[data-script]").waitFor();
  }
  await expect(at()).toHaveText(`Page 1 of ${pages}`);
  expect(await people()).toEqual(first);
});

test("the theme that was chosen is there in the first bytes of the next page", async ({ watched: page }) => {
  await page.goto("/discover");
  const themeIn = async () =>
    /<html[^>]*data-theme="(\w+)"/.exec(await (await page.request.get("/search")).text())?.[1];
  expect(await themeIn()).toBeUndefined();
  // The light one is the system's here: the first press shows its opposite, and the third leads back.
  const button = page.getByRole("button", { name: /^Theme: / });
  await expect(button).toHaveAccessibleName("Theme: system");
  await button.click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  expect(await themeIn()).toBe("dark");
  await button.press("Enter");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  expect(await themeIn()).toBe("light");
  await expect(button).toHaveAccessibleName("Theme: light");
  await expect(page.getByRole("status").filter({ hasText: "Theme: light" })).toHaveCount(1);
  await page.keyboard.press("Space");
  await expect(page.locator("html")).not.toHaveAttribute("data-theme");
  expect(await themeIn()).toBeUndefined();
  await expect(button).toHaveAccessibleName("Theme: system");
  await expect(button).toBeFocused();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 720 }, hasTouch: true, isMobile: true });

  test("the menu opens, closes at Escape and at a tap, and leads on", async ({ watched: page }) => {
    await page.goto("/");
    const menu = page.getByLabel("Menu", { exact: true });
    const panel = page.getByRole("navigation", { name: "Small-screen menu" });
    const search = panel.getByRole("link", { name: "Search" });
    await menu.click();
    await expect(search).toBeVisible();
    const entries = ["About", "Search", "Discover", "Paths", "Login", "Join"];
    await expect(page.locator(".smenu__p").getByRole("link")).toHaveText(entries);
    await page.keyboard.press("Escape");
    await expect(search).toBeHidden();
    // By keyboard: through its stops, and out of it, which shuts it.
    await expect(menu).toBeFocused();
    await page.keyboard.press("Enter");
    for (const name of ["About", "Search", "Discover", "Paths"]) {
      await page.keyboard.press("Tab");
      await expect(panel.getByRole("link", { name })).toBeFocused();
    }
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name: "Login" })).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(page.locator(".smenu__p").getByRole("link", { name: "Join" })).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(search).toBeHidden();
    await expect(menu).toBeFocused();
    // A tap beside the stops.
    await menu.click();
    await expect(search).toBeVisible();
    await page.touchscreen.tap(300, 700);
    await expect(search).toBeHidden();
    await expect(menu).toBeFocused();
    await menu.click();
    await search.click();
    await expect(page).toHaveURL(/\/search$/);
    await expect(search).toBeHidden();
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  });

  test("what a finger presses is 44 px wide and high, however small it looks", async ({ watched: page }) => {
    await page.goto("/discover");
    const card = page.getByRole("article").filter({ has: page.locator('a[href^="/school/"]') });
    for (const [name, target] of [
      ["theme", page.getByRole("button", { name: /^Theme: / })],
      ["quick-search", page.getByRole("button", { name: "Jump to" })],
      ["menu", page.getByLabel("Menu", { exact: true })],
      // The links of every card. Where the drawing puts two rings of a line near each other, they share the room between.
      ...(await card.locator('a[href^="/school/"]').all()).map((link) => ["school", link] as const),
      ...(await card.locator('a[href^="/company/"]').all()).map((link) => ["company", link] as const),
      ["next", page.getByRole("link", { name: "Next" })],
    ] as const) {
      await target.scrollIntoViewIfNeeded();
      const misses = await target.evaluate((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        const [x, y] = [left + width / 2, top + height / 2];
        const isNeighbour = (one: Element | null): boolean =>
          one?.closest(".mini a") !== null && one?.closest(".mini") === element.closest(".mini");
        return [
          [x - 21, y],
          [x + 21, y],
          [x, y - 21],
          [x, y + 21],
        ].filter(([atX = 0, atY = 0]) => {
          const hit = document.elementFromPoint(atX, atY);
          return !element.contains(hit) && !isNeighbour(hit);
        });
      });
      expect.soft(misses, name).toEqual([]);
    }
  });
});
