import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { EDUCATION_HEADER, FILES, POSITION_HEADER, PROFILE_HEADER, zipOf } from "#tests/helpers/archives.ts";
import { callApi, createPerson, expect, signUp, test } from "./fixtures.ts";

type Given = { name: string; mimeType: string; buffer: Buffer };

function given(name: string, content: string | Uint8Array): Given {
  return { name, mimeType: "application/octet-stream", buffer: Buffer.from(content) };
}

/** A ZIP in a folder, as the network sends it, with words that must stay on the device. */
const EXPORT = zipOf(
  Object.fromEntries(
    Object.entries({
      ...FILES,
      "Positions.csv": [
        POSITION_HEADER,
        'Importfield Robotics,Senior Engineer,"canary-description, with a\nline",canary-place,Mar 2022,',
        "Importfield Robotics,Engineer,,,Jan 2020,Feb 2022",
        "Google LLC,Software Engineering Intern,,,May 2019,Aug 2019",
        "Quarry Import GmbH,Intern,,,janvier 2019,avril 2019",
        "Tarn Import Ltd,Analyst,,,Sep 2017,Dec 2018",
        "Vale Import,Analyst Intern,,,2017-05,2017-08",
        "Otter Import,Clerk,,,Jan 2016,Apr 2017",
        "Canary-Left-Out Foundry,canary-title,,,Jan 2015,Dec 2015",
        "Heron Import,Barista,,,Jan 2014,Dec 2014",
        "Plover Import,Paper round,,,Jan 2012,Dec 2013",
        "",
      ].join("\r\n"),
      "Education.csv": [
        EDUCATION_HEADER,
        "Harbour Import College,2015,2019,canary-thesis,canary-degree,canary-club",
        "Canary-School,2009,2015,,,",
        "",
      ].join("\n"),
      "Profile.csv": [
        PROFILE_HEADER,
        'Nova,Importer,canary-maiden,canary-address,"canary-birth 1, 1990",canary-headline,,,canary-zip-code,"canary-city, Berlin, Germany",,,',
        "",
      ].join("\n"),
    }).map(([name, content]) => [`Basic_LinkedInDataExport/${name}`, content]),
  ),
);

async function choose(page: Page, button: string, file: Given): Promise<void> {
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: button }).click();
  await (await chooser).setFiles(file);
}

async function drop(page: Page, ...files: Given[]): Promise<void> {
  const carried = await page.evaluateHandle(
    (all) => {
      const transfer = new DataTransfer();
      for (const { name, bytes } of all) transfer.items.add(new File([new Uint8Array(bytes)], name));
      return transfer;
    },
    files.map(({ name, buffer }) => ({ name, bytes: [...buffer] })),
  );
  // Beside the bar: it must not take the page away.
  const heading = page.getByRole("heading", { level: 1 });
  for (const event of ["dragover", "drop"]) await heading.dispatchEvent(event, { dataTransfer: carried });
}

const review = (page: Page) => page.getByRole("region", { name: "Check what we found" });
const row = (page: Page, words: string) => review(page).getByRole("listitem").filter({ hasText: words });
const tick = (page: Page, words: string) => row(page, words).getByRole("checkbox").first();

async function isAccessible(page: Page): Promise<void> {
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      // Colours may still be on their way from one theme to the other.
      await expect(async () => {
        const { violations } = await new AxeBuilder({ page }).include("main").analyze();
        expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([]);
      }).toPass({ timeout: 8_000 });
    }
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, "wider than the screen").toBeLessThanOrEqual(0);
  }
}

