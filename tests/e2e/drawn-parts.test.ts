import type { Page } from "@playwright/test";
import { addPerson } from "./admin-app.ts";
import { expect, findPlaces, test } from "./fixtures.ts";
import { OwnApp } from "./own-app.ts";

// Parts that the server alone draws: the browser has their markup, and neither their data nor their code.

/** The pages get this status while the lines are still being read. */
test.use({ allowed: [/status of 503/] });

/** Lines are read after a start; the pages say so until then. */
async function open(page: Page, address: string): Promise<void> {
  await expect(async () => {
    await page.goto(address);
    await expect(page.getByText("How it is counted.").first()).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 20_000 });
}

/** Enough for all figures of a page. */
const PEOPLE = 6;

const article = (page: Page) => page.getByRole("article");

test("a card is in the document once, and in the data of a navigation", async ({ watched: page }) => {
  const places = await findPlaces(page);
  for (const address of [places.company, places.school, `/search?company=${places.companyName}`, "/discover"]) {
    const html = await (await page.request.get(address)).text();
    const name = /class="pcard__name trunc"><a href="(\/user\/[0-9a-f]{24})"/.exec(html)?.[1] ?? "";
    expect(name, address).not.toBe("");
    expect(html.split(name.slice("/user/".length)), address).toHaveLength(2);
    const [path = "", query] = address.split("?");
    const data = await page.request.get(`${path}.data${query === undefined ? "" : `?${query}`}`);
    // Another draw at each visit.
    if (address !== "/discover") expect(await data.text(), address).toContain(name);
    expect(await data.text(), address).toContain("pcard__name");
  }
});

test.describe("on a site where nobody else saves", () => {
  // Pages compare with all companies, so that any person who is saved may change them.
  const app = new OwnApp({ DEMO: "off" });
  test.beforeAll(() => app.start());
  test.afterAll(() => app.remove());

  test("the page stays as it came when its script runs, also where everything is followed and gone back", async ({
    watched: page,
  }) => {
    for (let n = 0; n < PEOPLE; n += 1) await addPerson(page, app.url, ["Drawn Works", "Redrawn Works"]);
    // The lines are read a moment after the saves.
    await expect(async () => {
      await page.goto(`${app.url}/company/drawn%20works`);
      await expect(page.getByText(`${PEOPLE} people with full-time stays`)).toBeVisible({ timeout: 1_000 });
    }).toPass({ timeout: 60_000 });
    const body = page.locator("[data-drawn=body]");
    const before = await body.innerHTML();
    const plain = await (await page.request.get(page.url())).text();
    expect(
      await page.evaluate((html) => {
        const other = new DOMParser().parseFromString(html, "text/html");
        return other.querySelector("[data-drawn=body]")?.innerHTML;
      }, plain),
    ).toBe(before);

    await page.evaluate(() => {
      document.documentElement.dataset["still"] = "here";
    });
    const link = page.getByRole("table", { name: "Next Companies" }).getByRole("link").first();
    const href = (await link.getAttribute("href")) ?? "";
    await link.press("Enter");
    await expect(page).toHaveURL(`${app.url}${href}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Redrawn Works");
    await expect(page.getByRole("heading", { name: "People who stopped here" })).toBeVisible();
    expect(await body.innerHTML()).not.toBe(before);
    await page.goBack();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Drawn Works");
    await expect.poll(() => body.innerHTML()).toBe(before);
    // The same document is still there: the links did not load a whole page.
    expect(await page.locator("html").getAttribute("data-still")).toBe("here");
  });
});

test("who chooses whose stays are shown keeps the focus, and the table that is open", async ({ watched: page }) => {
  const places = await findPlaces(page);
  await open(page, places.company);
  const stays = page.getByRole("region", { name: "How long people stay" });
  const table = page.locator("#levels details");
  await table.locator("summary").click();
  const everyone = stays.getByRole("link", { name: "Everyone" });
  await expect(everyone).not.toHaveAttribute("aria-current");
  await everyone.press("Enter");
  await expect(everyone).toHaveAttribute("aria-current", "true");
  await expect(everyone).toBeFocused();
  await expect(table).toHaveAttribute("open");
});

test("a logo that is broken gives way to the monogram, before and after a navigation", async ({ watched: page }) => {
  const places = await findPlaces(page);
  await page.route("**/logos/**", (route) => route.fulfill({ contentType: "image/svg+xml", body: "broken" }));
  const table = page.getByRole("table", { name: "Next Companies" });
  await open(page, places.company);
  await table.scrollIntoViewIfNeeded();
  await expect(table.locator("img")).toHaveCount(0);
  await expect(table.locator("a > .st > svg.mono")).toHaveCount(await table.getByRole("link").count());
  await table.getByRole("link").first().click();
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText(places.companyName);
  await page.getByRole("heading", { name: "Prior Companies" }).scrollIntoViewIfNeeded();
  const prior = page.getByRole("table", { name: "Prior Companies" });
  await expect(prior.locator("img")).toHaveCount(0);
  await expect(prior.locator("a > .st > svg.mono")).toHaveCount(await prior.getByRole("link").count());
});

test("cards say the same where nothing runs", async ({ browser, watched: page, baseURL }) => {
  const places = await findPlaces(page);
  await open(page, places.school);
  const live = await article(page).allInnerTexts();
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL === undefined ? {} : { baseURL }) });
  const still = await context.newPage();
  await still.goto(places.school);
  expect(live.length).toBeGreaterThan(0);
  expect(await article(still).allInnerTexts()).toEqual(live);
  await context.close();
});
