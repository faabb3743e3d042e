import type { Page } from "@playwright/test";
import { POSITION_HEADER } from "#tests/helpers/archives.ts";
import { callApi, createPerson, expect, mine, test } from "./fixtures.ts";
import { choose, given, review } from "./import-steps.ts";

// Names of as many letters as a field takes, without a space. Whoever has one must not make others' pages wide.

const NAME = { firstName: "X".repeat(50), lastName: "W".repeat(50) };
const TITLE = "Softwareengineeringintern".repeat(4).slice(0, 80);
const COMPANY = "Averylongcompanyname".repeat(4).slice(0, 74);

const pipelineOf = (company: string) => [
  { companyId: "", companyName: company, title: TITLE, startDate: "2016-05-01", endDate: "2018-08-01" },
  { companyId: "", companyName: "shopify", title: TITLE, startDate: "2019-07-01", endDate: "", isIndefinite: true },
];

type Saved = { pipeline: { companyId: string }[] };

/** What makes the page wider than the screen. */
async function widerThanScreen(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const most = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= most) return [];
    return [...document.querySelectorAll("main *")]
      .filter((one) => one.getBoundingClientRect().right > most + 1)
      .map((one) => `${one.tagName} ${one.getAttribute("class") ?? ""}`)
      .slice(0, 5);
  });
}

for (const width of [360, 768, 1280]) {
  test(`names without a space are broken, and no page is wider than the screen, ${width} px`, async ({
    watched: page,
    browser,
    baseURL,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    const company = mine(`${COMPANY}${width}`);
    const profile = { ...NAME, school: "Universityofthelongestnames".repeat(3), pipeline: pipelineOf(company) };
    // Another person with the same stops, so that each is among the lines like the other's.
    const other = await browser.newContext({ baseURL: baseURL ?? "" });
    const twin = await createPerson(await other.newPage(), `long.twin.${width}@example.org`, profile);
    await other.close();
    const own = await createPerson(page, `long.name.${width}@example.org`, profile);
    const saved = await callApi<Saved>(page, "GET", `/api/profile/get/${own.profileId}`);
    const [first, last] = saved.pipeline.map(({ companyId }) => companyId);
    for (const [address, part] of [
      [`/user/${own.profileId}`, ".pr-own__h"],
      [`/user/${twin.profileId}`, ".pr-sim"],
      ["/edit", ".eb-row"],
      [`/search?stop=company:${first}`, ".rl__n"],
      [`/like-me?line=${own.profileId}`, ".lm__r"],
      [`/paths?from=company:${first}&to=company:${last}`, ".pa-q"],
      [`/company/${first}`, "h1"],
    ] as const) {
      await page.goto(address);
      await page.locator(part).first().waitFor();
      expect.soft(await widerThanScreen(page), address).toEqual([]);
    }
  });
}

test("names of compared companies are whole words where a word has room", async ({ watched: page }) => {
  const names = ["Kugelschreibwerke Co", "Kettlebridge Co", "Dovrenmarsh Instruments", "Arbelwickers Co"].map(mine);
  const pipeline = names.map((companyName, n) => ({
    companyId: "",
    companyName,
    title: "Clerk",
    startDate: `201${n}-02-01`,
    endDate: `201${n}-11-01`,
  }));
  const { profileId } = await createPerson(page, "compared.names@example.org", { pipeline });
  const saved = await callApi<Saved>(page, "GET", `/api/profile/get/${profileId}`);
  const ids = saved.pipeline.map(({ companyId }) => `c=${companyId}`);
  for (const count of [3, 4]) {
    await page.goto(`/compare?${ids.slice(0, count).join("&")}`);
    await expect(page.locator(".versus__name")).toHaveCount(count);
    for (const width of [360, 900, 1024, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const broken = await page.locator(".versus__name").evaluateAll((all) =>
        all.flatMap((one) => {
          const text = one.firstChild;
          if (!(text instanceof Text)) return ["no text"];
          return [...text.data.matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
            const range = document.createRange();
            range.setStart(text, index);
            range.setEnd(text, index + word.length);
            return range.getClientRects().length > 1 ? [word] : [];
          });
        }),
      );
      expect.soft(broken, `${count} companies, ${width} px`).toEqual([]);
      expect.soft(await widerThanScreen(page), `${count} companies, ${width} px`).toEqual([]);
    }
  }
});

test("an Arabic name in the question of /paths is from right to left: ring, words, arrow", async ({
  watched: page,
}) => {
  const companyName = "\u0646\u0648\u0631 \u0627\u0644\u0628\u062d\u0631";
  const pipeline = [{ companyName, title: "Clerk", startDate: "2016-05-01", endDate: "2018-08-01" }];
  const { profileId } = await createPerson(page, "arabic.name@example.org", { pipeline });
  const saved = await callApi<Saved>(page, "GET", `/api/profile/get/${profileId}`);
  // In one line with "to": one after the other.
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`/paths?to=company:${saved.pipeline[0]?.companyId}`);
  const pick = page.getByRole("button", { name: /^To:/ });
  await expect(pick).toContainText("\u0646\u0648\u0631");
  const [ring, first, last, arrow] = await pick.evaluate((element) =>
    [".st", ".nowrap", ".nowrap:last-child", ".icon"].map((part) => {
      const { left, right } = element.querySelector(part)?.getBoundingClientRect() ?? { left: 0, right: 0 };
      return { left, right };
    }),
  );
  expect(ring?.right).toBeCloseTo(first?.right ?? 0, 0);
  expect(last?.right).toBeLessThan(first?.left ?? 0);
  expect((arrow?.left ?? 0) - (last?.left ?? 0)).toBeLessThan(4);
});

test("a job of a file with names that are too long keeps half of its row, and few lines", async ({ watched: page }) => {
  await createPerson(page, "long.import@example.org");
  const row = [
    "Averylongcompanyname".repeat(15),
    "Softwareengineeringintern".repeat(12),
    "",
    "",
    "May 2012",
    "May 2013",
  ];
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto("/edit");
    await choose(page, "Choose your LinkedIn file", given("Positions.csv", `${POSITION_HEADER}\n${row.join(",")}\n`));
    const job = review(page).getByRole("listitem").first();
    await expect(job).toContainText("Needs a shorter company name and a shorter title");
    const sizes = await job.evaluate((element) => {
      const label = element.querySelector(".imp-row__h > .check")?.getBoundingClientRect();
      return { part: (label?.width ?? 0) / element.getBoundingClientRect().width, height: label?.height ?? 0 };
    });
    expect.soft(sizes.part, `its part of the row, ${width} px`).toBeGreaterThan(0.4);
    expect.soft(sizes.height, `its height, ${width} px`).toBeLessThan(220);
    expect.soft(await widerThanScreen(page), `${width} px`).toEqual([]);
    await review(page).getByRole("button", { name: "Cancel" }).click();
  }
});