test("from sign-up to a saved line of eight stops out of an archive, and only what was ticked leaves the device", async ({
  watched: page,
}) => {
  const sent: string[] = [];
  page.on("request", (request) => {
    sent.push(`${request.method()} ${decodeURIComponent(request.url())} ${request.postData() ?? ""}`.toLowerCase());
  });
  /** Clicks, and runs of keys in one field. */
  const effort: string[] = [];
  const step = async (what: string, work: Promise<unknown>): Promise<void> => {
    effort.push(what);
    await work;
  };

  await page.goto("/signup");
  await step("types the e-mail", page.getByLabel("E-mail").fill("walk.import@example.test"));
  await step("types the password", page.getByLabel("Password", { exact: true }).fill("correct-horse-battery"));
  await step("clicks Join Pipelines", page.getByRole("button", { name: "Join Pipelines" }).click());
  await step("clicks Create Profile", page.getByRole("link", { name: "Create Profile" }).first().click());
  const start = page.getByRole("region", { name: "A short start" });
  await expect(start.getByText("Bring in your jobs, now")).toBeAttached();
  effort.push("picks the file in the device's own dialog");
  await step("clicks LinkedIn export ZIP", choose(page, "LinkedIn export ZIP", given("export.zip", EXPORT)));
  await expect(page.getByRole("heading", { name: "Check what we found" })).toBeFocused();
  await expect(review(page).getByRole("status").first()).toHaveText("10 new.");
  await expect(row(page, "Google").getByText("Software Engineering Intern at Google", { exact: true })).toBeVisible();
  await step("leaves one out", tick(page, "Left-Out").click({ force: true }));
  await step("clicks Add 9 to my line", page.getByRole("button", { name: "Add 9 to my line" }).click());
  await expect(page.getByRole("heading", { name: "Your line" })).toBeFocused();
  await expect(
    page.getByText("Added 9 jobs, your name, your location and your school. Nothing is saved yet."),
  ).toBeVisible();
  await expect(start.getByText("Look it over, now")).toBeAttached();
  await expect(page.getByText("8 stops added")).toBeVisible();
  await step("clicks Save", page.getByRole("button", { name: "Save", exact: true }).click());
  await expect(page).toHaveURL(/\/$/);
  console.info(`From sign-up to a saved line of 8 stops: ${effort.length} steps (${effort.join("; ")})`);
  expect(effort.length).toBeLessThanOrEqual(12);

  expect(sent.filter((request) => request.includes("canary"))).toEqual([]);
  expect(sent.some((request) => request.startsWith("patch") && request.includes("heron import"))).toBe(true);
  expect(sent.some((request) => request.startsWith("post") && request.includes("import"))).toBe(true);

  const [company] = await callApi<{ _id: string }[]>(page, "GET", "/api/company/get/companies/importfield");
  await page.goto(`/company/${company?._id}`);
  await expect(page.getByRole("link", { name: "Nova Importer" })).toBeVisible();
  await expect(page.getByText("Senior Engineer").first()).toBeVisible();

  // Once more: the row that was left out is the only one there is, and it stays out by itself.
  await page.goto("/edit");
  await expect(page.getByRole("heading", { level: 1, name: "Edit Your Profile" })).toBeVisible();
  await expect(start).toHaveCount(0);
  await choose(page, "LinkedIn export ZIP", given("export.zip", EXPORT));
  await expect(row(page, "Left-Out").getByText("Left out before")).toBeVisible();
  await expect(tick(page, "Left-Out")).not.toBeChecked();
  await expect(review(page).getByText("9 jobs are in your line already")).toBeVisible();
  await expect(page.getByRole("button", { name: "Nothing is ticked" })).toBeDisabled();
  expect(sent.filter((request) => request.includes("canary"))).toEqual([]);
});

