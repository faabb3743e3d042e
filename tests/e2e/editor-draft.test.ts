import type { Page } from "@playwright/test";
import { choose, given } from "./import-steps.ts";
import { callApi, createPerson, expect, test, type Person } from "./fixtures.ts";

// A page that waits behind the browser's own question uses its fonts late, and the browser remarks on it.
const LATE_FONTS = /was preloaded using link preload but not used/;
test.use({ allowed: [LATE_FONTS] });

const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true });
const drafts = (page: Page) => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("draft:")));
const imports = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("import:")));

const PIPELINE = [
  {
    companyId: "",
    companyName: "Harbour & Tarn",
    title: "Analyst",
    startDate: "2016-05-01",
    endDate: "2017-02-01",
    isIndefinite: false,
  },
];

/** Somebody on /edit with a name that is changed and not saved. */
async function startDraft(page: Page, email: string): Promise<Person> {
  const person = await createPerson(page, email, { pipeline: PIPELINE });
  await page.goto("/edit");
  await page.getByLabel("First name").fill("Unsaved");
  await expect(page.getByText("Unsaved changes")).toBeVisible();
  return person;
}

async function logIn(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.keyboard.press("Enter");
}

test("the draft is offered again after a reload, and gone once it is discarded or saved", async ({ watched: page }) => {
  page.on("dialog", (dialog) => void dialog.accept());
  await startDraft(page, "reload.draft@example.test");
  await page.reload();
  await expect(page.getByText("This is your draft from before, not saved yet.")).toBeVisible();
  await expect(page.getByLabel("First name")).toHaveValue("Unsaved");
  const undo = page.getByRole("button", { name: "Undo" });
  await page.getByRole("button", { name: "Discard draft" }).click();
  await expect(page.getByLabel("First name")).toHaveValue("Nova");
  // It can be taken back, and the focus is never nowhere.
  await expect(undo).toBeFocused();
  await expect(undo).toHaveAccessibleDescription("Discarded your unsaved changes.");
  await undo.click();
  const heading = page.getByRole("heading", { level: 1, name: "Edit Your Profile" });
  await expect(heading).toBeFocused();
  await expect(page.getByLabel("First name")).toHaveValue("Unsaved");
  expect(await drafts(page)).toHaveLength(1);
  await page.getByRole("button", { name: "Discard", exact: true }).press("Enter");
  await expect(page.getByLabel("First name")).toHaveValue("Nova");
  await expect(undo).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(undo).toHaveCount(0);
  await expect(heading).toBeFocused();
  expect(await drafts(page)).toEqual([]);

  await page.getByLabel("First name").fill("Renamed");
  expect(await drafts(page)).toHaveLength(1);
  await save(page).dblclick();
  await expect(page.getByText("Your line is saved.")).toBeVisible();
  expect(await drafts(page)).toEqual([]);
  await page.goto("/edit");
  await expect(page.getByLabel("First name")).toHaveValue("Renamed");
  await expect(page.getByText("Everything is saved")).toBeVisible();
});

test("the draft waits for its own account; somebody else on the device never sees it", async ({ watched: page }) => {
  page.on("dialog", (dialog) => void dialog.accept());
  const one = await startDraft(page, "own.draft@example.test");
  await page.context().clearCookies();
  await createPerson(page, "other.draft@example.test");
  await page.goto("/edit");
  await expect(page.getByLabel("First name")).toHaveValue("Nova");
  await expect(page.getByText("This is your draft from before, not saved yet.")).toHaveCount(0);
  await page.context().clearCookies();
  await page.goto("/edit");
  await logIn(page, one);
  await expect(page.getByLabel("First name")).toHaveValue("Unsaved");
});

