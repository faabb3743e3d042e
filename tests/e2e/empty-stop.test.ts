import { createAccount, createPerson, expect, test } from "./fixtures.ts";

const MISSING = "Must fill out all input fields.";

test("an untouched stop keeps a first profile from being saved, until it is removed", async ({ watched: page }) => {
  await createAccount(page, "empty.stop@example.test");
  await page.goto("/edit");
  await page.getByLabel("First name").fill("Nova");
  await page.getByLabel("Last name").fill("Testperson");
  const save = page.getByRole("button", { name: "Save", exact: true });
  await save.click();
  await expect(page.getByRole("alert").getByText(MISSING)).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Company" })).toBeFocused();
  for (const name of ["Company", "Title"])
    await expect(page.getByRole("combobox", { name })).toHaveAccessibleDescription(MISSING);
  await expect(page).toHaveURL(/\/edit$/);

  await page.getByRole("button", { name: "Remove this stop" }).click();
  await expect(page.getByText(MISSING)).toHaveCount(0);
  await save.click();
  await expect(page.getByText("Your profile is saved. Your line has no stops yet.")).toBeVisible();
  await expect(page.getByText("Your line is saved.")).toHaveCount(0);
});

test("an untouched stop beside saved ones is missed too", async ({ watched: page }) => {
  const stop = { companyName: "Harbour & Tarn", title: "Analyst", startDate: "2016-05-01", endDate: "2017-02-01" };
  await createPerson(page, "second.empty.stop@example.test", { pipeline: [stop] });
  await page.goto("/edit");
  const save = page.getByRole("button", { name: "Save", exact: true });
  await expect(save).toBeDisabled();
  await page.getByRole("button", { name: "Add a stop after Harbour & Tarn" }).click();
  // A blank stop alone is nothing to save.
  await expect(save).toBeDisabled();
  await page.getByLabel("First name").fill("Nova B.");
  await save.click();
  await expect(page.getByRole("alert").getByText(MISSING)).toBeVisible();
});
