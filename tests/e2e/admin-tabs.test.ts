import { ADMIN, call, isAccessible, signInAdmin, tabTo } from "./admin-tabs.ts";
import { expect, test } from "./fixtures.ts";
import { OwnApp } from "./own-app.ts";

// Tests codes, suggestions, people, the mail queue and the log in the administration of a site without a mail server.

const app = new OwnApp({ DEMO: "off" });
// One app for all of them, in one worker.
test.describe.configure({ mode: "default" });
test.beforeAll(async () => {
  test.setTimeout(240_000);
  await app.start();
  await app.makeAdmin(ADMIN.email, ADMIN.password);
});
test.afterAll(() => app.remove());
test.beforeEach(async ({ watched }) => signInAdmin(watched, app));

test("an administrator of an empty site is told what to do first, and what is done", async ({ watched: page }) => {
  await page.goto(`${app.url}/admin/dashboard`);
  const steps = page.getByRole("region", { name: "First steps" });
  await expect(steps.getByRole("listitem")).toHaveCount(4);
  await isAccessible(page, "first steps", true);
  const invite = steps.getByRole("listitem").filter({ hasText: "Invite people" });
  await expect(invite).not.toContainText("(done)");
  await invite.getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1, name: "Codes" })).toBeVisible();
  await expect(steps).toHaveCount(0);
});

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
  await page.goto(`${app.url}/admin/dashboard`);
  await expect(page.getByRole("listitem").filter({ hasText: "Invite people" })).toContainText("(done)");
});

