import { createAccount, expect, fillStop, mine, signUp, tabTo, test } from "./fixtures.ts";

test.describe("with a password mistyped on purpose", () => {
  test.use({ allowed: [/status of 400/] });

  test("somebody logs out, is sent to log in before editing, and comes back to the page meant", async ({
    watched: page,
  }) => {
    await signUp(page, "door.testperson@example.test");
    // Out and in again by keyboard alone.
    await page.getByRole("button", { name: "Logout" }).press("Enter");
    await expect(page.getByRole("link", { name: "Login" })).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem("user"))).toBeNull();
    await page.getByRole("link", { name: "Login" }).press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: "Login" })).toBeFocused();
    await tabTo(page, page.getByLabel("E-mail"));
    await page.keyboard.type(mine("door.testperson@example.test"));
    await tabTo(page, page.getByLabel("Password", { exact: true }));
    await page.keyboard.type("correct-horse-battery");
    await tabTo(page, page.getByRole("button", { name: "Login In" }));
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/$/);
    await page.getByRole("button", { name: "Logout" }).press("Enter");
    await expect(page.getByRole("link", { name: "Login" })).toBeVisible();

    await page.goto("/edit");
    await expect(page).toHaveURL(/\/login\?next=/);
    await page.getByLabel("E-mail").fill(mine("door.testperson@example.test"));
    const password = page.getByLabel("Password", { exact: true });
    await password.fill("not the password");
    await page.getByRole("button", { name: "Login In" }).click();
    await expect(page.getByText("Invalid username or password.")).toBeVisible();
    await password.fill("not-the-password");
    await page.keyboard.press("Enter");
    await expect(page.getByText("Invalid username or password.")).toBeVisible();
    await password.fill("correct-horse-battery");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/edit$/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Create Your Profile");
  });
});

test.describe("hidden and shown again", () => {
  test.use({ allowed: [/status of 404/] });

  test("one's name goes from the page at once and comes back when wanted", async ({ watched: page, browser }) => {
    await createAccount(page, "mask.testperson@example.test");
    await page.goto("/edit");
    await page.getByLabel("First name").fill("Maskwell");
    await page.getByLabel("Last name").fill("Testperson");
    await fillStop(page, 1, { company: "Harbour & Tarn", title: "Analyst", start: "March 2020" });

    const visitor = await browser.newPage();
    const save = async (level?: "anonymous" | "public") => {
      await page.getByRole("button", { name: "Save", exact: true }).click();
      if (level) await page.getByRole("button", { name: `Save as ${level}` }).click();
      await page.getByRole("link", { name: "View profile" }).click();
      await expect(page.getByRole("heading", { name: "Pipeline", exact: true })).toBeVisible();
      await visitor.goto(page.url());
    };
    const switchAnonymous = async () => {
      await page.goto("/edit");
      await page.getByText("I want to remain anonymous").click();
    };
    await save();
    await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("Maskwell Testperson");

    await switchAnonymous();
    await save("anonymous");
    await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("Anonymous");
    await expect(visitor.getByText("Somewhere")).toBeVisible();
    expect(await visitor.content()).not.toContain("Maskwell");

    await switchAnonymous();
    await save("public");
    await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("Maskwell Testperson");
    await visitor.close();
  });

  test("the head of one's own page is saved only when changed and valid", async ({ watched: page }) => {
    await createAccount(page, "head.testperson@example.test");
    await page.goto("/edit");
    await page.getByLabel("First name").fill("Head");
    await page.getByLabel("Last name").fill("Testperson");
    await fillStop(page, 1, { company: "Harbour & Tarn", title: "Analyst", start: "March 2020" });
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("link", { name: "View profile" }).click();

    const save = page.getByRole("button", { name: "Save", exact: true });
    await expect(save).toBeDisabled();
    await expect(page.getByLabel("Username")).toHaveValue("");
    for (const [field, value, message] of [
      ["Username", "a..b", "Invalid username."],
      ["LinkedIn handle", "not a handle", "Invalid Linkedin username."],
    ] as const) {
      await page.getByLabel(field).fill(value);
      await expect(page.getByText(message)).toBeVisible();
      await expect(save).toBeDisabled();
      await page.getByRole("button", { name: "Cancel" }).click();
    }
    await page.getByLabel("Username").fill(mine("head.testperson"));
    await save.click();
    await expect(page.getByText("Saved.")).toBeVisible();
    await page.getByLabel("Username").fill("");
    await expect(page.getByText("All fields must be filled.")).toBeVisible();
    await expect(save).toBeDisabled();
    await page.goto(mine("/user/HEAD.testperson"));
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Head Testperson");
  });
});
