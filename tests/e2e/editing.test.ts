import { MAX_STOPS } from "#features/pipeline/check.ts";
import { createAccount, createPerson, expect, fillStop, test } from "./fixtures.ts";

const nobody = { company: "Lantern & Vale", title: "Analyst", start: "March 2020", end: "June 2021" };

test("a draft says what is wrong, survives a reload, and is saved once it is in order", async ({ watched: page }) => {
  await createAccount(page, "draft.testperson@example.test");
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
  await page
    .getByRole("group", { name: /^Stop 2/ })
    .getByText("More", { exact: true })
    .click();
  await page.getByLabel("Location (optional)").fill("Toronto");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page).toHaveURL(/\/$/);

  await page.getByRole("link", { name: "View profile" }).click();
  await expect(page.getByText("Invalid Date")).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Draft Testperson");
  await expect(page.getByText("Toronto", { exact: true })).toBeVisible();
});

test("beside a long line the preview and the anonymity check stay in view, above the save bar", async ({
  watched: page,
}) => {
  const pipeline = Array.from({ length: 12 }, (_, n) => ({
    companyId: "",
    companyName: `Quarry ${n} Lane`,
    title: "Engineer",
    startDate: `${2005 + n}-01-01`,
    endDate: `${2005 + n}-12-01`,
    isIndefinite: false,
  }));
  await createPerson(page, "long.rail@example.test", { pipeline });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/edit");
  const rail = page.getByRole("complementary");
  await expect(rail.getByRole("heading").first()).toBeVisible();
  const top = async (): Promise<number> => (await rail.boundingBox())?.y ?? NaN;
  await page.getByRole("button", { name: /^Edit Quarry 11 Lane/ }).scrollIntoViewIfNeeded();
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight / 2));
  // Below the header, which is 64 px high.
  await expect.poll(top).toBeGreaterThanOrEqual(64);
  expect(await top()).toBeLessThanOrEqual(64 + 40);
  const bar = await page.locator(".ed-foot").boundingBox();
  const box = await rail.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
  await expect(rail.getByRole("heading").first()).toBeInViewport();
});

test("a full line offers no place for a stop that could not be saved", async ({ watched: page }) => {
  const pipeline = Array.from({ length: MAX_STOPS }, (_, n) => ({
    companyId: "",
    companyName: `Full Line ${n} Works`,
    title: "Engineer",
    startDate: `${1970 + n}-01-01`,
    endDate: `${1970 + n}-12-01`,
    isIndefinite: false,
  }));
  await createPerson(page, "full.line@example.test", { pipeline });
  await page.goto("/edit");
  const full = page.getByText("A pipeline has at most 50 companies.");
  const places = page.getByRole("button", { name: /^Add a stop/ });
  await expect(full).toBeVisible();
  await expect(places).toHaveCount(0);
  await page.getByRole("button", { name: "Remove Full Line 7 Works" }).click();
  await expect(places).toHaveCount(MAX_STOPS);
  await expect(full).toHaveCount(0);
  // Undone, the line is full again; the focus is not lost with the button that had it.
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(places).toHaveCount(0);
  await expect(page.locator("body")).not.toBeFocused();
});