test("the name of a code has room beside its buttons, also on a tablet", async ({ watched: page }) => {
  const label = "a".repeat(60);
  const expiresAt = new Date(Date.now() + 3_000_000_000).toISOString();
  await call(page, app, "POST", "/api/admin/invitations", { label, emails: ["ada@example.org"], expiresAt });
  for (const width of [768, 1000, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${app.url}/admin/dashboard/codes`);
    const name = page.getByRole("rowheader", { name: label });
    await expect(name).toBeVisible();
    expect((await name.boundingBox())?.width, `${width} px`).toBeGreaterThan(90);
  }
});

test("a reported name without a space does not make the page wider than a phone", async ({ watched: page }) => {
  const account = { email: "long.name@example.org", password: "correct-horse-battery" };
  const { profileId } = await call<{ profileId: string }>(page, app, "POST", "/api/user/signup", account);
  const stop = { companyName: "figma", title: "Engineer", startDate: "2019-03-01", isIndefinite: true };
  const profile = { firstName: "M".repeat(40), lastName: "W".repeat(40), created: true, pipeline: [stop] };
  await call(page, app, "PATCH", `/api/profile/${profileId}`, profile);
  await call(page, app, "POST", "/api/reports", { subject: "pipeline", id: profileId, reason: "spam" });
  await page.setViewportSize({ width: 320, height: 740 });
  await page.goto(`${app.url}/admin/dashboard/reports`);
  await expect(page.getByRole("link", { name: profile.firstName })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
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
    await page.route("**/api/admin/audit*", (route) => route.abort());
    await page.goto(`${app.url}/admin/dashboard/audit`);
    await expect(page.getByRole("alert")).toContainText("An error occurred during the fetch operation.");
    await isAccessible(page, "a list that did not load");
    await page.unroute("**/api/admin/audit*");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("row", { name: /Admin: login/ }).first()).toBeVisible();
    await page.getByLabel("About").selectOption("suggestion");
    await expect(page.getByRole("row", { name: /Admin: login/ })).toHaveCount(0);
    await page.getByLabel("About").selectOption("");
    await expect(page.getByRole("row", { name: /Admin: login/ }).first()).toBeVisible();
    await isAccessible(page, "audit log", true);
    // Scripts that came late have brought no styles again: those would come after the page's own, and win.
    const sheets = await page.evaluate(() => [...document.styleSheets].map(({ href }) => href?.split("#")[0]));
    expect(sheets).toEqual([...new Set(sheets)]);
    await expect(page.getByLabel("About")).toHaveCSS("background-image", /gradient/);
  });
});

test.describe("the mail queue", () => {
  // The script by which a trace is recorded: the frame of a mail runs nothing, not even that.
  test.use({ allowed: [/Blocked script execution in 'about:blank'/] });

  test("without a mail server what is sent waits in the mail queue and can be read there", async ({
    watched: page,
  }) => {
    await page.goto(`${app.url}/admin/dashboard/emails`);
    await expect(page.getByText("There is nobody to send it to yet.")).toBeVisible();
    await page.getByLabel("Subject").fill("Only a test");
    await page.getByRole("textbox", { name: /^Body/ }).fill("<p>Nobody gets this.</p>");
    await page.getByRole("button", { name: "Send test" }).click();
    await expect(page.getByRole("status").getByText(/the test waits in the mail queue/)).toBeVisible();
    // Text in the form is kept after a look at the mail queue and after a reload.
    await page.getByRole("button", { name: "Mail queue" }).click();
    const open = page.getByRole("button", { name: `Open “Only a test” to ${ADMIN.email}` });
    await isAccessible(page, "mail queue", true);
    // There is space between the sentence and its table.
    const lead = await page.locator(".atab__lead").last().boundingBox();
    const table = await page.getByRole("table").boundingBox();
    expect((table?.y ?? 0) - ((lead?.y ?? 0) + (lead?.height ?? 0))).toBeGreaterThanOrEqual(16);
    await open.press("Enter");
    await expect(page.getByRole("button", { name: "Back to the mail queue" })).toBeFocused();
    await expect(page.frameLocator("iframe").getByText("Nobody gets this.")).toBeVisible();
    await isAccessible(page, "an e-mail of the mail queue");
    await page.getByRole("button", { name: "Back to the mail queue" }).press("Enter");
    await expect(page.getByRole("row", { name: /Only a test/ })).toBeFocused();
    await page.reload();
    await expect(page.getByLabel("Subject")).toHaveValue("Only a test");
  });
});

const NAME = "Aurelia-Philippa Wolkenstein-Hohenlohe Fernandez de la Torre y Montoya Example";

test("an administrator finds somebody, suspends, brings back and deletes them, by keyboard", async ({
  watched: page,
}) => {
  await page.context().clearCookies();
  await call(page, app, "GET", "/api/token");
  type User = { profileId: string };
  const password = "correct-horse-battery";
  const user = await call<User>(page, app, "POST", "/api/user/signup", { email: "found@example.test", password });
  const [firstName, ...rest] = NAME.split(" ");
  await call(page, app, "PATCH", `/api/profile/${user.profileId}`, {
    firstName,
    lastName: rest.join(" "),
    anonymous: false,
    created: true,
    pipeline: [],
  });
  await page.context().clearCookies();
  await signInAdmin(page, app);

  // The first pipeline is there.
  await page.goto(`${app.url}/admin/dashboard`);
  await expect(page.getByRole("heading", { level: 1, name: "Companies" })).toBeVisible();
  await expect(page.getByRole("region", { name: "First steps" })).toHaveCount(0);
  await page.goto(`${app.url}/admin/dashboard/people`);
  const row = page.getByRole("row", { name: new RegExp(NAME) });
  await expect(row).toContainText("Active");
  await isAccessible(page, "people", true);
  await tabTo(page, /Name, username or id/);
  await page.keyboard.type("nobody of that name");
  await expect(page.getByRole("heading", { name: "Nobody found" })).toBeVisible();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("wolkenstein");
  await expect(row).toBeVisible();

  await page.getByRole("button", { name: `Suspend ${NAME}` }).press("Enter");
  await expect(page.getByRole("button", { name: "Cancel" })).toBeFocused();
  await isAccessible(page, "the question of suspending");
  await page.getByLabel("Reason, for the audit log").selectOption({ label: "Abuse" });
  await page.getByRole("alertdialog").getByRole("button", { name: "Suspend" }).press("Enter");
  await expect(row).toContainText("Suspended");
  const back = page.getByRole("button", { name: `Unsuspend ${NAME}` });
  await expect(back).toBeFocused();
  expect((await page.request.get(`${app.url}/user/${user.profileId}`)).status()).toBe(404);
  await page.getByRole("button", { name: "Suspended", exact: true }).click();
  await expect(row).toContainText("Suspended");
  await page.getByRole("button", { name: "Everybody", exact: true }).click();
  await back.press("Enter");
  await expect(row).toContainText("Active");
  expect((await page.request.get(`${app.url}/user/${user.profileId}`)).status()).toBe(200);

  const remove = page.getByRole("button", { name: `Delete ${NAME}` });
  await remove.press("Enter");
  await expect(page.getByRole("heading", { name: `Delete ${NAME} for good?` })).toBeVisible();
  await isAccessible(page, "the question of deleting");
  await page.keyboard.press("Escape");
  await expect(remove).toBeFocused();
  await remove.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(row).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  expect((await page.request.get(`${app.url}/user/${user.profileId}`)).status()).toBe(404);
});
