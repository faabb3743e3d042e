import type { Page, Request, Route } from "@playwright/test";
import { drawJpeg } from "#tests/helpers/pictures.ts";
import { axeFor, axeInTheme, SCREENS } from "./axe.ts";
import {
  callApi,
  chooseFile,
  createPerson,
  endTransitions,
  expect,
  mine,
  openOwnPage,
  tabTo,
  test,
} from "./fixtures.ts";

const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true });
const username = (page: Page) => page.getByLabel("Username");
const place = (page: Page) => page.getByRole("combobox", { name: "Location" });

/** Types a place and leaves the field, which shuts its list. */
async function setPlace(page: Page, name: string): Promise<void> {
  await place(page).fill(name);
  await page.keyboard.press("Tab");
}

/** The faults that axe finds in the fields and the open list, in both themes, narrow and wide. */
async function faultsIn(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const { width, themes } of SCREENS) {
    await page.setViewportSize({ width, height: 800 });
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await endTransitions(page);
      // The list floats outside the landmarks; it is its field's.
      const axe = axeFor(page, width === 360 && colorScheme === "light")
        .include(".pr-own")
        .include(".combo__float")
        .disableRules(["region"]);
      const { violations } = await axe.analyze();
      faults.push(
        ...violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${width} ${colorScheme} ${id} ${html}`)),
      );
    }
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (excess > 0) faults.push(`wider than ${width} px`);
  }
  return faults;
}

/**
 * Waits for the end of a request for a page's data. The browser calls some of them aborted although the page has read
 * all of the answer, and then the answer's `finished()` would wait for ever.
 */
async function endOfData(page: Page): Promise<void> {
  const isData = (request: Request): boolean => request.url().includes(".data");
  await Promise.race([page.waitForEvent("requestfinished", isData), page.waitForEvent("requestfailed", isData)]);
}

test("a name is checked while it is typed: taken, reserved, one's own, free", async ({ watched: page }) => {
  await createPerson(page, "first.name@example.test", { username: mine("first.namesake") });
  await page.context().clearCookies();
  await openOwnPage(page, "second.name@example.test", { username: mine("second.namesake") });

  const said = page.getByRole("status").filter({ hasText: /name|Username/ });
  await username(page).fill(mine("First.Namesake"));
  await expect(page.getByText("Username already taken.").first()).toBeVisible();
  await expect(said.filter({ hasText: "Username already taken." })).toHaveCount(1);
  await expect(username(page)).toHaveAttribute("aria-invalid", "true");
  await expect(save(page)).toBeDisabled();
  await expect(page.getByText("Fix the username to save.")).toBeVisible();

  await username(page).fill("administrator");
  await expect(page.getByText("Username already taken.").first()).toBeVisible();
  await username(page).fill(mine("Second.Namesake"));
  await expect(page.getByText("Username already taken.")).toHaveCount(0);
  await expect(save(page)).toBeEnabled();
  await username(page).fill(mine("nobodys.name"));
  await expect(said.filter({ hasText: "This name looks free." })).toHaveCount(1);
  for (const scheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await endTransitions(page);
    expect(
      (await axeInTheme(page, scheme).include("main").analyze()).violations.map(
        ({ id, nodes }) => `${id} ${nodes[0]?.html}`,
      ),
    ).toEqual([]);
  }
  await save(page).press("Enter");
  await expect(page.getByText("Saved.")).toBeFocused();
  await expect(save(page)).toBeDisabled();
});

test("whoever goes on typing during a save keeps the words and the focus", async ({ watched: page }) => {
  await openOwnPage(page, "hasty.owner@example.test");
  const held: (() => void)[] = [];
  const hold = async (route: Route): Promise<void> => {
    await new Promise<void>((resolve) => held.push(resolve));
    await route.continue();
  };
  const release = async (): Promise<void> => {
    await expect.poll(() => held.length).toBe(1);
    held.pop()?.();
  };
  await page.route("**/api/profile/*", hold);
  await page.route("**/*.data*", hold);

  await username(page).fill(mine("hasty.owner"));
  await save(page).click();
  const handle = page.getByLabel("LinkedIn handle");
  await handle.fill("hasty-owner");
  await release();
  // The save has been answered, and the page is read again.
  await expect.poll(() => held.length).toBe(1);
  await expect(handle).toHaveValue("hasty-owner");
  await expect(username(page)).toHaveValue(mine("hasty.owner"));
  await release();
  await expect(save(page)).toBeEnabled();
  await expect(handle).toBeFocused();

  await save(page).click();
  await release();
  await expect(page.getByText("Saved.")).toBeVisible();
  await username(page).focus();
  const read = endOfData(page);
  await release();
  await read;
  await endTransitions(page);
  await page.keyboard.press("End");
  await page.keyboard.type("x");
  await expect(username(page)).toHaveValue(`${mine("hasty.owner")}x`);
});

test("leaving with unsaved fields asks, inside the site and out of it; a save of a new name does not", async ({
  watched: page,
}) => {
  const { profileId } = await createPerson(page, "leaving.owner@example.test", { username: mine("leaving.owner") });
  await page.goto(`/user/${mine("leaving.owner")}`);
  await setPlace(page, "Norway");
  await expect(save(page)).toBeEnabled();
  const away = page.getByRole("link", { name: "Discover", exact: true }).first();
  await away.focus();
  await page.keyboard.press("Enter");
  const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
  await expect(question.getByRole("button", { name: "Keep editing" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(question).toHaveCount(0);
  await expect(away).toBeFocused();
  await expect(place(page)).toHaveValue("Norway");

  const asked = page.waitForEvent("dialog");
  void page.reload().catch(() => undefined);
  const dialog = await asked;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.dismiss();
  await expect(place(page)).toHaveValue("Norway");

  // The page changes to the id's address without a press.
  await username(page).fill(mine("left.owner"));
  await save(page).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/user/${profileId}$`));
  await expect(question).toHaveCount(0);
  await setPlace(page, "Finland");
  await away.click();
  await question.getByRole("button", { name: "Leave" }).click();
  await expect(page).toHaveURL(/\/discover(\?|$)/);
});

