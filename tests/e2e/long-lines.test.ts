import { createPerson, expect, mine, openOwnPage, test } from "./fixtures.ts";

/** Twelve years at twelve companies, which nobody else was at: longer than any card is wide. */
const pipelineOf = (width: number) =>
  Array.from({ length: 12 }, (_, year) => ({
    companyId: "",
    companyName: `Long Line Works ${width} ${year}`,
    title: "Engineer",
    startDate: `${2008 + year}-01-01`,
    endDate: year === 11 ? "" : `${2008 + year}-11-30`,
    isIndefinite: year === 11,
  }));

for (const width of [360, 768, 1280]) {
  test(`the longest line stays inside its card, ${width} px`, async ({ watched: page }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto("/");
    const call = (method: string, path: string, body?: unknown) =>
      page.evaluate(
        async ([verb, address, sent]) => {
          const answer = await fetch(address, {
            method: verb,
            headers: { "content-type": "application/json" },
            ...(sent === undefined ? {} : { body: JSON.stringify(sent) }),
          });
          if (!answer.ok) throw new Error(`${address}: ${await answer.text()}`);
          return answer.json();
        },
        [method, path, body] as const,
      );
    await call("GET", "/api/token");
    const email = mine(`long-line-${width}@example.org`);
    const user = await call("POST", "/api/user/signup", { email, password: "correct-horse-battery" });
    await call("PATCH", `/api/profile/${user.profileId}`, {
      firstName: "Longa",
      lastName: "Linea",
      pipeline: pipelineOf(width),
      created: true,
    });
    // The page is changed below: not before React has taken it over.
    await page.goto(`/search?company=${encodeURIComponent(`long line works ${width} 3`)}`, {
      waitUntil: "networkidle",
    });
    const card = page.locator(".pcard").first();
    await expect(card).toBeVisible();
    // The stop that was searched for needs more room than a small ring.
    await expect(card.locator(".is-match")).toHaveCount(1);
    // The landing page's five columns are the narrowest place of a card.
    await page.evaluate(() => {
      for (const grid of document.querySelectorAll(".cards")) {
        grid.className = "five";
        for (let copies = 0; copies < 4; copies += 1) grid.append(grid.firstElementChild?.cloneNode(true) ?? "");
      }
    });
    const rests = await card.evaluate((element) => {
      const { right } = element.getBoundingClientRect();
      return [...element.querySelectorAll(".mini > li")].map((li) => right - li.getBoundingClientRect().right);
    });
    // Many stops, and room beside the last of them.
    expect(rests.length).toBeGreaterThan(3);
    expect(Math.min(...rests)).toBeGreaterThan(0);
  });
}

test("on a phone, a long first title keeps its distance from the next role of its stop", async ({ watched: page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  const role = (title: string, year: number) => ({ title, startDate: `${year}-01-01`, endDate: `${year}-12-31` });
  const roles = [role("Head of everything that happened between two large departments", 2015), role("Clerk", 2016)];
  await openOwnPage(page, "long.title@example.org", {
    pipeline: [{ companyId: "", companyName: "Long Title Works", ...roles[0], roles }],
  });
  const words = page.locator(".ps-many .ps__b");
  await expect(words).toHaveCount(2);
  const [first, next] = [await words.nth(0).boundingBox(), await words.nth(1).boundingBox()];
  expect((next?.y ?? 0) - (first?.y ?? 0) - (first?.height ?? 0)).toBeGreaterThanOrEqual(8);
});

// Four columns at 1100 px leave less than the width of two rings for the stops in between.
for (const width of [1100, 1280]) {
  test(`many stops between two columns of a route keep their row low, ${width} px`, async ({ watched: page }) => {
    await page.setViewportSize({ width, height: 900 });
    const steps = ["kind:intern", "level:senior", "level:lead", "level:staff"];
    for (const count of [3, 4]) {
      await page.goto(`/search?stop=${steps.slice(0, count).join("&then=any&stop=")}&view=pipeline`);
      const rows = page.locator(".rrows > li");
      await expect(rows.first()).toBeVisible();
      const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
      expect(Math.max(...heights)).toBeLessThan(220);
      // Their names stand in one sentence where there is no room for words under each ring.
      await expect(page.locator(".rrow__via").filter({ visible: true }).first()).toHaveText(/^via \S+/);
      const narrow = await page
        .locator(".rrow .stop__label")
        .evaluateAll((all) => all.map((label) => label.clientWidth).filter((wide) => wide > 0 && wide < 50));
      expect(narrow).toEqual([]);
    }
  });
}

test("the first and the last of many stops in a route's row keep room for their words", async ({ watched: page }) => {
  const names = ["shopify", ...Array.from({ length: 12 }, (_, n) => `Between Columns ${n}`), "google"];
  await createPerson(page, mine("between.columns@example.org"), {
    firstName: "Wanda",
    lastName: "Rowkeeper",
    pipeline: names.map((companyName, n) => ({
      companyId: "",
      companyName,
      title: "Engineer",
      startDate: `${2002 + n}-01-01`,
      endDate: `${2002 + n}-11-30`,
      isIndefinite: false,
    })),
  });
  await page.goto("/search?stop=company:shopify&then=any&stop=company:google&view=pipeline");
  const between = page.locator(".rrows > li", { hasText: "Wanda Rowkeeper" }).locator(".arow__any");
  for (const width of [1100, 1280, 1600]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(between.first()).toBeVisible();
    const { ends, right, lines } = await between.first().evaluate((column) => ({
      ends: [...column.querySelectorAll(".astop:not(.astop--more)")].map((stop) => stop.getBoundingClientRect()),
      right: column.getBoundingClientRect().right,
      lines: [...column.querySelectorAll(".stop__label .stop__da")].map(
        (date) => date.getClientRects()[0]?.height ?? 0,
      ),
    }));
    expect(ends).toHaveLength(2);
    expect.soft(Math.min(...ends.map((box) => box.width)), `${width} px`).toBeGreaterThanOrEqual(84);
    expect.soft(Math.max(...ends.map((box) => box.right)), `${width} px`).toBeLessThanOrEqual(right + 0.5);
    // Both dates of a stop are in one line.
    expect(lines.length).toBeGreaterThan(1);
    expect.soft(Math.max(...lines), `${width} px`).toBeLessThan(24);
  }
});
