import { generateSync } from "otplib";
import { ADMIN, AdminApp, logInAsAdmin } from "./admin-app.ts";
import { axeFor } from "./axe.ts";
import { expect, test } from "./fixtures.ts";

// One app for all of them, one after the other.
test.describe.configure({ mode: "default" });

const app = new AdminApp(true);
test.beforeAll(async () => {
  test.setTimeout(240_000);
  await app.start();
});
test.afterAll(() => app.remove());

const codeOf = (secret: string): string => generateSync({ secret });

test.describe("not let in", () => {
  test.use({ allowed: [/status of 40[04]/] });

  test("the dashboard is not there for visitors, and a wrong password says the server's sentence", async ({
    watched: page,
  }) => {
    for (const path of ["/admin/dashboard", "/admin/dashboard/security", "/admin/dashboard/nothing"]) {
      const answer = await page.goto(`${app.url}${path}`);
      expect(answer?.status()).toBe(404);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("You do not have permission to view this page.");
      await expect(page.getByRole("tab")).toHaveCount(0);
    }
    await page.goto(`${app.url}/admin`);
    // Neither header nor footer on administrators' pages.
    await expect(page.getByRole("navigation")).toHaveCount(0);
    for (const part of ["banner", "contentinfo"] as const) await expect(page.getByRole(part)).toHaveCount(0);
    await page.getByLabel("E-mail").fill(ADMIN.email);
    const password = page.getByLabel("Password", { exact: true });
    await password.fill("not the password");
    await page.keyboard.press("Enter");
    await expect(page.getByText("Invalid username or password.")).toBeVisible();
    await expect(password).toBeFocused();
    await expect(page.getByLabel("E-mail")).toHaveValue(ADMIN.email);
  });

  test("S32: with an app set up the login asks for its code, and removing it needs password and code", async ({
    watched: page,
  }) => {
    await logInAsAdmin(page, app.url);
    await page.goto(`${app.url}/admin/dashboard/security`);
    await page.getByRole("button", { name: "Set up an app" }).click();
    await expect(page.getByRole("img", { name: "QR code with the key below" })).toBeVisible();
    const secret = (await page.locator("code").innerText()).replaceAll(/\s/g, "");
    expect(secret).toMatch(/^[A-Z2-7]{16,}$/);
    const code = page.getByRole("textbox", { name: "Code" });
    await code.fill("000000");
    await page.getByRole("button", { name: "Confirm" }).click();
    await expect(page.getByText("Incorrect code.")).toBeVisible();
    await expect(code).toBeFocused();
    await code.fill(codeOf(secret));
    await page.keyboard.press("Enter");
    await expect(page.getByText("A code is asked for at every login.")).toBeVisible();
    await expect(page.locator("code")).toHaveCount(0);
    await page.getByRole("button", { name: "Logout" }).click();

    await app.forgetCodes();
    await page.getByLabel("E-mail").fill(ADMIN.email);
    await page.getByLabel("Password", { exact: true }).fill(ADMIN.password);
    await page.getByRole("button", { name: "Login In" }).click();
    await expect(page.getByText("Enter the code of your authenticator app.")).toBeVisible();
    await expect(code).toBeFocused();
    await page.keyboard.type("123");
    await page.keyboard.press("Enter");
    await expect(page.getByText("Invalid username or password.")).toBeVisible();
    await page.getByRole("button", { name: "Use another e-mail" }).press("Enter");
    await expect(page.getByLabel("E-mail")).toBeFocused();
    await page.getByLabel("E-mail").fill(ADMIN.email);
    await page.getByLabel("Password", { exact: true }).fill(ADMIN.password);
    await page.keyboard.press("Enter");
    await code.fill(codeOf(secret));
    await page.keyboard.press("Enter");
    await page.waitForURL(`${app.url}/admin/dashboard`);

    await app.forgetCodes();
    await page.goto(`${app.url}/admin/dashboard/security`);
    await page.getByRole("button", { name: "Remove the app" }).click();
    await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
    await page.keyboard.type("wrong");
    await code.fill(codeOf(secret));
    await page.keyboard.press("Enter");
    await expect(page.getByText("Invalid username or password.")).toBeVisible();
    await page.getByLabel("Password", { exact: true }).fill(ADMIN.password);
    await page.keyboard.press("Enter");
    await expect(page.getByText("Your password alone is enough to log in.")).toBeVisible();
  });
});

