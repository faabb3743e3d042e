import type { Page } from "@playwright/test";
import { EDUCATION_HEADER, FILES, POSITION_HEADER, PROFILE_HEADER, zipOf } from "#tests/helpers/archives.ts";
import { axeFor, SCREENS } from "./axe.ts";
import { callApi, chooseFile, createAccount, createPerson, expect, mine, test } from "./fixtures.ts";
import { choose, drop, given, review, row, tick } from "./import-steps.ts";
import { startSentLog } from "./sent-log.ts";

/** A ZIP in a folder, as the network sends it, with words that must stay on the device. */
const EXPORT = zipOf(
  Object.fromEntries(
    Object.entries({
      ...FILES,
      "Positions.csv": [
        POSITION_HEADER,
        'Importfield Robotics,Senior Engineer,"canary-description, with a\nline",Rotterdam Noord,Mar 2022,',
        "Importfield Robotics,Engineer,,,Jan 2020,Feb 2022",
        "Google LLC,Software Engineering Intern,,,May 2019,Aug 2019",
        "Quarry Import GmbH,Intern,,,janvier 2019,avril 2019",
        "Tarn Import Ltd,Analyst,,,Sep 2017,Dec 2018",
        "Vale Import,Analyst Intern,,,2017-05,2017-08",
        "Otter Import,Clerk,,,Jan 2016,Apr 2017",
        "Canary-Left-Out Foundry,canary-title,,canary-place,Jan 2015,Dec 2015",
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
    }).map(([name, content]) => [`canary-folder_LinkedInDataExport/${name}`, content]),
  ),
);

/** Words of the ticked rows, as they are sent. */
const ACCEPTED = (
  "importfield robotics|quarry import|tarn import|vale import|otter import|heron import|plover import|senior engineer|" +
  "rotterdam noord|software engineering intern|analyst|clerk|barista|paper round|harbour import college|importer|" +
  "2022-03-01|2014-12-01"
).split("|");

/** Words that the test itself sends, one for every way in which a page can send. */
const CONTROLS = (
  "control-address=ä|control-header|control-json|control-in-base64|control-in-a-beacon|control-picture|" +
  "get /control-socket|upgrade: websocket|control-in-a-file|control-file-name.csv"
).split("|");

async function isAccessible(page: Page): Promise<void> {
  for (const { width, themes } of SCREENS) {
    await page.setViewportSize({ width, height: 800 });
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      const { violations } = await axeFor(page, width === 360 && colorScheme === "light")
        .include("main")
        .analyze();
      expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([]);
    }
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, "wider than the screen").toBeLessThanOrEqual(0);
  }
}

