import type { Page } from "@playwright/test";
import { POSITION_HEADER } from "#tests/helpers/archives.ts";
import { createAccount, expect, test } from "./fixtures.ts";
import { choose, given, row } from "./import-steps.ts";
import { underToast } from "./toasts.ts";

/**
 * Pieces of a page whose script is loaded late. Browsers remember an import that failed, also that of a file which it
 * needs: each piece here must come with a second try, without a reload.
 */

test.use({ allowed: [/net::ERR_FAILED|status of (?:404|503)|Failed to fetch dynamically imported module/] });

const alertOf = (page: Page) => page.getByRole("alert").filter({ hasText: "An error occurred during the fetch" });

/** True if the page was not loaded again since this was called before. */
async function isSamePage(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const isSame = document.documentElement.hasAttribute("data-seen");
    document.documentElement.setAttribute("data-seen", "");
    return isSame;
  });
}

test("the editor and the review of a file come with another try", async ({ watched: page }) => {
  await createAccount(page, "late.parts@example.test");
  await page.goto("/suggestions");
  await isSamePage(page);
  const editor = /\/assets\/editor-[^/]*\.js/;
  await page.route(editor, (route) => route.abort("failed"));
  await page.getByRole("link", { name: "Create Profile" }).first().click();
  await expect(alertOf(page)).toBeVisible();
  await expect(page.getByText("Loading your line")).toBeVisible();
  await alertOf(page).getByRole("button", { name: "Try again" }).click();
  await expect(alertOf(page)).toBeVisible();
  // A busy server says so in its own words.
  await page.unrouteAll();
  await page.route(editor, (route) =>
    route.fulfill({ status: 503, json: { error: "We are busy right now. Try again in a moment." } }),
  );
  await page.getByRole("button", { name: "Try again" }).click();
  const busy = page.getByRole("alert").filter({ hasText: "We are busy right now. Try again in a moment." });
  await expect(busy).toBeVisible();
  await page.unrouteAll();
  await busy.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("button", { name: "Choose your LinkedIn file" })).toBeVisible();
  await expect(busy).toHaveCount(0);

  const file = given("Positions.csv", `${POSITION_HEADER}\nLatefield,Clerk,,,May 2012,May 2013\n`);
  await page.route(/\/assets\/import-review-[^/]*\.js/, (route) => route.abort("failed"));
  await choose(page, "Choose your LinkedIn file", file);
  await expect(page.getByText("The part of this page that reads files did not load.")).toBeVisible();
  await page.unrouteAll();
  await choose(page, "Choose your LinkedIn file", file);
  await expect(row(page, "Latefield").getByText("Ready")).toBeVisible();
  expect(await isSamePage(page)).toBe(true);
});

test("the quick search comes with another try, also if a file that it needs failed", async ({ watched: page }) => {
  await page.goto("/login", { waitUntil: "networkidle" });
  await isSamePage(page);
  const wanted: string[] = [];
  await page.route(/\/assets\/.*\.js/, (route) => {
    wanted.push(route.request().url());
    // Everything but the piece itself.
    return /quick-search/.test(route.request().url()) ? route.continue() : route.abort("failed");
  });
  await page.getByRole("button", { name: "Jump to" }).click();
  await expect(alertOf(page)).toBeVisible();
  expect(wanted.filter((url) => !url.includes("quick-search"))).not.toEqual([]);
  await page.unrouteAll();
  await alertOf(page).getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("dialog", { name: "Jump to" })).toBeVisible();
  await expect(alertOf(page)).toHaveCount(0);
  expect(await isSamePage(page)).toBe(true);
});

test("a field of companies has its list once that comes", async ({ watched: page }) => {
  await page.goto("/search", { waitUntil: "networkidle" });
  await page.route(/\/assets\/company-combobox-[^/]*\.js/, (route) => route.abort("failed"));
  const field = page.getByRole("search").locator("input[name=company]");
  await field.pressSequentially("go");
  await expect(page.getByText("Looking things up failed. Check your connection.")).toBeVisible();
  await page.unrouteAll();
  await field.pressSequentially("og");
  await expect(page.getByRole("combobox", { name: "Company" })).toHaveValue("goog");
  await page.getByRole("combobox", { name: "Company" }).press("l");
  await expect(page.getByRole("option", { name: /^Google/ }).first()).toBeVisible();
});

test("a piece that a deployment has removed comes with a reload, which keeps what is typed", async ({
  watched: page,
}) => {
  await page.goto("/suggestions", { waitUntil: "networkidle" });
  await page.getByRole("textbox", { name: "Your suggestion" }).fill("Half a sentence");
  await isSamePage(page);
  await page.route(/\/assets\/quick-search-[^/]*\.js/, (route) => route.fulfill({ status: 404, body: "Not found" }));
  await page.getByRole("button", { name: "Jump to" }).click();
  const notice = page
    .getByRole("alert")
    .filter({ hasText: "This site has a newer version. Reload the page to go on." });
  await expect(notice).toBeVisible();
  await expect(notice.getByRole("button", { name: "Try again" })).toHaveCount(0);
  await page.unrouteAll();
  await notice.getByRole("button", { name: "Reload" }).click();
  await expect.poll(() => isSamePage(page)).toBe(false);
  await expect(page.getByRole("textbox", { name: "Your suggestion" })).toHaveValue("Half a sentence");
  await page.getByRole("button", { name: "Jump to" }).click();
  await expect(page.getByRole("dialog", { name: "Jump to" })).toBeVisible();
});

test("a piece whose files are there and whose import failed comes with a reload", async ({ watched: page }) => {
  await page.goto("/suggestions", { waitUntil: "networkidle" });
  await page.getByRole("textbox", { name: "Your suggestion" }).fill("Half a sentence");
  await isSamePage(page);
  // A module whose import failed is not requested again.
  await page.route(/\/assets\/quick-search-[^/]*\.js/, (route) =>
    route.request().resourceType() === "script" ? route.abort("failed") : route.continue(),
  );
  await page.getByRole("button", { name: "Jump to" }).click();
  const notice = page
    .getByRole("alert")
    .filter({ hasText: "A part of this page did not load. Reload the page to go on." });
  await expect(notice).toBeVisible();
  await expect(notice.getByRole("button", { name: "Try again" })).toHaveCount(0);
  await page.unrouteAll();
  await notice.getByRole("button", { name: "Reload" }).click();
  await expect.poll(() => isSamePage(page)).toBe(false);
  await expect(page.getByRole("textbox", { name: "Your suggestion" })).toHaveValue("Half a sentence");
  await page.getByRole("button", { name: "Jump to" }).click();
  await expect(page.getByRole("dialog", { name: "Jump to" })).toBeVisible();
});

test("the notice covers nothing that cannot be scrolled out from under it", async ({ watched: page }) => {
  await createAccount(page, "late.covered@example.test");
  await page.route(/\/assets\/quick-search-[^/]*\.js/, (route) => route.abort("failed"));
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 740 });
    for (const address of ["/edit", "/suggestions"]) {
      await page.goto(address, { waitUntil: "networkidle" });
      await page.keyboard.press("Control+k");
      await expect(alertOf(page)).toBeVisible();
      expect(await underToast(page), `${address} at ${width} px`).toEqual([]);
    }
  }
});
