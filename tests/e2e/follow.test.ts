import type { Page } from "@playwright/test";
import { axeFor, SCREENS } from "./axe.ts";
import { createAccount, expect, findPlaces, test } from "./fixtures.ts";

const PASSWORD = "correct-horse-battery";
// Nobody who interned becomes an executive at the next stop within a month.
const NOBODY = "stop=kind:intern&then=next,1m&stop=level:executive";

/** The faults that axe finds in a part of a page, on narrow and wide windows, in the light and the dark theme. */
async function faultsIn(page: Page, name: string, part: string): Promise<string[]> {
  const faults: string[] = [];
  for (const { width, themes } of SCREENS) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      const { violations } = await axeFor(page, width === 360 && colorScheme === "light")
        .include(part)
        .analyze();
      faults.push(
        ...violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${width} ${colorScheme} ${id} ${html}`)),
      );
      if (process.env["FOLLOW_SHOTS"])
        await page.screenshot({ path: `${process.env["FOLLOW_SHOTS"]}/${name}-${width}-${colorScheme}.png` });
    }
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (excess > 0) faults.push(`wider than ${width} px`);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  return faults;
}

test.describe("with an e-mail that is not confirmed", () => {
  // The browser's own line about the letter that is refused.
  test.use({ allowed: [/status of 400/] });

  test("a visitor follows a company after login, and ends it in the settings", async ({ watched: page }) => {
    const { email } = await createAccount(page, "follower@example.test");
    // Signed in by calls alone: no page keeps anything that a log-out would remove.
    await page.context().clearCookies();
    const { company, companyName, school } = await findPlaces(page);
    await page.goto(company);
    await page.getByRole("link", { name: `Follow ${companyName}` }).click();
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(new RegExp(`${company}$`));
    await page.getByRole("button", { name: `Follow ${companyName}` }).click();
    await expect(page.getByRole("button", { name: `Following ${companyName}. End it.` })).toBeVisible();
    expect(await faultsIn(page, "company", ".co-head")).toEqual([]);
    for (const path of [school, "/title/senior-software", `/search?${NOBODY}`]) {
      await page.goto(path);
      await page.getByRole("button", { name: /^(?:Follow|Tell me when someone does) / }).click();
      await expect(page.getByRole("button", { name: /^Following / })).toBeVisible();
    }
    expect(await faultsIn(page, "route", ".rnone")).toEqual([]);

    await page.goto("/settings#follows");
    const section = page.getByRole("region", { name: "What you follow" });
    await expect(section.getByRole("listitem")).toHaveCount(4);
    expect(await faultsIn(page, "settings", "[aria-labelledby=follows]")).toEqual([]);
    await page.setViewportSize({ width: 360, height: 780 });
    const lefts = await section
      .getByRole("listitem")
      .first()
      .evaluate((item) =>
        ["p", "button"].map((words) => {
          const range = document.createRange();
          range.selectNodeContents(item.querySelector(words) ?? item);
          return Math.round(range.getBoundingClientRect().left);
        }),
      );
    expect(lefts[1], "the word Unfollow begins below the name").toBe(lefts[0]);
    await page.setViewportSize({ width: 1280, height: 900 });
    // Without a confirmed e-mail there is no letter.
    await section.getByRole("switch", { name: "Weekly e-mail" }).click();
    await expect(section.getByRole("alert")).toHaveText(
      "Confirm your e-mail first. Then you can get the weekly e-mail.",
    );
    await expect(section.getByRole("switch", { name: "Weekly e-mail" })).not.toBeChecked();
    await section.getByRole("button", { name: `Unfollow ${companyName}` }).click();
    await expect(section.getByRole("status")).toHaveText(`You no longer follow ${companyName}.`);
    await expect(section.getByRole("listitem")).toHaveCount(3);
    await expect(section.getByRole("heading", { name: "What you follow" })).toBeFocused();
    await page.goto(company);
    await expect(page.getByRole("button", { name: `Follow ${companyName}` })).toBeVisible();
  });
});

test("without script a title is followed and left", async ({ watched: page, browser }) => {
  await createAccount(page, "follower.plain@example.test");
  const context = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  });
  const plain = await context.newPage();
  await plain.goto("/title/senior-software");
  await plain.getByRole("button", { name: /^Follow / }).click();
  await expect(plain).toHaveURL(/\/title\/senior-software$/);
  await plain.getByRole("button", { name: /^Following / }).click();
  await expect(plain.getByRole("button", { name: /^Follow / })).toBeVisible();
  await context.close();
});

test("each page leads to an Atom feed that a browser's parser takes", async ({ watched: page }) => {
  const { company, school } = await findPlaces(page);
  for (const path of [company, school, "/title/senior-software", `/search?${NOBODY}`]) {
    await page.goto(path);
    const href = await page.locator('head link[rel="alternate"][type="application/atom+xml"]').getAttribute("href");
    const { pathname, search } = new URL(href ?? "");
    const answer = await page.request.get(`${pathname}${search}`);
    expect(answer.status(), path).toBe(200);
    const read = await page.evaluate(
      (text) => {
        const atom = "http://www.w3.org/2005/Atom";
        const feed = new DOMParser().parseFromString(text, "application/xml");
        const root = feed.documentElement;
        const text1 = (name: string): string =>
          [...root.children].find((one) => one.localName === name)?.textContent ?? "";
        const links = [...root.children].filter((one) => one.localName === "link");
        return {
          root: root.localName,
          isAtom: root.namespaceURI === atom,
          id: text1("id"),
          title: text1("title"),
          updated: text1("updated"),
          author: text1("author"),
          links: links.map((one) => [one.getAttribute("rel") ?? "", one.getAttribute("href") ?? ""]),
          entries: [...root.getElementsByTagNameNS(atom, "entry")].map((entry) =>
            ["id", "title", "updated", "link", "content"].every(
              (name) => entry.getElementsByTagNameNS(atom, name).length === 1,
            ),
          ),
        };
      },
      await answer.text(),
    );
    expect(read, path).toMatchObject({ root: "feed", isAtom: true, id: href, author: "Pipelines" });
    expect(read.title).toContain("– Pipelines");
    expect(read.updated).toMatch(/^\d{4}-\d\d-\d\dT00:00:00Z$/);
    expect(read.links.map(([rel]) => rel).toSorted()).toEqual(["alternate", "self"]);
    expect(read.links).toContainEqual(["self", href]);
    expect(read.entries.every(Boolean)).toBe(true);
  }
});
