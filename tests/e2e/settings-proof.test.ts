import { readFile } from "node:fs/promises";
import type { CDPSession, Page } from "@playwright/test";
import { strFromU8, unzipSync } from "fflate";
import { newPerson } from "#tests/helpers/network-people.ts";
import { TestNetwork } from "#tests/helpers/oidc.ts";
import { partsOf, PATIENT_SECONDS, SmtpSink } from "#tests/helpers/smtp.ts";
import { axeInTheme } from "./axe.ts";
import { createAccount, expect, fillStop, mine, test } from "./fixtures.ts";
import { HostedApp } from "./hosted-app.ts";

// Tests changes that a borrowed session must not make: they ask whether this is still the same person.

const PASSWORD = "correct-horse-battery";
const smtp = new SmtpSink(PATIENT_SECONDS);
const network = new TestNetwork();
const app = new HostedApp();

// One app for all of them.
test.describe.configure({ mode: "default" });
test.use({
  allowed: [/status of (?:400|403|409)/],
  baseURL: async ({ browserName: _name }, provide) => provide(app.url),
});

test.beforeAll(async () => {
  // A new database, and all of the world's schools.
  test.setTimeout(240_000);
  await smtp.start();
  await app.start(async (url) => {
    await network.start([`${url}/login/network`]);
    return { ...network.env, SMTP_URL: smtp.url };
  });
});
test.afterAll(async () => {
  await app.remove();
  await network.stop();
  await smtp.stop();
});

async function isAccessible(page: Page): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const { violations } = await axeInTheme(page, colorScheme).analyze();
    expect(violations.map(({ id, nodes }) => `${colorScheme} ${id} ${nodes[0]?.html}`)).toEqual([]);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
}

/** Adds a virtual authenticator of the device; its owner agrees at once. */
async function withAuthenticator(page: Page): Promise<{ cdp: CDPSession; authenticatorId: string }> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { cdp, authenticatorId };
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Logout" }).click();
  await page.getByRole("link", { name: "Login" }).waitFor();
}

const question = (page: Page) => page.getByRole("dialog", { name: "Confirm that it is you" });

