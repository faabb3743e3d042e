import type { Locator, Page } from "@playwright/test";
import { createAccount, createPerson, expect, findPlaces, test } from "./fixtures.ts";
import { linesOf, looseSigns, partedFigures, textLines } from "./text-lines.ts";

// What a narrow screen breaks: lines of text, names in charts, and what a finger must meet.

const WIDTHS = [360, 390, 430];

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, allowed: [/status of 404/] });

/** Boxes of what matches, without what is not drawn. */
const boxesOf = (locator: Locator) =>
  locator.evaluateAll((all) =>
    all
      .filter((one) => one.checkVisibility({ visibilityProperty: true }))
      .map((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        return { left, right, top, bottom, text: one.textContent.trim() };
      }),
  );

/** The letters that are there until the fonts come have other widths. */
const waitForFonts = (page: Page): Promise<void> => page.evaluate(() => document.fonts.ready.then(() => undefined));

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await waitForFonts(page);
}

/** Another width may show text in a font that was not needed before. */
async function resize(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 740 });
  await waitForFonts(page);
}

async function waitForEngine(page: Page): Promise<void> {
  await expect.poll(async () => (await page.request.get("/api/title")).status(), { timeout: 60_000 }).toBe(200);
}

const stop = (companyName: string, title: string, startDate: string, endDate: string) => ({
  companyId: "",
  companyName,
  title,
  startDate,
  endDate,
  isIndefinite: endDate === "",
});

const EIGHT = ["shopify", "stripe", "figma", "google", "microsoft", "amazon", "netflix", "apple"].map((name, n) =>
  stop(name, "Senior Software Engineer", `${2012 + n}-04-01`, n === 7 ? "" : `${2013 + n}-03-01`),
);

test("no dot and no dash stands alone where a line is broken", async ({ watched: page }) => {
  await waitForEngine(page);
  const { company } = await findPlaces(page);
  await createPerson(page, "loose.signs@example.org", { pipeline: EIGHT });
  const route = `/search?stop=kind:intern&then=any&stop=company:${company.slice("/company/".length)}`;
  for (const [address, scope] of [
    ["/search?company=google&layout=pipeline", ".lpan"],
    [route, ".lpan"],
    ["/edit", ".eb"],
  ] as const) {
    await open(page, address);
    await page.locator(scope).first().waitFor();
    for (const width of WIDTHS) {
      await resize(page, width);
      const blocks = await textLines(page, scope);
      expect(blocks.length, address).toBeGreaterThan(10);
      expect.soft(looseSigns(blocks), `${address}, ${width} px`).toEqual([]);
    }
  }
  // Plants a line that begins with the dot, and one that ends with it.
  expect(looseSigns([["Engineer", "· 4 mo"], ["Engineer ·", "4 mo"], ["Engineer · 4 mo"]])).toHaveLength(2);
});

test("a stop of the edit page has its dates in one line, and its icons end at the page's edge", async ({
  watched: page,
}) => {
  // Seven years at most, whenever this runs: "7 yr 10 mo" fits, "10 yr 10 mo" would not.
  const year = new Date().getUTCFullYear() - 7;
  const pipeline = [stop("figma", "Engineer", `${year}-03-01`, "")];
  await createPerson(page, "room.for.titles@example.org", { pipeline });
  await open(page, "/edit");
  const row = page.locator(".eb-row").filter({ has: page.getByRole("button", { name: "Remove Figma" }) });
  const dates = row.getByText(`Mar ${year} – Present`);
  await expect(dates).toBeVisible();
  const [block = []] = await textLines(page, ".eb-row .hide-m");
  expect(block, "the lines of the dates").toHaveLength(1);
  const [icon] = await boxesOf(row.locator("button svg").last());
  const [section] = await boxesOf(page.locator(".ed-line .sec-h, .ed-line").first());
  expect(Math.abs((section?.right ?? 0) - (icon?.right ?? 0))).toBeLessThan(3);
});

test("a figure stays beside its word", async ({ watched: page }) => {
  await waitForEngine(page);
  const { profile } = await findPlaces(page);
  for (const [address, scope] of [
    [`/like-me?line=${profile.slice("/user/".length)}`, ".lm__r--me"],
    ["/data", ".od__t"],
    ["/compare?c=google&c=microsoft&c=amazon", ".versus__i"],
  ] as const) {
    await open(page, address);
    await page.locator(scope).first().waitFor();
    for (let width = 320; width <= 430; width += 10) {
      await resize(page, width);
      expect.soft(partedFigures(await textLines(page, scope)), `${address}, ${width} px`).toEqual([]);
    }
  }
  expect(partedFigures([["University, 8", "stops"], ["8 stops"]])).toHaveLength(1);
});

