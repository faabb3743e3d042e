import { axeFor } from "./axe.ts";
import { expect, type Page } from "@playwright/test";
import { endTransitions } from "./fixtures.ts";
import type { OwnApp } from "./own-app.ts";

export const ADMIN = { email: "admin@example.test", password: "violet-anchor-41" };

type Method = "GET" | "POST" | "PATCH" | "DELETE";

/** Calls the API as the page's browser would. */
export async function call<Body>(page: Page, app: OwnApp, method: Method, path: string, data?: unknown): Promise<Body> {
  const answer = await page.request.fetch(`${app.url}${path}`, {
    method,
    headers: { origin: app.url, "content-type": "application/json" },
    ...(data === undefined ? {} : { data: JSON.stringify(data) }),
  });
  if (!answer.ok()) throw new Error(`${method} ${path} gave ${answer.status()}: ${await answer.text()}`);
  return (await answer.json()) as Body;
}

/** Signs the browser in as the administrator that `app.makeAdmin` made, without the login page. */
export async function signInAdmin(page: Page, app: OwnApp): Promise<void> {
  await call(page, app, "GET", "/api/token");
  await call(page, app, "POST", "/api/admin/login", ADMIN);
}

/**
 * axe finds nothing, and nothing is wider than the screen: 360 px light and
 * 1280 px dark; `isWhole` for each width in each theme.
 */
export async function isAccessible(page: Page, name: string, isWhole = false): Promise<void> {
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const themes = (["light", "dark"] as const).filter((theme) => isWhole || (theme === "light") === (width === 360));
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await endTransitions(page);
      const { violations } = await axeFor(page, width === 360 && colorScheme === "light")
        .exclude("iframe")
        .analyze();
      expect
        .soft(
          violations.map(({ id, nodes }) => `${name} ${width} ${colorScheme}: ${id} ${nodes[0]?.html}`),
          name,
        )
        .toEqual([]);
    }
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect.soft(overflow, `${name} is wider than ${width} px`).toBeLessThanOrEqual(0);
  }
}

/** Walks by Tab until what has the focus has this name. */
export async function tabTo(page: Page, name: RegExp, most = 40): Promise<void> {
  for (let press = 0; press < most; press += 1) {
    await page.keyboard.press("Tab");
    const found = await page.evaluate(() => {
      const element = document.activeElement;
      if (!(element instanceof HTMLElement)) return "";
      const labels = "labels" in element ? [...(element.labels as NodeListOf<HTMLElement>)] : [];
      return [element.getAttribute("aria-label"), ...labels.map((label) => label.innerText), element.innerText]
        .join(" ")
        .trim();
    });
    if (name.test(found)) return;
  }
  throw new Error(`Tab never reached ${name}`);
}
