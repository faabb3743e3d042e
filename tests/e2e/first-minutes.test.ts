import type { Locator, Page } from "@playwright/test";
import { POSITION_HEADER } from "#tests/helpers/archives.ts";
import { axeInTheme } from "./axe.ts";
import {
  callApi,
  createAccount,
  createPerson,
  expect,
  fileChooserOf,
  fillStop,
  openOwnPage,
  tabTo,
  test,
} from "./fixtures.ts";
import { choose, given } from "./import-steps.ts";

// The first screens of a new person: the start, the preview, what Save says, and the ratings after an import.

const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true });
const start = (page: Page) => page.getByRole("region", { name: "Start your line" });

async function look(page: Page, state: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const { violations } = await axeInTheme(page, colorScheme).analyze();
    expect.soft(violations.map(({ id, nodes }) => `${state}: ${id} ${nodes[0]?.html}`)).toEqual([]);
  }
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect.soft(overflow, `${state} is wider than the screen`).toBeLessThanOrEqual(0);
}

/** The editor of somebody who has just signed up. */
async function join(page: Page, email: string): Promise<void> {
  await createAccount(page, email);
  await page.goto("/edit");
}

/** Text below the fixed header cannot be seen, so the part must be on top. */
async function isSeenAtTop(part: Locator): Promise<void> {
  await expect(part).toBeInViewport({ ratio: 1 });
  expect((await part.boundingBox())?.y ?? 0).toBeGreaterThanOrEqual(64);
}

const JOBS = ["Alder", "Birch", "Cedar", "Dogwood", "Elm", "Fir", "Ginkgo", "Hazel"];

/** Eight jobs, of which the first has years alone. */
function eightJobs(of: string): string {
  const rows = JOBS.map((name, n) =>
    n === 0 ? `${of} ${name},Clerk,,,2010,2011` : `${of} ${name},Analyst,,,Mar ${2010 + n},Feb ${2011 + n}`,
  );
  return [POSITION_HEADER, ...rows, ""].join("\n");
}

/** The dialog that rates one job after another, and its faces. */
function dialogOf(page: Page) {
  const pass = page.getByRole("dialog", { name: "How was it?" });
  return { pass, face: (name: string) => pass.getByRole("button", { name, exact: true }) };
}

/** Rates the eight jobs on a phone. One is skipped by its button, and one taken back. */
async function rateByTapping(page: Page, of: string): Promise<void> {
  const { pass, face } = dialogOf(page);
  for (const [n, name] of JOBS.entries()) {
    await expect(pass.getByRole("status")).toContainText(`${of} ${name}`);
    const box = await face("Happy").boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    if (n === 2) await pass.getByRole("button", { name: "Skip" }).tap();
    else await face(n === 4 ? "Unhappy" : "Happy").tap();
    if (n !== 4) continue;
    await pass.getByRole("button", { name: "Back" }).tap();
    await expect(face("Unhappy")).toHaveAttribute("aria-pressed", "true");
    await face("Very happy").tap();
  }
}