test("another e-mail: asked for the password an hour later, by keyboard, with nothing typed lost", async ({
  watched: page,
}) => {
  const [old, fresh] = [mine("proof.old@example.test"), mine("proof.new@example.test")];
  await createAccount(page, old);
  await app.ageProofs();
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto("/settings");
  const section = page.getByRole("region", { name: "E-mail" });
  const field = section.getByLabel("New e-mail");
  const change = section.getByRole("button", { name: "Change e-mail" });
  await field.fill(fresh);
  await change.press("Enter");
  const password = question(page).getByLabel("Password", { exact: true });
  await expect(password).toBeFocused();
  await isAccessible(page);

  // Shut, nothing has happened, and the focus is where it was.
  await page.keyboard.press("Escape");
  await expect(question(page)).toHaveCount(0);
  await expect(change).toBeFocused();
  await expect(field).toHaveValue(fresh);

  await page.keyboard.press("Enter");
  await expect(password).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(question(page).getByText("Enter your password.")).toBeVisible();
  await password.fill("not-my-password");
  await page.keyboard.press("Enter");
  await expect(question(page).getByText("This is not your password.")).toBeVisible();
  await expect(password).toBeFocused();
  await isAccessible(page);
  await password.fill(PASSWORD);
  await page.keyboard.press("Enter");
  await expect(section.getByText(`We have written to ${fresh}.`)).toBeVisible();
  await expect(section.getByText(old, { exact: true })).toBeVisible();

  let link: string | undefined;
  await expect
    .poll(() => {
      const mail = smtp.for(fresh).at(-1);
      link = mail && /https?:\/\/[^\s/]+(\/change-email#[\w-]{43})/.exec(partsOf(mail).text)?.[1];
      return link;
    })
    .toBeDefined();
  await page.goto(link ?? "");
  await page.getByRole("button", { name: "Use this address" }).click();
  await expect(page.getByRole("heading", { name: "Your account has a new address." })).toBeFocused();
  await page.goto("/settings");
  await expect(section.getByText(fresh, { exact: true })).toBeVisible();
  await expect(section.getByText("Verified", { exact: true })).toBeVisible();
  await expect(section.getByRole("button", { name: "Send again" })).toHaveCount(0);
});

test("a passkey: added, named anew, a proof, a login, removed", async ({ watched: page }) => {
  test.setTimeout(240_000);
  const { cdp, authenticatorId } = await withAuthenticator(page);
  await createAccount(page, "proof.passkey@example.test");
  await page.goto("/settings");
  const section = page.getByRole("region", { name: "Passkeys" });
  const name = section.getByLabel("Name of a new passkey");
  await expect(name).toHaveValue(/Chrome on/);
  await name.fill("  ");
  await section.getByRole("button", { name: "Add passkey" }).click();
  await expect(section.getByText("Give it a name, so that you know it again.")).toBeVisible();
  const long = `Blue key ${"x".repeat(51)}`;
  await name.fill(long);
  await page.keyboard.press("Enter");
  await expect(section.getByText(`“${long}” is added.`)).toBeVisible();
  await expect(section.getByText("Not used yet")).toBeVisible();
  await page.setViewportSize({ width: 360, height: 780 });
  await isAccessible(page);

  await section.getByRole("button", { name: `Rename ${long}` }).press("Enter");
  const newName = section.getByLabel(`New name of “${long}”`);
  await expect(newName).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(section.getByRole("button", { name: `Rename ${long}` })).toBeFocused();
  await page.keyboard.press("Enter");
  await newName.fill("Blue key");
  await isAccessible(page);
  await page.keyboard.press("Enter");
  await expect(section.getByText("It is called “Blue key” now.")).toBeVisible();
  await expect(section.getByRole("button", { name: "Rename Blue key" })).toBeFocused();
  await page.setViewportSize({ width: 1280, height: 800 });

  // The same device again: it says so.
  await section.getByRole("button", { name: "Add passkey" }).click();
  await expect(section.getByText("This device already has a passkey of your account.")).toBeVisible();

  await logOut(page);
  await page.getByRole("link", { name: "Login" }).click();
  const passkeyLogin = page.getByRole("button", { name: "Log in with a passkey" });
  await passkeyLogin.click();
  await page.getByRole("button", { name: "Logout" }).waitFor();
  await page.goto("/settings");
  await expect(section.getByText("Used within the hour")).toBeVisible();

  // A proof of an hour ago: removing asks, and the passkey answers.
  await app.ageProofs();
  const remove = section.getByRole("button", { name: "Remove Blue key" });
  await remove.press("Enter");
  const sure = page.getByRole("alertdialog", { name: "Remove “Blue key”?" });
  await expect(sure.getByRole("button", { name: "Keep it" })).toBeFocused();
  await isAccessible(page);
  await page.keyboard.press("Enter");
  await expect(remove).toBeFocused();
  await remove.press("Enter");
  await sure.getByRole("button", { name: "Remove passkey" }).click();
  await cdp.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false });
  await question(page).getByRole("button", { name: "Use a passkey" }).click();
  await expect(question(page).getByText("No passkey was used. Try again when you are ready.")).toBeVisible();
  await cdp.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: true });
  await question(page).getByRole("button", { name: "Use a passkey" }).click();
  await expect(section.getByText("“Blue key” can no longer open your account.")).toBeVisible();
  await expect(section.getByRole("heading", { name: "Passkeys" })).toBeFocused();

  await logOut(page);
  await page.goto("/login");
  await passkeyLogin.click();
  await expect(page.getByText("The passkey did not work. Try again, or use your password.")).toBeVisible();
});

test("a browser without passkeys says so and offers nothing to press", async ({ watched: page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, "PublicKeyCredential"));
  await createAccount(page, "proof.none@example.test");
  await page.goto("/settings");
  const section = page.getByRole("region", { name: "Passkeys" });
  await expect(section.getByText("This browser has no passkeys here.")).toBeVisible();
  await expect(section.getByRole("button")).toHaveCount(0);
  await logOut(page);
  await page.goto("/login");
  const login = page.getByRole("button", { name: "Log in with a passkey" });
  await login.click();
  await expect(page.getByText("This browser has no passkeys here.")).toBeVisible();
});

