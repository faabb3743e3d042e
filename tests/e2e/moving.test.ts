import type { Page } from "@playwright/test";
import { expect, findPlaces, test } from "./fixtures.ts";

const title = (page: Page) => page.getByRole("heading", { level: 1 });
/** The announcement of a move. */
const said = (page: Page) => page.locator("main ~ p[role=status]");

test("a move inside the site says where one is and puts the focus there, by keyboard alone", async ({
  watched: page,
}) => {
  const { companyName } = await findPlaces(page);
  await page.goto("/discover");
  // Past the header, as on every page.
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Skip to content" });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press("Enter");
  await expect(page.locator("main")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("article").first().getByRole("link").first()).toBeFocused();
  await expect(said(page)).toHaveText("");

  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Search" }).press("Enter");
  await expect(title(page)).toHaveText("Build a route");
  await expect(said(page)).toHaveText("Search – Pipelines");
  await expect(title(page)).toBeFocused();
  // People who use the keyboard can see the focus.
  expect(await title(page).evaluate((element) => getComputedStyle(element).outlineStyle)).toBe("solid");

  // The pressed link no longer exists, so the focus moves to the result.
  await page.locator("a.pop").filter({ hasText: companyName }).first().press("Enter");
  await expect(title(page)).toContainText(`people stopped at ${companyName}`);
  await expect(title(page)).toBeFocused();
  await expect(said(page)).toHaveText(/^[\d,]+ people stopped at /);

  const layouts = page.getByRole("navigation", { name: "Layout" });
  await layouts.getByRole("link", { name: "Pipeline" }).press("Enter");
  await expect(page).toHaveURL(/layout=pipeline/);
  await expect(layouts.getByRole("link", { name: "Pipeline" })).toBeFocused();
  await expect(layouts.getByRole("link", { name: "Pipeline" })).toHaveAttribute("aria-current", "true");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(page).not.toHaveURL(/layout=pipeline/);
  await expect(layouts.getByRole("link", { name: "Grid" })).toBeFocused();

  await page.getByRole("link", { name: "Company page" }).press("Enter");
  await expect(title(page)).toHaveText(companyName);
  await expect(title(page)).toBeFocused();
  await expect(said(page)).toHaveText(`${companyName} – Pipelines`);
  await page.goBack();
  await expect(title(page)).toBeFocused();
  await expect(said(page)).toContainText("who stopped there");
});

test("back from a person deep in a list, the next Tab goes on after that person", async ({ watched: page }) => {
  const { companyName, company } = await findPlaces(page);
  for (const address of [`/search?company=${companyName}`, company]) {
    await page.goto(address);
    const link = page.locator("main a[href^='/user/']").filter({ visible: true }).last();
    await link.focus();
    const href = (await link.getAttribute("href")) ?? "";
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(href);
    await expect(title(page)).toBeFocused();
    await page.goBack();
    await expect(page).toHaveURL(address);
    await expect(link).toBeFocused();
    await expect(link).toBeInViewport();
    await expect(said(page)).not.toHaveText("");
  }
});

for (const [status, sentence] of [
  [429, "Too many requests."],
  [503, "We are busy right now."],
] as const) {
  test.describe(`a page that is refused with ${status}`, () => {
    test.use({ allowed: [new RegExp(`status of ${status}`)] });

    test("says so, and is asked for again", async ({ watched: page }) => {
      await page.goto("/discover");
      const json = { error: sentence, code: "overloaded", requestId: "1" };
      await page.route(/\.data(?:\?|$)/, (route) => route.fulfill({ status, json }));
      const link = page.locator("main a[href^='/user/']").first();
      const href = (await link.getAttribute("href")) ?? "";
      await link.press("Enter");
      await expect(title(page)).toHaveText(sentence);
      await expect(page).toHaveURL(href);
      await page.unrouteAll();
      await page.getByRole("link", { name: "Try again" }).click();
      await expect(page.getByRole("heading", { name: "Pipeline", exact: true })).toBeVisible();
    });
  });
}