/** The height of each control, or of the larger invisible area around it that a finger can press. */
const reachesOf = (page: Page, what: string) =>
  page.locator(what).evaluateAll((all) =>
    all
      .filter((one) => one.matches("a, button, summary") && one.checkVisibility({ visibilityProperty: true }))
      .map((one) => {
        const { height } = one.getBoundingClientRect();
        const area = getComputedStyle(one, "::after");
        const reach = area.content !== "none" && area.position === "absolute" ? Number.parseFloat(area.height) : 0;
        return { height: Math.round(Math.max(height, reach)), text: `${one.className} ${one.textContent}` };
      }),
  );

test("what a finger presses is 44 px high, also where it looks smaller", async ({ watched: page }) => {
  await waitForEngine(page);
  const company = (await findPlaces(page)).company.slice("/company/".length);
  const two = `/search?stop=kind:intern&then=any&stop=company:${company}`;
  for (const [address, what] of [
    ["/search?company=google", ".chip"],
    [two, ".rbar :is(.chip, .btn), .rpill"],
    [`${two}&between=0`, ".rmenu :is(.chip, .menu__i), .rmenu__x"],
    [`/search?stop=company:${company}&since=2016`, ".chip__x"],
    ["/compare?c=google&c=microsoft", ".versus__x, .versus__do .btn"],
    [`/company/${company}`, ".ch-bars a, .co-act .btn, .in summary"],
    ["/login", ".input__eye, .form-page .btn"],
    ["/api/docs", ".apicall__more > summary"],
  ] as const) {
    await open(page, address);
    const heights = await reachesOf(page, what);
    expect(heights.length, address).toBeGreaterThan(0);
    expect
      .soft(
        heights.filter(({ height }) => height < 44),
        address,
      )
      .toEqual([]);
  }
});

test("so are the small controls of the edit page", async ({ watched: page }) => {
  await createAccount(page, "fingers@example.org");
  await open(page, "/edit");
  await page.getByRole("button", { name: "Guidelines" }).waitFor();
  const heights = await reachesOf(page, ".seg button, .combo__open, .ed-guide");
  expect(heights.length).toBeGreaterThan(4);
  expect(heights.filter(({ height }) => height < 44)).toEqual([]);
});

test("the ways to begin a line are aligned on the left", async ({ watched: page }) => {
  await createAccount(page, "aligned.start@example.org");
  await open(page, "/edit");
  const panel = page.getByRole("region", { name: "Start your line" });
  await panel.getByRole("link", { name: "Look around first" }).waitFor();
  const lefts = await boxesOf(panel.locator(".imp-bar__b > *"));
  expect(lefts.map(({ text }) => text)).toContain("Look around first");
  // The link's words, not its box.
  const words = await panel.getByRole("link", { name: "Look around first" }).evaluate((link) => {
    const range = document.createRange();
    range.selectNodeContents(link);
    return range.getBoundingClientRect().left;
  });
  expect(Math.abs(words - (lefts[0]?.left ?? 0))).toBeLessThan(1);
});

test("the word e-mail of a message is not broken after its hyphen", async ({ watched: page }) => {
  await open(page, "/reset-password");
  const message = page.getByRole("alert").getByText(/the link in an e-mail/);
  for (let width = 320; width <= 430; width += 10) {
    await resize(page, width);
    expect
      .soft(
        (await linesOf(message)).filter((line) => line.endsWith("e-")),
        `${width} px`,
      )
      .toEqual([]);
  }
});

test("so is that of the settings", async ({ watched: page }) => {
  await createAccount(page, "unbroken@example.org");
  await open(page, "/settings");
  const words = page.getByText("One archive with your profile");
  await expect(words).toContainText("sessions and passkeys, the e-mails we sent you");
  for (let width = 320; width <= 430; width += 10) {
    await resize(page, width);
    const lines = await linesOf(words);
    expect
      .soft(
        lines.filter((line) => line.endsWith("e-")),
        `${width} px`,
      )
      .toEqual([]);
  }
});

test("the question mark of /paths stands beside the name before it", async ({ watched: page }) => {
  await waitForEngine(page);
  await open(page, "/paths?to=title:senior-software");
  for (let width = 320; width <= 430; width += 10) {
    await resize(page, width);
    const blocks = await textLines(page, ".pa-q");
    expect
      .soft(
        blocks.flat().filter((line) => line === "?"),
        `${width} px`,
      )
      .toEqual([]);
  }
});