test("one question for a name typed in one go", async ({ watched: page }) => {
  await page.clock.install();
  await openOwnPage(page, "typing.name@example.test");
  await username(page).focus();
  await page.keyboard.press("ControlOrMeta+A");
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/profile?username=")) asked.push(request.url());
  });
  // A slow machine may need longer for one letter than the field waits after it, so the page's clock stands meanwhile.
  await page.clock.pauseAt(new Date(Date.now() + 3_600_000));
  for (const letter of "typed.in.one.go") {
    await page.keyboard.press(letter);
    await page.clock.runFor(20);
  }
  expect(asked).toEqual([]);
  await page.clock.resume();
  await expect(page.getByText("This name looks free.").first()).toBeVisible();
  expect(asked).toHaveLength(1);
});

test("username, handle and country are changed, and a picture is chosen, by the keyboard alone", async ({
  watched: page,
}) => {
  const { profileId } = await openOwnPage(page, "keyboard.owner@example.test", { location: "Old Town, by the sea" });
  await expect(place(page)).toHaveValue("Old Town, by the sea");
  await expect(save(page)).toBeDisabled();
  await tabTo(page, username(page));
  await page.keyboard.type("k..owner");
  await expect(page.getByText("Invalid username.").first()).toBeVisible();
  await expect(save(page)).toBeDisabled();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type(mine("keyboard.owner"));
  await expect(page.getByText("This name looks free.").first()).toBeVisible();
  await expect(save(page)).toBeEnabled();
  await page.keyboard.press("Tab");
  await expect(page.getByLabel("LinkedIn handle")).toBeFocused();
  await page.keyboard.type("keyboard owner");
  await expect(page.getByText("Invalid Linkedin username.").first()).toBeVisible();
  await expect(save(page)).toBeDisabled();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("keyboard-owner");
  await expect(save(page)).toBeEnabled();

  // The country: the list is there before anything is typed, then follows the letters, accents aside.
  await page.keyboard.press("Tab");
  await expect(place(page)).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("option", { name: "Afghanistan" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("listbox")).toHaveCount(0);
  await expect(place(page)).toHaveValue("Old Town, by the sea");
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("cote");
  await expect(page.getByRole("option")).toHaveText(["Côte d’Ivoire", "Use “cote” as typed"]);
  expect(await faultsIn(page)).toEqual([]);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(place(page)).toHaveValue("Côte d’Ivoire");
  await expect(place(page)).toBeFocused();
  await tabTo(page, save(page));
  await page.keyboard.press("Enter");
  await expect(page.getByText("Saved.")).toBeFocused();
  await expect(save(page)).toBeDisabled();
  const saved = () => callApi(page, "GET", `/api/profile/get/${profileId}`);
  expect(await saved()).toMatchObject({
    username: mine("keyboard.owner"),
    linkedin: "https://linkedin.com/in/keyboard-owner",
    location: "Côte d’Ivoire",
  });

  // An empty country is one too, and any other place.
  await tabTo(page, place(page), true);
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.press("Delete");
  await page.keyboard.press("Tab");
  await tabTo(page, save(page));
  await page.keyboard.press("Enter");
  await expect(page.getByText("Saved.")).toBeFocused();
  expect(await saved()).toMatchObject({ location: "" });

  const adds = page.getByRole("button", { name: "Add picture" });
  await tabTo(page, adds, true);
  const file = { name: "me.jpg", mimeType: "image/jpeg", buffer: await drawJpeg({ background: "#aa3311" }) };
  await chooseFile(page, () => page.keyboard.press("Enter"), file);
  await expect(page.getByRole("application", { name: "What is kept of the picture" })).toBeFocused();
  await tabTo(page, page.getByRole("button", { name: "Cancel" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(adds).toBeFocused();
});

test.describe("saves that fail", () => {
  test.use({ allowed: [/status of (409|413|429|503|403)|net::ERR_FAILED/] });

  test("nothing is lost, whatever the answer, and the fields come back after a reload", async ({ watched: page }) => {
    const { profileId } = await openOwnPage(page, "lost.nothing@example.test");
    let answer: { status: number; body: object } | "offline" | undefined;
    await page.route(`**/api/profile/${profileId}`, (route) => {
      if (answer === undefined) return route.continue();
      if (answer === "offline") return route.abort("failed");
      return route.fulfill({ status: answer.status, json: answer.body });
    });
    await setPlace(page, "Norway");
    for (const [given, message] of [
      ["offline", "An error occurred during the fetch operation."],
      [{ status: 413, body: { error: "The request is too large." } }, "The request is too large."],
      [{ status: 429, body: { error: "Too many requests. Wait a moment and try again." } }, "Too many requests."],
      [{ status: 503, body: { error: "We are busy right now. Try again in a moment." } }, "We are busy right now."],
    ] as const) {
      answer = given;
      await save(page).click();
      await expect(page.getByRole("alert").getByText(message)).toBeVisible();
      await expect(place(page)).toHaveValue("Norway");
      await expect(save(page)).toBeEnabled();
    }
    answer = { status: 409, body: { error: "Username already taken.", code: "username-taken" } };
    await username(page).fill(mine("some.name"));
    await save(page).click();
    await expect(username(page)).toBeFocused();
    await expect(page.getByText("Username already taken.").first()).toBeVisible();

    await page.reload();
    await expect(page.getByText("These are your changes from before, not saved yet.")).toBeVisible();
    await expect(place(page)).toHaveValue("Norway");
    answer = undefined;
    await save(page).click();
    await expect(page.getByText("Saved.")).toBeVisible();
    await page.reload();
    await expect(place(page)).toHaveValue("Norway");
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("identity:")))).toEqual(
      [],
    );
  });

  test("a change made elsewhere is kept beside one's own", async ({ watched: page }) => {
    const { profileId } = await openOwnPage(page, "two.tabs@example.test", { location: "Canada" });
    await callApi(page, "PATCH", `/api/profile/${profileId}`, { linkedin: "from-elsewhere" });
    await setPlace(page, "Norway");
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
    const one = await openOwnPage(page, "ended.session@example.test");
    await setPlace(page, "Norway");
    await page.context().clearCookies();
    await callApi(page, "GET", "/api/token");
    await save(page).click();
    await expect(page.getByText("Your session has ended. Log in again.")).toBeVisible();

    // Somebody else on the same device.
    await page.context().clearCookies();
    await openOwnPage(page, "other.person@example.test");
    await expect(place(page)).toHaveValue("");
    await page.context().clearCookies();

    await page.goto(`/login?next=/user/${one.profileId}`);
    await page.getByLabel("E-mail").fill(one.email);
    await page.getByLabel("Password", { exact: true }).fill(one.password);
    await page.keyboard.press("Enter");
    await expect(place(page)).toHaveValue("Norway");
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(username(page)).toBeFocused();
    await page.reload();
    await expect(place(page)).toHaveValue("");
  });
});
