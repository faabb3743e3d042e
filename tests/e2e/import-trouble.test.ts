import type { Page } from "@playwright/test";
import { EDUCATION_HEADER, POSITION_HEADER, PROFILE_HEADER } from "#tests/helpers/archives.ts";
import { callApi, createAccount, createPerson, expect, tabTo, test } from "./fixtures.ts";
import { choose, drop, given, review, row, tick, type Given } from "./import-steps.ts";
import { startSentLog } from "./sent-log.ts";

function positions(...rows: string[]): Given {
  return given("Positions.csv", [POSITION_HEADER, ...rows, ""].join("\n"));
}

const CLERK = "Staywell Works,Clerk,,,May 2012,May 2013";
const BAKER = "Staymore Bakery,Baker,,,June 2014,July 2015";
const GARDENER = "Newfield Gardens,Gardener,,,Jan 2016,Feb 2017";

/** Its fields are open from the start. */
const UNTITLED = "Newfield Gardens,,,,Jan 2016,Feb 2017";

const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true });
const heading = (page: Page) => page.getByRole("heading", { name: "Check what we found" });

type Saved = { firstName: string; pipeline: { displayName: string; title: string }[] };

async function savedNames(page: Page, profileId: string): Promise<string[]> {
  const { pipeline } = await callApi<Saved>(page, "GET", `/api/profile/get/${profileId}`);
  return pipeline.map(({ displayName }) => displayName);
}

