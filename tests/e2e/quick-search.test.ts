import { axeFor } from "./axe.ts";
import { expect, findPlaces, openOwnPage, test } from "./fixtures.ts";

test("Ctrl K leads by keyboard alone to a company, and gives the focus back when left", async ({ watched: page }) => {
  const { companyName, company } = await findPlaces(page);
  await page.goto("/discover");
  const button = page.getByRole("button", { name: "Jump to" });
  await expect(button).toBeVisible();
  await button.focus();
  await expect(async () => {
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("dialog", { name: "Jump to" })).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(button).toBeFocused();
  await page.keyboard.press("/");
  const field = page.getByRole("combobox", { name: "Company, school, person or title" });
  await expect(field).toBeFocused();
  await field.fill(companyName.toUpperCase());
  await expect(page.getByRole("option").first()).toContainText(companyName);
  await expect(page.getByText("/ or Ctrl K opens this")).toBeVisible();
  await expect(page.getByText("G then E edits your profile")).toHaveCount(0);
  const { violations } = await axeFor(page).analyze();
  expect(violations.map((one) => `${one.id} ${one.nodes[0]?.html}`)).toEqual([]);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`${company}$`));
  await expect(page.getByRole("dialog")).toBeHidden();
});

test("G then E leads who is signed in to the edit page, but for letters that are typed", async ({ watched: page }) => {
  const { profileId } = await openOwnPage(page, "keys.jump@example.test");
  const name = page.getByLabel("Username");
  await name.pressSequentially("ge");
  await expect(name).toHaveValue("ge");
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Jump to" }).click();
  await expect(page.getByText("G then E edits your profile")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  // Neither a single E, nor an E with other keys before it.
  for (const key of ["e", "g", "x", "e"]) await page.keyboard.press(key);
  await expect(page).toHaveURL(new RegExp(`/user/${profileId}$`));
  await page.keyboard.press("g");
  await page.keyboard.press("e");
  await expect(page).toHaveURL(/\/edit$/);
  await expect(page.getByRole("heading", { level: 1, name: "Edit Your Profile" })).toBeVisible();
});

test("what is not there is said, and the field keeps what was typed", async ({ watched: page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/");
  await page.getByRole("button", { name: "Jump to" }).click();
  const field = page.getByRole("combobox", { name: "Company, school, person or title" });
  await field.fill("zzqqxxzz");
  await expect(page.getByRole("status").filter({ hasText: "Nothing found for “zzqqxxzz”." })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(field).toHaveValue("zzqqxxzz");
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});
