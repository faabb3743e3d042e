import type { Page } from "@playwright/test";
import { someOf } from "#tests/helpers/amount.ts";
import { createPerson, expect, findPlaces, test, type Places } from "./fixtures.ts";

/**
 * Tests pages with settings that people choose in their browser or system. Single components are in gallery.test.ts.
 */

const PAGES: readonly [string, (places: Places) => string][] = [
  ["landing", () => "/"],
  ["search", (at) => `/search?company=${encodeURIComponent(at.companyName)}`],
  ["search as lines", (at) => `/search?company=${encodeURIComponent(at.companyName)}&layout=pipeline`],
  ["discover", () => "/discover"],
  ["company", (at) => at.company],
  ["school", (at) => at.school],
  ["profile", (at) => at.profile],
  ["anonymous profile", (at) => at.anonymous],
  ["login", () => "/login"],
  ["sign-up", () => "/signup"],
  ["suggestions", () => "/suggestions"],
  ["API", () => "/api/docs"],
  ["not found", () => "/no/such/page"],
];

// The browser's own line about the page that is not there.
test.use({ allowed: [/status of 404/] });

/** Usable parts that are, even partly, beyond the screen's edge, where nothing scrolls to them. */
async function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const scrolls = (element: Element): boolean => {
      for (let one = element.parentElement; one; one = one.parentElement) {
        if (/auto|scroll/.test(getComputedStyle(one).overflowX) && one.scrollWidth > one.clientWidth) return true;
      }
      return false;
    };
    return [...document.querySelectorAll("main :is(a, button, input, select, textarea, h1, h2, h3, p)")]
      .filter((element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .filter((element) => {
        const { left, right, width } = element.getBoundingClientRect();
        return (
          width > 1 && (left < -1 || right > window.innerWidth + 1) && !element.closest(".sr") && !scrolls(element)
        );
      })
      .map((element) => element.outerHTML.slice(0, 160));
  });
}

/** Zoom makes the screen smaller in CSS pixels: 200 % of 1280 px are 640, 400 % are 320 (WCAG 1.4.4 and 1.4.10). */
for (const [zoom, width, height, scale] of [
  ["200", 640, 400, 2],
  ["400", 320, 256, 1],
] as const) {
  test.describe(`at ${zoom} %`, () => {
    test.use({ viewport: { width, height }, deviceScaleFactor: scale });

    test("nothing is cut off, and nothing scrolls sideways", async ({ watched: page }) => {
      await page.emulateMedia({ reducedMotion: "reduce" });
      const places = await findPlaces(page);
      for (const [name, address] of someOf(PAGES, 3)) {
        await page.goto(address(places), { waitUntil: "load" });
        const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect.soft(excess, `${name} is wider than the screen`).toBeLessThanOrEqual(0);
        expect.soft(await cutOff(page), name).toEqual([]);
      }
      // Planted: what lies beyond the edge is caught.
      await page.locator("main h1").evaluate((element) => (element.style.marginLeft = "-90vw"));
      expect(await cutOff(page)).toHaveLength(1);
      // The way to everywhere else is there, and what covers the page leaves room to read (the header is fixed).
      await page.goto("/discover");
      const menu = page.locator("summary[aria-label=Menu]");
      await menu.click();
      await expect(page.getByRole("navigation", { name: "Small-screen menu" })).toBeVisible();
      const header = await page.locator(".hdr").evaluate((element) => element.firstElementChild?.clientHeight ?? 0);
      expect(header).toBeLessThanOrEqual(height / 3);
      await page.keyboard.press("Escape");
      await expect(menu).toBeFocused();
    });
  });
}

test("with forced colours the keyboard's place is seen on every page", async ({ watched: page }) => {
  await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });
  const places = await findPlaces(page);
  for (const [name, address] of someOf(PAGES, 3, 1)) {
    await page.goto(address(places), { waitUntil: "load" });
    for (let step = 0; step < 8; step += 1) {
      await page.keyboard.press("Tab");
      const seen = await page.evaluate(() => {
        const element = document.activeElement;
        if (!element || element === document.body) return "";
        for (let one: Element | null = element, up = 0; one && up < 4; one = one.parentElement, up += 1) {
          const { outlineStyle, outlineWidth } = getComputedStyle(one);
          if (outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 1) return "";
        }
        return element.outerHTML.slice(0, 160);
      });
      expect.soft(seen, `${name}, ${step + 1} × Tab`).toBe("");
    }
  }
});