/** Rates the eight jobs by keyboard, and skips and takes back one. */
async function rateByKeys(page: Page, of: string): Promise<void> {
  const { pass, face } = dialogOf(page);
  // Neutral has the focus; arrows move, Enter rates, a figure rates, the down key skips and the up key goes back.
  await expect(face("Neutral")).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(face("Happy")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(pass.getByRole("status")).toContainText(`${of} Birch`);
  await expect(face("Happy")).toBeFocused();
  await page.keyboard.press("4");
  await expect(pass.getByRole("status")).toContainText("3 of 8");
  await page.keyboard.press("ArrowDown");
  await expect(pass.getByRole("status")).toContainText(`${of} Dogwood`);
  await page.keyboard.press("Enter");
  await page.keyboard.press("2");
  await page.keyboard.press("ArrowUp");
  await expect(face("Unhappy")).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  for (const name of JOBS.slice(5)) {
    await expect(pass.getByRole("status")).toContainText(`${of} ${name}`);
    await page.keyboard.press("4");
  }
}

for (const width of [360, 1280] as const) {
  const isPhone = width === 360;
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: isPhone ? 740 : 800 }, hasTouch: isPhone, isMobile: isPhone });

    test("one start panel: the file, typing, or a look around; each does what it says, and shows it", async ({
      watched: page,
    }) => {
      await join(page, `start${width}.first@example.test`);
      const press = (target: Locator) => (isPhone ? target.tap() : target.press("Enter"));
      await expect(start(page)).toBeVisible();
      await expect(page.getByText("Have it written down already?")).toHaveCount(0);
      await expect(page.locator(".btn--p:visible:not([disabled])")).toHaveText(["Choose your LinkedIn file"]);
      await expect(page.getByText(/\bdrop\b/i).filter({ visible: true })).toHaveCount(isPhone ? 0 : 1);

      await fileChooserOf(page, () => press(start(page).getByRole("button", { name: "Choose your LinkedIn file" })));

      await start(page).getByText("How do I get the file?").click();
      const steps = start(page).getByRole("listitem");
      await expect(steps).toHaveCount(3);
      for (const words of [
        /Get a copy of your data/,
        /Tick Positions, Education and Profile/,
        /Choose the ZIP file here/,
      ])
        await expect(steps.filter({ hasText: words })).toHaveCount(1);
      await expect(steps.locator("svg")).toHaveCount(3);
      await expect(start(page)).toContainText("While LinkedIn prepares it");
      await expect(start(page)).toContainText("Save to PDF");
      await look(page, "start");

      await press(start(page).getByRole("link", { name: "Look around first" }));
      await expect(page).toHaveURL(/\/discover(\?|$)/);
      await page.goto("/edit");
      await press(start(page).getByRole("button", { name: "Type it in" }));
      await expect(start(page)).toHaveCount(0);
      await expect(page.getByLabel("First name")).toBeFocused();
      await isSeenAtTop(page.getByRole("heading", { name: "You", exact: true }));
      await isSeenAtTop(page.getByLabel("First name"));
      await page.reload();
      await expect(page.getByText("Have it written down already?")).toBeVisible();
      await expect(start(page)).toHaveCount(0);
    });

    test("the preview draws from the first field, and Save waits for something to save", async ({ watched: page }) => {
      page.on("dialog", (dialog) => void dialog.accept());
      await join(page, `preview${width}.first@example.test`);
      const others = page.getByRole("region", { name: "What others see" });
      await expect(save(page)).toBeDisabled();
      await expect(page.getByText("Nothing to save yet")).toBeVisible();
      await page.getByLabel("First name").pressSequentially("N");
      await expect(others.getByText("N", { exact: true })).toBeVisible();
      await expect(save(page)).toBeEnabled();
      await page.getByLabel("First name").fill("");
      await expect(save(page)).toBeDisabled();

      const stop = page.getByRole("group", { name: /^Stop 1/ });
      await stop.getByRole("combobox", { name: "Company" }).fill("Quarry Lane");
      await page.keyboard.press("Escape");
      await expect(others.getByText("Quarry Lane", { exact: true })).toBeVisible();
      await expect(others.getByText("Title to come", { exact: true })).toBeVisible();
      await expect(others.getByText("Dates to come", { exact: true })).toBeVisible();
      await expect(save(page)).toBeEnabled();
      await look(page, "preview");
      await fillStop(page, 1, { company: "Quarry Lane", title: "Analyst", start: "March 2020" });
      await expect(others.getByText("Analyst", { exact: true })).toBeVisible();
      await expect(others.getByText("Mar 2020 – Present")).toBeVisible();
      await expect(others.getByText(/to come/)).toHaveCount(0);
    });

    test("eight imported jobs are rated in eight presses, and months are asked for at a later visit", async ({
      watched: page,
    }) => {
      const of = `Pass${width}`;
      const { profileId } = await createPerson(page, `rate${width}.first@example.test`);
      await page.goto("/edit");
      await choose(page, "Choose your LinkedIn file", given("Positions.csv", eightJobs(of)));
      await page.getByRole("button", { name: "Add 8 to my line" }).click();
      // An import has enough to ask: of months only the rows say something.
      await expect(page.getByRole("group", { name: "Needs months" })).toHaveCount(0);
      await expect(page.getByText("Needs months", { exact: true })).toHaveCount(1);
      const offer = page.getByRole("button", { name: "Rate your 8 jobs" });
      await expect(offer).toBeInViewport({ ratio: 1 });
      if (isPhone) await offer.tap();
      else {
        await tabTo(page, offer);
        await page.keyboard.press("Enter");
      }
      const { pass } = dialogOf(page);
      await expect(pass.getByRole("status")).toContainText(`Clerk at ${of} Alder`);
      await expect(pass.getByRole("status")).toContainText("1 of 8");
      await look(page, "rating");
      await (isPhone ? rateByTapping : rateByKeys)(page, of);
      await expect(pass.getByRole("status")).toContainText("Rated 7 of 8.");
      await expect(pass.getByRole("button", { name: "Done" })).toBeFocused();
      await page.keyboard.press("Enter");
      await expect(pass).toHaveCount(0);
      await expect(page.getByRole("heading", { name: "Your line" })).toBeFocused();
      await save(page).click();
      await expect(page.getByText("Your line is saved.")).toBeVisible();
      type Own = { pipeline: { displayName: string; roles: { rating: number }[] }[] };
      const { pipeline } = await callApi<Own>(page, "GET", `/api/profile/get/${profileId}`);
      expect(pipeline.map(({ roles }) => roles[0]?.rating)).toEqual([80, 80, 0, 80, 100, 80, 80, 80]);

      await page.goto("/edit");
      const nudge = page.getByRole("group", { name: "Needs months" });
      await expect(nudge).toContainText("1 job has only years.");
      await look(page, "nudge");
      await nudge.getByRole("button", { name: `Add months at ${of} Alder` }).press("Enter");
      await expect(page.getByRole("textbox", { name: "Start date" })).toBeFocused();
      await nudge.getByRole("button", { name: "Not now" }).press("Enter");
      await expect(nudge).toHaveCount(0);
      await page.reload();
      await expect(page.getByText("Needs months", { exact: true })).toBeVisible();
      await expect(nudge).toHaveCount(0);
    });

    test("before it is shown at red it is asked once, and the cure stands above the bar", async ({ watched: page }) => {
      await join(page, `red${width}.first@example.test`);
      await page.getByLabel("First name").fill("Nova");
      await page.getByLabel("Last name").fill("Testperson");
      await page.getByRole("switch", { name: "I want to remain anonymous" }).click({ force: true });
      await fillStop(page, 1, { company: `Redfield ${width}`, title: "Analyst", start: "March 1969", end: "May 1970" });
      const advice = page.getByRole("region", { name: "Anonymity advice" });
      const keep = advice.getByRole("button", { name: "Mark it as undisclosed" });
      await expect(advice).toContainText("Red: little cover");
      // At any scroll position.
      for (const end of [0, 100_000]) {
        await page.evaluate((top) => window.scrollTo(0, top), end);
        await expect(keep).toBeInViewport({ ratio: 1 });
        await expect(save(page)).toBeInViewport({ ratio: 1 });
      }
      await look(page, "advice");
      const question = page.getByRole("alertdialog", { name: "Save with little cover?" });
      await save(page).press("Enter");
      await expect(question).toContainText("Fewer than 5 people share your line.");
      await expect(question.getByRole("button", { name: "Keep editing" })).toBeFocused();
      await look(page, "asked at red");
      await page.keyboard.press("Enter");
      await expect(save(page)).toBeFocused();
      await advice.getByRole("button", { name: "Close this advice" }).press("Enter");
      await expect(advice).toHaveCount(0);
      // The question was answered, so it is not asked again about the same line.
      await save(page).press("Enter");
      await expect(page.getByText("Your line is saved.")).toBeVisible();

      // Changes that others do not see send no question. Another stop does.
      await page.goto("/edit");
      await page.getByLabel("First name").fill("Nova B.");
      await save(page).click();
      await expect(page.getByText("Your line is saved.")).toBeVisible();
      await page.goto("/edit");
      await page.getByRole("button", { name: `Edit Redfield ${width}` }).click();
      await page.getByRole("textbox", { name: "Start date" }).fill("March 1966");
      await save(page).click();
      await question.getByRole("button", { name: "Save anyway" }).click();
      await expect(page.getByText("Your line is saved.")).toBeVisible();
    });

    test("guidelines open over the whole width, hints have their own line, and the rest is under More", async ({
      watched: page,
    }) => {
      const role = (title: string, from: string, to: string) => ({ title, startDate: from, endDate: to });
      await createPerson(page, `quiet${width}.first@example.test`, {
        pipeline: [
          {
            companyName: "Harbour & Tarn",
            ...role("Manager", "2016-05-01", "2020-02-01"),
            roles: [role("Analyst", "2016-05-01", "2018-02-01"), role("Manager", "2018-03-01", "2020-02-01")],
          },
        ],
      });
      await page.goto("/edit");
      // Within a station the oldest first.
      await expect(page.locator(".eb-role .eb-name")).toHaveText([/^Analyst/, /^Manager/]);

      const guide = page.getByRole("button", { name: "Guidelines" });
      await expect(page.getByText("One stop per company.")).toBeHidden();
      await guide.press("Enter");
      await expect(guide).toHaveAttribute("aria-expanded", "true");
      const [list, line] = await Promise.all(
        [page.getByRole("list").filter({ hasText: "One stop per company." }), page.locator(".ed-line")].map((part) =>
          part.boundingBox(),
        ),
      );
      expect(list?.width ?? 0).toBeGreaterThanOrEqual((line?.width ?? 0) - 1);

      const [label, note] = await Promise.all(
        [
          page.getByText("I want to remain anonymous", { exact: true }),
          page.getByText("Your name, picture, username and location are hidden."),
        ].map((part) => part.boundingBox()),
      );
      expect(note?.y ?? 0).toBeGreaterThanOrEqual((label?.y ?? 0) + (label?.height ?? 0) - 1);

      await page.getByRole("button", { name: "Edit Harbour & Tarn" }).press("Enter");
      const first = page.getByRole("group", { name: "Role 1" });
      for (const part of [first.getByLabel("Counts as"), first.getByLabel("Undisclosed company")])
        await expect(part).toBeHidden();
      await first.getByText("More", { exact: true }).click();
      await first.getByLabel("Counts as").selectOption("Part-time");
      await first.getByRole("checkbox", { name: "Undisclosed company" }).click({ force: true });
      await expect(page.getByRole("group", { name: "Role 2" }).getByText("Undisclosed company")).toHaveCount(0);
      await look(page, "More");
      // The closed section still says what was chosen.
      await first.getByText("More", { exact: true }).click();
      await expect(first.getByText("Part-time, Undisclosed company")).toBeVisible();
    });
  });
}

