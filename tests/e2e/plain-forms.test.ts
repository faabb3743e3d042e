import type { Page } from "@playwright/test";
import { partsOf, PATIENT_SECONDS, SmtpSink } from "#tests/helpers/smtp.ts";
import { expect, mine, test } from "./fixtures.ts";
import { HostedApp } from "./hosted-app.ts";

// Forms before our script runs, or without it.

const PASSWORD = "correct-horse-battery";
const smtp = new SmtpSink(PATIENT_SECONDS);
const open = new HostedApp();
const closed = new HostedApp();

// The tests run one after the other, and share an open app and one with early access.
test.describe.configure({ mode: "default" });
test.beforeAll(async () => {
  test.setTimeout(300_000);
  await smtp.start();
  await open.start(async () => ({ SMTP_URL: smtp.url }));
});
test.afterAll(async () => {
  await open.remove();
  await closed.remove();
  await smtp.stop();
});

let closing: Promise<void> | undefined;

/** The closed site, which starts when the first test needs it: only wide ones do. */
async function closedUrl(): Promise<string> {
  closing ??= closed.start(async () => ({ SMTP_URL: smtp.url, EARLY_ACCESS: "on" }));
  await closing;
  return closed.url;
}

/** Signs somebody up by the form's door: the browser has the cookie then. */
async function signUp(page: Page, name: string): Promise<string> {
  const email = mine(`${name}@example.test`);
  const headers = { origin: open.url };
  const done = await page.request.post(`${open.url}/signup`, { form: { email, password: PASSWORD }, headers });
  expect(done.url()).toBe(`${open.url}/`);
  return email;
}

/** The address of a link in a letter to somebody; letters may come in any order. */
async function linkTo(email: string, path: string): Promise<string> {
  const link = new RegExp(`https?://[^\\s/]+/${path}[#?][\\w=.-]+`);
  const find = () =>
    smtp
      .for(email)
      .map((letter) => link.exec(partsOf(letter).text)?.[0])
      .find((one) => one !== undefined);
  await expect.poll(find).toBeDefined();
  return find() ?? "";
}

async function slowly(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 100,
    downloadThroughput: 40_000,
    uploadThroughput: 40_000,
  });
}

const MODES = [
  { mode: "without JavaScript", name: "plain", isSlow: false },
  { mode: "at 40 KB a second, sent before the script has come", name: "slow", isSlow: true },
] as const;

