import type { Locator, Page } from "@playwright/test";
import { axeFor } from "./axe.ts";
import { callApi, createPerson, expect, test } from "./fixtures.ts";
import { drop, given, review, row, tick, type Given } from "./import-steps.ts";

/** Files that are no export of the network, from the drop to what is saved. */

/** A file as version 4 of the résumé builder writes it. The person is invented. */
const REACTIVE = {
  basics: { name: "Nova Formats", headline: "", email: "", location: "Ghent, Belgium", customFields: [] },
  sections: {
    summary: { name: "Summary", columns: 1, visible: true, id: "summary", content: "<p>Words</p>" },
    experience: {
      name: "Experience",
      columns: 1,
      visible: true,
      id: "experience",
      items: [
        {
          id: "one",
          visible: true,
          company: "Formatfield Robotics",
          position: "Engineer",
          location: "Ghent",
          date: "March 2021 - Present",
          summary: "<p>Arms</p>",
          url: { label: "", href: "" },
        },
        {
          id: "two",
          visible: true,
          company: "Formatfield Bakery",
          position: "Baker",
          location: "",
          date: "06/2018 – 08/2019",
          summary: "",
          url: { label: "", href: "" },
        },
        { id: "three", visible: true, company: "", position: "Night porter", location: "", date: "", summary: "" },
      ],
    },
    education: {
      name: "Education",
      columns: 1,
      visible: true,
      id: "education",
      items: [
        {
          id: "four",
          visible: true,
          institution: "Formatfield College",
          studyType: "BSc",
          area: "",
          date: "2014 - 2017",
        },
      ],
    },
    profiles: { name: "Profiles", columns: 1, visible: true, id: "profiles", items: [] },
  },
  metadata: { template: "rhyhorn", layout: [[["experience"], []]] },
};

/** The page takes files once its script runs. */
async function dropFor(page: Page, file: Given, shown: Locator): Promise<void> {
  await expect(async () => {
    await drop(page, file);
    await expect(shown).toBeVisible({ timeout: 4_000 });
  }).toPass({ timeout: 60_000 });
}

type Saved = { pipeline: { displayName: string; roles: { title: string; startDate: string; endDate: string }[] }[] };

const seen = ({ pipeline }: Saved): string[] =>
  pipeline.flatMap(({ displayName, roles }) =>
    roles.map(({ title, startDate, endDate }) => [displayName, title, startDate, endDate].join("|")),
  );

test("a file of Reactive Resume comes in: what is sure is ticked, what lacks a company is asked about, nothing is lost", async ({
  watched: page,
}) => {
  const { profileId } = await createPerson(page, "reactive.formats@example.test");
  await page.goto("/edit");
  const found = page.getByRole("heading", { name: "Check what we found" });
  await dropFor(page, given("nova-formats.json", JSON.stringify(REACTIVE)), found);
  await expect(
    review(page).getByText("We read 3 jobs in “sections › experience”, 1 school in “sections › education”."),
  ).toBeVisible();
  await expect(tick(page, "Formatfield Robotics")).toBeChecked();
  await expect(tick(page, "Formatfield Bakery")).toBeChecked();
  const porter = row(page, "Night porter");
  await expect(porter.getByText("Needs a company and a start date. Still there?")).toBeVisible();
  await expect(tick(page, "Night porter")).not.toBeChecked();
  await page.getByRole("button", { name: /^Add 2/ }).press("Enter");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page).toHaveURL(/\/$/);
  const saved = await callApi<Saved>(page, "GET", `/api/profile/get/${profileId}`);
  expect(seen(saved).map((line) => line.split("|").slice(0, 3).join("|"))).toEqual([
    "Formatfield Bakery|Baker|2018-06-01",
    "Formatfield Robotics|Engineer|2021-03-01",
  ]);
});

test("a table with columns of unknown names is asked about, and a second stay at a company stays one of its own", async ({
  watched: page,
}) => {
  const { profileId } = await createPerson(page, "columns.formats@example.test");
  await page.goto("/edit");
  const table = [
    "Wo;Was;Erster Tag;Letzter Tag",
    "Columnfield Works;Clerk;2012-01;2014-06",
    "Columnfield Inn;Cook;2014-07;2017-12",
    "Columnfield Works;Head Clerk;2018-03;2020-05",
    "",
  ].join("\n");
  const question = page.getByRole("region", { name: "Which column is which?" });
  await dropFor(page, given("Positions.csv", table), question);
  await expect(question.getByRole("heading")).toBeFocused();
  await expect(question.getByRole("cell", { name: "Columnfield Inn" })).toBeVisible();
  // The columns of dates are recognised by the cells below them.
  await expect(question.getByLabel("Start").locator("option:checked")).toHaveText("Erster Tag");
  await expect(question.getByLabel("End").locator("option:checked")).toHaveText("Letzter Tag");
  const read = question.getByRole("button", { name: "Read the file" });
  await expect(read).toBeDisabled();
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const { violations } = await axeFor(page, width === 360)
      .include(".imp")
      .analyze();
    expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, "wider than the screen").toBeLessThanOrEqual(0);
    const sentence = await question.getByText("Choose the columns of company and title.").boundingBox();
    expect(sentence?.height, "the sentence has room for one line").toBeLessThan(24);
  }
  await question.getByLabel("Company").selectOption("Wo");
  await question.getByLabel("Title").selectOption("Wo");
  await expect(question.getByText("Choose a different column for each.")).toBeVisible();
  await question.getByLabel("Title").selectOption("Was");
  await read.press("Enter");
  await expect(page.getByRole("heading", { name: "Check what we found" })).toBeFocused();
  const back = row(page, "Head Clerk");
  await expect(back.getByText("A second stay")).toBeVisible();
  await expect(back.getByText("You were there before. Both stays are kept, each with its dates.")).toBeVisible();
  await page.getByRole("button", { name: "Add 3 to my line" }).press("Enter");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page).toHaveURL(/\/$/);
  const saved = await callApi<Saved>(page, "GET", `/api/profile/get/${profileId}`);
  expect(seen(saved)).toEqual([
    "Columnfield Works|Clerk|2012-01-01|2014-06-01",
    "Columnfield Works|Head Clerk|2018-03-01|2020-05-01",
    "Columnfield Inn|Cook|2014-07-01|2017-12-01",
  ]);
  // The line has a station for each of the two stays.
  await page.goto(`/user/${profileId}`);
  await expect(page.getByRole("link", { name: "Columnfield Works" })).toHaveCount(2);
});

test("a table that is not a list of jobs is put aside", async ({ watched: page }) => {
  await createPerson(page, "aside.formats@example.test");
  await page.goto("/edit");
  const question = page.getByRole("region", { name: "Which column is which?" });
  await dropFor(page, given("plants.csv", "Pflanze;Farbe;Gesät\nMohn;rot;2024-03\n"), question);
  await question.getByRole("button", { name: "This is not a list of jobs" }).press("Enter");
  await expect(question).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Check what we found" })).toHaveCount(0);
});