test.describe("with calls that find nothing, made on purpose", () => {
  test.use({ allowed: [/control-/] });

  test("from sign-up to a saved line of eight stops out of an archive in 8 clicks and runs of keys, and only what was ticked leaves the device", async ({
    watched: page,
    baseURL,
  }) => {
    const log = await startSentLog(baseURL ?? "");
    /** Clicks, and runs of keys in one field. */
    const effort: string[] = [];
    const began = performance.now();
    const seconds = (): string => ((performance.now() - began) / 1000).toFixed(1);
    const step = async (what: string, work: Promise<unknown>): Promise<void> => {
      effort.push(`${what} at ${seconds()} s`);
      await work;
    };

    await page.goto(`${log.origin}/signup`);
    // The log must catch these requests, whichever way they are sent. Without them, an empty log would prove nothing.
    await page.evaluate(async () => {
      await fetch("/nowhere?control-address=ä", { method: "POST", headers: { "x-control": "control-header" } });
      await fetch("/nowhere?control-body", { method: "POST", body: JSON.stringify({ a: "control-json" }) });
      await fetch("/nowhere?control-base64", { method: "POST", body: btoa("xx control-in-base64 control-in-base64") });
      navigator.sendBeacon("/nowhere?control-beacon", new Blob(["control-in-a-beacon"]));
      new Image().src = "/nowhere?control-picture";
      const socket = new WebSocket(`ws://${location.host}/control-socket`);
      socket.binaryType = "blob";
      const form = new FormData();
      form.append("file", new File(["control-in-a-file"], "control-file-name.csv"));
      await fetch("/nowhere?control-form", { method: "POST", body: form });
    });
    for (const word of CONTROLS) await expect.poll(() => log.text().includes(word), word).toBe(true);
    const controls = log.text().split("upgrade: websocket").length;

    await step("types the e-mail", page.getByLabel("E-mail").fill(mine("walk.import@example.test")));
    await step("types the password", page.getByLabel("Password", { exact: true }).fill("correct-horse-battery"));
    await step("clicks Join Pipelines", page.getByRole("button", { name: "Join Pipelines" }).click());
    await expect(page).toHaveURL(/\/edit$/);
    const start = page.getByRole("region", { name: "Start your line" });
    await expect(start).toBeVisible();
    const reader = page.waitForResponse(/reader\.worker/);
    effort.push(`picks the file in the device's own dialog at ${seconds()} s`);
    await step(
      "clicks Choose your LinkedIn file",
      choose(page, "Choose your LinkedIn file", given("canary-file-name.zip", EXPORT)),
    );
    await expect(page.getByRole("heading", { name: "Check what we found" })).toBeFocused();
    // The code that has the whole file may not send anything, nor load anything that could send.
    expect((await reader).headers()["content-security-policy"]).toMatch(/^default-src 'none';/);
    await expect(review(page).getByRole("status").first()).toHaveText("10 new.");
    await expect(row(page, "Google").getByText("Software Engineering Intern at Google", { exact: true })).toBeVisible();
    await expect(row(page, "Importfield Robotics").first().getByText("Rotterdam Noord")).toBeVisible();
    // No line where the list ends, as the panel does.
    await expect(page.locator(".imp-row").last()).toHaveCSS("border-bottom-width", "0px");
    await step("leaves one out", tick(page, "Left-Out").click({ force: true }));
    // Until something is taken, one thing of the file has left: the name of the school that is ticked, once.
    await expect(
      page.getByText(
        "Looked up by its name: “Harbour Import College” stays as it is written, unless it is one of these.",
      ),
    ).toBeVisible();
    expect(ACCEPTED.filter((word) => log.text().includes(word))).toEqual(["harbour import college"]);
    expect(log.text().match(/^get \/api\/school\/\S+/gm)).toEqual([
      "get /api/school/get/schools/harbour%20import%20college",
      // The same line, as the log has it decoded.
      "get /api/school/get/schools/harbour",
    ]);
    await step("clicks Add 9 to my line", page.getByRole("button", { name: "Add 9 to my line" }).click());
    await expect(
      page.getByText("Added 9 jobs, your name, your location and your school. Nothing is saved yet."),
    ).toBeFocused();
    await expect(start).toHaveCount(0);
    await expect(page.getByText("8 stops added")).toBeVisible();
    await step("clicks Save", page.getByRole("button", { name: "Save", exact: true }).click());
    await expect(page).toHaveURL(/\/$/);
    // The time is only recorded, because a machine may be slow.
    const walk = `${effort.length} steps in ${seconds()} s (${effort.join("; ")})`;
    test.info().annotations.push({ type: "from sign-up to a saved line of 8 stops", description: walk });
    console.info(`From sign-up to a saved line of 8 stops: ${walk}`);
    expect(effort).toHaveLength(8);

    const isQuiet = (): void => {
      const text = log.text();
      const at = text.indexOf("canary");
      expect(at === -1 ? "" : text.slice(Math.max(0, at - 200), at + 100)).toBe("");
      // No other way that this log could not look into: nothing packed, no socket but the one opened on purpose.
      expect(text).not.toMatch(/content-encoding:/);
      expect(text.split("upgrade: websocket")).toHaveLength(controls);
    };
    isQuiet();
    expect(ACCEPTED.filter((word) => !log.text().includes(word))).toEqual([]);

    const [company] = await callApi<{ _id: string }[]>(page, "GET", "/api/company/get/companies/importfield");
    await page.goto(`${log.origin}/company/${company?._id}`);
    await expect(page.getByRole("link", { name: "Nova Importer" })).toBeVisible();
    await expect(page.getByText("Senior Engineer").first()).toBeVisible();

    // Once more: the row that was left out is the only one there is, and it stays out by itself.
    await page.goto(`${log.origin}/edit`);
    await expect(page.getByRole("heading", { level: 1, name: "Edit Your Profile" })).toBeVisible();
    await expect(start).toHaveCount(0);
    await choose(page, "Choose your LinkedIn file", given("canary-file-name.zip", EXPORT));
    await expect(row(page, "Left-Out").getByText("Left out before")).toBeVisible();
    await expect(tick(page, "Left-Out")).not.toBeChecked();
    await expect(review(page).getByText("9 jobs are in your line already")).toBeVisible();
    await expect(review(page).getByText(/^School: /)).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Nothing is ticked" })).toBeDisabled();
    isQuiet();
    await log.stop();
  });
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
  await expect(page.getByRole("button", { name: "Choose your LinkedIn file" })).toBeVisible();
  await drop(page, given("holiday.png", new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 1, 2])));
  await expect(page.getByText(/holiday\.png: This is a picture/)).toBeVisible();

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
  await drop(page, given("Positions.csv", positions), given("Education.csv", `${EDUCATION_HEADER}\nMIT,,,,,\n`));
  await expect(
    page.getByText("Positions.csv, line 6: The row has no company. Fill it in before you save."),
  ).toBeVisible();
  await expect(review(page).getByRole("status").first()).toHaveText(
    "3 new, 2 differ from yours, 1 is in your line already.",
  );
  // The school is found by a short name, and shown before it is taken.
  const school = row(page, "School: MIT");
  await expect(school.getByText("The file says “MIT”.")).toContainText("Massachusetts Institute of Technology");
  const becomes = school.getByRole("combobox", { name: "What “MIT” becomes" });
  await expect(becomes.locator("option:checked")).toHaveText("Massachusetts Institute of Technology, United States");
  await becomes.selectOption("Keep as text: MIT");
  await expect(school.getByText("New school")).toBeVisible();
  await becomes.selectOption("Massachusetts Institute of Technology, United States");
  // If the pipeline and the file say different things, the row is not ticked by default.
  await expect(tick(page, "Dropfield One")).not.toBeChecked();
  await expect(row(page, "Dropfield One").getByRole("row", { name: /^End.*Present June 2024$/ })).toBeVisible();
  await expect(row(page, "Dropfield Two").getByRole("row", { name: /^End.*February 2018 March 2017$/ })).toBeVisible();
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

  await page.getByRole("button", { name: "Add 1, change 1" }).press("Enter");
  await expect(page.getByRole("button", { name: "Edit Marigold Gardens" })).toBeVisible();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page).toHaveURL(/\/$/);
  type Saved = {
    schoolName: string;
    pipeline: { displayName: string; title: string; startDate: string; roles: { kind: string; endDate: string }[] }[];
  };
  const saved = await callApi<Saved>(page, "GET", `/api/profile/get/${profileId}`);
  expect(saved.schoolName).toBe("Massachusetts Institute of Technology");
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

