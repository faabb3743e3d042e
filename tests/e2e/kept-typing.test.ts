import type { Page } from "@playwright/test";
import { callApi, createAccount, createPerson, expect, findPlaces, test } from "./fixtures.ts";

/** What is typed into a form and not sent is still there after another page or a reload, in this tab alone. */

const area = (page: Page) => page.getByRole("textbox", { name: "Your suggestion" });
const words = (page: Page) => page.getByLabel(/^In your words/);
const footer = (page: Page, name: string) => page.getByRole("contentinfo").getByRole("link", { name });
/** What the tab keeps. */
const keptText = (page: Page) => page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));
const FROM_2016_TO_2017 = { startDate: "2016-01-01", endDate: "2017-01-01", isIndefinite: false };

test("a suggestion stays until it is sent", async ({ watched: page, context }) => {
  await page.goto("/suggestions");
  await page.getByRole("radio", { name: "Other" }).check({ force: true });
  await area(page).fill("Two lines\nof text");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Discover" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Discover");
  await footer(page, "Have a suggestion?").click();
  await expect(area(page)).toHaveValue("Two lines\nof text");
  await expect(page.getByRole("radio", { name: "Other" })).toBeChecked();
  await page.reload();
  await expect(area(page)).toHaveValue("Two lines\nof text");

  const other = await context.newPage();
  await other.goto("/suggestions", { waitUntil: "networkidle" });
  await expect(area(other)).toHaveValue("");
  await other.close();

  await page.getByRole("button", { name: "Send suggestion" }).click();
  await expect(page.getByRole("heading", { name: /Thank you/ })).toBeVisible();
  expect(await keptText(page)).not.toContain("Two lines");
  await page.getByRole("button", { name: "Send another" }).click();
  await expect(area(page)).toHaveValue("");
  await page.reload();
  await expect(area(page)).toHaveValue("");
});

test("what is typed before the page's script comes stays, too", async ({ watched: page }) => {
  const { promise: mayCome, resolve: letCome } = Promise.withResolvers<void>();
  await page.route(/\/assets\/.*\.js/, async (route) => {
    await mayCome;
    await route.continue();
  });
  await page.goto("/suggestions", { waitUntil: "commit" });
  await page.waitForFunction(() => document.querySelector("footer") !== null);
  // Not by `fill`, which waits for the script.
  await page.evaluate(() => {
    const field = document.querySelector("textarea");
    if (field) field.value = "Typed at once";
  });
  letCome();
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Discover" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Discover");
  await footer(page, "Have a suggestion?").click();
  await expect(area(page)).toHaveValue("Typed at once");
});

test("a report stays with what it is about until it is sent", async ({ watched: page }) => {
  const places = await findPlaces(page);
  const ids = [places.profile, places.anonymous].map((path) => path.slice("/user/".length));
  await page.goto(places.profile);
  await page.getByRole("link", { name: "Report this pipeline" }).click();
  await page.getByLabel("A text in it").check();
  await page.getByLabel("What is wrong").selectOption("Spam");
  await words(page).fill("Half a sentence");
  await page.goBack();
  await expect(page).toHaveURL(places.profile);
  await page.getByRole("link", { name: "Report this pipeline" }).click();
  await expect(words(page)).toHaveValue("Half a sentence");
  await expect(page.getByLabel("A text in it")).toBeChecked();
  await expect(page.getByLabel("What is wrong")).toHaveValue("spam");
  await page.goto(`/report?pipeline=${ids[1]}`);
  await expect(words(page)).toHaveValue("");
  await words(page).fill("About another pipeline");
  await page.goto(`/report?pipeline=${ids[0]}`);
  await expect(words(page)).toHaveValue("Half a sentence");

  await page.getByRole("button", { name: "Send report" }).click();
  await expect(page.getByText("Thank you. We will look at it.")).toBeVisible();
  await expect.poll(() => keptText(page)).not.toContain("Half a sentence");
  await page.goto(`/report?pipeline=${ids[0]}`);
  await expect(words(page)).toHaveValue("");
  // Only what was sent is gone.
  await page.goto(`/report?pipeline=${ids[1]}`);
  await expect(words(page)).toHaveValue("About another pipeline");
});