test("in the question of /paths no ring touches the rule below the line before", async ({ watched: page }) => {
  await waitForEngine(page);
  await open(page, "/paths?from=company:microsoft&to=company:google");
  for (let width = 320; width <= 430; width += 10) {
    await resize(page, width);
    const rooms = await page.locator(".pa-q").evaluate((question) => {
      const rules = [...question.querySelectorAll(".pick")].flatMap((pick) => [...pick.getClientRects()]);
      const rings = [...question.querySelectorAll(".pick .st")].map((ring) => ring.getBoundingClientRect());
      return rings.flatMap((ring) =>
        rules.filter((rule) => rule.bottom < ring.top + ring.height / 2).map((rule) => ring.top - rule.bottom),
      );
    });
    expect.soft(rooms.length, `${width} px`).toBeGreaterThan(0);
    expect.soft(Math.min(...rooms), `${width} px`).toBeGreaterThanOrEqual(2);
  }
});

test("names of curves are whole, and each is beside its curve or has its ring", async ({ watched: page }) => {
  await waitForEngine(page);
  const { company } = await findPlaces(page);
  for (const address of [company, "/compare?c=google&c=microsoft&c=amazon", "/title/senior-software"]) {
    await open(page, address);
    await page.locator(".ch-ring, .ch-end").first().waitFor();
    for (const width of [...WIDTHS, 768, 1280]) {
      await resize(page, width);
      const faults = await page.locator(".ch-end").evaluateAll((all) =>
        all
          .filter((one) => one.checkVisibility())
          .flatMap((one) => {
            const box = one.getBoundingClientRect();
            const ring = getComputedStyle(one, "::before");
            const end = one.closest("g")?.querySelector(".ch-over, .ch-ring")?.getBoundingClientRect();
            const isFar = end !== undefined && Math.abs(end.top + end.height / 2 - (box.top + box.height / 2)) > 9.5;
            return [
              ...(one.scrollWidth > one.clientWidth + 1 ? [`cut: ${one.textContent}`] : []),
              ...(box.left + one.scrollWidth > innerWidth - 8 ? [`outside: ${one.textContent}`] : []),
              ...(isFar && ring.content === "none" ? [`without a ring: ${one.textContent}`] : []),
            ];
          }),
      );
      expect.soft(faults, `${address}, ${width} px`).toEqual([]);
      const numbers = await page.locator(".ch-counted").evaluateAll((rows) =>
        rows.flatMap((row) => {
          const boxes = [...row.querySelectorAll("text")]
            .filter((one) => one.checkVisibility())
            .map((one) => one.getBoundingClientRect());
          return boxes.slice(1).map(({ left }, n) => left - (boxes[n]?.right ?? 0));
        }),
      );
      expect.soft(Math.min(...numbers), `${address}, ${width} px`).toBeGreaterThanOrEqual(4);
      // The words at the median lie over no number of the axis.
      const [half] = await boxesOf(page.locator(".ch:has(.ch-curve) .ch-t--halo"));
      const [axis] = await boxesOf(page.locator(".ch:has(.ch-curve) .ch__y"));
      expect.soft(half === undefined || half.left >= (axis?.right ?? 0) - 4, `${address}, ${width} px`).toBe(true);
      expect.soft((half?.right ?? 0) <= width - 8, `${address}, ${width} px`).toBe(true);
    }
  }
});

test("the steps of a route have whole names, apart from their counts and from the words beside them", async ({
  watched: page,
}) => {
  await waitForEngine(page);
  const steps = (at: string) => page.locator(`.rl__s .${at}`);
  for (const address of [
    "/search?stop=level:executive&then=next,1m&stop=kind:intern",
    "/search?stop=title:senior-software&then=any&stop=company:google",
  ]) {
    await open(page, address);
    await steps("rl__n").first().waitFor();
    for (const width of [...WIDTHS, 768, 900, 1280]) {
      await resize(page, width);
      const cut = await steps("rl__n").evaluateAll((all) =>
        all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
      );
      expect.soft(cut, `${address}, ${width} px`).toEqual([]);
      const [counts, words, names] = [
        await boxesOf(steps("rl__c")),
        await boxesOf(steps("rl__t")),
        await boxesOf(steps("rl__n")),
      ];
      expect(counts).toHaveLength(2);
      for (const [at, count] of counts.entries()) {
        const [word, name] = [words[at], names[at]];
        // On a phone beside the word, else below the ring.
        if (width < 900) expect.soft(count.bottom, `${address}, ${width} px`).toBeLessThanOrEqual((name?.top ?? 0) + 2);
        else expect.soft(count.top, `${address}, ${width} px`).toBeGreaterThan((name?.bottom ?? Infinity) + 40);
        if (width < 900) expect.soft(count.top, `${address}, ${width} px`).toBeGreaterThanOrEqual((word?.top ?? 0) - 2);
      }
      const [before] = await boxesOf(page.locator(".rl__start .rl__ghost"));
      const [name] = names;
      if (width >= 900)
        expect.soft((name?.left ?? 0) - (before?.right ?? 0), `${address}, ${width} px`).toBeGreaterThanOrEqual(12);
    }
  }
});

