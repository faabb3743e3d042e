import { ADMIN, call, isAccessible, signInAdmin, tabTo } from "./admin-tabs.ts";
import { expect, test } from "./fixtures.ts";
import { OwnApp } from "./own-app.ts";

// A site that is not open yet: what everybody sees, and the way in.

const app = new OwnApp({ DEMO: "off", EARLY_ACCESS: "on" });
// One app for all of them, in one worker.
test.describe.configure({ mode: "default" });
test.beforeAll(async () => {
  test.setTimeout(240_000);
  await app.start();
  await app.makeAdmin(ADMIN.email, ADMIN.password);
});
test.afterAll(() => app.remove());

// The page itself is refused with 403; a browser writes that down.
test.use({ allowed: [/status of (400|403)/] });

test("a closed site says 'Pipelines Coming Soon' everywhere and takes an address for the newsletter", async ({
  watched: page,
}) => {
  await page.setViewportSize({ width: 360, height: 800 });
  for (const path of ["/", "/search", "/discover", "/no/such/page"]) {
    await page.goto(`${app.url}${path}`);
    await expect(page.getByRole("heading", { level: 1, name: "Pipelines Coming Soon" })).toBeVisible();
    await expect(page.getByRole("banner")).toHaveCount(0);
    await expect(page.getByRole("contentinfo")).toHaveCount(0);
  }
  await isAccessible(page, "coming soon", true);
  await page.setViewportSize({ width: 360, height: 800 });
  const field = page.getByLabel("E-mail");
  const button = page.getByRole("button", { name: "Notify Me!" });
  // At least as high as a finger needs, also if field and button are below each other.
  expect((await field.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await tabTo(page, /^E-mail/);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Enter your e-mail address.")).toBeVisible();
  await page.keyboard.type("visitor@example.test");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("img", { name: "Sent" })).toBeVisible();
  await expect(page.getByText(/Check your inbox/)).toBeVisible();
  await expect(page.locator(".news button")).toBeDisabled();
  await isAccessible(page, "asked for news");
  await expect(button).toBeEnabled();
});

test("a code from an administrator opens the site, by keyboard; a wrong one says so", async ({ watched: page }) => {
  await signInAdmin(page, app);
  const { code } = await call<{ code: string }>(page, app, "POST", "/api/admin/codes", { label: "Ada", maxUses: 1 });
  await page.context().clearCookies();
  await page.goto(`${app.url}/search`);
  await tabTo(page, /Enter it here/);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${app.url}/code`);
  await expect(page.getByRole("link", { name: "Pipelines, home" })).toBeVisible();
  await isAccessible(page, "code", true);
  await tabTo(page, /^Secret code/);
  await page.keyboard.press("Enter");
  await expect(page.getByText("No code provided.")).toBeVisible();
  await page.keyboard.type("ABCD-EFGH-JKMN");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Incorrect code.")).toBeVisible();
  await expect(page.getByLabel("Secret code")).toBeFocused();
  await page.getByText("I already have an account").click();
  await isAccessible(page, "a wrong code");
  await page.getByLabel("Secret code").fill(code.toLowerCase().replaceAll("-", " "));
  await page.getByLabel("Secret code").press("Enter");
  await expect(page).toHaveURL(`${app.url}/`);
  await expect(page.getByRole("link", { name: "Get Started" })).toBeVisible();
});

test("pages behind the links of mails say what they do, and what is wrong with a link", async ({ watched: page }) => {
  for (const [path, button] of [
    ["/newsletter/confirm", "Yes, tell me"],
    ["/newsletter/unsubscribe", "Take me off the list"],
  ] as const) {
    await page.goto(`${app.url}${path}`);
    await expect(page.getByRole("button", { name: button })).toBeDisabled();
    await page.goto(`${app.url}${path}#${"A".repeat(43)}`);
    await page.getByRole("button", { name: button }).press("Enter");
    await expect(page.getByRole("alert")).toContainText("This link has been used or has expired.");
    await isAccessible(page, path);
  }
  await page.goto(`${app.url}/unsubscribe`);
  await expect(page.getByRole("heading", { level: 1, name: "This link does not work" })).toBeVisible();
  await page.goto(`${app.url}/unsubscribe?token=nonsense`);
  await page.getByRole("button", { name: "Unsubscribe" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "This link does not work" })).toBeVisible();
  await page.goto(`${app.url}/unsubscribe?done`);
  await expect(page.getByRole("heading", { level: 1, name: "You are off the list" })).toBeVisible();
  await isAccessible(page, "unsubscribed");
});