test.describe("a page that is refused for a while", () => {
  test.use({ allowed: [/status of 429/] });

  test("says for how long", async ({ watched: page }) => {
    await page.goto("/discover");
    const json = { error: "Too many requests. Wait a moment and try again.", code: "too-many-requests" };
    await page.route(/\.data(?:\?|$)/, (route) =>
      route.fulfill({ status: 429, json, headers: { "retry-after": "180" } }),
    );
    await page.locator("main a[href^='/user/']").first().press("Enter");
    await expect(title(page)).toHaveText("Too many requests.");
    await expect(page.getByRole("main")).toContainText("Try again in 3 minutes.");
    await expect(page.getByRole("link", { name: "Try again" })).toBeVisible();
  });
});

test("a search that is typed says its result, also twice the same", async ({ watched: page }) => {
  await page.goto("/search", { waitUntil: "networkidle" });
  for (const text of ["no such company", "no such company either"]) {
    await page.getByRole("search").locator("input[name=company]").focus();
    await expect(page.getByRole("combobox", { name: "Company" })).toBeFocused();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type(text);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(`/search?company=${text.replaceAll(" ", "+")}`);
    await expect(said(page)).toHaveText("No company on this site with that name :/");
    await expect(title(page)).toBeFocused();
  }
});

for (const kind of ["company", "search"] as const) {
  test(`the people of a ${kind} are paged both ways, each time from the list's start on`, async ({ watched: page }) => {
    const { company, companyName } = await findPlaces(page);
    const first = kind === "company" ? company : `/search?company=${encodeURIComponent(companyName)}`;
    const list = page.getByRole("group", { name: "People", exact: true });
    // On a search page, the filters are between the heading and the list.
    const start = kind === "company" ? page.getByRole("heading", { name: "People who stopped here" }) : list;
    const pager = page.getByRole("navigation", { name: "Pages" });
    const next = pager.getByRole("link", { name: "Next" });
    const previous = pager.getByRole("link", { name: "Previous" });
    const people = () =>
      page
        .getByRole("article")
        .getByRole("heading")
        .getByRole("link")
        .evaluateAll((links) => links.map((link) => link.getAttribute("href")));

    await page.goto(first);
    await expect(pager.getByRole("button", { name: "Previous" })).toBeDisabled();
    const pages = Number(/^Page 1 of (\d+)$/.exec(await pager.locator("span").innerText())?.[1]);
    expect(pages).toBeGreaterThan(1);
    const seen = await people();
    await next.focus();
    for (let number = 2; number <= pages; number += 1) {
      await next.press("Enter");
      await expect(said(page)).toHaveText(`Page ${number} of ${pages}`);
      await expect(pager.locator("span")).toHaveText(`Page ${number} of ${pages}`);
      await expect(list).toBeFocused();
      await expect(start).toBeInViewport();
      await expect(list.getByRole("article").first()).toBeInViewport();
      seen.push(...(await people()));
    }
    expect(new Set(seen).size).toBe(seen.length);
    await expect(pager.getByRole("button", { name: "Next" })).toBeDisabled();
    // The list is not under the header, and the next Tab goes to the new people.
    expect(await start.evaluate((element) => element.getBoundingClientRect().top)).toBeGreaterThanOrEqual(64);
    await page.keyboard.press("Tab");
    await expect(list.getByRole("article").first().getByRole("link").first()).toBeFocused();

    for (let number = pages - 1; number >= 1; number -= 1) {
      await previous.press("Enter");
      await expect(said(page)).toHaveText(`Page ${number} of ${pages}`);
    }
    expect(await people()).toEqual(seen.slice(0, 24));
    await expect(list).toBeFocused();
  });
}