test("“Tick all” takes what is new and what differs, and removes nothing that the next file lacks", async ({
  watched: page,
}) => {
  const { profileId } = await createPerson(page, "tickall.import@example.test", { pipeline: [] });
  const file = (...rows: string[]) => given("Positions.csv", [POSITION_HEADER, ...rows, ""].join("\n"));
  const save = async (words: string): Promise<void> => {
    await page.getByRole("button", { name: words }).click();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page).toHaveURL(/\/$/);
  };
  await page.goto("/edit");
  const first = file("Tickall Stays,Clerk,,,Jan 2018,Feb 2019", "Tickall Lacks,Baker,,,Mar 2016,Mar 2017");
  await choose(page, "Choose your LinkedIn file", first);
  await save("Add 2 to my line");

  await page.goto("/edit");
  await choose(
    page,
    "Choose your LinkedIn file",
    file(
      "Tickall Stays,Clerk,,,Jan 2018,Jun 2019",
      "Tickall New,Cook,,,Jul 2019,Jul 2020",
      "Tickall Last,Cook,,,Aug 2020,",
    ),
  );
  const gone = row(page, "Remove from my line: Baker");
  await expect(gone.getByText("Not in the file")).toBeVisible();
  await page.getByRole("button", { name: "Untick all" }).click();
  for (const words of ["Tickall Stays", "Tickall New", "Tickall Last"])
    await expect(tick(page, words)).not.toBeChecked();
  await page.getByRole("button", { name: "Tick all", exact: true }).click();
  for (const words of ["Tickall Stays", "Tickall New", "Tickall Last"]) await expect(tick(page, words)).toBeChecked();
  await expect(gone.getByRole("checkbox")).not.toBeChecked();
  await save("Add 2, change 1");
  const saved = await callApi<{ pipeline: { displayName: string; roles: { endDate: string }[] }[] }>(
    page,
    "GET",
    `/api/profile/get/${profileId}`,
  );
  expect(saved.pipeline.map(({ displayName, roles }) => `${displayName} ${roles[0]?.endDate}`).toSorted()).toEqual([
    "Tickall Lacks 2017-03-01",
    "Tickall Last 2200-12-02",
    "Tickall New 2020-07-01",
    "Tickall Stays 2019-06-01",
  ]);
});

