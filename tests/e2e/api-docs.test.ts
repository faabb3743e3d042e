import { expect, test } from "./fixtures.ts";

// The API's page: one finds a call, reads it, and takes an example along.

test("public calls come first, and the index leads to any call", async ({ watched: page }) => {
  await page.goto("/api/docs");
  const groups = await page.locator(".apigroup > h2").allTextContents();
  expect(groups.slice(0, 4)).toEqual(["Profiles", "Companies", "Schools", "Paths"]);
  expect(groups.at(-1)).toBe("Schemas");
  await expect(page.locator(".apicall").first()).toContainText("Open to everybody");
  const index = page.getByRole("navigation", { name: "Calls" });
  await index.getByText("Companies", { exact: false }).first().click();
  await index.getByRole("link", { name: "People who worked at a company, each once" }).click();
  await expect(page).toHaveURL(/#getCompanyEmployeesById$/);
  await expect(page.locator("#getCompanyEmployeesById")).toBeInViewport();
});

test("a search by keyboard leaves the calls that have its words", async ({ watched: page }) => {
  await page.goto("/api/docs");
  await page.getByLabel("Find a call").focus();
  await page.keyboard.type("company employees");
  await expect(page.locator(".apisearch [role=status]")).toHaveText(/^\d+ calls?$/);
  await expect(page.locator("#getCompanyEmployeesById")).toBeVisible();
  await expect(page.locator("#getToken")).toBeHidden();
  await expect(page.locator("#schemas")).toBeHidden();
  await page.keyboard.type(" nothing of the kind");
  await expect(page.getByText("No call has all of these words.")).toBeVisible();
  await page.getByLabel("Find a call").fill("");
  await expect(page.locator("#getToken")).toBeVisible();
});

test("an example is copied, and names of schemas lead to their fields", async ({ watched: page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/api/docs");
  const call = page.locator("#getCompanyGetById");
  await call.locator("summary").focus();
  await page.keyboard.press("Enter");
  await call.getByRole("button", { name: "Copy curl of GET /api/company/get/{id}" }).click();
  await expect(call.getByRole("status").first()).toHaveText("Copied");
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/^curl -s "\$BASE\/api\/company\/get\/\w+"$/);
  await call.getByRole("link", { name: "CompanyDetail" }).click();
  const schema = page.locator("#CompanyDetail");
  await expect(schema).toBeInViewport();
  await schema.locator("summary").click();
  await expect(schema.getByText("Average completed stay in days", { exact: false })).toBeVisible();
});

test("on a phone, in the dark, nothing is wider than the screen", async ({ watched: page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/api/docs");
  for (const summary of await page.locator("#patchProfileById summary, #Profile summary").all()) await summary.click();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const [red = 255] = (/\d+/.exec(background) ?? []).map(Number);
  expect(red).toBeLessThan(60);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("calls, examples and index are all there", async ({ page }) => {
    await page.goto("/api/docs");
    await expect(page.getByLabel("Find a call")).toHaveCount(0);
    const call = page.locator("#getProfileRandom");
    await call.locator("summary").click();
    await expect(call.getByText('curl -s "$BASE/api/profile/random"')).toBeVisible();
    await expect(call.getByRole("button")).toHaveCount(0);
    await page.locator(".apiindex summary").first().click();
    await page.locator(".apiindex a", { hasText: "Random people, each once" }).click();
    await expect(page).toHaveURL(/#getProfileRandom$/);
  });
});