test("files are dropped: what differs stands side by side, what is missing is filled in, what is broken is told of", async ({
  watched: page,
}) => {
  const at = (companyName: string, title: string, startDate: string, endDate: string) => ({
    companyId: "",
    companyName,
    title,
    startDate,
    endDate,
    isIndefinite: endDate === "",
  });
  const { profileId } = await createPerson(page, "drop.import@example.test", {
    pipeline: [
      at("Dropfield One", "Engineer", "2020-01-01", ""),
      at("Dropfield Two", "Clerk", "2016-03-01", "2018-02-01"),
      at("Dropfield Three", "Analyst", "2014-01-01", "2015-01-01"),
    ],
  });
  await page.goto("/edit");
  await expect(page.getByRole("button", { name: "LinkedIn export ZIP" })).toBeVisible();
  await drop(page, given("holiday.png", new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 1, 2])));
  await expect(page.getByText("holiday.png: This is neither a ZIP file nor a CSV.")).toBeVisible();

  const positions = [
    POSITION_HEADER,
    "Dropfield One,Engineer,,,Jan 2020,Jun 2024",
    "Dropfield Two,Clerk,,,Mar 2016,Mar 2017",
    "Dropfield Three Inc.,Analyst,,,Jan 2014,Jan 2015",
    "Marigold Gardens,Gardener,,,2012,2013",
    ",Nobody,,,2010,2011",
    "Dropfield Five,Baker,,,Smarch 2011,2011",
    "",
  ].join("\n");
  await drop(
    page,
    given("Positions.csv", positions),
    given("Education.csv", `${EDUCATION_HEADER}\nDropfield School,,,,,\n`),
  );
  await expect(page.getByText("Positions.csv, line 6: The row has no company, so we left it out.")).toBeVisible();
  await expect(review(page).getByRole("status").first()).toHaveText(
    "2 new, 2 differ from yours, 1 is in your line already.",
  );
  // What both sides say differently is not ticked by itself.
  await expect(tick(page, "Dropfield One")).not.toBeChecked();
  await expect(row(page, "Dropfield One").getByRole("row", { name: "End Present June 2024" })).toBeVisible();
  await expect(row(page, "Dropfield Two").getByRole("row", { name: "End February 2018 March 2017" })).toBeVisible();
  await tick(page, "Dropfield One").click({ force: true });
  await tick(page, "Dropfield Five").click({ force: true });

  const gardener = row(page, "Marigold Gardens");
  await expect(gardener.getByText("Needs months")).toBeVisible();
  await gardener.getByText("Fill in months").click();
  await gardener.getByRole("textbox", { name: "Start date (2012)" }).fill("May 2012");
  await gardener.getByRole("textbox", { name: "End date (2013)" }).fill("04/2013");
  await gardener.getByLabel("Counts as").selectOption("Part-time");
  await expect(gardener.getByText("Ready")).toBeVisible();
  await isAccessible(page);

  await page.getByRole("button", { name: "Add 2 to my line" }).press("Enter");
  await expect(page.getByRole("button", { name: "Edit Marigold Gardens" })).toBeVisible();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page).toHaveURL(/\/$/);
  type Saved = {
    pipeline: { displayName: string; title: string; startDate: string; roles: { kind: string; endDate: string }[] }[];
  };
  const saved = await callApi<Saved>(page, "GET", `/api/profile/get/${profileId}`);
  expect(
    saved.pipeline.map(({ displayName, startDate, roles: [role] }) => [
      displayName,
      startDate,
      role?.endDate,
      role?.kind,
    ]),
  ).toEqual([
    ["Marigold Gardens", "2012-05-01", "2013-04-01", "part-time"],
    ["Dropfield Three", "2014-01-01", "2015-01-01", "full-time"],
    ["Dropfield Two", "2016-03-01", "2018-02-01", "full-time"],
    ["Dropfield One", "2020-01-01", "2024-06-01", "full-time"],
  ]);
});

test("the start is skipped step by step and stays away; a résumé comes in by keyboard alone", async ({
  watched: page,
}) => {
  await signUp(page, "start.import@example.test");
  await page.goto("/edit");
  const start = page.getByRole("region", { name: "A short start" });
  await expect(start.getByRole("status")).toContainText("Step 1 of 3.");
  await isAccessible(page);
  await start.getByRole("button", { name: "Skip this step" }).press("Enter");
  await expect(start.getByRole("status")).toContainText("Step 2 of 3.");
  await start.getByRole("button", { name: "Go to your name" }).press("Enter");
  await expect(page.getByLabel("First name")).toBeFocused();
  await page.reload();
  await expect(start.getByRole("status")).toContainText("Step 2 of 3.");
  await start.getByRole("button", { name: "Skip all of it" }).press("Enter");
  await expect(start).toHaveCount(0);
  await expect(page.getByRole("button", { name: "LinkedIn export ZIP" })).toBeFocused();
  await page.reload();
  await expect(page.getByRole("button", { name: "LinkedIn export ZIP" })).toBeVisible();
  await expect(start).toHaveCount(0);

  const resume = {
    basics: { name: "Nova Resumed" },
    work: [
      { name: "Resumed Works", position: "Engineer", startDate: "2020-02", endDate: "2022-03" },
      { name: "Resumed Bakery", position: "", startDate: "2018", endDate: "2019" },
    ],
  };
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "JSON Resume" }).press("Enter");
  await (await chooser).setFiles(given("resume.json", JSON.stringify(resume)));
  await expect(row(page, "Resumed Bakery").getByText("Needs a title and months")).toBeVisible();
  await row(page, "Resumed Bakery").getByRole("textbox", { name: "Title" }).fill("Baker");
  await expect(row(page, "Resumed Bakery").getByText("Needs months")).toBeVisible();
  await page.getByRole("button", { name: "Add 2 to my line" }).press("Enter");
  await expect(page.getByRole("button", { name: "Edit Resumed Bakery" })).toBeVisible();
  await expect(page.getByLabel("First name")).toHaveValue("Nova");
  // The draft is kept, and discarding it takes all of it back.
  await page.getByRole("button", { name: "Discard" }).press("Enter");
  await expect(page.getByRole("button", { name: "Edit Resumed Bakery" })).toHaveCount(0);
  await expect(page.getByLabel("First name")).toHaveValue("");
});
