import type { Browser, Page } from "@playwright/test";
import { createAccount, expect, mine, signUp, test } from "./fixtures.ts";

// The account settings. Actions that need a fresh proof are in settings-proof.test.ts.

const PASSWORD = "correct-horse-battery";

async function logInElsewhere(browser: Browser, email: string, userAgent: string): Promise<Page> {
  const context = await browser.newContext({ userAgent });
  const page = await context.newPage();
  await page.goto("/login");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Login In" }).click();
  await page.getByRole("button", { name: "Logout" }).waitFor();
  return page;
}

const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1";
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0";

test("a visitor is sent to log in first, and comes back", async ({ watched: page }) => {
  const email = mine("settings.door@example.test");
  await signUp(page, email);
  await page.getByRole("button", { name: "Logout" }).click();
  await page.getByRole("link", { name: "Login" }).waitFor();
  await page.goto("/settings");
  await expect(page).toHaveURL(/\/login\?next=/);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/settings$/);
  await expect(page).toHaveTitle("Account settings – Pipelines");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Account settings");
});

test("the header leads there: by the gear, and in the panel of a small screen", async ({ watched: page }) => {
  await signUp(page, "settings.header@example.test");
  await page.setViewportSize({ width: 900, height: 700 });
  const gear = page.getByRole("link", { name: "Account settings" });
  await gear.focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/settings$/);
  await expect(gear).toHaveAttribute("aria-current", "page");
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto("/");
  await page.getByLabel("Menu", { exact: true }).click();
  await page.getByRole("link", { name: "Account settings" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Account settings");
});

test("the lists can be read without JavaScript", async ({ watched: page, browser }) => {
  const email = mine("settings.noscript@example.test");
  await createAccount(page, email);
  const context = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  });
  const still = await context.newPage();
  await still.goto("/settings");
  await expect(still.getByText(email, { exact: true }).first()).toBeVisible();
  await expect(still.getByText("Not verified")).toBeVisible();
  await expect(still.getByText("This device")).toBeVisible();
  await expect(still.locator("noscript p")).toContainText("changing something needs it");
  await expect(still.locator("noscript p")).toBeVisible();
  await context.close();
});

test.describe("refused on purpose", () => {
  test.use({ allowed: [/status of 400/] });

  test("a new password: every mistake beside its field, nothing lost, and the others signed out", async ({
    watched: page,
    browser,
  }) => {
    const email = mine("settings.password@example.test");
    await createAccount(page, email);
    const phone = await logInElsewhere(browser, email, IPHONE);
    await page.goto("/settings");
    const sessions = page.getByRole("region", { name: "Sessions" });
    await expect(sessions.getByText("Safari on iPhone")).toBeVisible();

    const section = page.getByRole("region", { name: "Password" });
    const present = section.getByLabel("Current password");
    const fresh = section.getByLabel("New password");
    const save = section.getByRole("button", { name: "Change password" });
    await save.click();
    await expect(section.getByText("Enter your current password.")).toBeVisible();
    await expect(present).toBeFocused();
    await present.fill("not-my-password");
    await fresh.fill("short");
    await save.click();
    await expect(section.getByText("A password has at least 8 characters.")).toBeVisible();
    await expect(fresh).toBeFocused();
    await fresh.fill("nine-grey-otters");
    await page.keyboard.press("Enter");
    await expect(section.getByText("This is not your password.")).toBeVisible();
    await expect(present).toBeFocused();
    await expect(fresh).toHaveValue("nine-grey-otters");
    await present.fill(PASSWORD);
    await fresh.fill("password1");
    await save.click();
    await expect(section.getByText(/too easy to guess/)).toBeVisible();
    await fresh.fill("nine-grey-otters");
    await save.click();
    await expect(section.getByText("Your password was changed.")).toBeVisible();
    await expect(present).toHaveValue("");
    await expect(sessions.getByText("Safari on iPhone")).toHaveCount(0);
    await phone.goto("/settings");
    await expect(phone).toHaveURL(/\/login/);
    await phone.context().close();
  });

  test("an address that is none, or the same one, is not sent", async ({ watched: page }) => {
    const email = mine("settings.address@example.test");
    await createAccount(page, email);
    await page.goto("/settings");
    const section = page.getByRole("region", { name: "E-mail" });
    const field = section.getByLabel("New e-mail");
    await field.fill("no address");
    await page.keyboard.press("Enter");
    await expect(section.getByText("This is not an e-mail address.")).toBeVisible();
    await expect(field).toBeFocused();
    await field.fill(email);
    await page.keyboard.press("Enter");
    await expect(section.getByText("This is your address already.")).toBeVisible();
    await section.getByRole("button", { name: "Send again" }).click();
    await expect(section.getByText("Check your inbox: a link is on its way.")).toBeVisible();
    await expect(field).toHaveValue(email);
  });
});

