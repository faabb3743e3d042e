import { tries } from "#tests/helpers/amount.ts";
import { axeFor, SCREENS } from "./axe.ts";
import { expect, type Page } from "@playwright/test";
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
 * Expects that axe finds no fault and that nothing is wider than the screen. Looks at 360 px in the light theme and at
 * 1280 px in the dark one; at 1280 px `npm test` runs axe with `isWhole` alone. With `isWhole`, `npm test -- all` looks
 * at each width in each theme.
 */
export async function isAccessible(page: Page, name: string, isWhole = false): Promise<void> {
  const isAll = tries({ all: 1, some: 0 }) === 1;
  for (const { width, themes } of SCREENS) {
    await page.setViewportSize({ width, height: 800 });
    for (const colorScheme of themes.filter(
      (theme) => isWhole || ((theme === "light") === (width === 360) && (isAll || theme === "light")),
    )) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
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
    expect.soft(await touchingCells(page), `${name} at ${width} px`).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect.soft(overflow, `${name} is wider than ${width} px`).toBeLessThanOrEqual(0);
  }
}

/** The smallest distance between words of neighbouring cells. Closer words read as one: "PeopleRating". */
const LEAST_PX = 8;

/** Table cells whose text is too close to the next cell's text, in rows whose cells are side by side. */
export async function touchingCells(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const wordsOf = (cell: Element): DOMRect | undefined => {
      if (!cell.checkVisibility()) return undefined;
      const range = document.createRange();
      range.selectNodeContents(cell);
      const boxes = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
      if (boxes.length === 0) return undefined;
      const [left, right] = [Math.min(...boxes.map((box) => box.left)), Math.max(...boxes.map((box) => box.right))];
      const [top, bottom] = [Math.min(...boxes.map((box) => box.top)), Math.max(...boxes.map((box) => box.bottom))];
      return new DOMRect(left, top, right - left, bottom - top);
    };
    return [...document.querySelectorAll("table tr")].flatMap((row) => {
      const cells = [...row.children].flatMap((cell) => {
        const box = wordsOf(cell);
        return box === undefined ? [] : [{ cell, box }];
      });
      return cells.slice(1).flatMap(({ cell, box }, at) => {
        const before = cells[at];
        const isBeside = before !== undefined && before.box.top < box.bottom && box.top < before.box.bottom;
        return isBeside && box.left - before.box.right < least
          ? [`${before.cell.textContent} | ${cell.textContent}: ${Math.round(box.left - before.box.right)} px`]
          : [];
      });
    });
  }, LEAST_PX);
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