test("what takes longer than a moment is seen to be on its way, as cards and as a track", async ({ watched: page }) => {
  let release = (): void => undefined;
  await page.goto("/discover");
  const progress = page.locator(".progress");
  const hold = async (): Promise<void> => {
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(/\.data(?:\?|$)/, async (route) => {
      await held;
      await route.continue();
    });
  };
  await hold();
  const name = page.getByRole("article").first().getByRole("heading");
  const colour = () => name.evaluate((element) => getComputedStyle(element.firstElementChild ?? element).color);
  expect(await colour()).not.toBe("rgba(0, 0, 0, 0)");
  const height = await page
    .getByRole("article")
    .first()
    .evaluate((element) => element.clientHeight);
  await page.getByRole("link", { name: "Next" }).click();
  await expect(progress).toBeVisible();
  await expect(page.locator("main")).toHaveAttribute("aria-busy", "true");
  await expect.poll(colour).toBe("rgba(0, 0, 0, 0)");
  // In the place of what comes, and as high.
  expect(
    await page
      .getByRole("article")
      .first()
      .evaluate((element) => element.clientHeight),
  ).toBe(height);
  release();
  await expect(said(page)).toHaveText(/^Page 2 of /);
  await expect(progress).toHaveCount(0);
  await expect(page.locator("main")).toHaveAttribute("aria-busy", "false");
  await page.unrouteAll();

  await hold();
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Search" }).click();
  await expect(progress).toBeVisible();
  // Another page is loading, which does not concern these cards.
  expect(await colour()).not.toBe("rgba(0, 0, 0, 0)");
  release();
  await expect(title(page)).toHaveText("Build a route");
  await expect(progress).toHaveCount(0);
  await page.unrouteAll();

  // Of a card after a search nothing stays either: no second ring, and no words about the latest stop.
  await page.goto("/search?company=google");
  await hold();
  const then = page.locator(".pcard__then").first();
  const match = page.locator(".is-match > .st").first();
  await expect(then).not.toHaveCSS("color", "rgba(0, 0, 0, 0)");
  await expect(match).not.toHaveCSS("box-shadow", "none");
  await page.getByRole("link", { name: "Interns", exact: true }).click();
  await expect(progress).toBeVisible();
  for (const words of [then, then.locator("span")]) await expect(words).toHaveCSS("color", "rgba(0, 0, 0, 0)");
  await expect(match).toHaveCSS("box-shadow", "none");
  release();
  await expect(progress).toHaveCount(0);
  await page.unrouteAll();
  await page.goto("/search");

  await hold();
  await expect(page.locator(".cards--coming")).toBeHidden();
  await page.locator(".pop").first().click();
  await expect(page.locator(".cards--coming")).toBeVisible();
  await expect(page.locator(".pops")).toBeHidden();
  release();
  await expect(page.getByRole("article").first()).toBeVisible();
  await expect(page.locator(".cards--coming")).toHaveCount(0);
});

test.describe("without a connection", () => {
  test.use({ allowed: [/ERR_INTERNET_DISCONNECTED/] });

  test("the page stays, says so, and goes on once there is one", async ({ watched: page, context }) => {
    await page.goto("/search", { waitUntil: "networkidle" });
    const field = page.getByRole("search").locator("input[name=company]");
    const alert = page.getByRole("alert").filter({ hasText: "An error occurred during the fetch operation." });
    const again = alert.getByRole("button", { name: "Try again" });
    await context.setOffline(true);

    // The list's own script does not come either: the plain field says it, and searches.
    await field.focus();
    await page.keyboard.type("goog");
    await expect(page.getByText("Looking things up failed. Check your connection.")).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(alert).toBeVisible();
    await expect(title(page)).toHaveText("Build a route");
    await expect(field).toHaveValue("goog");
    await again.click();
    await expect(alert).toBeVisible();

    // A page whose script was never loaded.
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Discover" }).click();
    await expect(alert).toBeVisible();
    await expect(title(page)).toHaveText("Build a route");
    await expect(page.locator("main")).toHaveAttribute("aria-busy", "false");
    await alert.getByRole("button", { name: "Close" }).click();
    await expect(alert).toHaveCount(0);
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Discover" }).click();
    await expect(alert).toBeVisible();

    await context.setOffline(false);
    await expect(title(page)).toHaveText("Discover");
    await expect(alert).toHaveCount(0);
    await expect(title(page)).toBeFocused();

    // Once on a list: its loaded pages stay, and "Try again" continues even if the browser does not report a
    // connection.
    await page.route(/\.data(?:\?|$)/, (route) => route.abort("internetdisconnected"));
    await page.getByRole("link", { name: "Next" }).click();
    await expect(alert).toBeVisible();
    await expect(page.getByText(/^Page 1 of /)).toBeVisible();
    await page.unrouteAll();
    await again.click();
    await expect(said(page)).toHaveText(/^Page 2 of /);
    await expect(alert).toHaveCount(0);
  });
});