test.describe("the timeline of a profile", () => {
  test.use({ viewport: { width: 1280, height: 900 } });

  test("names are whole: 48 px under the picture, and inside the page at its right edge", async ({ watched: page }) => {
    const at = (companyName: string, startDate: string, endDate: string) => ({
      companyName,
      title: "Analyst",
      startDate,
      endDate,
      isIndefinite: endDate === "",
    });
    const names = ["Harbour, Tarn and Daughters Shipwrights", "Quay", "Lantern & Vale Harbour Engineering"];
    await openOwnPage(page, "timeline.first@example.test", {
      school: "Massachusetts Institute of Technology",
      pipeline: [
        at(names[0] ?? "", "2008-01-01", "2014-01-01"),
        at(names[1] ?? "", "2014-02-01", "2022-01-01"),
        at(names[2] ?? "", "2023-11-01", ""),
      ],
    });
    await expect(page.locator(".tl__l")).toHaveText(["MIT", ...names]);
    const picture = await page.locator(".pr-av").boundingBox();
    const bottom = (picture?.y ?? 0) + (picture?.height ?? 0);
    for (const label of await page.locator(".tl__l").all()) {
      const box = await label.boundingBox();
      expect(box?.y ?? 0).toBeGreaterThanOrEqual(bottom + 44);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(1280);
    }
  });
});

