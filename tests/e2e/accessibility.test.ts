import type { Page } from "@playwright/test";
import { someOf } from "#tests/helpers/amount.ts";
import { axeFor, SCREENS } from "./axe.ts";
import { createPerson, endTransitions, expect, findPlaces, test, type Places } from "./fixtures.ts";

const PAGES: readonly [string, (places: Places) => string][] = [
  ["landing", () => "/"],
  ["search", () => "/search"],
  ["search results", (at) => `/search?company=${encodeURIComponent(at.companyName)}`],
  ["search results as lines", (at) => `/search?company=${encodeURIComponent(at.companyName)}&layout=pipeline`],
  ["search without a hit", () => "/search?company=no%20such%20company%20anywhere"],
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
  ["missing profile", () => "/user/000000000000000000000000"],
  ["missing company", () => "/company/000000000000000000000000"],
];

/** The faults that axe finds on the page; in `part` only, if only that part is new. */
async function faultsIn(page: Page, name: string, isFirst: boolean, part?: readonly string[]): Promise<string[]> {
  const builder = axeFor(page, isFirst);
  for (const one of part ?? []) builder.include(one);
  const { violations } = await builder.analyze();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  return [
    ...violations.map((one) => `${name}: ${one.id} ${one.nodes[0]?.html}`),
    ...(overflow > 0 ? [`${name} is wider than the screen by ${overflow} px`] : []),
  ];
}

/** Brings the page there. */
type Reach = (page: Page, places: Places) => Promise<void>;

const STATES: readonly (readonly [name: string, part: readonly string[], reach: Reach, widths?: readonly number[]])[] =
  [
    [
      "menu of small screens",
      [".hdr"],
      async (page) => {
        await page.goto("/search");
        await page.getByLabel("Menu", { exact: true }).click();
        await expect(page.getByRole("navigation", { name: "Small-screen menu" })).toBeVisible();
      },
      [360],
    ],
    [
      "dashboard without a right",
      ["main"],
      async (page) => {
        await page.goto("/admin/dashboard");
        await expect(page.getByRole("heading", { level: 1 })).toHaveText(
          "You do not have permission to view this page.",
        );
      },
    ],
    [
      "what nobody foresaw",
      ["main"],
      async (page) => {
        await page.goto("/no/such/page");
        await page.route(/\.data(?:\?|$)/, (route) => route.fulfill({ status: 500, body: "" }));
        await page.getByRole("link", { name: "Take me home!" }).click();
        const title = page.getByRole("heading", { level: 1, name: "Unexpected Application Error!" });
        // The pressed link no longer exists.
        await expect(title).toBeFocused();
        await page.unrouteAll();
      },
    ],
    [
      "second page of people",
      ["main"],
      async (page, places) => {
        await page.goto(`${places.company}?page=2#people`);
        await expect(page.getByText(/^Page 2 of \d+$/)).toBeVisible();
      },
    ],
    [
      "suggestions of the search",
      [".qsolo__in", ".combo__float"],
      async (page) => {
        await page.goto("/search");
        const field = page.getByRole("combobox", { name: "Company" });
        await expect(async () => {
          await page.getByRole("search").locator("input[name=company]").focus();
          await expect(field).toBeFocused({ timeout: 1_000 });
        }).toPass();
        await field.fill("goo");
        await expect(page.getByRole("option", { name: /^Google/ }).first()).toBeVisible();
      },
    ],
    [
      "places to jump to",
      [".quick-search"],
      async (page, places) => {
        await page.goto("/search");
        const field = page.getByRole("combobox", { name: "Company, school, person or title" });
        await expect(async () => {
          await page.keyboard.press("Control+k");
          await expect(field).toBeFocused({ timeout: 1_000 });
        }).toPass();
        await field.fill(places.companyName);
        await expect(page.getByRole("option", { name: new RegExp(places.companyName) }).first()).toBeVisible();
      },
    ],
    [
      "editor on its way",
      ["main"],
      async (page) => {
        await createPerson(page, `axe-${crypto.randomUUID()}@example.org`);
        // Never answered: the page is looked at, and left.
        await page.route(/\/assets\/editor-.*\.js/, () => undefined);
        await page.goto("/edit", { waitUntil: "commit" });
        await expect(page.locator(".tri svg")).toBeVisible();
      },
    ],
  ];

// The browser's own lines about the pages that are missing or fail on purpose.
test.use({ allowed: [/status of (?:404|500)|ErrorResponse/] });

for (const [name, address] of PAGES) {
  test(`axe finds nothing on the page, in both themes, narrow and wide: ${name}`, async ({ watched: page }) => {
    test.setTimeout(240_000);
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(address(await findPlaces(page)), { waitUntil: "load" });
    for (const { width, themes } of SCREENS.toReversed()) {
      await page.setViewportSize({ width, height: 800 });
      for (const theme of themes) {
        await page.emulateMedia({ colorScheme: theme });
        await endTransitions(page);
        expect
          .soft(
            await faultsIn(page, name, theme === "light" && (width === 1280 || themes.length === 1)),
            `${theme}, ${width} px`,
          )
          .toEqual([]);
      }
    }
  });
}

for (const width of [360, 1280] as const) {
  test(`axe finds nothing in what opens, waits or fails, in both themes, ${width} px`, async ({ watched: page }) => {
    test.setTimeout(240_000);
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    await page.setViewportSize({ width, height: 800 });
    const places = await findPlaces(page);
    for (const [at, [name, part, reach, widths]] of STATES.entries()) {
      if (widths?.includes(width) === false) continue;
      await reach(page, places);
      const themes = someOf(["light", "dark"] as const, 1, at);
      for (const theme of themes) {
        await page.emulateMedia({ colorScheme: theme });
        await endTransitions(page);
        const isFirst = theme === themes[0] && width === (widths?.[0] ?? 1280);
        expect.soft(await faultsIn(page, name, isFirst, part), `${name}, ${theme}`).toEqual([]);
      }
    }
  });
}