test("whoever came by the network sets a first password, and disconnects and connects the network", async ({
  watched: page,
}) => {
  const { email } = newPerson(network);
  await page.goto("/login?next=/settings");
  await page.getByRole("button", { name: /^Continue with/ }).click();
  const section = page.getByRole("region", { name: "Password" });
  await expect(section.getByText("Your account has none yet.")).toBeVisible();
  await expect(section.getByLabel("Current password")).toHaveCount(0);

  const connection = page.locator("section[aria-labelledby=network]");
  await connection.getByRole("button", { name: /^Disconnect/ }).click();
  await expect(connection.getByRole("alert")).not.toBeEmpty();
  // One hour later the person has no means of proof, so the page says what they can do.
  await app.ageProofs();
  await section.getByLabel("New password").fill("nine-grey-otters");
  await section.getByRole("button", { name: "Set password" }).click();
  await expect(question(page).getByRole("link", { name: "choose a password by e-mail" })).toBeVisible();
  await expect(question(page).getByRole("button", { name: "Cancel" })).toBeFocused();
  await isAccessible(page);
  await page.keyboard.press("Enter");
  await expect(section.getByLabel("New password")).toHaveValue("nine-grey-otters");

  await logOut(page);
  await page.goto("/login?next=/settings");
  await page.getByRole("button", { name: /^Continue with/ }).click();
  await section.getByLabel("New password").fill("nine-grey-otters");
  await page.keyboard.press("Enter");
  await expect(section.getByText("You can log in with your e-mail and this password now.")).toBeVisible();
  await expect(section.getByLabel("Current password")).toBeVisible();
  await connection.getByRole("button", { name: /^Disconnect/ }).click();
  await connection.getByRole("button", { name: /^Connect/ }).click();
  await page.getByRole("link", { name: "Go on" }).click();
  await expect(page).toHaveURL(/\/settings$/);
  await expect(connection.getByRole("button", { name: /^Disconnect/ })).toBeVisible();
  await expect(page.getByRole("region", { name: "E-mail" }).getByText(email, { exact: true })).toBeVisible();
});

test("everything as a file, then the end of the account: asked twice, and nothing of it left", async ({
  watched: page,
  browser,
}) => {
  test.setTimeout(240_000);
  const email = mine("proof.leaving@example.test");
  await createAccount(page, email);
  await page.goto("/edit");
  await page.getByLabel("First name").fill("Leaving");
  await page.getByLabel("Last name").fill("Testperson");
  await fillStop(page, 1, { company: "Harbour & Tarn", title: "Analyst", start: "March 2020" });
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("link", { name: "View profile" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Leaving Testperson");
  const address = page.url();

  await app.ageProofs();
  await page.goto("/settings");
  await page.getByRole("button", { name: "Download everything" }).click();
  await question(page).getByLabel("Password", { exact: true }).fill(PASSWORD);
  const download = page.waitForEvent("download");
  await page.keyboard.press("Enter");
  const file = await download;
  expect(file.suggestedFilename()).toBe("pipelines-archive.zip");
  const archive = unzipSync(await readFile(await file.path()));
  expect(JSON.parse(strFromU8(archive["export.json"] ?? new Uint8Array()))).toMatchObject({
    account: { email },
    profile: { firstName: "Leaving" },
  });
  await expect(page.getByText("Your file is in your downloads: pipelines-archive.zip.")).toBeVisible();

  // Exporting only the pipeline needs no proof, because the person sees it anyway.
  const resume = page.waitForEvent("download");
  await page.getByRole("button", { name: "JSON Resume" }).press("Enter");
  expect(JSON.parse(await readFile(await (await resume).path(), "utf8"))).toMatchObject({
    basics: { name: "Leaving Testperson" },
    work: [{ name: "Harbour & Tarn", position: "Analyst", startDate: "2020-03" }],
  });
  await expect(page.getByText("Your file is in your downloads: resume.json.")).toBeVisible();
  const table = page.waitForEvent("download");
  await page.getByRole("button", { name: "CSV of your stops" }).click();
  expect(await readFile(await (await table).path(), "utf8")).toContain("Harbour & Tarn,Analyst");
  await expect(page.getByText("Your file is in your downloads: stops.csv.")).toBeVisible();

  await app.ageProofs();
  const section = page.getByRole("region", { name: "Delete account" });
  const word = section.getByLabel(/to confirm$/);
  const end = section.getByRole("button", { name: "Delete my account" });
  await expect(section.getByRole("list").first()).toContainText("Companies that only you named");
  await expect(section.getByRole("list").last()).toContainText("until two of those behind them have changed or gone");
  await end.press("Enter");
  await expect(section.getByText("This is not your e-mail. Nothing has been deleted.")).toBeVisible();
  await expect(word).toBeFocused();
  await word.fill(email);
  await page.keyboard.press("Enter");
  await question(page).getByRole("button", { name: "Cancel" }).click();
  await expect(word).toHaveValue(email);
  await end.click();
  await question(page).getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${app.url}/`);
  await expect(page.getByText("Your account is deleted. You are signed out.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Login" })).toBeVisible();
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  const visitor = await browser.newPage();
  expect((await visitor.goto(address))?.status()).toBe(404);
  await visitor.goto("/login");
  await visitor.getByLabel("E-mail").fill(email);
  await visitor.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await visitor.keyboard.press("Enter");
  await expect(visitor.getByText("Invalid username or password.")).toBeVisible();
  await visitor.close();
});