test("leaving with unsaved changes asks, inside the site and out of it", async ({ watched: page }) => {
  await startDraft(page, "leaving.draft@example.test");
  const away = page.getByRole("link", { name: "Discover", exact: true }).first();
  await away.focus();
  await page.keyboard.press("Enter");
  const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
  await expect(question.getByRole("button", { name: "Keep editing" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(question).toHaveCount(0);
  await expect(away).toBeFocused();
  await expect(page).toHaveURL(/\/edit$/);
  await expect(page.getByLabel("First name")).toHaveValue("Unsaved");

  const asked = page.waitForEvent("dialog");
  void page.reload().catch(() => undefined);
  const dialog = await asked;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.dismiss();
  await expect(page.getByLabel("First name")).toHaveValue("Unsaved");

  await away.click();
  await question.getByRole("button", { name: "Leave" }).click();
  await expect(page).toHaveURL(/\/discover(\?|$)/);
  await page.getByRole("link", { name: "Edit Profile" }).click();
  await expect(page.getByLabel("First name")).toHaveValue("Unsaved");
  await page.getByRole("button", { name: "Discard", exact: true }).click();
  await away.click();
  await expect(page).toHaveURL(/\/discover(\?|$)/);
});

test.describe("saves that fail", () => {
  test.use({ allowed: [/status of (403|409|413|429|503)|net::ERR_FAILED/] });

  test("without an answer the form stays, and the same save goes when there is one", async ({ watched: page }) => {
    const { profileId } = await startDraft(page, "offline.draft@example.test");
    await page.route(`**/api/profile/${profileId}`, (route) => route.abort("failed"));
    await save(page).click();
    await expect(
      page
        .getByRole("alert")
        .getByText("An error occurred while updating your profile. An error occurred during the fetch operation."),
    ).toBeVisible();
    await expect(page).toHaveURL(/\/edit$/);
    await expect(page.getByLabel("First name")).toHaveValue("Unsaved");
    await page.unroute(`**/api/profile/${profileId}`);
    await save(page).click();
    await expect(page.getByText("Your line is saved.")).toBeVisible();
  });

  test("a stop that could not be removed comes back, with the reason", async ({ watched: page }) => {
    const { profileId } = await startDraft(page, "kept.stop@example.test");
    await page.route(`**/api/profile/${profileId}`, (route) => route.abort("failed"));
    await page.getByRole("button", { name: "Remove Harbour & Tarn" }).click();
    await expect(page.getByRole("alert").getByText("An error occurred while updating your profile.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Edit Harbour & Tarn" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Undo" })).toHaveCount(0);
  });

  for (const [status, sentence] of [
    [413, "The request is too large."],
    [429, "Too many requests. Wait a moment and try again."],
    [503, "We are busy right now. Try again in a moment."],
  ] as const) {
    test(`${status}: home, with the reason and the way back to the draft`, async ({ watched: page }) => {
      const { profileId } = await startDraft(page, `failed.${status}@example.test`);
      await page.route(`**/api/profile/${profileId}`, (route) => route.fulfill({ status, json: { error: sentence } }));
      await save(page).click();
      await expect(page).toHaveURL(/\/$/);
      await expect(
        page.getByRole("alert").getByText(`An error occurred while updating your profile. ${sentence}`),
      ).toBeVisible();
      await page.getByRole("link", { name: "Back to your draft" }).click();
      await expect(page.getByLabel("First name")).toHaveValue("Unsaved");
    });
  }

  test("after a session that ended: log in again, and the draft is there", async ({ watched: page }) => {
    const person = await startDraft(page, "ended.draft@example.test");
    await page.context().clearCookies();
    await callApi(page, "GET", "/api/token");
    await save(page).click();
    await expect(page).toHaveURL(/\/$/);
    await expect(page.getByText("Your session has ended. Log in again.")).toBeVisible();
    await page.getByRole("link", { name: "Back to your draft" }).click();
    await expect(page).toHaveURL(/\/login\?next=/);
    await logIn(page, person);
    await expect(page).toHaveURL(/\/edit$/);
    await expect(page.getByLabel("First name")).toHaveValue("Unsaved");
    await save(page).click();
    await expect(page.getByText("Your line is saved.")).toBeVisible();
  });

  test("changed elsewhere meanwhile: both versions are there to choose from", async ({ watched: page }) => {
    const { profileId } = await startDraft(page, "stale.draft@example.test");
    await callApi(page, "PATCH", `/api/profile/${profileId}`, { firstName: "Elsewhere" });
    await save(page).click();
    await expect(page.getByText("This profile was changed somewhere else in the meantime.")).toBeVisible();
    await expect(page.getByLabel("First name")).toHaveValue("Unsaved");
    await page.getByRole("button", { name: "Load the other version" }).click();
    await expect(page.getByLabel("First name")).toHaveValue("Elsewhere");
    await page.getByRole("button", { name: "Bring my draft back" }).click();
    await expect(page.getByLabel("First name")).toHaveValue("Unsaved");
    await save(page).click();
    await expect(page.getByText("Your line is saved.")).toBeVisible();
  });

  test("made anonymous elsewhere meanwhile: the draft is still the account's", async ({ watched: page }) => {
    page.on("dialog", (dialog) => void dialog.accept());
    const { profileId } = await startDraft(page, "switched.draft@example.test");
    const kept = await drafts(page);
    expect(kept).toEqual([expect.stringMatching(/^draft:[0-9a-f]{24}$/)]);
    const { _id } = await callApi<{ _id: string }>(page, "PATCH", `/api/profile/${profileId}`, { anonymous: true });
    expect(_id).not.toBe(profileId);
    await save(page).click();
    await expect(page.getByText("Your draft is still here.")).toBeVisible();
    expect(await drafts(page)).toEqual(kept);
    await page.reload();
    await expect(page.getByText("Your draft is still here.")).toBeVisible();
    await expect(page.getByLabel("First name")).toHaveValue("Unsaved");
    await page.getByRole("button", { name: "Keep mine and overwrite it" }).click();
    await save(page).click();
    // The draft is public, so that it asks first.
    await page.getByRole("alertdialog").getByRole("button").first().waitFor();
    expect(await drafts(page)).toEqual(kept);
  });

  test("a second tab under the former id writes the same draft, which is found later", async ({ watched: page }) => {
    page.on("dialog", (dialog) => void dialog.accept());
    const { profileId } = await startDraft(page, "two.drafts@example.test");
    const second = await page.context().newPage();
    second.on("dialog", (dialog) => void dialog.accept());
    await second.goto("/edit");
    await expect(second.getByLabel("First name")).toHaveValue("Unsaved");
    await callApi(page, "PATCH", `/api/profile/${profileId}`, { anonymous: true });
    await save(page).click();
    await expect(page.getByText("Your draft is still here.")).toBeVisible();
    await second.getByLabel("First name").fill("Second tab");
    expect(await drafts(page)).toHaveLength(1);
    await second.close();
    await page.goto("/");
    await page.goto("/edit");
    await expect(page.getByLabel("First name")).toHaveValue("Second tab");
  });

  test("switched on another device between two logins: the draft is there, and so is what was imported", async ({
    watched: page,
    browser,
    baseURL,
  }) => {
    page.on("dialog", (dialog) => void dialog.accept());
    const person = await startDraft(page, "other.device@example.test");
    const work = [{ name: "Resumed Works", position: "Engineer", startDate: "2020-02", endDate: "2022-03" }];
    await choose(page, "PDF, DOCX or JSON", given("resume.json", JSON.stringify({ work })));
    await page.getByRole("button", { name: "Add 1 to my line" }).click();
    const kept = await imports(page);
    expect(kept).toEqual([expect.stringMatching(/^import:[0-9a-f]{24}:waiting$/)]);
    await page.context().clearCookies();
    const context = await browser.newContext(baseURL === undefined ? {} : { baseURL });
    const device = await context.newPage();
    await device.goto("/login?next=/edit");
    await logIn(device, person);
    await expect(device.getByLabel("First name")).toHaveValue("Nova");
    await callApi(device, "PATCH", `/api/profile/${person.profileId}`, { anonymous: true });
    await context.close();
    await page.goto("/edit");
    await logIn(page, person);
    await expect(page.getByText("Your draft is still here.")).toBeVisible();
    await expect(page.getByLabel("First name")).toHaveValue("Unsaved");
    await expect(page.getByRole("button", { name: "Edit Resumed Works" })).toBeVisible();
    expect(await imports(page)).toEqual(kept);
  });

  test("where only the answer is lost, the same save is sent again and nobody is asked", async ({ watched: page }) => {
    const { profileId } = await startDraft(page, "lost.answer@example.test");
    let sent = 0;
    await page.route(`**/api/profile/${profileId}`, async (route) => {
      sent += 1;
      if (sent > 1) return route.continue();
      await route.fetch();
      return route.abort("failed");
    });
    await save(page).click();
    await expect(page.getByRole("alert").getByText("An error occurred while updating your profile.")).toBeVisible();
    await save(page).click();
    await expect(page.getByText("Your line is saved.")).toBeVisible();
    expect([sent, await drafts(page)]).toEqual([2, []]);
  });
});