for (const { mode, name, isSlow } of MODES) {
  test.describe(mode, () => {
    test.use({ javaScriptEnabled: isSlow, waits: false });

    /** Opens a page and continues as soon as its form can be filled in. */
    const visit = async (page: Page, address: string): Promise<void> => {
      if (isSlow) await slowly(page);
      await page.goto(address, { waitUntil: isSlow ? "commit" : "load" });
    };
    const press = (page: Page, button: string) =>
      page.getByRole("button", { name: button }).click({ noWaitAfter: true });
    const arrive = (page: Page, path: string) =>
      page.waitForURL((url) => `${url.pathname}${url.search}` === path, { timeout: 60_000, waitUntil: "commit" });

    test("sign-up: refused with what was typed but no password, then done", async ({ page }) => {
      const email = mine(`${name}-new@example.test`);
      await visit(page, `${open.url}/signup`);
      await page.getByLabel("E-mail").fill(email);
      await page.getByLabel("Password").first().fill("short");
      await press(page, "Join Pipelines");
      await expect(page.getByText("A password has at least 8 characters.")).toBeVisible();
      await expect(page.getByLabel("E-mail")).toHaveValue(email);
      if (!isSlow) await expect(page.getByLabel("Password").first()).toHaveValue("");
      await page.getByLabel("Password").first().fill(PASSWORD);
      await press(page, "Join Pipelines");
      await arrive(page, "/edit");
    });

    test("login, and log-out", async ({ page }) => {
      const email = await signUp(page, `${name}-known`);
      await page.context().clearCookies();
      await visit(page, `${open.url}/login?next=/settings`);
      await page.getByLabel("E-mail").fill(email);
      await page.getByLabel("Password").first().fill(PASSWORD);
      await press(page, "Login In");
      await arrive(page, "/settings");
      await page.getByRole("button", { name: "Logout" }).first().click({ noWaitAfter: true });
      await expect(page.getByRole("link", { name: "Login" }).first()).toBeAttached({ timeout: 60_000 });
    });

    test("a forgotten password: the link is asked for, and a new one set by it", async ({ page }) => {
      const email = await signUp(page, `${name}-forgot`);
      await page.context().clearCookies();
      await visit(page, `${open.url}/forgot-password`);
      await page.getByLabel("E-mail").fill(email);
      await press(page, "Send me a link");
      await expect(page.getByText("Check your inbox.")).toBeVisible({ timeout: 60_000 });
      const link = await linkTo(email, "reset-password");
      await visit(page, link);
      if (!isSlow) await page.getByLabel("Link from the e-mail").fill(link);
      await page.getByLabel("New password").first().fill("nine-grey-otters");
      await press(page, "Save password");
      await expect(page.getByText("Your password was changed.")).toBeVisible({ timeout: 60_000 });
    });

    test("a suggestion", async ({ page }) => {
      await visit(page, `${open.url}/suggestions`);
      await page.getByRole("textbox").first().fill("Add Quillon");
      await page.locator(".sug__f [type=submit]").click({ noWaitAfter: true });
      await arrive(page, "/suggestions?sent");
    });

    test("the secret code of a closed site: a wrong one says so and is still there", async ({ page }) => {
      await visit(page, `${await closedUrl()}/code`);
      await page.getByLabel("Secret code").fill("WRONG-CODE");
      await page.getByLabel("Secret code").press("Enter", { noWaitAfter: true });
      await expect(page.getByText("Incorrect code.")).toBeVisible({ timeout: 60_000 });
      await expect(page.getByLabel("Secret code")).toHaveValue("WRONG-CODE");
    });

    test("the newsletter of a closed site, and out of it by one click", async ({ page }) => {
      const email = mine(`${name}-news@example.test`);
      await visit(page, await closedUrl());
      await page.getByLabel("E-mail").fill(email);
      await press(page, "Notify Me!");
      await expect(page.getByText(/Check your inbox/)).toBeVisible({ timeout: 60_000 });
      await visit(page, `${open.url}/unsubscribe?token=nonsense`);
      await press(page, "Unsubscribe");
      await expect(page.getByRole("heading", { level: 1, name: "This link does not work" })).toBeVisible({
        timeout: 60_000,
      });
    });
  });
}

