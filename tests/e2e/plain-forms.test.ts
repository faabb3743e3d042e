import { expect, test } from "./fixtures.ts";

// Forms before our script runs, or without it.

const PASSWORD = "correct-horse-battery";

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("somebody signs up, logs out and in again", async ({ page }) => {
    const email = `plain-${Date.now()}@example.test`;
    await page.goto("/signup");
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Password").first().fill("short");
    await page.getByRole("button", { name: "Join Pipelines" }).click();
    await expect(page.getByText("A password has at least 8 characters.")).toBeVisible();
    await expect(page.getByLabel("E-mail")).toHaveValue(email);
    await expect(page.getByLabel("Password").first()).toHaveValue("");
    await page.getByLabel("Password").first().fill(PASSWORD);
    await page.getByRole("button", { name: "Join Pipelines" }).click();
    await page.waitForURL("**/edit");
    await page.getByRole("button", { name: "Logout" }).first().click();
    await page.goto("/login?next=/settings");
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Password").first().fill(PASSWORD);
    await page.getByRole("button", { name: "Login In" }).click();
    await page.waitForURL("**/settings");
  });
});

test("at 40 KB a second, a login that is sent before the script has come works", async ({ page, context }) => {
  const email = `slow-${Date.now()}@example.test`;
  const made = await context.request.get("/api/token", { headers: { "sec-fetch-site": "none" } });
  const headers = { authorization: `Bearer ${await made.json()}`, "content-type": "application/json" };
  await context.request.post("/api/user/signup", { headers, data: { email, password: PASSWORD } });
  const client = await context.newCDPSession(page);
  await client.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 100,
    downloadThroughput: 40_000,
    uploadThroughput: 40_000,
  });
  await page.goto("/login", { waitUntil: "commit" });
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").first().fill(PASSWORD);
  await page.getByRole("button", { name: "Login In" }).click({ noWaitAfter: true });
  await page.waitForURL((url) => url.pathname === "/", { timeout: 60_000 });
  await expect(page.getByRole("button", { name: "Logout" }).first()).toBeAttached({ timeout: 60_000 });
});
