import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { callApi, createPerson, expect, test } from "./fixtures.ts";

const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true });
const username = (page: Page) => page.getByLabel("Username");

test("a name is checked while it is typed: taken, reserved, one's own, free", async ({ watched: page }) => {
  await createPerson(page, "first.name@example.test", { username: "first.namesake" });
  await page.context().clearCookies();
  await createPerson(page, "second.name@example.test", { username: "second.namesake" });

  const said = page.getByRole("status").filter({ hasText: /name|Username/ });
  await username(page).fill("First.Namesake");
  await expect(page.getByText("Username already taken.").first()).toBeVisible();
  await expect(said.filter({ hasText: "Username already taken." })).toHaveCount(1);
  await expect(username(page)).toHaveAttribute("aria-invalid", "true");
  await expect(save(page)).toBeDisabled();
  await expect(page.getByText("Fix the username to save.")).toBeVisible();

  await username(page).fill("administrator");
  await expect(page.getByText("Username already taken.").first()).toBeVisible();
  await username(page).fill("Second.Namesake");
  await expect(page.getByText("Username already taken.")).toHaveCount(0);
  await expect(save(page)).toBeEnabled();
  await username(page).fill("nobodys.name");
  await expect(said.filter({ hasText: "This name looks free." })).toHaveCount(1);
  for (const scheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    expect(
      (await new AxeBuilder({ page }).include("main").analyze()).violations.map(
        ({ id, nodes }) => `${id} ${nodes[0]?.html}`,
      ),
    ).toEqual([]);
  }
  await save(page).press("Enter");
  await expect(page.getByText("Saved.")).toBeFocused();
  await expect(save(page)).toBeDisabled();
});

test("one question for a name typed in one go", async ({ watched: page }) => {
  await createPerson(page, "typing.name@example.test");
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/profile/?username=")) asked.push(request.url());
  });
  await username(page).pressSequentially("typed.in.one.go", { delay: 20 });
  await expect(page.getByText("This name looks free.").first()).toBeVisible();
  expect(asked).toHaveLength(1);
});

test.describe("saves that fail", () => {
  test.use({ allowed: [/status of (409|413|429|503|403)|net::ERR_FAILED/] });

  test("nothing is lost, whatever the answer, and the fields come back after a reload", async ({ watched: page }) => {
    const { profileId } = await createPerson(page, "lost.nothing@example.test");
    let answer: { status: number; body: object } | "offline" | undefined;
    await page.route(`**/api/profile/${profileId}`, (route) => {
      if (answer === undefined) return route.continue();
      if (answer === "offline") return route.abort("failed");
      return route.fulfill({ status: answer.status, json: answer.body });
    });
    await page.getByLabel("Location").fill("Norway");
    for (const [given, message] of [
      ["offline", "An error occurred during the fetch operation."],
      [{ status: 413, body: { error: "The request is too large." } }, "The request is too large."],
      [{ status: 429, body: { error: "Too many requests. Wait a moment and try again." } }, "Too many requests."],
      [{ status: 503, body: { error: "We are busy right now. Try again in a moment." } }, "We are busy right now."],
    ] as const) {
      answer = given;
      await save(page).click();
      await expect(page.getByRole("alert").getByText(message)).toBeVisible();
      await expect(page.getByLabel("Location")).toHaveValue("Norway");
      await expect(save(page)).toBeEnabled();
    }
    answer = { status: 409, body: { error: "Username already taken.", code: "username-taken" } };
    await username(page).fill("some.name");
    await save(page).click();
    await expect(username(page)).toBeFocused();
    await expect(page.getByText("Username already taken.").first()).toBeVisible();

    await page.reload();
    await expect(page.getByText("These are your changes from before, not saved yet.")).toBeVisible();
    await expect(page.getByLabel("Location")).toHaveValue("Norway");
    answer = undefined;
    await save(page).click();
    await expect(page.getByText("Saved.")).toBeVisible();
    await page.reload();
    await expect(page.getByLabel("Location")).toHaveValue("Norway");
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("identity:")))).toEqual(
      [],
    );
  });

  test("a change made elsewhere is kept beside one's own", async ({ watched: page }) => {
    const { profileId } = await createPerson(page, "two.tabs@example.test", { location: "Canada" });
    await callApi(page, "PATCH", `/api/profile/${profileId}`, { linkedin: "from-elsewhere" });
    await page.getByLabel("Location").fill("Norway");
    await save(page).click();
    await expect(page.getByText("Your changes are still here.")).toBeVisible();
    await expect(page.getByLabel("LinkedIn handle")).toHaveValue("from-elsewhere");
    await save(page).click();
    await expect(page.getByText("Saved.")).toBeVisible();
    expect(await callApi(page, "GET", `/api/profile/get/${profileId}`)).toMatchObject({
      linkedin: "https://linkedin.com/in/from-elsewhere",
      location: "Norway",
    });
  });

  test("after a session that ended one logs in and finds the fields as they were; nobody else does", async ({
    watched: page,
  }) => {
    const one = await createPerson(page, "ended.session@example.test");
    await page.getByLabel("Location").fill("Norway");
    await page.context().clearCookies();
    await callApi(page, "GET", "/api/token");
    await save(page).click();
    await expect(page.getByText("Your session has ended. Log in again.")).toBeVisible();

    // Somebody else on the same device.
    await page.context().clearCookies();
    await createPerson(page, "other.person@example.test");
    await expect(page.getByLabel("Location")).toHaveValue("");
    await page.context().clearCookies();

    await page.goto(`/login?next=/user/${one.profileId}`);
    await page.getByLabel("E-mail").fill(one.email);
    await page.getByLabel("Password", { exact: true }).fill(one.password);
    await page.keyboard.press("Enter");
    await expect(page.getByLabel("Location")).toHaveValue("Norway");
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(username(page)).toBeFocused();
    await page.reload();
    await expect(page.getByLabel("Location")).toHaveValue("");
  });
});
