import type { Locator, Page } from "@playwright/test";
import { someOf } from "#tests/helpers/amount.ts";
import { axeFor } from "./axe.ts";
import { expect, findPlaces, test } from "./fixtures.ts";

// The pages of figures, as people see them: in both themes, on a phone, without script and on paper.

const COMPARE = "/compare?c=google&c=microsoft&c=amazon";
const TITLE = "/title/senior-software";

/** Lines are read after a start; the pages say so until then. */
async function open(page: Page, address: string): Promise<void> {
  await expect(async () => {
    await page.goto(address);
    await expect(page.getByText("How it is counted.").first()).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 20_000 });
}

test.describe("figures", () => {
  // The pages get this status while the lines are still being read.
  test.use({ allowed: [/status of 503/] });

  for (const colorScheme of ["light", "dark"] as const) {
    for (const width of [360, 1280]) {
      test(`axe finds nothing on any of the pages at ${width} px, ${colorScheme}`, async ({ watched: page }) => {
        test.setTimeout(120_000);
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        await page.setViewportSize({ width, height: 800 });
        const places = await findPlaces(page);
        const addresses = ["/company/google?kind=intern", places.school, TITLE, COMPARE, "/compare"];
        for (const address of someOf(addresses, 3)) {
          if (address === "/compare") await page.goto(address);
          else await open(page, address);
          for (const summary of await page.locator("main summary:visible").all()) await summary.click();
          const { violations } = await axeFor(page, colorScheme === "light" && width === 1280).analyze();
          const faults = violations.map((one) => `${address}: ${one.id} ${one.nodes[0]?.html}`);
          expect(faults).toEqual([]);
          const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
          expect(over, address).toBeLessThanOrEqual(0);
        }
      });
    }
  }

  test("to eye and keyboard, a company is added before the link to all of them is copied", async ({
    watched: page,
  }) => {
    await open(page, "/compare?c=google&c=microsoft&c=no-such-company");
    const field = page.getByRole("textbox", { name: "Add a company" });
    const add = page.getByRole("button", { name: "Add", exact: true });
    const copy = page.getByRole("link", { name: "Copy link" });
    await field.focus();
    for (const next of [add, copy]) {
      await page.keyboard.press("Tab");
      await expect(next).toBeFocused();
    }
    const boxOf = (part: Locator) => part.evaluate((one) => one.getBoundingClientRect());
    for (const width of [360, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const [typed, added, copied] = [await boxOf(field), await boxOf(add), await boxOf(copy)];
      // The field has a frame of its own around it.
      expect.soft(Math.abs(typed.y + typed.height / 2 - added.y - added.height / 2), `${width} px`).toBeLessThan(3);
      // The sentence about the name that was not found is between them on a phone, and moves no button elsewhere.
      if (width === 360) expect.soft(copied.top, `${width} px`).toBeGreaterThan(typed.bottom + 12);
      else expect.soft(Math.abs(copied.top - added.top), `${width} px`).toBeLessThan(3);
      if (width !== 360) expect.soft(copied.left, `${width} px`).toBeGreaterThan(added.right);
    }
  });

  test("names of compared companies at their curves are whole on paper and on wide screens", async ({
    watched: page,
  }) => {
    await open(page, "/compare?c=amazon%20web%20services&c=microsoft&c=salesforce&c=google");
    for (const [media, width] of [
      ["print", 688],
      ["print", 800],
      ["screen", 900],
      ["screen", 1280],
    ] as const) {
      await page.emulateMedia({ media });
      await page.setViewportSize({ width, height: 1_000 });
      const cut = await page
        .locator(".ch-end")
        .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent));
      expect.soft(cut, `${media} ${width} px`).toEqual([]);
    }
  });

  test("on paper four companies are told apart without colour, and stay in their columns", async ({
    watched: page,
  }) => {
    // The width of A4 without its margins.
    await page.setViewportSize({ width: 688, height: 1_000 });
    await page.emulateMedia({ media: "print" });
    await open(page, `${COMPARE}&c=apple`);
    const marks = await page.locator(".ch-end--row[data-line]").evaluateAll((names) =>
      names.map((name) => {
        const { backgroundImage, backgroundColor, borderTopWidth } = getComputedStyle(name, "::before");
        return [backgroundImage, backgroundColor, borderTopWidth].join(" ");
      }),
    );
    expect(new Set(marks).size, marks.join("\n")).toBe(4);
    const over = await page.locator(".versus td :is(svg, .face, p, a)").evaluateAll((parts) =>
      parts.flatMap((part) => {
        const cell = part.closest("td")?.getBoundingClientRect();
        const { right } = part.getBoundingClientRect();
        return cell && right > cell.right ? [`${part.outerHTML.slice(0, 60)}: ${right} > ${cell.right}`] : [];
      }),
    );
    expect(over).toEqual([]);
  });

  test("where people choose every colour, the outline of a curve's name has the colour of the ground", async ({
    watched: page,
  }) => {
    await page.emulateMedia({ forcedColors: "active" });
    await open(page, COMPARE);
    const names = page.locator(".ch-end");
    await expect(names.first()).toBeVisible();
    const looks = await names.evaluateAll((all) =>
      all.map((one) => {
        const { color, forcedColorAdjust, webkitTextStrokeColor } = getComputedStyle(one);
        const ground = getComputedStyle(document.body).backgroundColor;
        return {
          isOurs: forcedColorAdjust === "none",
          isGround: webkitTextStrokeColor === ground,
          isSeen: color !== ground,
        };
      }),
    );
    expect(looks).toEqual(looks.map(() => ({ isOurs: true, isGround: true, isSeen: true })));
  });

  test("on paper the question of /paths is not followed by the name of a list whose links are not printed", async ({
    watched: page,
  }) => {
    await page.goto("/paths?from=company:google&to=company:microsoft");
    const name = page.getByText("Also ask");
    await expect(name).toBeVisible();
    await page.emulateMedia({ media: "print" });
    await expect(name).toBeHidden();
    // Nor are signs that something opens.
    await expect(page.locator(".pa-q .icon, .pa-person > .icon").filter({ visible: true })).toHaveCount(0);
    // A sheet of A4 without margins: nothing is wider, also where the lines of people end in a station.
    await page.setViewportSize({ width: 794, height: 1_123 });
    await page.goto("/paths?to=company:google");
    await expect(page.getByRole("heading", { name: "People who did" })).toBeVisible();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, "wider than the sheet").toBeLessThanOrEqual(0);
  });

  test("a phone shows four people of a company, and leads to all of them", async ({ watched: page }) => {
    await page.setViewportSize({ width: 360, height: 800 });
    await open(page, "/company/google");
    const cards = page.getByRole("group", { name: "People" }).getByRole("article");
    await expect(cards.filter({ visible: true })).toHaveCount(4);
    await expect(page.getByRole("navigation", { name: "Pages" })).toBeHidden();
    const all = page.getByRole("link", { name: /^All \d[\d,]* people$/ });
    const count = /[\d,]+/.exec((await all.textContent()) ?? "")?.[0] ?? "";
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect(all).toBeHidden();
    expect(await cards.filter({ visible: true }).count()).toBeGreaterThan(4);
    await page.setViewportSize({ width: 360, height: 800 });
    await all.click();
    await expect(page.getByRole("heading", { level: 1, name: `${count} people stopped at Google` })).toBeVisible();
  });

  test("the first column of a table keeps its words in one piece beside many columns", async ({ watched: page }) => {
    await page.setViewportSize({ width: 360, height: 800 });
    for (const address of [COMPARE, "/company/google"]) {
      await open(page, address);
      await page.locator("details").evaluateAll((all) => all.forEach((one) => one.setAttribute("open", "")));
      const broken = await page.locator(".ch-tbl th[scope=row]").evaluateAll((cells) =>
        cells.flatMap((cell) => {
          const text = cell.textContent;
          return [...text.matchAll(/[^\s]{1,10}(?=\s|$)/g)].flatMap(({ 0: word, index }) => {
            const range = document.createRange();
            if (!cell.firstChild) return [];
            range.setStart(cell.firstChild, index);
            range.setEnd(cell.firstChild, index + word.length);
            return range.getClientRects().length > 1 ? [`${word} in ${text}`] : [];
          });
        }),
      );
      expect(broken, address).toEqual([]);
    }
  });

  test("a title's companies stand in columns, of which a phone has three, and the rest is in the table", async ({
    watched: page,
  }) => {
    await open(page, TITLE);
    const companies = page.getByRole("region", { name: "At which companies" });
    await expect(companies.getByRole("columnheader")).toHaveCount(5);
    await expect(companies.getByRole("img", { name: /median .* middle half/ }).first()).toBeVisible();
    await page.setViewportSize({ width: 360, height: 800 });
    await expect(companies.getByRole("columnheader")).toHaveCount(3);
    await companies.getByText("The same as a table").click();
    await expect(companies.getByRole("columnheader", { name: "Promoted inside" })).toBeVisible();
    const bars = page.getByRole("img", { name: /^Whole years from the first full-time job/ });
    await expect(bars).toBeVisible();
    const labels = await bars.locator("text").evaluateAll((texts) =>
      texts.map((text) => {
        const { left, right, top } = text.getBoundingClientRect();
        return { left, right, top: Math.round(top) };
      }),
    );
    // Labels at the same height do not overlap.
    for (const one of labels)
      for (const other of labels)
        if (one !== other && one.top === other.top && one.left <= other.left)
          expect(one.right).toBeLessThanOrEqual(other.left);
  });

  test("a chart is laid out for its width: letters and rings keep their size", async ({ watched: page }) => {
    const sizes: { text: number; ring: number; plot: number }[] = [];
    for (const width of [360, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await open(page, "/company/google");
      sizes.push(
        await page.locator("#back .ch").evaluate((chart) => ({
          text: chart.querySelector("text")?.getBoundingClientRect().height ?? 0,
          ring: chart.querySelector(".ch-ring")?.getBoundingClientRect().width ?? 0,
          plot: chart.querySelector(".ch__plot")?.getBoundingClientRect().width ?? 0,
        })),
      );
    }
    expect(new Set(sizes.map((one) => Math.round(one.text))).size).toBe(1);
    expect(new Set(sizes.map((one) => Math.round(one.ring))).size).toBe(1);
    expect(new Set(sizes.map((one) => Math.round(one.plot))).size).toBeGreaterThan(1);
  });

  test("everything is there without script", async ({ browser, baseURL }) => {
    const context = await browser.newContext({
      javaScriptEnabled: false,
      ...(baseURL === undefined ? {} : { baseURL }),
    });
    const page = await context.newPage();
    await open(page, COMPARE);
    await expect(page.getByRole("columnheader")).toHaveCount(3);
    await open(page, TITLE);
    await page.getByText("The same as a table").first().click();
    await expect(page.getByRole("table", { name: "Time from the first full-time job" })).toBeVisible();
    await page.getByRole("link", { name: "Search this route" }).click();
    await expect(page).toHaveURL(/\/search\?stop=title:senior-software$/);
    await context.close();
  });
});