test("sessions: one is ended, then all others, and the focus is not lost", async ({ watched: page, browser }) => {
  const email = mine("settings.sessions@example.test");
  await createAccount(page, email);
  const phone = await logInElsewhere(browser, email, IPHONE);
  const second = await logInElsewhere(browser, email, FIREFOX);
  await page.goto("/settings");
  const section = page.getByRole("region", { name: "Sessions" });
  await expect(section.getByRole("listitem")).toHaveCount(3);
  // This device comes first and has no button, because the header's Logout ends it.
  await expect(section.getByRole("listitem").first().getByText("This device")).toBeVisible();
  await expect(section.getByRole("listitem").first().getByRole("button")).toHaveCount(0);

  await section.getByRole("button", { name: "Sign out Safari on iPhone" }).press("Enter");
  await expect(section.getByText("Safari on iPhone is signed out.")).toBeVisible();
  await expect(section.getByRole("listitem")).toHaveCount(2);
  await expect(section.getByRole("heading", { name: "Sessions" })).toBeFocused();
  await phone.goto("/settings");
  await expect(phone).toHaveURL(/\/login/);

  await section.getByRole("button", { name: "Sign out everywhere else" }).press("Enter");
  await expect(section.getByText("You are signed out everywhere else.")).toBeVisible();
  await expect(section.getByRole("listitem")).toHaveCount(1);
  await expect(section.getByRole("button")).toHaveCount(0);
  await second.goto("/settings");
  await expect(second).toHaveURL(/\/login/);
  await phone.context().close();
  await second.context().close();
});

test("news are turned off and on again by keyboard, and stay so", async ({ watched: page }) => {
  await createAccount(page, "settings.mails@example.test");
  await page.goto("/settings");
  const news = page.getByRole("switch", { name: "News about Pipelines" });
  await expect(news).toBeChecked();
  await news.press("Space");
  await expect(page.getByText("You will get no more news.")).toBeVisible();
  await page.reload();
  await expect(news).not.toBeChecked();
  await news.press("Space");
  await expect(page.getByText("You will get our news.")).toBeVisible();
  await page.reload();
  await expect(news).toBeChecked();
});

test.describe("without a line to the server", () => {
  test.use({ allowed: [/ERR_INTERNET_DISCONNECTED/] });

  test("a change that fails says so, keeps what was typed and works again later", async ({ watched: page }) => {
    await createAccount(page, "settings.offline@example.test");
    await page.goto("/settings");
    const section = page.getByRole("region", { name: "E-mail" });
    const field = section.getByLabel("New e-mail");
    await field.fill("settings.elsewhere@example.test");
    await page.context().setOffline(true);
    await section.getByRole("button", { name: "Change e-mail" }).click();
    await expect(section.getByText("An error occurred during the fetch operation.")).toBeVisible();
    await expect(field).toHaveValue("settings.elsewhere@example.test");
    await page.context().setOffline(false);
    await section.getByRole("button", { name: "Change e-mail" }).click();
    await expect(section.getByText(/We have written to settings\.elsewhere/)).toBeVisible();
    await expect(field).toHaveValue("");
  });
});
