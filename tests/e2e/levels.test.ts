import { randomUUID } from "node:crypto";
import { axeFor } from "./axe.ts";
import type { Page } from "@playwright/test";
import { callApi, createPerson, expect, tabTo, test } from "./fixtures.ts";

// Tests visibility levels: chosen in the editor, measured, previewed, and then in effect.

const job = (companyName: string, startDate: string, endDate: string) => ({
  companyName,
  title: "Analyst",
  startDate,
  endDate,
  isIndefinite: false,
});

/** Two companies that nobody else has, so that the meter gives the same result whoever else is on the site. */
const pipeline = (of: string) => [
  job(`${of} Alder`, "2016-05-01", "2017-02-01"),
  job(`${of} Birch`, "2018-03-01", "2019-08-01"),
];

/** Somebody anonymous, before the page has shown anything of them. */
async function createAnonymous(page: Page, email: string, profile: Record<string, unknown>): Promise<void> {
  const { profileId } = await createPerson(page, email, profile);
  await callApi(page, "PATCH", `/api/profile/${profileId}`, { visibility: "anonymous" });
}

/** People with undisclosed stops in the years of `pipeline`. They protect it if its companies are undisclosed too. */
test.beforeAll(async ({ browser }) => {
  // One worker may run this more than once.
  const run = randomUUID().slice(0, 8);
  const page = await browser.newPage();
  for (let n = 0; n < 5; n += 1) {
    await page.context().clearCookies();
    await createPerson(page, `cover${n}.${run}.levels@example.test`, {
      visibility: "anonymous",
      pipeline: pipeline(`Cover${n}`).map((one) => ({ ...one, undisclosed: true })),
    });
  }
  await page.close();
});

const checkCalls = (page: Page): string[] => {
  const calls: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/profile/meter")) calls.push(request.postData() ?? "");
  });
  return calls;
};

