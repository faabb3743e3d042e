import type { Page } from "@playwright/test";
import { axeInTheme } from "./axe.ts";
import { callApi, createPerson, expect, fillStop, tabTo, test } from "./fixtures.ts";

type Wire = Record<string, unknown>;

function at(companyName: string, title: string, startDate: string, endDate: string): Wire {
  return { companyId: "", companyName, title, startDate, endDate, isIndefinite: endDate === "" };
}
const TARN = at("Harbour & Tarn", "Analyst", "2016-05-01", "2017-02-01");
const QUARRY = at("Quarry Lane", "Engineer", "2020-07-01", "2021-07-01");

async function openEditor(page: Page, email: string, pipeline: Wire[]): Promise<string> {
  const { profileId } = await createPerson(page, email, { pipeline });
  await page.goto("/edit");
  await expect(page.getByRole("heading", { level: 1, name: "Edit Your Profile" })).toBeVisible();
  return profileId;
}

const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true });
const stop = (page: Page, number: number) => page.getByRole("group", { name: new RegExp(`^Stop ${number}(,|$)`) });
/** The stops from the top, as their rows call them. */
const rows = (page: Page) => page.locator(".builder .eb-at");

async function isAccessible(page: Page, part = "main"): Promise<void> {
  for (const scheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
    const { violations } = await axeInTheme(page, scheme).include(part).analyze();
    expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([]);
  }
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, "wider than the screen").toBeLessThanOrEqual(0);
}

for (const width of [360, 1280]) {
  test(`nothing moves when the editor's code is there, ${width} px`, async ({ watched: page }) => {
    await page.setViewportSize({ width, height: 740 });
    let come = (): void => undefined;
    const code = new Promise<void>((resolve) => (come = resolve));
    await page.route(/\/editor-[^/]*\.js$/, async (route) => {
      await code;
      await route.continue();
    });
    await createPerson(page, `still.editor.${width}@example.test`, { pipeline: [TARN, QUARRY] });
    await page.addInitScript(() => {
      const noted = { shift: 0 };
      Object.assign(globalThis, { noted });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) noted.shift += "value" in entry ? Number(entry.value) : 0;
      }).observe({ type: "layout-shift", buffered: true });
    });
    await page.goto("/edit");
    const wait = page.getByRole("status").filter({ hasText: "Loading your line" });
    await expect(wait).toBeInViewport();
    await expect(page.locator("footer")).not.toBeInViewport();
    come();
    await expect(rows(page)).toHaveCount(2);
    // The browser reports shifts after it has drawn them.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    expect(await page.evaluate(() => (globalThis as unknown as { noted: { shift: number } }).noted.shift)).toBe(0);
  });
}