test("a résumé comes in by keyboard alone, and discarding takes all of it back", async ({ watched: page }) => {
  await createAccount(page, "start.import@example.test");
  await page.goto("/edit");
  await isAccessible(page);
  const resume = {
    basics: { name: "Nova Resumed" },
    work: [
      { name: "Resumed Works", position: "Engineer", startDate: "2020-02", endDate: "2022-03" },
      { name: "Resumed Bakery", position: "", startDate: "2018", endDate: "2019" },
    ],
  };
  const button = page.getByRole("button", { name: "PDF, DOCX or JSON" });
  await chooseFile(page, () => button.press("Enter"), given("resume.json", JSON.stringify(resume)));
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

test.describe("with a reader that does not come, or dies", () => {
  test.use({ allowed: [/reader\.worker/] });

  test("reading shows itself, is stopped, fails in words, and takes nothing away", async ({ watched: page }) => {
    await createPerson(page, "reader.import@example.test");
    await page.goto("/edit");
    await page.getByLabel("First name").fill("Draftname");
    const positions = given("Positions.csv", `${POSITION_HEADER}\nReaderfield,Clerk,,,May 2012,May 2013\n`);
    await choose(page, "Choose your LinkedIn file", positions);
    await expect(row(page, "Readerfield").getByText("Ready")).toBeVisible();
    await tick(page, "Readerfield").click({ force: true });

    // Another file, which takes its time.
    const isQuiet = async (): Promise<void> => {
      await expect(page.getByRole("progressbar")).toHaveCount(0);
      await expect(tick(page, "Readerfield")).not.toBeChecked();
      await expect(page.getByLabel("First name")).toHaveValue("Draftname");
    };
    const held = Promise.withResolvers<void>();
    const script = /reader\.worker/;
    await page.route(script, async (route) => {
      await held.promise;
      await route.abort().catch(() => undefined);
    });
    await choose(page, "Choose your LinkedIn file", positions);
    await expect(page.getByRole("progressbar", { name: "Reading" })).toBeVisible();
    const { violations } = await axeFor(page).include(".imp-bar").analyze();
    expect(violations.map(({ id }) => id)).toEqual([]);
    await page.getByRole("button", { name: "Stop reading" }).press("Enter");
    await expect(page.getByText("Reading was stopped. Nothing has changed.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Choose your LinkedIn file" })).toBeFocused();
    await isQuiet();
    held.resolve();

    await page.unroute(script);
    await page.route(script, (route) => route.abort());
    await choose(page, "Choose your LinkedIn file", positions);
    await expect(page.getByText("The part of this page that reads files did not load.")).toBeVisible();
    await isQuiet();

    await page.unroute(script);
    await page.route(script, (route) =>
      route.fulfill({
        contentType: "text/javascript",
        body: `onmessage = ({ ports: [port] }) => { port.postMessage({ is: "begun" }); setTimeout(() => { throw new Error("reader.worker"); }, 50); };`,
      }),
    );
    await choose(page, "Choose your LinkedIn file", positions);
    await expect(
      page.getByText("Your browser stopped reading, most likely because it ran out of memory."),
    ).toBeVisible();
    await isQuiet();

    // Once it comes again, so does the file.
    await page.unroute(script);
    await choose(page, "Choose your LinkedIn file", positions);
    await page.getByRole("button", { name: "Check the new file" }).press("Enter");
    await expect(page.getByRole("heading", { name: "Check what we found" })).toBeFocused();
    await expect(tick(page, "Readerfield")).toBeChecked();
  });
});
