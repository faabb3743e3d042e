import AxeBuilder from "@axe-core/playwright";
import type { APIRequestContext, Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";

// The diagrams of a company's and a school's page, on people of their own: six
// who came through two companies with long names, two whose line begins at the hub.

const PEOPLE = 8;
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
  // Each process has a world of its own, also the one of a second try; one that comes back to this file has it still.
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
      ...(n < 6 ? ([[long, "2010-01-01", "2011-01-01"]] as const) : []),
      ...(n < 3 ? ([[wordy, "2011-02-01", "2012-01-01"]] as const) : []),
      [name, "2013-01-01", n < 4 ? "2014-01-01" : undefined],
      ...(n < 4 ? ([[wordy.replace("The ", "Another "), "2015-01-01", undefined]] as const) : []),
    ]);
  }
  const found = await (await request.get(`/api/company/get/${encodeURIComponent(name.toLowerCase())}`)).json();
  world = { company: `/company/${found._id}`, name, school: `/school/${school}`, long };
  await request.dispose();
});

/** "Amazon 13" of each row of a table. */
async function rowsOf(page: Page, table: string): Promise<string[]> {
  const rows = page.getByRole("table", { name: table, exact: true }).locator("tbody tr");
  await expect(rows.first()).toBeVisible();
  // A monogram's letters stand before the name, in a drawing.
  return rows.evaluateAll((all) =>
    all.map(
      (row) => `${(row.querySelector("td a") ?? row.firstChild)?.lastChild?.textContent} ${row.lastChild?.textContent}`,
    ),
  );
}

test("a company's diagram is one sentence for those who hear it, and its numbers stand in tables", async ({
  watched: page,
}) => {
  await page.goto(world.company);
  const wordy = `The Honourable Company of Meteorological Instrument Makers ${world.long.split(" ").at(-1)}`;
  const came = [`First stop 2`, `${world.long} 6`, `${wordy} 3`];
  const went = [`Still here 4`, `${wordy.replace("The ", "Another ")} 4`];
  await expect(page.getByRole("img", { name: /^The stops before and the stops after/ })).toHaveAccessibleName(
    `The stops before and the stops after ${world.name}. Came from: ${came.join(", ")}. Went to: ${went.join(", ")}.`,
  );
  await page.getByText("The same as tables").click();
  expect(await rowsOf(page, "Came from")).toEqual(came);
  expect(await rowsOf(page, "Went to")).toEqual(went);
  expect(await rowsOf(page, "Prior Companies")).toEqual(came.slice(1));
  expect(await rowsOf(page, "Next Companies")).toEqual(went.slice(1));
  await expect(page.locator(".facts div").filter({ hasText: "People" })).toHaveText(`People${PEOPLE}`);

  // The list of the search says the same number.
  await page.goto("/search");
  await page.waitForLoadState("networkidle");
  await page.getByRole("search").locator("input").first().focus();
  await page.getByRole("combobox", { name: "Company" }).fill(world.name);
  await expect(page.getByRole("option", { name: new RegExp(`${world.name}.* ${PEOPLE} people`) })).toBeVisible();
});

test("a school's diagram shows the first stops, in words and in a table too", async ({ watched: page }) => {
  await page.goto(world.school);
  await expect(page.getByText("Rank", { exact: true }).locator("xpath=following-sibling::dd")).toHaveText("N/A");
  const picture = page.getByRole("img", { name: /^The first stops of people from / });
  const said = (await picture.getAttribute("aria-label")) ?? "";
  await page.getByText("The same as a table").click();
  const rows = await rowsOf(page, "First stops from here");
  expect(said).toContain(`: ${rows.join(", ")}.`);
  expect(rows.slice(0, 2)).toEqual([`${world.long} 6`, `${world.name} 2`]);
  // Everybody has one first stop.
  const people = await page
    .getByText("People", { exact: true })
    .first()
    .locator("xpath=following-sibling::dd")
    .innerText();
  expect(rows.reduce((sum, row) => sum + Number(row.split(" ").at(-1)), 0)).toBe(Number(people));
  await expect(page.getByRole("table", { name: "Most Common Companies" })).toBeVisible();
});

for (const width of [360, 768, 1280]) {
  test(`both keep marks and names inside, apart and legible at ${width} px`, async ({ watched: page }) => {
    await page.setViewportSize({ width, height: 800 });
    for (const address of [world.company, world.school]) {
      await page.goto(address);
      const panel = await page.locator(".flow").boundingBox();
      const sides = await page.locator(".flow__side").evaluateAll((all) =>
        all.map((side) =>
          [...side.querySelectorAll(".flow__label")].map((label) => {
            const box = label.querySelector(".flow__text")?.getBoundingClientRect();
            const mark = label.querySelector(".st")?.getBoundingClientRect();
            return {
              top: box?.top ?? 0,
              bottom: box?.bottom ?? 0,
              left: Math.min(box?.left ?? 0, mark?.left ?? Infinity),
              right: Math.max(box?.right ?? 0, mark?.right ?? 0),
              mark: mark && mark.top + mark.height / 2,
              title: label.getAttribute("title"),
              name: label.querySelector(".flow__name")?.textContent,
              size: Number.parseFloat(getComputedStyle(label).fontSize),
            };
          }),
        ),
      );
      expect(sides.flat().length).toBeGreaterThan(1);
      for (const labels of sides) {
        for (const [n, one] of labels.entries()) {
          expect(one.left).toBeGreaterThanOrEqual((panel?.x ?? 0) - 1);
          expect(one.right).toBeLessThanOrEqual((panel?.x ?? 0) + (panel?.width ?? 0) + 1);
          expect(one.size).toBeGreaterThanOrEqual(12);
          expect(one.title, "in full for a pointer, however it is cut").toBe(one.name);
          const isCompany = !/^(First stop|Still here|Other companies)$/.test(one.name ?? "");
          expect(one.mark !== undefined, one.name ?? "").toBe(isCompany);
          const above = labels[n - 1];
          if (above) expect(one.top).toBeGreaterThanOrEqual(above.bottom - 1);
          if (above?.mark !== undefined && one.mark !== undefined) expect(one.mark - above.mark).toBeGreaterThan(26);
        }
      }
      const overflow = () => document.documentElement.scrollWidth - window.innerWidth;
      expect(await page.evaluate(overflow)).toBeLessThanOrEqual(0);
    }
  });
}

for (const colorScheme of ["light", "dark"] as const) {
  for (const which of ["company", "school"] as const) {
    test(`axe finds nothing in that of a ${which} at 360 and 1280 px, ${colorScheme}`, async ({ watched: page }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.goto(world[which]);
      // The table's summary names how many there are.
      await page.getByText(/^The same as (a table|tables)$/).click();
      for (const width of [360, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        const { violations } = await new AxeBuilder({ page }).include(".flow").include(".facts").analyze();
        expect(violations.map((one) => one.id)).toEqual([]);
      }
    });
  }
}