test("beside two buttons on a phone, the dates of a stop take one line, and how long it was another", async ({
  watched: page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const long = at("Harbour & Tarn", "Analyst", "2016-09-01", "2018-12-01");
  await openEditor(page, "short.months@example.test", [long]);
  const dates = page.locator(".builder .eb-role .num").filter({ visible: true });
  await expect(dates).toHaveText("Sep 2016 – Dec 2018 · 2\u00a0yr\u00a04\u00a0mo");
  const { height, line } = await dates.evaluate((one) => ({
    height: one.getBoundingClientRect().height,
    line: Number.parseFloat(getComputedStyle(one).lineHeight),
  }));
  expect(Math.round(height / line)).toBe(2);
  await page.setViewportSize({ width: 1280, height: 740 });
  await expect(dates).toHaveText("September 2016 – December 2018 · 2\u00a0yr\u00a04\u00a0mo");
});

test.describe("at 360 px, by the keyboard alone", () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test("a stop is added between two, rated, removed, brought back and saved", async ({ watched: page }) => {
    await openEditor(page, "keyboard.editor@example.test", [TARN, QUARRY]);
    await tabTo(page, page.getByRole("button", { name: "Add a stop between Harbour & Tarn and Quarry Lane" }));
    await page.keyboard.press("Enter");
    const form = stop(page, 2);
    await expect(form.getByRole("combobox", { name: "Company" })).toBeFocused();
    await page.keyboard.type("Lantern & Vale");
    await page.keyboard.press("Escape");
    await tabTo(page, form.getByRole("combobox", { name: "Title" }));
    await page.keyboard.type("Barge Pilot");
    await page.keyboard.press("Tab");
    await tabTo(page, form.getByRole("textbox", { name: "Start date" }));
    await page.keyboard.type("March 2018");
    await tabTo(page, form.getByRole("textbox", { name: "End date" }));
    // The picker: two years on, one month on.
    await page.keyboard.press("ArrowDown");
    await expect(page.getByRole("dialog", { name: "End date" })).toBeVisible();
    await page.keyboard.press("PageDown");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    const end = form.getByRole("textbox", { name: "End date" });
    await expect(end).toHaveValue("April 2019");
    // And a day of it: from Monday the 1st two weeks on, the week's end, a month on and back.
    await tabTo(page, end, true);
    await page.keyboard.press("ArrowDown");
    await expect(page.getByRole("button", { name: "April 2019", exact: true })).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(page.getByRole("button", { name: "Choose a day in April 2019" })).toBeFocused();
    await page.keyboard.press("Enter");
    const day = (name: string) => page.getByRole("gridcell").getByRole("button", { name });
    await expect(day("Monday, 1 April 2019")).toBeFocused();
    for (const key of ["ArrowDown", "ArrowDown", "End", "PageDown"]) await page.keyboard.press(key);
    await expect(day("Tuesday, 21 May 2019")).toBeFocused();
    for (const key of ["PageUp", "Home", "ArrowRight"]) await page.keyboard.press(key);
    await expect(day("Tuesday, 16 April 2019")).toBeFocused();
    const target = await day("16 April 2019").boundingBox();
    expect(Math.min(target?.width ?? 0, target?.height ?? 0), "wide enough for a finger").toBeGreaterThanOrEqual(44);
    await isAccessible(page, ".mp");
    await page.keyboard.press("Enter");
    await expect(end).toHaveValue("16 April 2019");
    await expect(end).toBeFocused();
    await tabTo(page, form.getByRole("radio", { name: "Very unhappy" }));
    await page.keyboard.press("ArrowRight");
    await expect(form.getByRole("radio", { name: "Unhappy", exact: true })).toBeChecked();
    await page.keyboard.press("Space");
    await expect(form.getByText("Not rated")).toBeVisible();
    await page.keyboard.press("ArrowLeft");
    await expect(form.getByText("Not rated")).toHaveCount(0);
    await isAccessible(page);

    await tabTo(page, form.getByRole("button", { name: "Done" }));
    await page.keyboard.press("Enter");
    const edit = page.getByRole("button", { name: "Edit Lantern & Vale" });
    await expect(edit).toBeFocused();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(rows(page)).toHaveText(["at Harbour & Tarn", "at Quarry Lane"]);
    const undo = page.getByRole("button", { name: "Undo" });
    await expect(undo).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(edit).toBeFocused();
    // This time the removal is not undone. The focus goes back to the line and is not lost.
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(undo).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(undo).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Add a stop between Harbour & Tarn and Quarry Lane" })).toBeFocused();
  });
});

