import { tries } from "#tests/helpers/amount.ts";
import { addPerson } from "./admin-app.ts";
import { expect, fillStop, signUp, test } from "./fixtures.ts";
import { OwnApp } from "./own-app.ts";

/** Demo people take a third of this test, and the main app of each run starts with them too. */
const HAS_DEMO = tries({ all: 1, some: 0 }) === 1;

/** On a busy machine the database may say nothing for a second. The app says so, and that it answers again. */
const SILENCE = /.*(?:the database does not answer: requests are refused|the database answers again).*/g;

// With the embedded database, as a first start has it.
const app = new OwnApp(HAS_DEMO ? {} : { DEMO: "off" }, true);
test.beforeAll(() => app.start());
test.afterAll(() => app.remove());
test.use({ baseURL: "http://127.0.0.1" });

test("the main job: look somebody up, sign up, record a pipeline, find it under its companies, after a restart too", async ({
  watched: page,
}) => {
  test.setTimeout(240_000);
  const go = (path: string) => page.goto(app.url + path);

  if (!HAS_DEMO) for (let n = 0; n < 3; n += 1) await addPerson(page, app.url, ["Quarry Lane", "Google"]);

  // A visitor looks around.
  await go("/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "Discover The Pipelines of Engineers Around the World",
  );
  await page.getByRole("link", { name: "Get Started" }).click();
  await page.getByLabel("Company", { exact: true }).focus();
  await page.getByRole("combobox", { name: "Company" }).fill("goog");
  await page
    .getByRole("option", { name: /^Google/ })
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("people stopped at Google");
  await page.getByRole("article").first().getByRole("link").first().click();
  await expect(page).toHaveURL(/\/user\/[0-9a-f]{24}$/);
  await page.goBack();
  await page.getByRole("link", { name: "Company page" }).click();
  await expect(page.getByRole("heading", { name: "Prior Companies" })).toBeVisible();

  await signUp(page, "ada.testperson@example.test", undefined, app.url);
  // The sign-up opens the guided start.
  await expect(page).toHaveURL(`${app.url}/edit`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Create Your Profile");
  await expect(page.getByText("you can remain 100% anonymous")).toBeVisible();

  // Records a pipeline: one stop, then one before it.
  await page.getByLabel("First name").fill("Ada");
  await page.getByLabel("Last name").fill("Testperson");
  const school = page.getByRole("combobox", { name: "School" });
  await school.fill("waterloo");
  await page.getByRole("option", { name: /University of Waterloo/ }).click();

  await fillStop(page, 1, {
    company: "shop",
    option: /^Shopify/,
    title: "Software Engineer",
    start: "March 2022",
    rating: "Very happy",
  });
  await page
    .getByRole("button", { name: /^Add a stop before/ })
    .first()
    .click();
  await fillStop(page, 1, {
    company: "Testperson & Daughters",
    title: "Software Engineer Intern",
    start: "05/2019",
    end: "2019-08",
    rating: "Happy",
  });
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page).toHaveURL(`${app.url}/`);
  await expect(page.getByRole("link", { name: "Edit Profile" }).first()).toBeVisible();

  const find = async () => {
    await go("/search?company=shopify");
    await expect(page.getByRole("link", { name: "Ada Testperson" })).toBeVisible();
    await go("/search?company=testperson %26 daughters");
    await page.getByRole("link", { name: "Ada Testperson" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ada Testperson");
    await expect(page.getByText("Currently Software Engineer at Shopify")).toBeVisible();
    await expect(page.getByText("March 2022 – Present").first()).toBeVisible();
    await expect(page.getByText("May 2019 – August 2019").first()).toBeVisible();
  };
  await find();
  // Requests that the page still sends would fail after the app stops.
  await page.goto("about:blank");

  // Killed without warning, started again: everything acknowledged is there, and so is the session.
  await app.stop("SIGKILL");
  await app.start();
  await find();
  await go("/edit");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Edit Your Profile");
  expect(app.output.replace(SILENCE, "")).not.toMatch(/"level":(40|50|60)/);
});
