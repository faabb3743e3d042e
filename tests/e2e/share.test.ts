import type { Page } from "@playwright/test";
import { axeFor } from "./axe.ts";
import { createPerson, expect, mine, openOwnPage, test } from "./fixtures.ts";
import { sheetsOf } from "./paper.ts";
import { linesOf } from "./text-lines.ts";

const PIPELINE = [
  {
    companyName: "Shopify",
    title: "Software Engineer Intern",
    startDate: "2016-05-01",
    endDate: "2016-08-31",
    rating: 80,
  },
  { companyName: "Stripe", title: "Software Engineer", startDate: "2017-02-01", endDate: "2019-01-31", rating: 60 },
  {
    companyName: "Fennel & Figwort Ltd",
    title: "Senior Software Engineer",
    startDate: "2019-03-01",
    endDate: "2021-12-31",
  },
  { companyName: "Google", title: "Staff Engineer", startDate: "2022-02-01", isIndefinite: true, rating: 100 },
];

async function faultsIn(page: Page, within: string): Promise<string[]> {
  const faults: string[] = [];
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      const { violations } = await axeFor(page, width === 360 && colorScheme === "light")
        .include(within)
        .analyze();
      faults.push(
        ...violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${width} ${colorScheme} ${id} ${html}`)),
      );
      if (process.env["SHARE_SHOTS"])
        await page.screenshot({
          path: `${process.env["SHARE_SHOTS"]}/${within.replace(/\W/g, "")}-${width}-${colorScheme}.png`,
          fullPage: true,
        });
    }
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (excess > 0) faults.push(`wider than ${width} px`);
  }
  return faults;
}

test("a line is shared from one's own profile: link, level, picture, embed, print and QR", async ({
  watched: page,
}) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await openOwnPage(page, "sharer@example.test", { username: mine("sharer"), pipeline: PIPELINE });
  await page.getByRole("link", { name: "Share", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Share your line" });
  await expect(dialog.getByText("This level has no link yet.")).toBeVisible();
  await expect(dialog.getByRole("radio", { name: /^Everything/ })).toBeChecked();
  await dialog.getByRole("radio", { name: /^Only the line/ }).check();
  await expect(dialog.getByText("Not shown: Ratings")).toBeVisible();
  await dialog.getByRole("button", { name: "Make a link" }).click();
  const link = dialog.getByRole("textbox", { name: "Shared link" });
  await expect(link).toHaveValue(/\/s\/[0-9a-f]{24}$/);
  const address = await link.inputValue();
  await dialog.getByRole("button", { name: "Copy the link" }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
  // Every preview is the server's, at the level that is chosen.
  await expect(dialog.getByRole("img", { name: /^A career line: / })).toHaveCount(2);
  for (const image of await dialog.locator("img").all())
    await expect
      .poll(() => image.evaluate((one) => (one instanceof HTMLImageElement ? one.naturalWidth : 0)))
      .toBeGreaterThan(0);
  await expect(dialog.getByRole("img", { name: "QR code of the link" })).toBeVisible();
  await expect(dialog.locator("code")).toContainText(`${new URL(address).pathname}.svg`);
  await dialog.getByRole("link", { name: "Dark" }).click();
  await expect(dialog.locator("code")).toContainText("?theme=dark");

  await dialog.getByRole("button", { name: "New address" }).click();
  await expect(link).not.toHaveValue(address);
  const second = await link.inputValue();
  expect((await page.request.get(new URL(address).pathname)).status()).toBe(404);
  expect((await page.request.get(new URL(second).pathname)).status()).toBe(200);
  await dialog.getByRole("button", { name: "Switch off" }).click();
  await expect(dialog.getByText("This level has no link yet.")).toBeVisible();
  expect((await page.request.get(new URL(second).pathname)).status()).toBe(404);
  expect(await faultsIn(page, "dialog")).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Share", exact: true })).toBeFocused();
});

test("on phones a line of the profile's address begins with a slash, and no name is broken", async ({
  watched: page,
}) => {
  const { profileId } = await createPerson(page, "long.address@example.test");
  await page.goto("/share");
  const own = page.getByRole("link", { name: `/user/${profileId}` });
  for (let width = 320; width <= 430; width += 10) {
    await page.setViewportSize({ width, height: 800 });
    expect.soft((await linesOf(own)).slice(1).join(" "), `${width} px`).toMatch(/^(?:\/\S+ ?)*$/);
  }
});

test("the page of sharing and a shared line are readable at every width, and print on one sheet", async ({
  watched: page,
}) => {
  await createPerson(page, "printer@example.test", { username: mine("printer"), pipeline: PIPELINE });
  await page.goto("/share?level=no-name");
  await page.getByRole("button", { name: "Make a link" }).click();
  const link = page.getByRole("textbox", { name: "Shared link" });
  await expect(link).toHaveValue(/\/s\//);
  const { pathname } = new URL(await link.inputValue());
  expect(await faultsIn(page, "main")).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 900 });
  for (const address of ["/share?level=everything", "/share?level=only-line", pathname]) {
    await page.goto(address);
    for (const format of ["A4", "Letter"] as const) {
      const pdf = await page.pdf({ format });
      expect(sheetsOf(pdf), `${address} ${format}`).toBe(1);
      // Not a blank one: it has letters on it.
      expect(pdf.toString("latin1")).toContain("/Font");
    }
  }
  // The dialog prints the sheet as well, not the profile below it.
  await page.goto(`/user/${mine("printer")}`);
  await page.getByRole("link", { name: "Share", exact: true }).click();
  await expect(page.getByRole("dialog").locator(".paper")).toBeVisible();
  expect(sheetsOf(await page.pdf({ format: "A4" }))).toBe(1);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("heading", { level: 1 })).toBeHidden();
  await expect(page.locator(".paper")).toBeVisible();
  const colours = await page
    .locator(".paper, .paper *")
    .evaluateAll((all) => [...new Set(all.map((one) => getComputedStyle(one).color))]);
  expect(colours).toEqual(["rgb(0, 0, 0)"]);
});

test.describe("refused", () => {
  test.use({ allowed: [/status of 409/] });

  test("why a link was not made stands apart from the address above it", async ({ watched: page }) => {
    await createPerson(page, "unshared@example.test");
    await page.route("**/api/user/links", (route) =>
      route.fulfill({ status: 409, json: { error: "Not now.", code: "conflict", requestId: "1" } }),
    );
    await page.goto("/share");
    await page.getByRole("button", { name: "Make a link" }).click();
    const alert = await page.getByText("Not now.").boundingBox();
    const above = await page.locator(".shr__own").boundingBox();
    expect((alert?.y ?? 0) - ((above?.y ?? 0) + (above?.height ?? 0))).toBeGreaterThanOrEqual(8);
  });
});

test("the sheet prints whole texts, on one sheet", async ({ watched: page }) => {
  const long = (count: number) =>
    Array.from({ length: count }, (_, n) => ({
      companyName: `Fennel, Figwort & Daughters Instruments of Upper Wetherby ${n}`,
      title: `Deputy Senior Vice President of International Measuring Instruments ${n}`,
      startDate: `${1980 + n}-02-01`,
      endDate: `${1980 + n}-11-30`,
    }));
  for (const [name, count] of [
    ["few", 4],
    ["some", 14],
    ["many", 20],
  ] as const) {
    await createPerson(page, `whole.${name}@example.test`, {
      firstName: "Wilhelmina Alexandrina Theodora",
      lastName: "of the Northern Lakes and Testperson",
      username: mine(`whole${name}`),
      pipeline: long(count),
    });
    await page.goto("/share?level=everything");
    const sheet = page.locator(".paper");
    await expect(sheet.getByRole("listitem")).toHaveCount(count);
    for (const media of ["screen", "print"] as const) {
      await page.emulateMedia({ media });
      const faults = await sheet.evaluate((paper) => {
        const end = paper.getBoundingClientRect();
        return [...paper.querySelectorAll("p, .pp__w > span")]
          .filter((text) => {
            const { right, bottom } = text.getBoundingClientRect();
            // Letters may be a little higher than their line.
            const line = Number.parseFloat(getComputedStyle(text).fontSize) / 2;
            const isCut = text.scrollWidth > text.clientWidth + 1 || text.scrollHeight > text.clientHeight + line;
            return isCut || right > end.right || bottom > end.bottom;
          })
          .map((text) => text.textContent);
      });
      expect(faults, `${name}, ${media}`).toEqual([]);
    }
    await page.emulateMedia({ media: null });
    for (const format of ["A4", "Letter"] as const) expect(sheetsOf(await page.pdf({ format })), name).toBe(1);
    await page.context().clearCookies();
  }
});

test("without script a link is made, seen and switched off", async ({ watched: page, browser, baseURL }) => {
  await createPerson(page, "plain.sharer@example.test", { username: mine("plain.sharer"), pipeline: PIPELINE });
  const context = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
    ...(baseURL === undefined ? {} : { baseURL }),
  });
  const plain = await context.newPage();
  await plain.goto(`/user/${mine("plain.sharer")}`);
  await plain.getByRole("link", { name: "Share", exact: true }).click();
  await plain.waitForURL("**/share");
  await plain.getByRole("radio", { name: /^No name/ }).check();
  await plain.getByRole("button", { name: "Show this level" }).click();
  await plain.waitForURL("**/share?**level=no-name");
  await plain.getByRole("button", { name: "Make a link" }).click();
  const link = plain.getByRole("textbox", { name: "Shared link" });
  await expect(link).toHaveValue(/\/s\/[0-9a-f]{24}$/);
  const { pathname } = new URL(await link.inputValue());
  await plain.getByRole("button", { name: "Switch off" }).click();
  await expect(plain.getByText("This level has no link yet.")).toBeVisible();
  expect((await page.request.get(pathname)).status()).toBe(404);
  await context.close();
});

test("on a phone a rating is as close to the dates of a long stay as to those of a short one", async ({
  watched: page,
}) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await openOwnPage(page, "rhythm@example.test", { pipeline: PIPELINE });
  const gaps = await page.locator(".ps:has(.ps__r)").evaluateAll((all) =>
    all.map((one) => {
      const [dates, rating] = [one.querySelector(".ps__da"), one.querySelector(".ps__r")];
      return Math.round((rating?.getBoundingClientRect().top ?? 0) - (dates?.getBoundingClientRect().bottom ?? 0));
    }),
  );
  expect(gaps).toHaveLength(3);
  expect(new Set(gaps)).toEqual(new Set([0]));
});