test("the sentence about all tables of the open data stands apart from their list", async ({ watched: page }) => {
  await open(page, "/data");
  for (const width of [...WIDTHS, 768]) {
    await resize(page, width);
    const [list] = await boxesOf(page.locator(".od__kv"));
    const [sentence] = await boxesOf(page.locator(".od__n"));
    expect.soft((sentence?.top ?? 0) - (list?.bottom ?? 0), `${width} px`).toBeGreaterThanOrEqual(16);
  }
});

test("shares around a centre line are not crossed by it, and its ends do not touch", async ({ watched: page }) => {
  await waitForEngine(page);
  await open(page, (await findPlaces(page)).company);
  const chart = page.locator(".ch-div").first();
  await chart.waitFor();
  for (const width of [...WIDTHS, 768, 1280]) {
    await resize(page, width);
    const lines = await boxesOf(chart.locator(".ch-whisker"));
    const shares = await boxesOf(chart.locator("text"));
    expect(Math.min(lines.length, shares.length)).toBeGreaterThan(1);
    const crossed = shares.filter((text) =>
      lines.some(
        (line) =>
          line.left < text.right && line.right > text.left && line.top < text.bottom - 2 && line.bottom > text.top + 2,
      ),
    );
    expect.soft(crossed, `${width} px`).toEqual([]);
    const ends = await boxesOf(chart.locator(".ch-div__ends > span"));
    const gaps = ends.slice(1).map(({ left }, n) => left - (ends[n]?.right ?? 0));
    expect.soft(Math.min(...gaps), `${width} px`).toBeGreaterThanOrEqual(8);
  }
});

test("names beside similar lines lie over nothing, and inside the drawing", async ({ watched: page }) => {
  await waitForEngine(page);
  await createPerson(page, "labels.apart@example.org", { pipeline: EIGHT });
  await open(page, "/like-me");
  await page.locator(".lm__r").nth(4).waitFor();
  for (const width of [...WIDTHS, 768, 1280]) {
    await resize(page, width);
    const faults = await page.locator(".lm__r").evaluateAll((rows) =>
      rows.flatMap((row) => {
        const plot = row.querySelector(".lm__plot")?.getBoundingClientRect();
        const edge = row.querySelector(".lm__edge, .lm__bar--top")?.getBoundingClientRect();
        const words = [...row.querySelectorAll(".lm__w > span")].filter(
          (one) => one.checkVisibility() && one.textContent,
        );
        const boxes = words.map((one) => {
          const range = document.createRange();
          range.selectNodeContents(one);
          const drawn = range.getBoundingClientRect();
          const box = one.getBoundingClientRect();
          return {
            left: Math.max(drawn.left, box.left),
            right: Math.min(drawn.right, box.right),
            top: box.top,
            bottom: box.bottom,
            text: one.textContent,
          };
        });
        return boxes.flatMap((one, n) => [
          ...(plot && one.right > plot.right + 1 ? [`outside: ${one.text}`] : []),
          ...(edge && one.left < edge.right && one.right > edge.left ? [`on the band: ${one.text}`] : []),
          ...boxes
            .slice(n + 1)
            .filter(
              (two) =>
                one.left < two.right - 1 &&
                two.left < one.right - 1 &&
                one.top < two.bottom - 2 &&
                two.top < one.bottom - 2,
            )
            .map((two) => `${one.text} over ${two.text}`),
        ]);
      }),
    );
    expect.soft(faults, `${width} px`).toEqual([]);
  }
});

