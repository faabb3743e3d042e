import { expect, fillStop, signUp, test } from "./fixtures.ts";

const nobody = { company: "Lantern & Vale", title: "Analyst", start: "March 2020", end: "June 2021" };

test("a draft says what is wrong, survives a reload, and is saved once it is in order", async ({ watched: page }) => {
  await signUp(page, "draft.testperson@example.test");
  await page.goto("/edit");
  await expect(page.getByRole("button", { name: "Save", exact: true })).toBeDisabled();
  await page.getByLabel("First name").fill("Draft");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Must fill out all input fields.").first()).toBeVisible();
  await expect(page.getByLabel("Last name")).toBeFocused();

  await page.getByLabel("Last name").fill("Testperson");
  await fillStop(page, 1, nobody);
  await page.getByRole("button", { name: "Add a stop after Lantern & Vale" }).click();
  await fillStop(page, 2, { ...nobody, company: "lantern & vale", start: "May 2023", end: "May 2022" });
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const second = page.getByRole("group", { name: /^Stop 2/ });
  await expect(second.getByText("Duplicate Companies (See Guidelines)")).toBeVisible();
  await expect(second.getByText("Invalid Date")).toBeVisible();
  await expect(page).toHaveURL(/\/edit$/);

  page.on("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByText("This is your draft from before, not saved yet.")).toBeVisible();
  await expect(page.getByLabel("First name")).toHaveValue("Draft");
  // The stop in order is shut again, the other one waits open.
  await expect(page.getByRole("button", { name: "Edit Lantern & Vale" })).toHaveCount(1);
  await fillStop(page, 2, { ...nobody, company: "Quarry Lane", start: "May 2023", end: "May 2024" });
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page).toHaveURL(/\/$/);

  await page.getByRole("link", { name: "View profile" }).click();
  await expect(page.getByText("Invalid Date")).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Draft Testperson");
});
