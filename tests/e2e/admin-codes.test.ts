import { ADMIN, call, isAccessible, signInAdmin, tabTo } from "./admin-tabs.ts";
import { expect, test } from "./fixtures.ts";
import { OwnApp } from "./own-app.ts";

// What an administrator does with codes, suggestions and the log.

const app = new OwnApp({ DEMO: "off" });
test.beforeAll(async () => {
  test.setTimeout(180_000);
  await app.start();
  await app.makeAdmin(ADMIN.email, ADMIN.password);
});
test.afterAll(() => app.remove());
test.beforeEach(async ({ watched }) => signInAdmin(watched, app));

test("an administrator makes a code by keyboard, copies it this once, and revokes it", async ({ watched: page }) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin: app.url });
  await page.goto(`${app.url}/admin/dashboard/codes`);
  await expect(page.getByRole("heading", { level: 1, name: "Codes" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "No codes yet" })).toBeVisible();

  await tabTo(page, /^\s*For/);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Say what the code is for.")).toBeVisible();
  await expect(page.getByLabel("For")).toBeFocused();
  await page.keyboard.type("Northwind friends");
  await page.keyboard.press("Tab");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("0");
  await page.keyboard.press("Enter");
  await expect(page.getByText("A whole number from 1 to 100,000.")).toBeVisible();
  await expect(page.getByLabel("Uses")).toBeFocused();
  await isAccessible(page, "a wrong number");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("25");
  await page.keyboard.press("Enter");

  const title = page.getByRole("heading", { name: "Code for “Northwind friends”" });
  await expect(title).toBeFocused();
  const code = await page.locator(".acode__c").innerText();
  expect(code).toMatch(/^[2-9A-HJKMNP-TV-Z]{4}(-[2-9A-HJKMNP-TV-Z]{4}){2}$/);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);
  await isAccessible(page, "a fresh code");
  await page.getByRole("button", { name: "Make another code" }).press("Enter");
  await expect(page.getByLabel("For")).toBeFocused();
  await page.reload();
  const row = page.getByRole("row", { name: /Northwind friends/ });
  await expect(row).toContainText("Active");
  await expect(row).toContainText("0 of 25");
  await expect(page.getByText(code)).toHaveCount(0);

  const revoke = page.getByRole("button", { name: "Revoke the code “Northwind friends”" });
  await revoke.press("Enter");
  await expect(page.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(revoke).toBeFocused();
  await revoke.press("Enter");
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
  await expect(row).toContainText("Revoked");
  await expect(page.getByRole("status").getByText("The code “Northwind friends” is revoked.")).toBeVisible();
  await isAccessible(page, "codes", true);
});

test("an administrator reads suggestions, marks one as done, takes it back, and deletes one", async ({
  watched: page,
}) => {
  const long = `A long one. ${"The search field loses what I typed when I go back. ".repeat(20)}`.trim();
  await call(page, app, "POST", "/api/suggestions", { type: "company", text: "Please add Northwind Robotics." });
  await call(page, app, "POST", "/api/suggestions", { type: "website-issues", text: long });
  await page.goto(`${app.url}/admin/dashboard/suggestions`);
  const items = page.getByRole("listitem").filter({ has: page.getByRole("button", { name: /Delete/ }) });
  await expect(items).toHaveCount(2);
  await expect(items.first()).toContainText("Website issues");
  await isAccessible(page, "inbox", true);
  await items.first().getByRole("button", { name: "Show all of it" }).click();
  await expect(items.first()).toContainText(long);

  await page.getByRole("button", { name: /^Mark as done: A long one/ }).press("Enter");
  await expect(items).toHaveCount(1);
  // The next one has the focus, since the button that had it is gone.
  await expect(items.first()).toBeFocused();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(items).toHaveCount(2);
  await page.getByRole("button", { name: "Done", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Nothing is done yet" })).toBeVisible();
  await page.getByRole("button", { name: "All", exact: true }).click();
  await page.getByRole("button", { name: /^Delete: Please add Northwind/ }).click();
  await expect(page.getByRole("alertdialog")).toContainText("Please add Northwind Robotics.");
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(items).toHaveCount(1);
  await expect(page.getByRole("status").getByText("The suggestion is deleted.")).toBeVisible();
});

test.describe("where the server cannot be reached", () => {
  test.use({ allowed: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch|could not be refreshed/] });
  test("a list says so and is there when asked again; the log is filtered", async ({ watched: page }) => {
    await page.route("**/api/admin/audit?*", (route) => route.abort());
    await page.goto(`${app.url}/admin/dashboard/audit`);
    await expect(page.getByRole("alert")).toContainText("An error occurred during the fetch operation.");
    await isAccessible(page, "a list that did not come");
    await page.unroute("**/api/admin/audit?*");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("row", { name: /Admin: login/ }).first()).toBeVisible();
    await page.getByLabel("About").selectOption("suggestion");
    await expect(page.getByRole("row", { name: /Admin: login/ })).toHaveCount(0);
    await page.getByLabel("About").selectOption("");
    await expect(page.getByRole("row", { name: /Admin: login/ }).first()).toBeVisible();
    await isAccessible(page, "audit log", true);
  });
});
