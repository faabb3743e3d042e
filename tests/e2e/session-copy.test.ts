import { expect, test, waitForScripts } from "./fixtures.ts";

// localStorage.user follows the session, in every tab.

const USER = () => localStorage.getItem("user");

test.describe("the display copy", () => {
  test("is written for a cookie session, removed without one, and a log-out shows in the other tabs", async ({
    page,
    context,
  }) => {
    await page.goto("/signup");
    const email = `copy-${Date.now()}@example.test`;
    await page.getByLabel("E-mail").fill(email);
    await page.getByRole("textbox", { name: "Password" }).fill("correct-horse-battery");
    await page.getByRole("button", { name: "Join Pipelines" }).click();
    await page.waitForURL("**/edit");
    await page.evaluate(() => localStorage.clear());
    await page.goto("/discover");
    await expect.poll(() => page.evaluate(USER)).toContain(email);

    const other = await context.newPage();
    await waitForScripts(other);
    await other.goto("/discover");
    await expect(other.getByRole("button", { name: "Logout" }).first()).toBeAttached();
    await page.getByRole("button", { name: "Logout" }).first().click();
    await page.waitForURL((url) => url.pathname === "/");
    await expect(other.getByRole("button", { name: "Logout" })).toHaveCount(0);
    expect(await other.evaluate(USER)).toBeNull();

    await other.evaluate(() => localStorage.setItem("user", '{"email":"old@example.test"}'));
    await other.reload();
    await expect.poll(() => other.evaluate(USER)).toBeNull();
  });
});