test("what somebody typed goes when they sign out, here and in other tabs", async ({ watched: page, context }) => {
  await createAccount(page, "kept.typing@example.test");
  await page.goto("/suggestions");
  await area(page).fill("Canary of this tab");
  const other = await context.newPage();
  await other.goto("/suggestions", { waitUntil: "networkidle" });
  await area(other).fill("Canary of the other tab");
  await page.getByRole("button", { name: "Logout" }).first().click();
  await page.waitForURL((url) => url.pathname === "/");
  expect(await keptText(page)).not.toContain("Canary");
  await expect(area(other)).toHaveValue("");
  expect(await keptText(other)).not.toContain("Canary");
  await page.goto("/suggestions");
  await expect(area(page)).toHaveValue("");
  await other.close();
});

test("a session that ended elsewhere takes its text along, and the next person does not see it", async ({
  watched: page,
}) => {
  await createAccount(page, "kept.ended@example.test");
  await page.goto("/suggestions");
  await area(page).fill("Canary of a session");
  await callApi(page, "POST", "/api/user/logout", {});
  await page.goto("/discover");
  await expect.poll(() => keptText(page)).not.toContain("Canary");
  await createAccount(page, "kept.next@example.test");
  await page.goto("/suggestions", { waitUntil: "networkidle" });
  await expect(area(page)).toHaveValue("");
  expect(await keptText(page)).not.toContain("Canary");
});

test("a switch of the visibility keeps what is typed, and the former id is not kept anywhere", async ({
  watched: page,
}) => {
  const { profileId, email } = await createPerson(page, "kept.switched@example.test", {
    pipeline: [
      { companyId: "", companyName: "Harbour & Tarn", title: "Analyst", datePrecision: "year", ...FROM_2016_TO_2017 },
    ],
  });
  await page.goto("/edit");
  await page.getByRole("group", { name: "Needs months" }).getByRole("button", { name: "Not now" }).click();
  await page.goto(`/user/${profileId}`, { waitUntil: "networkidle" });
  await page.getByRole("combobox", { name: "Location" }).fill("Norway");
  await page.goto("/suggestions");
  await area(page).fill("Canary of somebody who switches");
  await expect.poll(() => keptText(page)).toContain("Norway");

  // As from another device.
  const { _id } = await callApi<{ _id: string }>(page, "PATCH", `/api/profile/${profileId}`, { anonymous: true });
  await page.goto("/suggestions", { waitUntil: "networkidle" });
  await expect(area(page)).toHaveValue("Canary of somebody who switches");
  const kept = await keptText(page);
  expect(kept).not.toContain(profileId);
  expect(kept).toContain(`months:${_id}`);
  expect(kept).toContain(`identity:${_id}`);
  expect(kept).toContain(email);
});

test("what somebody typed is not shown to another account whose sign-in this tab did not see", async ({
  watched: page,
  context,
}) => {
  await createAccount(page, "kept.asleep@example.test");
  await page.goto("/suggestions");
  await area(page).fill("Canary of a sleeping tab");
  // A tab that sleeps hears of no log-out: its storage is as it was.
  const stored = await page.evaluate(() => Object.entries({ ...sessionStorage }));
  const other = await context.newPage();
  await other.goto("/discover");
  await callApi(other, "POST", "/api/user/logout", {});
  await createAccount(other, "kept.awake@example.test");
  await page.addInitScript((entries) => {
    if (location.pathname === "/suggestions") for (const [key, text] of entries) sessionStorage.setItem(key, text);
  }, stored);
  await page.goto("/suggestions", { waitUntil: "networkidle" });
  await expect(area(page)).toHaveValue("");
  expect(await keptText(page)).not.toContain("Canary");
  await other.close();
});