test("sessions elsewhere are seen and ended, and logging out ends this one", async ({ watched: page, browser }) => {
  const other = await browser.newPage();
  await logInAsAdmin(other, app.url);
  await logInAsAdmin(page, app.url);
  await page.goto(`${app.url}/admin/dashboard/security`);
  const sessions = page.getByRole("list", { name: "Sessions" }).getByRole("listitem");
  await expect(sessions.filter({ hasText: "This device" })).toHaveCount(1);
  await expect(sessions).not.toHaveCount(1);
  const count = await sessions.count();
  await page
    .getByRole("button", { name: /^End the session/ })
    .first()
    .click();
  await expect(page.getByText("The session has ended.")).toBeVisible();
  await expect(sessions).toHaveCount(count - 1);
  if (count > 2) await page.getByRole("button", { name: "End all other sessions" }).click();
  await expect(sessions).toHaveCount(1);

  await other.goto(`${app.url}/admin/dashboard`);
  await expect(other.getByText("You do not have permission to view this page.")).toBeVisible();
  await other.close();

  // An administrator who is logged in is led past the login.
  await page.goto(`${app.url}/admin`);
  await page.waitForURL(`${app.url}/admin/dashboard`);
  // A list that is still loading would be refused after the logout, and the browser would report this.
  await expect(page.getByRole("row").nth(1)).toBeVisible();
  await page.getByRole("button", { name: "Logout" }).click();
  await page.waitForURL(`${app.url}/admin`);
  const answer = await page.request.get(`${app.url}/admin/dashboard`);
  expect(answer.status()).toBe(404);
});

test("the tabs are a tablist by keyboard, each with an address that the back button knows", async ({
  watched: page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await logInAsAdmin(page, app.url);
  const tab = (name: string) => page.getByRole("tab", { name, exact: true });
  await expect(tab("Companies")).toHaveAttribute("aria-selected", "true");
  await expect(page.getByRole("tablist")).toHaveAttribute("aria-orientation", "vertical");
  // One stop of the tab key for all of them.
  await tab("Companies").focus();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Theme" })).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await expect(tab("Companies")).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(tab("Emails")).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await expect(tab("Security")).toBeFocused();
  // The focus alone opens nothing.
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Companies");
  await page.keyboard.press(" ");
  await expect(page).toHaveURL(/\/admin\/dashboard\/security$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Security");
  await expect(tab("Security")).toBeFocused();
  await expect(page).toHaveTitle("Security – Pipelines");
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Emails");
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Security");
  await page.reload();
  await expect(page.getByRole("tabpanel", { name: "Security" })).toBeVisible();
});

test("a public page sends nothing of the dashboard", async ({ watched: page }) => {
  const scripts: Promise<string>[] = [];
  page.on("response", (response) => {
    if (/\.js(\?|$)/.test(response.url())) scripts.push(response.text());
  });
  await page.goto(`${app.url}/`, { waitUntil: "networkidle" });
  await page.goto(`${app.url}/search`, { waitUntil: "networkidle" });
  const ofDashboard = /Save company|End all other sessions/;
  const texts = await Promise.all(scripts);
  expect(texts.length).toBeGreaterThan(3);
  expect(texts.filter((text) => ofDashboard.test(text))).toEqual([]);
  // The same words do come where they belong.
  await logInAsAdmin(page, app.url);
  await page.getByRole("button", { name: "Add company" }).waitFor();
  expect((await Promise.all(scripts)).some((text) => ofDashboard.test(text))).toBe(true);
});

for (const theme of ["light", "dark"] as const) {
  for (const width of [360, 1280] as const) {
    test(`axe finds nothing at the login and in the security tab, ${theme}, ${width} px`, async ({ browser }) => {
      const context = await browser.newContext({
        colorScheme: theme,
        reducedMotion: "reduce",
        viewport: { width, height: 800 },
      });
      const page = await context.newPage();
      const look = async (what: string) => {
        const { violations } = await axeFor(page, theme === "light" && width === 1280).analyze();
        expect.soft(violations.map((one) => `${what}: ${one.id} ${one.nodes[0]?.html}`)).toEqual([]);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect.soft(overflow, `${what} is wider than the screen`).toBeLessThanOrEqual(0);
      };
      await page.goto(`${app.url}/admin`);
      await look("login");
      await page.goto(`${app.url}/admin/dashboard`);
      await look("denied");
      await logInAsAdmin(page, app.url);
      await page.goto(`${app.url}/admin/dashboard/security`);
      await page.getByRole("button", { name: "Set up an app" }).click();
      await page.getByRole("textbox", { name: "Code" }).waitFor();
      await look("security");
      await context.close();
    });
  }
}
