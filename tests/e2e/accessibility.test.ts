import AxeBuilder from "@axe-core/playwright";
import { expect, findPlaces, test, type Places } from "./fixtures.ts";

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

for (const theme of ["light", "dark"] as const) {
  for (const width of [360, 1280] as const) {
    test(`axe finds nothing on any page, ${theme}, ${width} px`, async ({ browser, baseURL }) => {
      test.setTimeout(180_000);
      const context = await browser.newContext({
        ...(baseURL === undefined ? {} : { baseURL }),
        colorScheme: theme,
        reducedMotion: "reduce",
        viewport: { width, height: 800 },
      });
      const page = await context.newPage();
      const places = await findPlaces(page);
      for (const [name, address] of PAGES) {
        await page.goto(address(places), { waitUntil: "load" });
        const { violations } = await new AxeBuilder({ page }).analyze();
        expect
          .soft(
            violations.map((one) => `${name}: ${one.id} ${one.nodes[0]?.html}`),
            name,
          )
          .toEqual([]);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect.soft(overflow, `${name} is wider than the screen`).toBeLessThanOrEqual(0);
      }
      await context.close();
    });
  }
}