test("a file that comes while another is checked takes nothing away unasked, and no file takes the focus from who is typing", async ({
  watched: page,
}) => {
  await createPerson(page, "second.import@example.test");
  await page.goto("/edit");
  await choose(page, "Choose your LinkedIn file", positions(CLERK, BAKER));
  await expect(heading(page)).toBeFocused();

  // Unchanged: nothing was done with the review that could be lost.
  await choose(page, "Choose your LinkedIn file", positions(CLERK, BAKER, GARDENER));
  await expect(tick(page, "Newfield")).toBeChecked();
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await tick(page, "Staymore").click({ force: true });
  const isKept = async (): Promise<void> => {
    await expect(tick(page, "Staymore")).not.toBeChecked();
    await expect(tick(page, "Staywell")).toBeChecked();
  };

  // Away by a link: the check would be lost, and no draft has it.
  await isKept();
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  await page.getByRole("link", { name: "Discover", exact: true }).first().press("Enter");
  const leaving = page.getByRole("alertdialog", { name: "Leave without saving?" });
  await expect(leaving).toContainText("Not saved yet: the open check of your import. It is lost when you leave.");
  await leaving.getByRole("button", { name: "Keep editing" }).press("Enter");
  await expect(page).toHaveURL(/\/edit$/);
  await isKept();

  // Tables of an export, one after another: a table of a new kind is added to the open review.
  await choose(
    page,
    "Choose your LinkedIn file",
    given("Education.csv", `${EDUCATION_HEADER}\nJoinfield College,,,,,\n`),
  );
  await expect(tick(page, "School: Joinfield College")).toBeChecked();
  await expect(heading(page)).toBeFocused();
  await page.getByLabel("First name").fill("Own");
  await drop(page, given("Profile.csv", `${PROFILE_HEADER}\nNova,Joiner,,,,,,,,Germany,,,\n`));
  await expect(tick(page, "Name: Nova Joiner")).not.toBeChecked();
  await expect(page.getByText("The file is read. What we found is below, with the rest.")).toBeVisible();
  await expect(page.getByLabel("First name")).toBeFocused();
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await isKept();

  await drop(page, given("resume.pdf", "%PDF-1.7 not a table"));
  await expect(page.getByText(/^resume\.pdf: /)).toBeVisible();
  await isKept();

  await choose(page, "Choose your LinkedIn file", positions(GARDENER));
  const question = page.getByRole("alertdialog", { name: "Check the new file instead?" });
  await expect(question.getByRole("button", { name: "Keep this check" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText("The new file was put aside. Nothing has changed.")).toBeVisible();
  await isKept();
  await choose(page, "Choose your LinkedIn file", positions(GARDENER));
  await question.getByRole("button", { name: "Check the new file" }).click();
  await expect(heading(page)).toBeFocused();
  await expect(row(page, "Newfield")).toBeVisible();
  await expect(row(page, "Staymore")).toHaveCount(0);
  // An unchanged review can be left without a question. Typed text beside it stays a draft.
  await page.getByRole("link", { name: "Discover", exact: true }).first().press("Enter");
  await expect(leaving).toContainText("They stay on this device as a draft");
  await expect(leaving).not.toContainText("import");
  await leaving.getByRole("button", { name: "Keep editing" }).press("Enter");
  await review(page).getByRole("button", { name: "Cancel" }).click();

  const held = Promise.withResolvers<void>();
  await page.route(/reader\.worker/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await choose(page, "Choose your LinkedIn file", positions(CLERK));
  await expect(page.getByRole("progressbar", { name: "Reading" })).toBeVisible();
  await page.getByLabel("First name").fill("Typ");
  held.resolve();
  await expect(row(page, "Staywell")).toBeVisible();
  await expect(page.getByText("The file is read. Check what we found below.")).toBeVisible();
  await expect(page.getByLabel("First name")).toBeFocused();
  await page.keyboard.type("ing");
  await expect(page.getByLabel("First name")).toHaveValue("Typing");
});

test("while a review is open its bar is the only one: Enter saves nothing, Save comes back with Cancel or what is taken", async ({
  watched: page,
}) => {
  const { profileId } = await createPerson(page, "open.import@example.test");
  await page.goto("/edit");
  const resume = JSON.stringify({
    work: [{ name: "Staywell Works", position: "", startDate: "2012-05", endDate: "2013-05" }],
  });
  await expect(save(page)).toBeDisabled();
  await choose(page, "PDF, DOCX or JSON", given("resume.json", resume));
  await expect(heading(page)).toBeFocused();
  await expect(save(page)).toHaveCount(0);
  await page.getByLabel("First name").fill("Changed");
  await page.getByLabel("First name").press("Enter");
  const title = row(page, "Staywell").getByRole("textbox", { name: "Title" });
  await title.fill("Clerk");
  await title.press("Enter");
  await tick(page, "Staywell").press("Enter");
  await expect(tick(page, "Staywell")).toBeFocused();
  await expect(title).toHaveValue("Clerk");
  await expect(page).toHaveURL(/\/edit$/);
  expect(await callApi<Saved>(page, "GET", `/api/profile/get/${profileId}`)).toMatchObject({ firstName: "Nova" });
  // One primary button on the page, and it stays in view down to its end.
  await expect(page.locator(".btn--p:visible")).toHaveText(["Add 1 to my line"]);
  await page
    .getByRole("button", { name: "Add another stop" })
    .or(page.getByText("Anonymity").last())
    .last()
    .scrollIntoViewIfNeeded();
  await expect(page.getByRole("button", { name: "Add 1 to my line" })).toBeInViewport({ ratio: 1 });

  await review(page).getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Remove this stop" }).click();
  await expect(page.locator(".btn--p:visible")).toHaveText(["Save"]);
  await save(page).click();
  await expect(page).toHaveURL(/\/$/);
  expect(await callApi<Saved>(page, "GET", `/api/profile/get/${profileId}`)).toMatchObject({ firstName: "Changed" });
  expect(await savedNames(page, profileId)).toEqual([]);

  await page.goto("/edit");
  await choose(page, "Choose your LinkedIn file", positions(CLERK, BAKER));
  await tick(page, "Staymore").click({ force: true });
  await page.getByRole("button", { name: "Add 1 to my line" }).click();
  await save(page).click();
  await expect(page).toHaveURL(/\/$/);
  expect(await savedNames(page, profileId)).toEqual(["Staywell Works"]);
});

test("of what somebody anonymous takes, company and first month go to the meter, and nothing else leaves before Save", async ({
  watched: page,
  baseURL,
}) => {
  const log = await startSentLog(baseURL ?? "");
  const { profileId } = await createPerson(page, "anonymous.import@example.test", {
    school: "Standing College",
    hideSchool: true,
  });
  await callApi(page, "PATCH", `/api/profile/${profileId}`, { visibility: "anonymous" });
  await page.goto(`${log.origin}/edit`);
  await expect(page.getByRole("button", { name: "Choose your LinkedIn file" })).toBeVisible();
  /** First lines of requests that are not for parts of the page itself. */
  const calls = (): string[] => {
    const lines = log.text().match(/^(?:get|head|post|put|patch|delete|options) \S+ http\/1\.1$/gm) ?? [];
    return [...new Set(lines)].filter((line) => !/^get \/(?:assets|images|monogram)\//.test(line));
  };
  await page.waitForLoadState("networkidle");
  const before = calls();
  const asked = page.waitForRequest(/\/api\/profile\/meter$/);
  await choose(
    page,
    "Choose your LinkedIn file",
    positions(CLERK, "Canary Kept Back,canary-title,,,Jan 2015,Dec 2015"),
  );
  await expect(heading(page)).toBeFocused();
  await tick(page, "Canary").click({ force: true });
  // A school that is not ticked is looked up nowhere.
  await choose(page, "Choose your LinkedIn file", given("Education.csv", `${EDUCATION_HEADER}\nCanary School,,,,,\n`));
  await expect(tick(page, "School: Canary School")).not.toBeChecked();
  await page.getByRole("button", { name: "Add 1 to my line" }).click();
  const question = await asked;
  const usual =
    /^(?:accept|accept-(?:encoding|language)|connection|content-(?:length|type)|cookie|host|origin|referer|sec-.*|user-agent)$/;
  expect(Object.keys(await question.allHeaders()).filter((name) => !usual.test(name))).toEqual([]);
  expect(question.postDataJSON()).toEqual({
    stops: [{ companyId: "", companyName: "Staywell Works", startDate: "2012-05-01", undisclosed: false }],
    school: "",
    showMonths: false,
  });
  await expect(page.getByText("1 stop added")).toBeVisible();
  expect(
    calls()
      .filter((line) => !before.includes(line))
      .toSorted(),
  ).toEqual(["get /api/company/names http/1.1", "post /api/profile/meter http/1.1"]);
  for (const word of ["clerk", "2013", "canary"]) expect(log.text()).not.toContain(word);
  await log.stop();
});

test.describe("on a phone", () => {
  test.use({ hasTouch: true });

  test("rows are taken by touch and by keys; what was said goes with what it said; forms left empty are named, and removed", async ({
    watched: page,
  }) => {
    await createAccount(page, "phone.import@example.test");
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto("/edit");
    await choose(page, "Choose your LinkedIn file", positions(CLERK, BAKER, UNTITLED));
    await expect(heading(page)).toBeFocused();
    // The buttons can be reached, although a row with many fields is before them.
    await tick(page, "Staywell").focus();
    await expect(page.getByRole("button", { name: "Add 3 to my line" })).toBeInViewport({ ratio: 1 });
    await tick(page, "Staymore").tap({ force: true });
    await expect(tick(page, "Staymore")).not.toBeChecked();
    await tabTo(page, tick(page, "Newfield"));
    await page.keyboard.press("Space");
    await expect(tick(page, "Newfield")).not.toBeChecked();
    await page.getByRole("button", { name: "Add 1 to my line" }).tap();
    // The message has the focus, and Undo is near it.
    await expect(page.getByText("Added 1 job. Nothing is saved yet.")).toBeFocused();
    await expect(page.getByText("Added 1 job. Nothing is saved yet.")).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole("button", { name: "Undo the import" })).toBeInViewport({ ratio: 1 });

    // Before it is saved the same file brings it no second time.
    await choose(page, "Choose your LinkedIn file", positions(CLERK, BAKER, UNTITLED));
    await expect(review(page).getByText("1 job is in your line already")).toBeVisible();
    await expect(row(page, "Staywell Works").getByRole("checkbox")).toHaveCount(0);
    await tabTo(page, tick(page, "Staymore"));
    if (!(await tick(page, "Staymore").isChecked())) await page.keyboard.press("Space");
    await tabTo(page, tick(page, "Newfield"));
    if (await tick(page, "Newfield").isChecked()) await page.keyboard.press("Space");
    await tabTo(page, page.getByRole("button", { name: "Add 1 to my line" }));
    await page.keyboard.press("Enter");
    await expect(page.getByText("2 stops added")).toBeAttached();
    const words = page.getByText("Added 1 job. Nothing is saved yet.");
    await expect(words).toBeVisible();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, "wider than the screen").toBeLessThanOrEqual(0);

    await page.getByRole("button", { name: "Discard" }).tap();
    await expect(page.getByRole("button", { name: "Edit Staywell Works" })).toHaveCount(0);
    await expect(words).toHaveCount(0);
    await page.keyboard.press("Escape");
    await page
      .getByRole("button", { name: /^Add a stop/ })
      .first()
      .tap();
    await expect(page.getByText("Nothing to save yet")).toBeVisible();
    await page.getByLabel("First name").fill("Nova");
    await page.getByLabel("Last name").fill("Testperson");
    await save(page).tap();
    await expect(page.getByRole("alert").getByText("Must fill out all input fields.")).toBeVisible();
    const remove = page.getByRole("button", { name: "Remove this stop" });
    for (let left = 2; left > 0; left -= 1) {
      await expect(remove).toHaveCount(left);
      await remove.first().tap();
    }
    const sent = page.waitForRequest((request) => request.method() === "PATCH");
    await save(page).tap();
    expect((await sent).postDataJSON()).toMatchObject({ firstName: "Nova", created: true, pipeline: [] });
    await expect(page).toHaveURL(/\/$/);
  });
});

test.describe("without a connection", () => {
  test.use({ allowed: [/ERR_INTERNET_DISCONNECTED/] });

  test("a file that cannot be read for want of a connection is read once there is one", async ({
    watched: page,
    context,
  }) => {
    await createPerson(page, "import.offline@example.test");
    await page.goto("/edit");
    await page.getByRole("button", { name: "Choose your LinkedIn file" }).waitFor();
    await context.setOffline(true);
    await choose(page, "Choose your LinkedIn file", positions(CLERK));
    const alert = page.getByRole("alert").filter({ hasText: "The part of this page that reads files did not load." });
    await expect(alert).toContainText("It could not be read.");
    await context.setOffline(false);
    await choose(page, /LinkedIn file/, positions(CLERK));
    await expect(heading(page)).toBeFocused();
    await expect(row(page, "Staywell Works")).toBeVisible();
    await expect(alert).toHaveCount(0);
  });
});