test("where no network sign-in is configured, Join stands beside Login and the landing page offers no such sign-in", async ({
  watched: page,
}) => {
  await page.goto("/");
  const header = page.getByRole("banner");
  await expect(header.getByRole("link", { name: "Login", exact: true })).toHaveAttribute("href", "/login");
  await expect(header.getByRole("link", { name: "Join", exact: true })).toHaveAttribute("href", "/signup");
  await expect(page.locator(".hero").getByRole("link", { name: "Join", exact: true })).toHaveAttribute(
    "href",
    "/signup",
  );
  const add = page.getByRole("link", { name: "Add Your Pipeline" });
  await expect(add).toHaveAttribute("href", "/signup");
  await expect(page.getByText("Choose the file that your professional network gives you")).toBeVisible();
  await expect(page.getByText("Sign in with your professional network")).toHaveCount(0);
  await expect(page.getByText("Network sign-in")).toHaveCount(0);
  await add.click();
  await expect(page.getByRole("button", { name: "Join Pipelines" })).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/");
  await page.getByLabel("Menu", { exact: true }).click();
  for (const [name, href] of [
    ["Login", "/login"],
    ["Join", "/signup"],
  ] as const)
    await expect(page.locator(".smenu__a").getByRole("link", { name, exact: true })).toHaveAttribute("href", href);
});
