import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";

const WIDTHS = [360, 768, 1280, 1600] as const;
const THEMES = ["light", "dark"] as const;

type Place = { name: string; path: string };

/** All screens of the path pages, in the app with demo people. */
export function pathPlaces(at: {
  company: string;
  second: string;
  third: string;
  person: string;
  school: string;
}): Place[] {
  const { company, second, third, person, school } = at;
  return [
    { name: "landing", path: "/" },
    { name: "search-start", path: "/search" },
    { name: "search-found", path: "/search?q=software" },
    { name: "search-company", path: "/search?company=google" },
    { name: "search-company-pipeline", path: "/search?company=google&layout=pipeline" },
    { name: "route", path: `/search?stop=kind:intern&then=any&stop=company:${company}` },
    {
      name: "route-long",
      path: `/search?stop=school:${school}&then=any&stop=kind:intern&then=any&stop=company:${company}&then=any&stop=level:senior`,
    },
    { name: "route-grid", path: `/search?stop=kind:intern&then=any&stop=company:${company}&view=grid` },
    { name: "route-picker", path: `/search?stop=company:${company}&add=end` },
    { name: "route-none", path: "/search?stop=level:executive&then=next,1m&stop=kind:intern" },
    { name: "route-few", path: `/search?stop=company:${company}&then=next&stop=company:${second}&since=2023` },
    { name: "paths-start", path: "/paths" },
    { name: "paths", path: `/paths?to=company:${company}` },
    { name: "paths-title", path: "/paths?to=title:senior-software" },
    { name: "paths-few", path: `/paths?from=company:${third}&to=company:${second}` },
    { name: "company", path: `/company/${company}` },
    { name: "school", path: `/school/${school}` },
    { name: "title", path: "/title/senior-software" },
    { name: "compare", path: `/compare?c=${company}&c=${second}&c=${third}` },
    { name: "compare-start", path: "/compare" },
    { name: "like-me", path: `/like-me?line=${person}` },
    { name: "like-me-start", path: "/like-me" },
    { name: "profile", path: `/user/${person}` },
    { name: "ask", path: "/ask?q=interned%20at%20google%2C%20then%20qwerty" },
    { name: "discover", path: "/discover" },
  ];
}

/** Screenshots of each place at four widths in both themes: for people, so PNG and not in the repository. */
export async function photographAll(page: Page, url: string, places: readonly Place[], folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const { name, path } of places) {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      for (const theme of THEMES) {
        await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
        await page.goto(`${url}${path}`, { waitUntil: "load" });
        await page.evaluate(() => document.fonts.ready);
        await page.screenshot({
          path: join(folder, `${name}-${width}-${theme}.png`),
          fullPage: true,
          animations: "disabled",
        });
      }
    }
    console.log(name);
  }
}
