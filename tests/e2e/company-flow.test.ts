import type { APIRequestContext, Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";

// The flows on the pages of a company and a school, with invented people: eight who came through two companies with
// long names, and five whose pipeline begins at the company.

const PEOPLE = 13;
type World = { company: string; name: string; school: string; long: string };
let world: World;
let isMade = false;

type Job = readonly [company: string, start: string, end: string | undefined];

async function addPerson(request: APIRequestContext, email: string, school: string, jobs: readonly Job[]) {
  const authorization = `Bearer ${await (await request.get("/api/token")).json()}`;
  const call = async (method: "post" | "patch", path: string, data: unknown) => {
    const answer = await request[method](path, { data, headers: { authorization } });
    expect(answer.ok(), await answer.text()).toBe(true);
    return answer.json();
  };
  const { profileId } = await call("post", "/api/user/signup", { email, password: "correct-horse-battery" });
  await call("patch", `/api/profile/${profileId}`, {
    firstName: "Flora",
    lastName: "Testperson",
    created: true,
    school,
    pipeline: jobs.map(([companyName, startDate, end]) => ({
      companyId: "",
      companyName,
      title: "Engineer",
      startDate,
      endDate: end ?? "2200-12-02",
      isIndefinite: end === undefined,
      rating: 0,
    })),
  });
}

test.beforeAll(async ({ playwright, baseURL }) => {
  // Each worker process has its own data, also a retry. A process that comes back to this file still has the data.
  if (isMade) return;
  isMade = true;
  const mine = test.info().workerIndex;
  const request = await playwright.request.newContext(baseURL === undefined ? {} : { baseURL });
  const schools = await (await request.get("/api/school/get/schools/akademi")).json();
  const school: string = schools[mine % schools.length]._id;
  const name = `Hubbub ${mine} Works`;
  const long = `Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogoch ${mine}`;
  const wordy = `The Honourable Company of Meteorological Instrument Makers ${mine}`;
  for (let n = 0; n < PEOPLE; n += 1) {
    await addPerson(request, `flow-${mine}-${n}@example.test`, school, [
      ...(n < 8 ? ([[long, "2010-01-01", "2011-01-01"]] as const) : []),
      ...(n < 3 ? ([[wordy, "2011-02-01", "2012-01-01"]] as const) : []),
      [name, "2013-01-01", n < 5 ? "2014-01-01" : undefined],
      ...(n < 5 ? ([[wordy.replace("The ", "Another "), "2015-01-01", undefined]] as const) : []),
    ]);
  }
  const found = await (await request.get(`/api/company/get/${encodeURIComponent(name.toLowerCase())}`)).json();
  world = { company: `/company/${found._id}`, name, school: `/school/${school}`, long };
  await request.dispose();
});

/** "Amazon 13" of each row of a table. */
async function rowsOf(page: Page, table: string | RegExp): Promise<string[]> {
  const rows = page.getByRole("table", { name: table, exact: true }).locator("tbody tr");
  await expect(rows.first()).toBeVisible();
  // The letters of the monogram, which is a drawing, come before the name.
  return rows.evaluateAll((all) =>
    all.map(
      (row) => `${(row.querySelector("td a") ?? row.firstChild)?.lastChild?.textContent} ${row.lastChild?.textContent}`,
    ),
  );
}

/** The engine counts saved people within a second. Until then the page shows the old numbers. */
async function openWithFigures(page: Page, address: string): Promise<void> {
  await expect(async () => {
    await page.goto(address);
    await expect(page.locator("#flow")).toContainText(`${PEOPLE} people.`, { timeout: 1_000 });
  }).toPass({ timeout: 20_000 });
}

test("a company's flow has direct neighbours alone, says under 5 of few, and its numbers stand in tables", async ({
  watched: page,
}) => {
  await openWithFigures(page, world.company);
  await expect(page.getByRole("group", { name: /^Where people came from before/ })).toHaveAccessibleName(
    `Where people came from before ${world.name} and where they went. ${PEOPLE} people.`,
  );
  await page.getByText("The same as tables").click();
  const wordy = `The Honourable Company of Meteorological Instrument Makers ${world.long.split(" ").at(-1)}`;
  // Three of the eight came by way of another company.
  const came = [`${world.long} 5`, "Other companies under 5", "First stop here 5"];
  expect(await rowsOf(page, `Stop before: ${PEOPLE} people`)).toEqual(came);
  const went = [`${wordy.replace("The ", "Another ")} 5`, "Still there 8"];
  expect(await rowsOf(page, `Next stop: ${PEOPLE} people`)).toEqual(went);
  // The tables of the product's text count stops at any time before and after.
  expect(await rowsOf(page, "Prior Companies")).toEqual([`${world.long} 8`]);
  await expect(page.locator(".facts div").filter({ hasText: "People" })).toHaveText(`People${PEOPLE}`);

  // The list of the search says the same number.
  await page.goto("/search");
  await page.waitForLoadState("networkidle");
  await page.getByRole("search").locator("input[name=company]").focus();
  await page.getByRole("combobox", { name: "Company" }).fill(world.name);
  await expect(page.getByRole("option", { name: new RegExp(`${world.name}.* ${PEOPLE} people`) })).toBeVisible();
});

test("a school's flow begins with its people's first stops, each a link", async ({ watched: page }) => {
  await page.goto(world.school);
  await expect(page.getByText("Rank", { exact: true }).locator("xpath=following-sibling::dd")).toHaveText("N/A");
  const flow = page.locator("#flow");
  await expect(async () => {
    await page.reload();
    await expect(flow.locator(".in-wide").getByRole("link", { name: new RegExp(`^L?${world.long} 8`) })).toBeVisible({
      timeout: 1_000,
    });
  }).toPass({ timeout: 20_000 });
  await flow.getByText("The same as tables").click();
  // Beside companies of another test process whose people attended this school.
  expect(await rowsOf(page, /^First stop: /)).toContain(`${world.long} 8`);
  await expect(page.getByRole("table", { name: "Most Common Companies" })).toBeVisible();
});

for (const width of [360, 768, 1280]) {
  test(`both keep names inside and apart, and in full for a pointer, at ${width} px`, async ({ watched: page }) => {
    await page.setViewportSize({ width, height: 800 });
    for (const address of [world.company, world.school]) {
      await openWithFigures(page, world.company);
      await page.goto(address);
      const panel = await page.locator("#flow").boundingBox();
      const labels = await page.locator("#flow :is(.ch-flow__c, .ch-bars__n)").evaluateAll((all) =>
        all
          .filter((one) => one.checkVisibility())
          .map((one) => {
            const { top, bottom, left, right } = one.getBoundingClientRect();
            return { top, bottom, left, right, size: Number.parseFloat(getComputedStyle(one).fontSize) };
          }),
      );
      expect(labels.length).toBeGreaterThan(1);
      for (const [n, one] of labels.entries()) {
        expect(one.left).toBeGreaterThanOrEqual((panel?.x ?? 0) - 1);
        expect(one.right).toBeLessThanOrEqual((panel?.x ?? 0) + (panel?.width ?? 0) + 1);
        expect(one.size).toBeGreaterThanOrEqual(12);
        for (const other of labels.slice(0, n)) {
          const isApart =
            one.top >= other.bottom - 1 ||
            other.top >= one.bottom - 1 ||
            one.left >= other.right ||
            other.left >= one.right;
          expect(isApart, `labels ${n} and another`).toBe(true);
        }
      }
      const overflow = () => document.documentElement.scrollWidth - window.innerWidth;
      expect(await page.evaluate(overflow)).toBeLessThanOrEqual(0);
    }
  });
}