test("the stop that somebody has just come to has its name before the band, and the band is whole", async ({
  watched: page,
}) => {
  await waitForEngine(page);
  const recent = new Date(Date.now() - 60 * 86_400_000).toISOString().slice(0, 10);
  const pipeline = [...EIGHT.slice(0, 7), stop("apple", "Senior Software Engineer", recent, "")];
  await createPerson(page, "just.come@example.org", { pipeline });
  await open(page, "/like-me");
  const own = page.locator(".lm__r--me");
  await own.waitFor();
  for (const width of [...WIDTHS, 768, 1280]) {
    await resize(page, width);
    const { band, names } = await own.evaluate((row) => ({
      band: row.querySelector(".lm__bar--top")?.getBoundingClientRect().left ?? 0,
      names: [...row.querySelectorAll(".lm__co")]
        .filter((one) => one.checkVisibility())
        .map((one) => {
          const range = document.createRange();
          range.selectNodeContents(one);
          const { left, right } = range.getBoundingClientRect();
          return { text: one.textContent, left, right, isCut: one.scrollWidth > one.clientWidth };
        }),
    }));
    expect.soft(names, `${width} px`).toContainEqual(expect.objectContaining({ text: "Apple", isCut: false }));
    for (const name of names) expect.soft(name.right, `${name.text}, ${width} px`).toBeLessThanOrEqual(band - 1);
    const gaps = names.slice(1).map(({ left }, n) => left - (names[n]?.right ?? 0));
    expect.soft(Math.min(...gaps, Infinity), `${width} px`).toBeGreaterThanOrEqual(4);
  }
});

test("each late ring of a similar line has its name, beside it or below the line", async ({ watched: page }) => {
  await waitForEngine(page);
  await createPerson(page, "labels.all@example.org", { pipeline: EIGHT });
  await open(page, "/like-me");
  await page.locator(".lm__r").nth(4).waitFor();
  const rows = await page.locator("ol .lm__r").evaluateAll((all) =>
    all
      .filter((row) => row.checkVisibility())
      .map((row) => {
        const plot = row.querySelector(".lm__plot")?.getBoundingClientRect();
        const band = row.querySelector(".lm__edge")?.getBoundingClientRect();
        const rings = [...row.querySelectorAll("foreignObject .st")].filter((ring) => {
          const { left, right } = ring.getBoundingClientRect();
          return left > (band?.right ?? 0) && right < (plot?.right ?? 0) - 12;
        });
        const also = row.querySelector(".lm__also");
        const below = also?.checkVisibility() ? also.textContent.replace("also ", "").split(", ") : [];
        const beside = [...row.querySelectorAll(".lm__narrow .lm__co")].length;
        const box = also?.getBoundingClientRect();
        // Right of the band, and not cut off.
        const isClear = !box || !plot || (box.left > (band?.right ?? 0) && box.bottom <= plot.bottom);
        return { unnamed: rings.length - beside - below.length, isClear };
      }),
  );
  expect(rows.length).toBeGreaterThan(4);
  expect(rows.filter(({ unnamed, isClear }) => unnamed > 0 || !isClear)).toEqual([]);
});

test("with letters twice as large no page is wider than the phone", async ({ watched: page }) => {
  await waitForEngine(page);
  const { company, profile, anonymous } = await findPlaces(page);
  const session = await page.context().newCDPSession(page);
  await session.send("Page.setFontSizes", { fontSizes: { standard: 32, fixed: 26 } });
  for (const address of [
    "/",
    "/search?company=google",
    "/search?stop=level:executive&then=next,1m&stop=kind:intern",
    company,
    profile,
    anonymous,
    "/paths?to=company:google",
    "/compare?c=google&c=microsoft",
    "/title/senior-software",
    "/discover",
    "/data",
    "/login",
    "/user/000000000000000000000000",
  ]) {
    await open(page, address);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe("32px");
    const widest = await page.evaluate(() => ({
      page: document.documentElement.scrollWidth,
      skip: document.querySelector(".skip")?.getBoundingClientRect().bottom ?? 0,
    }));
    expect.soft(widest.page, address).toBeLessThanOrEqual(360);
    expect.soft(widest.skip, `${address}: the skip link is out of sight`).toBeLessThanOrEqual(0);
  }
});

test("with forced colours a line in a list on a phone, and the signs of a route, are drawn", async ({
  watched: page,
}) => {
  await waitForEngine(page);
  const { company } = await findPlaces(page);
  await page.emulateMedia({ forcedColors: "active", colorScheme: "dark" });
  await open(page, `/search?stop=kind:intern&then=any&stop=company:${company.slice("/company/".length)}`);
  await page.locator(".lpan__s").first().waitFor();
  const { ground, sign, tracks } = await page.evaluate(() => ({
    ground: getComputedStyle(document.body).backgroundColor,
    sign: getComputedStyle(document.querySelector(".st > .glyph") ?? document.body).color,
    tracks: [...document.querySelectorAll(".lpan__s[data-t='f']")].map(
      (one) => getComputedStyle(one, "::before").backgroundColor,
    ),
  }));
  expect(sign).not.toBe(ground);
  expect(sign).toBe("rgb(255, 255, 255)");
  expect(new Set(tracks)).toEqual(new Set(["rgb(255, 255, 255)"]));
});