test("a stop before all others goes where its date says, with the reason beside it", async ({ watched: page }) => {
  const profileId = await openEditor(page, "order.editor@example.test", [TARN, QUARRY]);
  await expect(page.getByText("Stops stand in order of their start date.", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Add a stop before Harbour & Tarn" }).click();
  await fillStop(page, 1, { company: "Lantern & Vale", title: "Pilot", start: "March 2018", end: "June 2019" });
  const note = page.getByText(
    "Stops stand in order of their start date: Harbour & Tarn (May 2016) goes before Lantern & Vale (March 2018).",
  );
  await expect(note).toBeVisible();
  await stop(page, 1).getByRole("button", { name: "Done" }).click();
  await expect(rows(page)).toHaveText(["at Harbour & Tarn", "at Lantern & Vale", "at Quarry Lane"]);
  await expect(page.getByText("Lantern & Vale moved here: stops stand in order of their start date.")).toBeVisible();
  await expect(note).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Edit Lantern & Vale" })).toBeFocused();

  // The button does the same without closing the form.
  await page.getByRole("button", { name: "Add a stop after Quarry Lane" }).click();
  await fillStop(page, 4, { company: "Old Mill", title: "Clerk", start: "2015-01", end: "2016-01" });
  await page.getByRole("button", { name: "Put in order" }).click();
  await expect(stop(page, 1).getByRole("combobox", { name: "Company" })).toHaveValue("Old Mill");
  await expect(stop(page, 1).getByRole("combobox", { name: "Company" })).toBeFocused();
  await save(page).click();
  await expect(page.getByText("Your line is saved.")).toBeVisible();
  const saved = await callApi<{ pipeline: { displayName: string }[] }>(page, "GET", `/api/profile/get/${profileId}`);
  expect(saved.pipeline.map(({ displayName }) => displayName)).toEqual([
    "Old Mill",
    "Harbour & Tarn",
    "Lantern & Vale",
    "Quarry Lane",
  ]);
});

test("two roles at one company: added, removed and brought back, current, rated and not rated", async ({
  watched: page,
}) => {
  await openEditor(page, "roles.editor@example.test", [TARN]);
  await page.getByRole("button", { name: "Edit Harbour & Tarn" }).click();
  await page.getByRole("button", { name: "Add another role at Harbour & Tarn" }).click();
  const second = page.getByRole("group", { name: "Role 2" });
  await expect(second.getByRole("combobox", { name: "Title" })).toBeFocused();
  await second.getByRole("combobox", { name: "Title" }).fill("Harbour Master");
  await page.keyboard.press("Tab");
  await second.getByRole("textbox", { name: "Start date" }).fill("March 2018");
  await second.getByRole("textbox", { name: "End date" }).fill("March 2017");
  await page.keyboard.press("Tab");
  await expect(second.getByText("Invalid Date")).toBeVisible();
  await second.getByText("Current", { exact: true }).click();
  await expect(second.getByText("Invalid Date")).toHaveCount(0);
  await expect(second.getByRole("textbox", { name: "End date" })).toHaveCount(0);
  await expect(second.getByText("Present", { exact: true })).toBeVisible();
  await second.getByText("Current", { exact: true }).click();
  // The placeholder of a current job is never shown.
  await expect(second.getByRole("textbox", { name: "End date" })).toHaveValue("");
  await second.getByText("Current", { exact: true }).click();

  const happy = second.getByRole("radio", { name: "Happy", exact: true });
  await happy.click({ force: true });
  await expect(happy).toBeChecked();
  await happy.click({ force: true });
  await expect(happy).not.toBeChecked();
  await expect(second.getByText("Not rated")).toBeVisible();
  await happy.click({ force: true });

  await second.getByRole("button", { name: "Remove role 2" }).click();
  await expect(second).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Undo" })).toBeFocused();
  await expect(page.getByText("Removed the role Harbour Master.")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(second.getByRole("combobox", { name: "Title" })).toHaveValue("Harbour Master");
  await expect(second.getByRole("combobox", { name: "Title" })).toBeFocused();
  await save(page).click();
  await page.getByRole("link", { name: "View profile" }).click();
  await expect(page.getByText("Currently Harbour Master at Harbour & Tarn")).toBeVisible();
  await expect(page.getByText("March 2018 – Present").first()).toBeVisible();
  await expect(page.getByText("May 2016 – February 2017").first()).toBeVisible();
});

for (const width of [360, 1280] as const) {
  test(`what is wrong stands beside its field while it is typed, and in a list that leads there, ${width} px`, async ({
    watched: page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await openEditor(page, `wrong.editor.${width}@example.test`, [TARN, QUARRY]);
    await page.getByLabel("Last name").fill(" ");
    await page.keyboard.press("Tab");
    await expect(page.getByLabel("Last name")).toHaveAccessibleDescription("Must fill out all input fields.");
    await page.getByRole("button", { name: "Edit Quarry Lane" }).click();
    const form = stop(page, 2);
    await form.getByRole("combobox", { name: "Company" }).fill("harbour & tarn");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Tab");
    await expect(form.getByText("Duplicate Companies (See Guidelines)")).toBeVisible();
    await form.getByRole("textbox", { name: "End date" }).fill("12/1949");
    await page.keyboard.press("Tab");
    await expect(form.getByRole("textbox", { name: "End date" })).toHaveAccessibleDescription("Invalid Date");
    await expect(page.getByRole("region", { name: "What to correct" })).toHaveCount(0);

    await save(page).click();
    await expect(page.getByLabel("Last name")).toBeFocused();
    const list = page.getByRole("region", { name: "What to correct" });
    await expect(list.getByRole("button")).toHaveText([
      "Last name: Must fill out all input fields.",
      "Company, stop 2: Duplicate Companies (See Guidelines)",
      "End date, stop 2: Invalid Date",
    ]);
    await isAccessible(page);
    await list.getByRole("button", { name: /^End date/ }).click();
    await expect(form.getByRole("textbox", { name: "End date" })).toBeFocused();
    await page.getByRole("button", { name: "See all 3" }).click();
    await expect(list).toBeFocused();
    await page.getByLabel("Last name").fill("Testperson");
    await expect(list.getByRole("button")).toHaveCount(2);
    // From here on, wait as long as at first.
    await page.getByRole("button", { name: "Add a stop before Harbour & Tarn" }).click();
    await expect(stop(page, 1).getByRole("combobox", { name: "Company" })).toBeFocused();
    await expect(stop(page, 1).getByText("Must fill out all input fields.")).toHaveCount(0);
    await expect(list.getByRole("button")).toHaveCount(2);
    await page.getByRole("button", { name: "Remove this stop" }).click();
    await expect(page.getByRole("button", { name: "Undo" })).toBeFocused();
    await page.keyboard.press("Escape");
    await form.getByRole("combobox", { name: "Company" }).fill("Quarry Lane");
    await page.keyboard.press("Escape");
    await form.getByRole("textbox", { name: "End date" }).fill("July 2021");
    await expect(list).toHaveCount(0);
  });
}

test("a message that moves the page takes no click away", async ({ watched: page }) => {
  await openEditor(page, "click.editor@example.test", [TARN, QUARRY]);
  await page.getByLabel("Last name").fill("");
  const edit = page.getByRole("button", { name: "Edit Harbour & Tarn" });
  // Not under the save bar.
  await edit.evaluate((element) => element.scrollIntoView({ block: "center" }));
  const box = await edit.boundingBox();
  if (!box) throw new Error("no button");
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  // The button is held as long as a finger holds it. The field has lost the focus by then.
  await expect(page.getByLabel("Last name")).not.toBeFocused();
  await page.waitForTimeout(150);
  await page.mouse.up();
  await expect(page.getByLabel("Last name")).toHaveAccessibleDescription("Must fill out all input fields.");
  await expect(stop(page, 1).getByRole("combobox", { name: "Company" })).toBeFocused();
});

test("dates are of 1 January 1950 to 1 January 2030, picked or typed, and days are found again", async ({
  watched: page,
}) => {
  await openEditor(page, "dates.editor@example.test", [TARN]);
  await page.getByRole("button", { name: "Edit Harbour & Tarn" }).click();
  const form = stop(page, 1);
  const [start, end] = ["Start date", "End date"].map((name) => form.getByRole("textbox", { name }));
  if (!start || !end) throw new Error("no dates");
  await start.fill("January 1950");
  await end.fill("January 2030");
  await page.keyboard.press("Tab");
  await expect(form.getByText("Invalid Date")).toHaveCount(0);
  await end.fill("February 2030");
  await expect(form.getByText("Invalid Date")).toBeVisible();
  await end.fill("January 2030");

  await form.getByRole("button", { name: "Choose end date" }).click();
  const picker = page.getByRole("dialog", { name: "End date" });
  await expect(picker.getByRole("button", { name: "Next year" })).toBeDisabled();
  await expect(picker.getByRole("button", { name: "January 2030", exact: true })).toBeEnabled();
  await expect(picker.getByRole("button", { name: "February 2030" })).toBeDisabled();
  await picker.getByRole("button", { name: "Choose a day in January 2030" }).click();
  await expect(picker.getByRole("button", { name: "Next month" })).toBeDisabled();
  await expect(picker.getByRole("button", { name: "Tuesday, 1 January 2030" })).toBeFocused();
  await expect(picker.getByRole("gridcell").getByRole("button", { disabled: false })).toHaveCount(1);
  await isAccessible(page, ".mp");
  // However short the screen, the days alone scroll.
  for (const [width, height] of [
    [320, 480],
    [1280, 720],
  ] as const) {
    await page.keyboard.press("Escape");
    await expect(picker).toHaveCount(0);
    await page.setViewportSize({ width, height });
    await form.getByRole("button", { name: "Choose end date" }).click();
    await picker.getByRole("button", { name: "Choose a day in January 2030" }).click();
    for (const part of [picker.getByRole("button", { name: /^Whole month/ }), picker.getByText("1 January 1950 to")]) {
      await expect(part).toBeInViewport({ ratio: 0.9 });
    }
  }
  // This step reaches the end of the range and disables its button. The focus must move to the days.
  await picker.getByRole("button", { name: "Previous month" }).click();
  await picker.getByRole("button", { name: "Next month" }).press("Enter");
  await expect(picker.getByRole("button", { name: "Tuesday, 1 January 2030" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(picker).toHaveCount(0);
  await form.getByRole("button", { name: "Choose start date" }).click();
  const first = page.getByRole("dialog", { name: "Start date" });
  await expect(first.getByRole("button", { name: "Previous year" })).toBeDisabled();
  await first.getByRole("button", { name: "Choose a day" }).click();
  await expect(first.getByRole("button", { name: "Previous month" })).toBeDisabled();
  await page.keyboard.press("Escape");

  for (const [text, isRight] of [
    ["1949-12-31", false],
    ["1 January 1950", true],
    ["29 February 2015", false],
    ["31.2.2016", false],
    ["03/04/2016", false],
    ["February 29, 2016", true],
    ["29/2/2016", true],
  ] as const) {
    await start.fill(text);
    await page.keyboard.press("Tab");
    await expect(form.getByText("Invalid Date")).toHaveCount(isRight ? 0 : 1);
  }
  await expect(start).toHaveValue("29 February 2016");
  await end.fill("2 January 2030");
  await page.keyboard.press("Tab");
  await expect(form.getByText("Invalid Date")).toHaveCount(1);
  // "February 2016" is read as its first day. The message alone would not say what is wrong with it.
  await end.fill("February 2016");
  await page.keyboard.press("Tab");
  await expect(end).toHaveAccessibleDescription("Invalid Date Give the day too, like 29 February 2016.");
  await end.fill("29.2.2016");
  await expect(form.getByText("Invalid Date")).toHaveCount(0);
  await expect(form.getByText("Give the day too")).toHaveCount(0);
  await end.fill("March 2017");
  // If the day is known, the picker opens with the days, and this day is in sight.
  await page.setViewportSize({ width: 320, height: 480 });
  await start.press("ArrowDown");
  const known = first.getByRole("button", { name: "Monday, 29 February 2016" });
  await expect(known).toBeFocused();
  await expect(known).toBeInViewport({ ratio: 0.9 });
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect(start).toHaveValue("2 March 2016");
  await save(page).click();
  await expect(page.getByText("Your line is saved.")).toBeVisible();

  await page.goto("/edit");
  await expect(rows(page)).toHaveText(["at Harbour & Tarn"]);
  await expect(page.getByText("March 2016 – March 2017")).toBeVisible();
  await page.getByRole("button", { name: "Edit Harbour & Tarn" }).click();
  await expect(start).toHaveValue("2 March 2016");
  await expect(end).toHaveValue("March 2017");
  await start.press("ArrowDown");
  await first.getByRole("button", { name: "Whole month, March 2016" }).click();
  await expect(start).toHaveValue("March 2016");
});

test("the triangle turns while the editor is on its way", async ({ watched: page }) => {
  await createPerson(page, "loader.editor@example.test");
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/assets\/editor-.*\.js/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/edit");
  await expect(page.getByText("Loading your line")).toBeVisible();
  await expect(page.locator(".tri svg")).toBeVisible();
  await isAccessible(page);
  release();
  await expect(page.getByRole("heading", { level: 1, name: "Edit Your Profile" })).toBeVisible();
  await expect(page.locator(".tri")).toHaveCount(0);
});

test("a letter in one role does not render the other roles of its stop again", async ({ watched: page }) => {
  const role = (n: number) => ({ title: `Clerk ${n}`, startDate: `${2000 + n}-01-01`, endDate: `${2000 + n}-12-01` });
  const roles = Array.from({ length: 5 }, (_, n) => role(n));
  await createPerson(page, "many.roles@example.test", { pipeline: [{ ...QUARRY, ...role(4), roles }] });
  await page.goto("/edit");
  await page.getByRole("button", { name: /^Edit/ }).first().click();
  const titles = page.getByRole("combobox", { name: "Title" });
  await expect(titles).toHaveCount(5);
  await titles.nth(2).press("End");
  // React keeps what a field was last rendered with at its element.
  await titles.evaluateAll((fields) => {
    const propsOf = (field: Element): unknown => {
      const [, props] = Object.entries(field).find(([key]) => key.startsWith("__reactProps")) ?? [];
      return props;
    };
    const before = fields.map(propsOf);
    Object.assign(window, {
      renderedAgain: () => fields.flatMap((field, index) => (propsOf(field) === before[index] ? [] : [index])),
    });
  });
  await page.keyboard.type("s");
  await expect(titles.nth(2)).toHaveValue("Clerk 2s");
  // The first role also has the company's fields.
  const again = await page.evaluate("window.renderedAgain()");
  expect(again).toContain(2);
  expect(again).not.toContain(1);
  expect(again).not.toContain(3);
  expect(again).not.toContain(4);
});
