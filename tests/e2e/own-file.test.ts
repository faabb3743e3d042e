import { readFile } from "node:fs/promises";
import { callApi, createPerson, expect, test } from "./fixtures.ts";
import { choose, given } from "./import-steps.ts";

const at = (companyName: string, title: string, startDate: string, endDate: string, more: object = {}) => ({
  companyId: "",
  companyName,
  title,
  startDate,
  endDate,
  isIndefinite: endDate === "",
  ...more,
});

type Own = {
  rev: number;
  location: string;
  linkedin: string;
  hideSchool: boolean;
  school: string;
  schoolName: string;
  pipeline: { _id: string; displayName: string; companyId: string }[];
};

test("own file: what was downloaded comes back to the letter, lookalikes and settings too, and can be undone", async ({
  watched: page,
}) => {
  const { profileId } = await createPerson(page, "own.file@example.test", {
    location: "Iceland",
    linkedin: "own-file",
    showMonths: true,
    hideSchool: true,
    school: "Ownfile College",
    pipeline: [
      // Listed companies are named nearly alike.
      at("Amazon Web Service", "Intern", "2012-06-01", "2012-09-01"),
      at("Microsoft Research Rev", "Engineer", "2014-01-01", "2016-02-01", { undisclosed: true }),
      at("Google", "Lead", "2016-03-01", ""),
    ],
  });
  const own = (): Promise<Own> => callApi<Own>(page, "GET", `/api/profile/get/${profileId}`);
  /** The profile without the values that change with every save. */
  const lasting = ({ rev: _rev, pipeline, ...rest }: Own) => ({
    ...rest,
    // A company that nobody names any more may go before it is named again, and come back under another id.
    pipeline: pipeline.map(({ _id, companyId, ...stop }) => ({
      ...stop,
      companyId: stop.displayName === "Google" ? companyId : "",
    })),
  });
  const before = await own();
  expect(before.pipeline.map(({ displayName }) => displayName)).toEqual([
    "Amazon Web Service",
    "Microsoft Research Rev",
    "Google",
  ]);

  await page.goto("/settings");
  const download = page.waitForEvent("download");
  await page
    .getByRole("link", { name: "JSON Resume" })
    .or(page.getByRole("button", { name: "JSON Resume" }))
    .click();
  const file = await readFile(await (await download).path());
  const wiped = { pipeline: [], location: "", linkedin: "", showMonths: false, hideSchool: false, school: "" };
  await callApi(page, "PATCH", `/api/profile/${profileId}`, wiped);
  expect((await own()).pipeline).toEqual([]);

  await page.goto("/edit");
  await choose(page, "Choose your LinkedIn file", given("resume.json", file));
  const review = page.getByRole("region", { name: "Check what we found" });
  await expect(review.getByRole("status").first()).toHaveText("3 new.");
  await expect(review.getByRole("checkbox", { name: "Intern at Amazon Web Service" })).toBeChecked();
  for (const name of ["Location: Iceland", "LinkedIn: own-file", "School: Ownfile College", "Your school: Hidden"]) {
    await expect(review.getByRole("checkbox", { name })).toBeChecked();
  }
  await expect(review.getByRole("checkbox", { name: "While anonymous: With months" })).toBeChecked();
  await expect(
    review
      .getByRole("listitem")
      .filter({ hasText: "Microsoft Research Rev" })
      .getByText("Undisclosed", { exact: true }),
  ).toBeVisible();
  await page.getByRole("button", { name: "Add 3 to my line" }).click();
  const edits = page.getByRole("button", { name: /^Edit / });
  await expect(edits).toHaveCount(3);
  await page.getByRole("button", { name: "Undo the import" }).click();
  await expect(page.getByText("Your line is as it was before the import.")).toBeVisible();
  await expect(edits).toHaveCount(0);

  await choose(page, "Choose your LinkedIn file", given("resume.json", file));
  await page.getByRole("button", { name: "Add 3 to my line" }).click();
  await expect(edits).toHaveCount(3);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page).toHaveURL(/\/$/);
  expect(lasting(await own())).toEqual(lasting(before));

  // The review distinguishes a row that was removed from the pipeline from a row that was never accepted.
  await callApi(page, "PATCH", `/api/profile/${profileId}`, { pipeline: [] });
  await page.goto("/edit");
  await choose(page, "Choose your LinkedIn file", given("resume.json", file));
  await expect(review.getByText("Removed from your line before")).toHaveCount(3);
});
