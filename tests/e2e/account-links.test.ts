import type { Page } from "@playwright/test";
import { partsOf, PATIENT_SECONDS, SmtpSink } from "#tests/helpers/smtp.ts";
import { axeFor } from "./axe.ts";
import { expect, signUp, test } from "./fixtures.ts";
import { OwnApp } from "./own-app.ts";

// Tests the letters about an account, from the inbox to the end of each action.

const EMAIL = "letters.testperson@example.test";
const smtp = new SmtpSink(PATIENT_SECONDS);
let app: OwnApp;

// One app for all of them, in one worker.
test.describe.configure({ mode: "default" });
test.beforeAll(async () => {
  await smtp.start();
  app = new OwnApp({ DEMO: "off", SMTP_URL: smtp.url });
  await app.start();
});
test.afterAll(async () => {
  await app.remove();
  await smtp.stop();
});

/** The link in the newest letter whose subject is this, as an address of the running app. */
async function linkIn(subject: string): Promise<string> {
  let found: string | undefined;
  await expect
    .poll(
      () => {
        const message = smtp.for(EMAIL).findLast(({ headers }) => headers.get("subject") === subject);
        found = message && /https?:\/\/[^\s/]+(\/[a-z-]+#[\w-]{43})/.exec(partsOf(message).text)?.[1];
        return found;
      },
      { timeout: 20_000 },
    )
    .toBeDefined();
  return `${app.url}${found ?? ""}`;
}

async function isAccessible(page: Page): Promise<void> {
  const { violations } = await axeFor(page).analyze();
  expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
}

test.use({ allowed: [/status of 400/] });

test("somebody confirms an address, forgets the password, chooses another and logs in, by the letters alone", async ({
  watched: page,
}) => {
  test.setTimeout(240_000);
  await signUp(page, EMAIL, undefined, app.url);
  await page.setViewportSize({ width: 360, height: 780 });

  await page.goto(await linkIn("Confirm your e-mail address"));
  const confirm = page.getByRole("button", { name: "Confirm address" });
  await expect(confirm).toBeEnabled();
  // The token is out of the address, and opening the page has changed nothing.
  expect(page.url()).toBe(`${app.url}/verify-email`);
  await isAccessible(page);
  const isVerified = async () =>
    page.evaluate(
      async () => ((await (await fetch("/api/user/account")).json()) as Record<string, unknown>)["isEmailVerified"],
    );
  expect(await isVerified()).toBe(false);
  await confirm.press("Enter");
  await expect(page.getByRole("heading", { name: "Your address is confirmed." })).toBeFocused();
  // What was said of the form is no longer true.
  await expect(page.getByText("nothing has been changed")).toBeHidden();
  await isAccessible(page);
  expect(await isVerified()).toBe(true);
  await page.goto(`${app.url}/login`);
  await page.goto(await linkIn("Confirm your e-mail address"));
  await confirm.click();
  await expect(page.getByRole("alert").getByText("This link has been used or has expired.")).toBeVisible();

  await page.context().clearCookies();
  await page.goto(`${app.url}/login`);
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Forgot your password?");
  await page.getByLabel("E-mail").fill("no address");
  await page.getByRole("button", { name: "Send me a link" }).click();
  await expect(page.getByText("This is not an e-mail address.")).toBeVisible();
  await isAccessible(page);
  await page.getByLabel("E-mail").fill(EMAIL);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Check your inbox." })).toBeFocused();

  await page.goto(await linkIn("Choose a new password"));
  const password = page.getByLabel("New password");
  await password.fill("password1");
  await page.getByRole("button", { name: "Save password" }).click();
  await expect(page.getByText(/too easy to guess/)).toBeVisible();
  await isAccessible(page);
  await password.fill("a-better-horse-battery");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Your password was changed." })).toBeVisible();
  await expect(page.getByText("You are signed out everywhere once it is saved.")).toBeHidden();
  await expect(page.getByText("Link too old?")).toBeHidden();
  expect(page.url()).toBe(`${app.url}/reset-password`);
  await page.getByRole("link", { name: "Log in" }).click();
  await page.getByLabel("E-mail").fill(EMAIL);
  await page.getByLabel("Password", { exact: true }).fill("a-better-horse-battery");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${app.url}/`);
});

test("a page that is opened without its link says so and offers nothing to press", async ({ watched: page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  for (const [path, button] of [
    ["/verify-email", "Confirm address"],
    ["/change-email", "Use this address"],
    ["/reset-password", "Save password"],
  ] as const) {
    await page.goto(`${app.url}${path}`);
    await expect(page.getByRole("alert").getByText(/by the link in an e-mail alone/)).toBeVisible();
    await expect(page.getByRole("button", { name: button })).toBeDisabled();
    await isAccessible(page);
    await page.goto(`${app.url}${path}#${"A".repeat(43)}`);
    await expect(page.getByRole("button", { name: button })).toBeEnabled();
    expect(page.url()).toBe(`${app.url}${path}`);
  }
});