test.describe("forms that our script alone can send", () => {
  /** Scripts come when they are let through. */
  const holdScripts = async (page: Page): Promise<() => void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route(/\/assets\/.*\.js$/, async (route) => {
      await promise;
      await route.continue();
    });
    return resolve;
  };

  test("wait for it where they are sent before, and are sent then: with what was typed, by key and by button", async ({
    page,
  }) => {
    await signUp(page, "early");
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.isNavigationRequest()) sent.push(`${request.method()} ${request.url()}`);
    });
    const fresh = mine("early-new@example.test");
    const letThrough = await holdScripts(page);
    await page.goto(`${open.url}/settings`, { waitUntil: "commit" });
    const section = page.getByRole("region", { name: "E-mail" });
    await section.getByLabel("New e-mail").fill(fresh);
    await section.getByLabel("New e-mail").press("Enter", { noWaitAfter: true });
    await page.getByRole("button", { name: "Download everything" }).click({ noWaitAfter: true });
    await expect(page.locator("form[data-waits]")).toHaveCount(2);
    await page.waitForTimeout(3_000);
    expect(sent).toEqual([`GET ${open.url}/settings`]);
    await expect(section.getByLabel("New e-mail")).toHaveValue(fresh);
    letThrough();
    await expect(section.getByText(`We have written to ${fresh}.`)).toBeVisible();
    await expect(page.getByText(/^Your file is in your downloads/)).toBeVisible();
    await expect(page.locator("form[data-waits]")).toHaveCount(0);
    expect(sent).toEqual([`GET ${open.url}/settings`]);
  });

  test("are sent at 40 KB a second too", async ({ page }) => {
    await signUp(page, "slow-settings");
    const fresh = mine("slow-settings-new@example.test");
    await slowly(page);
    await page.goto(`${open.url}/settings`, { waitUntil: "commit" });
    const section = page.getByRole("region", { name: "E-mail" });
    await section.getByLabel("New e-mail").fill(fresh);
    await section.getByLabel("New e-mail").press("Enter", { noWaitAfter: true });
    await expect(section.getByText(`We have written to ${fresh}.`)).toBeVisible({ timeout: 60_000 });
    expect(page.url()).toBe(`${open.url}/settings`);
  });

  test("know what was typed before: one's own profile can be saved", async ({ page }) => {
    await signUp(page, "typed");
    const me = await (await page.request.get(`${open.url}/api/user/me`)).json();
    const headers = { origin: open.url };
    const path = `${open.url}/api/profile/${me.profileId}`;
    const saved = await page.request.patch(path, { headers, data: { firstName: "Mira", created: true } });
    expect(saved.status(), await saved.text()).toBe(200);
    const letThrough = await holdScripts(page);
    await page.goto(`${open.url}/user/${me.profileId}`, { waitUntil: "commit" });
    const handle = page.getByLabel("LinkedIn handle");
    await handle.pressSequentially("mira-tanak");
    await expect(page.getByRole("button", { name: "Save", exact: true })).toBeDisabled();
    letThrough();
    const save = page.getByRole("button", { name: "Save", exact: true });
    await expect(save).toBeEnabled();
    await page.keyboard.type("a");
    await expect(handle).toHaveValue("mira-tanaka");
    await save.click();
    await expect(save).toBeDisabled();
    const now = await (await page.request.get(`${open.url}/api/profile/get/${me.profileId}`)).json();
    expect(now.linkedin).toBe("https://linkedin.com/in/mira-tanaka");
  });

  test("no form of these pages leads away, or puts what was typed into the address", async ({ page }) => {
    await signUp(page, "pages");
    const me = await (await page.request.get(`${open.url}/api/user/me`)).json();
    const paths = ["/settings", `/user/${me.profileId}`, "/admin", "/edit", "/reset-password#x", "/reply#x"];
    await holdScripts(page);
    let held = 0;
    for (const path of paths) {
      await page.goto(`${open.url}${path}`, { waitUntil: "commit" });
      await page.locator("footer, .form-page").first().waitFor({ state: "attached" });
      const before = page.url();
      held += await page.evaluate(() => {
        const forms = [...document.querySelectorAll<HTMLFormElement>("form:not([action]), form[data-hold]")];
        for (const form of forms) form.requestSubmit();
        return forms.length;
      });
      await page.waitForTimeout(300);
      expect(page.url(), path).toBe(before);
      await page.unrouteAll({ behavior: "ignoreErrors" });
      await holdScripts(page);
    }
    expect(held).toBeGreaterThan(8);
  });

  test.describe("without JavaScript", () => {
    test.use({ javaScriptEnabled: false });

    test("cannot be sent, and the page says why", async ({ page }) => {
      await signUp(page, "never");
      await page.goto(`${open.url}/settings`);
      // Playwright looks for no text in here.
      await expect(page.locator("noscript p.sets__no")).toBeVisible();
      const buttons = page.locator("form:not([action]) [type=submit]");
      expect(await buttons.count()).toBeGreaterThan(3);
      for (const button of await buttons.all()) await expect(button).toBeHidden();
    });

    test("the edit page says that it needs a script, and does not go on loading", async ({ page }) => {
      await signUp(page, "never.edits");
      await page.goto(`${open.url}/edit`);
      await expect(page.locator("noscript p")).toBeVisible();
      await expect(page.getByText("Loading your line")).toBeHidden();
    });
  });
});