test("with forced colours the line of a person is drawn, and the place in the header marked", async ({
  watched: page,
}) => {
  await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });
  const places = await findPlaces(page);
  const inkOf = (selector: string): Promise<{ ink: string; ground: string }> =>
    page.evaluate((wanted) => {
      const element = document.querySelector(wanted);
      if (!element) throw new Error(`${wanted} is not there`);
      const { backgroundColor, backgroundImage } = getComputedStyle(element);
      const ground = getComputedStyle(document.body).backgroundColor;
      return { ink: backgroundImage === "none" ? backgroundColor : backgroundImage, ground };
    }, selector);
  await page.goto(places.profile);
  const down = await inkOf(".ps__t");
  expect(down.ink).not.toBe(down.ground);
  expect(down.ink).not.toBe("rgba(0, 0, 0, 0)");
  await page.goto("/discover");
  const piece = await inkOf(".pcard .trk");
  expect(piece.ink).not.toBe(piece.ground);
  expect(piece.ink).not.toBe("rgba(0, 0, 0, 0)");
  const here = page.locator(".nav a[aria-current]");
  await expect(here).toHaveText("Discover");
  expect(await here.evaluate((element) => getComputedStyle(element).textDecorationLine)).toBe("underline");
});

test("the navigation marks the entry that a page belongs to", async ({ watched: page }) => {
  for (const [address, name] of [
    ["/title/senior-software", "Paths"],
    ["/compare?c=google&c=microsoft", "Search"],
  ] as const) {
    await page.goto(address);
    await expect(page.locator(".nav a[aria-current]")).toHaveText(name);
  }
});

test("with reduced motion nothing moves, and what is drawn stands at once", async ({ watched: page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const places = await findPlaces(page);
  /** Animations and transitions that last longer than one frame. */
  const moving = (): Promise<string[]> =>
    page.evaluate(() =>
      document
        .getAnimations()
        .filter((one) => one.playState === "running" && Number(one.effect?.getComputedTiming().activeDuration) > 20)
        .map((one) => `${one.effect instanceof KeyframeEffect ? one.effect.target?.className : ""} ${one.id}`),
    );
  for (const [name, address] of someOf(PAGES, 3, 2)) {
    await page.goto(address(places), { waitUntil: "load" });
    expect.soft(await moving(), name).toEqual([]);
    await page.locator("a, button").nth(3).hover();
    expect.soft(await moving(), `${name}, pointed at`).toEqual([]);
  }
  // Planted: what does move is caught.
  await page.evaluate(() => void document.body.animate({ opacity: [0.9, 1] }, { duration: 60_000, id: "on purpose" }));
  expect(await moving()).toEqual([expect.stringContaining("on purpose")]);
});

test("the focus comes back when something closes", async ({ watched: page }) => {
  await page.goto("/");
  const jump = page.locator(".hdr").getByRole("button", { name: /Jump to/ });
  await jump.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Jump to" });
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(jump).toBeFocused();

  await createPerson(page, `focus-${crypto.randomUUID()}@example.org`);
  await page.goto("/edit");
  await page
    .getByRole("button", { name: /^Add (?:a|another) stop/ })
    .first()
    .click();
  const form = page.getByRole("group", { name: /^Stop 1/ });
  const company = form.getByRole("combobox", { name: "Company" });
  await company.fill("no such company anywhere");
  await expect(
    page
      .getByText("No company on this site with that name :/")
      .or(page.getByRole("listbox").getByRole("option"))
      .first(),
  ).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(company).toBeFocused();
  const month = form.getByRole("button", { name: "Choose start date" });
  await month.focus();
  await page.keyboard.press("Enter");
  const months = page.getByRole("dialog", { name: "Start date" });
  await expect(months).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(months).toHaveCount(0);
  await expect(month).toBeFocused();
});