test.describe("from named to anonymous", () => {
  // The browser's own line about the old address.
  test.use({ allowed: [/status of 404/] });

  test("by keyboard: the meter's advice is taken, taken back and taken, saved after plain words, and seen so by others", async ({
    watched: page,
    browser,
  }) => {
    const { profileId } = await createPerson(page, "goal.levels@example.test", { pipeline: pipeline("Goal") });
    const calls = checkCalls(page);
    await page.goto("/edit");
    const others = page.getByRole("region", { name: "What others see" });
    const meter = page.getByRole("region", { name: "Anonymity", exact: true });
    const advice = page.getByRole("region", { name: "Anonymity advice" });
    await expect(advice).toHaveCount(0);
    await expect(meter).toContainText("Your name stands on your line");
    await expect(others).toContainText("Nova Testperson");

    await tabTo(page, page.getByRole("switch", { name: "I want to remain anonymous" }));
    await page.keyboard.press("Space");
    await expect(page.getByText("People who saw your named pipeline before may recognise it.")).toBeVisible();
    await expect(page.getByRole("radio", { name: /^Anonymous/ })).toBeChecked();
    await expect(others).not.toContainText("Nova");
    await expect(meter).toContainText("Fewer than 5 people share a line like yours");
    await expect(advice).toContainText("Goal Alder narrows it down the most.");

    const keep = advice.getByRole("button", { name: "Mark it as undisclosed" });
    await tabTo(page, keep);
    await page.keyboard.press("Enter");
    // Until the answer is there a second Enter does nothing, and then it is the next advice's.
    await page.keyboard.press("Enter");
    await expect(advice.getByRole("status").filter({ hasText: "Goal Alder is undisclosed." })).toBeVisible();
    await expect(advice).toContainText("Goal Birch narrows it down the most.");
    await expect(keep).toBeFocused();
    await expect(page.getByText("Others see: Undisclosed company")).toBeVisible();
    await expect(page.getByText("1 stop edited")).toBeVisible();
    expect(calls).toHaveLength(2);

    await tabTo(page, advice.getByRole("button", { name: "Undo" }));
    await page.keyboard.press("Enter");
    await expect(advice).toContainText("Goal Alder narrows it down the most.");
    await expect(keep).toBeFocused();
    await expect(page.getByText("1 stop edited")).toHaveCount(0);
    await page.keyboard.press("Enter");
    await expect(advice).toContainText("Goal Birch narrows it down the most.");
    expect(calls).toHaveLength(2);

    await others.getByText("The whole line").click();
    await expect(others.getByRole("listitem").filter({ hasText: "2016 – 2017" })).toContainText("Undisclosed company");
    await expect(others).not.toContainText("Goal Alder");

    const save = page.getByRole("button", { name: "Save", exact: true });
    await save.focus();
    await page.keyboard.press("Enter");
    const question = page.getByRole("alertdialog", { name: "Save as anonymous?" });
    await expect(question).toContainText("Old links to it stop working at once.");
    await expect(question.getByRole("button", { name: "Keep editing" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(question).toHaveCount(0);
    await expect(save).toBeFocused();
    await page.keyboard.press("Enter");
    await question.getByRole("button", { name: "Save as anonymous" }).press("Enter");
    await page.getByRole("link", { name: "View profile" }).click();
    await expect(page.getByRole("heading", { name: "Pipeline", exact: true })).toBeVisible();

    const visitor = await browser.newPage();
    await visitor.goto(page.url());
    await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("Anonymous");
    const kept = visitor.getByRole("listitem").filter({ hasText: "2016 – 2017" });
    await expect(kept).toContainText("Undisclosed company");
    await expect(kept.getByRole("link")).toHaveCount(0);
    expect(await visitor.content()).not.toMatch(/Goal Alder|Testperson/);
    expect((await visitor.goto(`/user/${profileId}`))?.status()).toBe(404);
    await visitor.close();
  });
});

test("titles are the catalogue's for others, until one's own are chosen, which the meter names and takes back", async ({
  watched: page,
}) => {
  page.on("dialog", (dialog) => void dialog.accept());
  // With both companies undisclosed, five others share the years.
  const [first, second] = pipeline("Titled");
  await createAnonymous(page, "titled.levels@example.test", {
    pipeline: [
      { ...first, title: "Senior Payments Ledger Engineer", undisclosed: true },
      { ...second, title: "Staff Software Engineer", undisclosed: true },
    ],
  });
  const calls = checkCalls(page);
  await page.goto("/edit");
  const others = page.getByRole("region", { name: "What others see" });
  const meter = page.getByRole("region", { name: "Anonymity", exact: true });
  const advice = page.getByRole("region", { name: "Anonymity advice" });
  await others.getByText("The whole line").click();
  await expect(others).toContainText("Senior Software Engineer");
  await expect(others).not.toContainText("Ledger");
  await expect(meter).toContainText("5 to 19 people share a line like yours");
  expect(calls.join()).not.toContain("titles");

  await page.getByText("Choose who sees what").click();
  const choice = page.getByRole("switch", { name: "My titles as I wrote them" });
  await expect(choice).toHaveAccessibleDescription(
    /others read “Senior Software Engineer” for “Senior Payments Ledger Engineer”/,
  );
  await choice.check();
  await expect(others).toContainText("Senior Payments Ledger Engineer");
  await expect(meter).toContainText("Fewer than 5 people share a line like yours");
  await expect(advice).toContainText("Your titles as you wrote them narrow it down the most");
  await expect(advice).toContainText("With the catalogue's titles, 5 to 19 people share it.");
  await advice.getByRole("button", { name: "Show the catalogue's titles" }).click();
  await expect(choice).not.toBeChecked();
  await expect(
    advice.getByRole("status").filter({ hasText: "Your titles are shown as the catalogue's." }),
  ).toBeVisible();
  await expect(meter).toContainText("5 to 19 people share a line like yours");
  await advice.getByRole("button", { name: "Undo" }).click();
  await expect(choice).toBeChecked();

  // At red: asked once.
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("button", { name: "Save anyway" }).click();
  await page.getByRole("link", { name: "View profile" }).click();
  await page.goto("/edit");
  await page.getByText("Choose who sees what").click();
  await expect(choice).toBeChecked();
});

test("months, the school and single companies stay as they were chosen, also in a draft", async ({ watched: page }) => {
  page.on("dialog", (dialog) => void dialog.accept());
  await createAnonymous(page, "kept.levels@example.test", {
    pipeline: pipeline("Kept"),
    school: "Levels College",
  });
  await page.goto("/edit");
  const others = page.getByRole("region", { name: "What others see" });
  await expect(others).toContainText("Levels College");
  await page.getByText("Choose who sees what").click();
  await page.getByRole("switch", { name: "Show months" }).click();
  await page.getByRole("switch", { name: "Hide my school" }).click();
  await page.getByRole("button", { name: "Edit Kept Birch" }).click();
  await page.getByText("More", { exact: true }).click();
  await page.getByText("Undisclosed company", { exact: true }).click();
  await expect(others).not.toContainText("Levels College");
  await expect(others).toContainText("Undisclosed company");
  await page.reload();
  await expect(page.getByText("This is your draft from before, not saved yet.")).toBeVisible();
  await expect(page.getByText("Anonymous, with months, school hidden")).toBeVisible();
  await expect(others).not.toContainText("Levels College");
  // When nothing is left to hide, the meter says so, and what remains identifying.
  const advice = page.getByRole("region", { name: "Anonymity advice" });
  await advice.getByRole("button", { name: "Mark it as undisclosed" }).click();
  await expect(advice).toContainText("You can still remove a stop, or be private.");
  await expect(advice.getByRole("button", { name: "Undo" })).toBeFocused();
  await advice.getByRole("button", { name: "Undo" }).click();
  await expect(advice).not.toContainText("What is left");
  // The level did not change, so the question is only about the little cover.
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const question = page.getByRole("alertdialog", { name: "Save with little cover?" });
  await expect(question).not.toContainText("address");
  await question.getByRole("button", { name: "Save anyway" }).click();
  await expect(page.getByText("Your line is saved.")).toBeVisible();
  await page.goto("/edit");
  await expect(page.getByText("Anonymous, with months, school hidden")).toBeVisible();
  await page.getByRole("button", { name: "Edit Kept Birch" }).click();
  await expect(page.getByRole("checkbox", { name: "Undisclosed company" })).toBeChecked();

  await page.getByText("Choose who sees what").click();
  await page.getByRole("radio", { name: /^Private/ }).check();
  await expect(others).toContainText("Only you see your page");
  await expect(page.getByRole("region", { name: "Anonymity", exact: true })).toContainText(
    "Nobody else sees your line",
  );
});

test("where everything hidden would still be red, the meter says so at its first answer, and what hides", async ({
  watched: page,
}) => {
  // Nobody else has undisclosed stops in these years, or stops at these companies.
  const long = [job("Long Ago Alder", "1966-05-01", "1967-02-01"), job("Long Ago Birch", "1968-03-01", "1969-08-01")];
  await createAnonymous(page, "alone.levels@example.test", { pipeline: long });
  const calls = checkCalls(page);
  await page.goto("/edit");
  const advice = page.getByRole("region", { name: "Anonymity advice" });
  await expect(advice).toContainText(
    "Hiding more does not help here yet: too few people are anonymous. Only private hides you.",
  );
  // The page still names the company that narrows it down most, but promises nothing.
  await expect(advice).toContainText(/Long Ago \w+ narrows it down the most\./);
  await expect(advice).not.toContainText("the meter then names the next one");
  await expect(advice.getByRole("button", { name: "Mark it as undisclosed" })).toHaveCount(1);
  expect(calls).toHaveLength(1);

  // Asked before it is saved: nobody sees it any more, so only copies are left to be warned of.
  await page.getByText("Choose who sees what").click();
  await page.getByRole("radio", { name: /^Private/ }).check();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const question = page.getByRole("alertdialog", { name: "Save as private?" });
  await expect(question.getByRole("listitem").first()).toHaveText("From then on only you see it.");
  await expect(question.getByRole("listitem").last()).toHaveText("Copies others made stay.");
  await question.getByRole("button", { name: "Save as private" }).click();
  await expect(page.getByText("Your line is saved.")).toBeVisible();
  await page.goto("/edit");
  await page.getByRole("radio", { name: /^Anonymous/ }).check();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("alertdialog", { name: "Save as anonymous?" })).toContainText(
    "People who saw this line before may recognise it.",
  );
});

test.describe("a meter that cannot answer", () => {
  test.use({ allowed: [/status of 429|ERR_INTERNET_DISCONNECTED/] });

  test("says so, goes on when there is a connection, and asks no more when the day's calls are used", async ({
    watched: page,
  }) => {
    await createAnonymous(page, "used.levels@example.test", { pipeline: pipeline("Used") });
    await page.route("**/api/profile/meter", (route) => route.abort("internetdisconnected"));
    await page.goto("/edit");
    const meter = page.getByRole("region", { name: "Anonymity", exact: true });
    const advice = page.getByRole("region", { name: "Anonymity advice" });
    await expect(meter).toContainText("There is no connection at the moment.");
    await page.unroute("**/api/profile/meter");
    await page.evaluate(() => window.dispatchEvent(new Event("online")));
    await expect(advice).toContainText("Used Alder narrows it down the most.");

    const body = JSON.stringify({ error: "Too many requests.", code: "too-many-requests" });
    await page.route("**/api/profile/meter", (route) =>
      route.fulfill({ status: 429, contentType: "application/json", body }),
    );
    await advice.getByRole("button", { name: "Mark it as undisclosed" }).click();
    await expect(meter).toContainText("The meter has answered 60 times today");
    // The earlier answer is still known.
    await advice.getByRole("button", { name: "Undo" }).click();
    await expect(advice).toContainText("Used Alder narrows it down the most.");
  });
});

for (const colorScheme of ["light", "dark"] as const) {
  for (const width of [360, 1280] as const) {
    test(`levels, meter and their question pass axe, ${colorScheme}, ${width} px`, async ({ watched: page }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.setViewportSize({ width, height: 800 });
      const of = `Axe${width}${colorScheme}`;
      const kept = pipeline(of).map((one, n) => ({ ...one, undisclosed: n === 1 }));
      await createAnonymous(page, `${of}.levels@example.test`, { pipeline: kept });
      const look = async (state: string): Promise<void> => {
        const { violations } = await axeFor(page, colorScheme === "light" && width === 1280).analyze();
        expect.soft(violations.map(({ id, nodes }) => `${state}: ${id} ${nodes[0]?.html}`)).toEqual([]);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect.soft(overflow, `${state} is wider than the screen`).toBeLessThanOrEqual(0);
      };
      await page.goto("/edit");
      await expect(page.getByText("Fewer than 5 people share a line like yours")).toBeVisible();
      await page.getByText("Choose who sees what").click();
      await page.getByText("The whole line").click();
      await page.getByText("What this counts").click();
      await page.getByRole("button", { name: `Edit ${of} Birch` }).click();
      await look("open");
      await page.getByRole("radio", { name: /^Public/ }).check();
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await expect(page.getByRole("alertdialog", { name: "Save as public?" })).toBeVisible();
      await look("asked");
    });
  }
}
