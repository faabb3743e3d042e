import { readdirSync, readFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import sharp from "sharp";
import { axeFor, OF_THEME_AND_WIDTH } from "./axe.ts";
import { endTransitions, expect, test } from "./fixtures.ts";
import { DEVELOPING, GalleryApp } from "./gallery-app.ts";

/** The groups of the gallery. */
const GROUPS = [
  "lines",
  "people",
  "marks",
  "ratings",
  "fields",
  "pickers",
  "messages",
  "lists",
  "touched",
  "frame",
  "charts",
  "figures",
  "routes",
  "reviews",
  "searches",
  "dashboard",
];

// A trace keeps the whole page again and again, and this one is long.
test.use({ trace: "off" });

const app = new GalleryApp();

test.describe("the gallery", () => {
  test.describe.configure({ mode: "default" });
  test.use({ allowed: [DEVELOPING, { scope: "test" }] });
  test.beforeAll(async () => {
    test.setTimeout(240_000);
    await app.start();
  });
  test.afterAll(() => app.remove());

  /** Hides fixed parts of the frame, which would cover the photographed part. */
  const PHOTO = ":is(.hdr, .skip, .toast--float):not(.gal *) { visibility: hidden }";

  /** A photograph in the test's report and its folder under test-results/, for people to look at, with GALLERY_SHOTS=1. */
  async function keep(name: string, take: (path: string) => Promise<unknown>): Promise<void> {
    if (process.env["GALLERY_SHOTS"] !== "1") return;
    const path = test.info().outputPath(`${name}.png`);
    await take(path);
    test.info().attachments.push({ name, path, contentType: "image/png" });
  }

  /** Pictures side by side, a row for each thing. */
  async function sheet(rows: readonly (readonly Buffer[])[], path: string): Promise<void> {
    const placed: { input: Buffer; left: number; top: number }[] = [];
    let top = 0;
    for (const row of rows) {
      const heights = await Promise.all(row.map(async (input) => (await sharp(input).metadata()).height));
      placed.push(...row.map((input, column) => ({ input, left: column * 340, top })));
      top += Math.max(...heights) + 8;
    }
    const ground = { width: 340 * 4, height: top, channels: 3 as const, background: "#888" };
    await sharp({ create: ground }).composite(placed).png().toFile(path);
  }

  async function photograph(page: Page, name: string): Promise<void> {
    for (const group of await page.locator("[data-group]").all()) {
      await keep(`${await group.getAttribute("data-group")}, ${name}`, (path) =>
        group.screenshot({ path, style: PHOTO, animations: "disabled" }),
      );
    }
  }

  async function faultsIn(page: Page, rules?: readonly string[]): Promise<string[]> {
    // A mail in its frame runs nothing, axe neither.
    const builder = axeFor(page).exclude("iframe");
    // The gallery shows several of one kind, which no real page does.
    if (rules === undefined) builder.disableRules(["landmark-unique"]);
    else builder.withRules(rules);
    const { violations } = await builder.analyze();
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id} ${html}`));
  }

  test("is made of groups that are all looked at", async ({ watched: page }) => {
    test.setTimeout(240_000);
    await app.open(page);
    const groups = await page.locator("[data-group]").evaluateAll((all) => all.map((one) => one.dataset["group"]));
    expect(groups).toEqual(GROUPS);
    // tests/architecture/gallery.test.ts holds the whole list against the sources.
    expect(await page.locator("[data-specimen]").count()).toBeGreaterThan(116);
  });

  /** States that the product's text and the design ask for by name: where each is drawn. */
  const STATES: readonly (readonly [what: string, where: string])[] = [
    ...["full", "intern", "gap", "incoming"].map((kind) => [`a segment: ${kind}`, `[data-track=${kind}] > *`] as const),
    ["a line that goes on", "[data-track=arrow] > :nth-child(2)"],
    ["a line that ended", "[data-track=bar] > :nth-child(2)"],
    ["a return to a company", "[data-group=lines] :text('Lead Engineer')"],
    ["a logo that fails", "[data-specimen=Mark] :text('Logo that fails')"],
    ["an anonymous person", "[data-group=people] :text('Anonymous')"],
    ["a list on its way", "[data-group=lists] :text('On its way')"],
    ["a list that failed", "[data-group=lists] :text('Failed')"],
    ["an empty list", "[data-group=lists] :text('Empty')"],
    ["the header for visitors", "[data-specimen=Header] :text('Visitor')"],
    ["the header with a profile", "[data-specimen=Header] :text('With a profile')"],
    ["the header without a profile", "[data-specimen=Header] :text('Without a profile')"],
    ["figures of too few people", "[data-specimen=CompanyInsights] :text('4 people')"],
    ["a route that nobody took", "[data-specimen=RouteLine] :text('Nobody')"],
    ["names in another script", "[data-specimen=ImportReview] :text('مهندس برمجيات')"],
    ["the phone's panel, open", "[data-specimen=Header] .gal__pin--menu details[open] nav a"],
  ];

  test("draws the states that are asked for by name", async ({ watched: page }) => {
    // The phone's panel is drawn on small screens alone.
    await page.setViewportSize({ width: 360, height: 800 });
    await app.open(page);
    for (const [what, where] of STATES) {
      const drawn = await page.locator(where).evaluateAll((all) => all.filter((one) => one.checkVisibility()).length);
      expect.soft(drawn, what).toBeGreaterThan(0);
    }
    // Plants a fault: an element that exists but is not drawn must be found.
    const panel = page.locator("[data-specimen=Header] .gal__pin--menu details[open] nav a");
    await panel.evaluateAll((all) => {
      for (const one of all) if (one instanceof HTMLElement) one.style.display = "none";
    });
    expect(await panel.evaluateAll((all) => all.filter((one) => one.checkVisibility()).length)).toBe(0);
  });

  for (const group of GROUPS) {
    test(`every component in every state, in both themes, narrow and wide: ${group}`, async ({ watched: page }) => {
      test.setTimeout(240_000);
      await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
      await page.setViewportSize({ width: 1280, height: 900 });
      await app.open(page, group);
      const empty = await page
        .locator("[data-specimen]")
        .evaluateAll((all) =>
          all
            .filter((one) => (one.querySelector(".gal__b")?.getBoundingClientRect().height ?? 0) < 4)
            .map((one) => one.getAttribute("data-specimen")),
        );
      expect(empty, "specimens that draw nothing").toEqual([]);
      for (const width of [1280, 360]) {
        await page.setViewportSize({ width, height: 900 });
        for (const theme of ["light", "dark"] as const) {
          await page.emulateMedia({ colorScheme: theme });
          await endTransitions(page);
          await photograph(page, `${theme}, ${width} px`);
          const rules = theme === "light" && width === 1280 ? undefined : OF_THEME_AND_WIDTH;
          expect.soft(await faultsIn(page, rules), `${theme}, ${width} px`).toEqual([]);
        }
        const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect.soft(excess, `wider than ${width} px`).toBeLessThanOrEqual(0);
        // Here an element that would stick out of the window sticks out of its box.
        const boxes = await page
          .locator(".gal__pin")
          .evaluateAll((all) =>
            all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent),
          );
        expect.soft(boxes, `wider than its box, ${width} px`).toEqual([]);
      }
    });
  }

  test("numbers over bars keep apart, however long they are", async ({ watched: page }) => {
    await app.open(page, "ratings");
    for (const width of [360, 768, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      const gaps = await page.locator(".ch-counts").evaluateAll((charts) =>
        charts.flatMap((chart) => {
          const boxes = [...chart.querySelectorAll("g > text")]
            .filter((one) => one.checkVisibility())
            .map((one) => one.getBoundingClientRect());
          return boxes.slice(1).map(({ left }, n) => left - (boxes[n]?.right ?? 0));
        }),
      );
      expect(gaps.length, `${width} px`).toBeGreaterThan(20);
      expect(Math.min(...gaps), `${width} px`).toBeGreaterThanOrEqual(2);
    }
  });

  test("what is touched answers: under the pointer, with the focus, while it is pressed", async ({ watched: page }) => {
    test.setTimeout(240_000);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.setViewportSize({ width: 1280, height: 900 });
    await app.open(page, "touched");
    // Each begins where no other has left the pointer, the focus or a pressed button.
    const rest = async (): Promise<void> => {
      await page.mouse.move(1, 1);
      await page.mouse.up();
      await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
    };
    const faults: string[] = [];
    for (const theme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme: theme });
      await endTransitions(page);
      const rows: Buffer[][] = [];
      for (const box of await page.locator("[data-touch]").all()) {
        const name = `${await box.getAttribute("data-touch")}, ${theme}`;
        const shot = (): Promise<Buffer> => box.screenshot({ style: PHOTO, animations: "disabled" });
        /** A picture that is none of these; the browser may draw the change a frame later. */
        const unlike = async (others: readonly Buffer[], state: string): Promise<Buffer> => {
          let found = await shot();
          for (const until = Date.now() + 3_000; Date.now() < until && others.some((one) => one.equals(found));)
            found = await shot();
          if (others.some((one) => one.equals(found))) faults.push(`${name}: ${state}`);
          return found;
        };
        await box.scrollIntoViewIfNeeded();
        await rest();
        const shots = [await shot()];
        const isButton = (await box.locator(".btn").count()) > 0;
        // The skip link is visible only with the focus.
        if (!name.startsWith("Skip link")) {
          await box.locator(".pcard, .pop, .switch, .check, .input, .seg button, a, button").first().hover();
          shots.push(await unlike(shots, "under the pointer"));
          await page.mouse.down();
          shots.push(await unlike(isButton ? shots : shots.slice(0, 1), "pressed"));
          // Let go elsewhere: nothing is clicked.
          await rest();
        }
        // A key first, so that the focus is one that is shown.
        await page.keyboard.press("Shift");
        await box.locator("a[href], button, input, textarea, select").first().focus();
        shots.push(await unlike(shots.slice(0, 1), "with the focus"));
        rows.push(shots);
      }
      expect(rows.length).toBeGreaterThan(15);
      await keep(`touched, ${theme}`, (path) => sheet(rows, path));
    }
    expect(faults, "looks as before").toEqual([]);
  });

  test("what opens: lists, months, dialogs, toasts; the focus comes back", async ({ watched: page }) => {
    test.setTimeout(240_000);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.setViewportSize({ width: 1280, height: 900 });
    await app.open(page, "fields");
    const look = (name: string): Promise<void> => keep(name, (path) => page.screenshot({ path }));

    const combobox = page.getByRole("combobox", { name: "Company, as typed" });
    await combobox.fill("Qui");
    await expect(page.getByRole("option", { name: /Quillon/ })).toBeVisible();
    await look("combobox");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("option", { name: /Quillon/ })).toHaveCount(0);
    await expect(combobox).toBeFocused();

    const month = page.getByRole("button", { name: "Choose month", exact: true });
    await month.click();
    await expect(page.getByRole("dialog", { name: "Month" })).toBeVisible();
    await look("month picker");
    await page.keyboard.press("Escape");
    await expect(month).toBeFocused();

    const refuse = async (dialog: Locator): Promise<void> => {
      await dialog.getByRole("button", { name: "Delete for good" }).click();
      await expect(dialog.getByRole("alert")).toContainText("Something went wrong. Try again.");
    };
    const isQuiet = async (dialog: Locator): Promise<void> =>
      expect(dialog.getByText("Something went wrong")).toHaveCount(0);
    for (const [name, group, act] of [
      ["Ask a question", "messages", isQuiet],
      ["Show a form", "messages", isQuiet],
      ["Delete a company", "messages", isQuiet],
      ["Delete what cannot be", "messages", refuse],
      ["Crop a picture", "pickers", isQuiet],
    ] as const) {
      await app.open(page, group);
      const opener = page.getByRole("button", { name, exact: true });
      await opener.focus();
      await page.keyboard.press("Enter");
      const dialog = page.locator("dialog[open]");
      await expect(dialog).toBeVisible();
      expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
      await act(dialog);
      const { violations } = await axeFor(page).include("dialog[open]").analyze();
      expect
        .soft(
          violations.map(({ id }) => id),
          name,
        )
        .toEqual([]);
      await look(name);
      await page.keyboard.press("Escape");
      await expect(dialog).toHaveCount(0);
      await expect(opener, `after "${name}"`).toBeFocused();
    }

    await app.open(page, "messages");
    await page.getByRole("button", { name: "Say something" }).click();
    await expect(page.locator(".toast[role=status]")).toBeVisible();
    await page.getByRole("button", { name: "Say what stays" }).click();
    await expect(page.locator(".toast[role=alert]")).toBeVisible();
    await look("toast");
  });

  test("where people choose every colour: lines are drawn, what is chosen and focused is seen", async ({
    watched: page,
  }) => {
    test.setTimeout(240_000);
    await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce", colorScheme: "dark" });
    await page.setViewportSize({ width: 1280, height: 900 });
    /** The photographs show everything. The questions about each group follow. */
    const open = async (group: string): Promise<void> => {
      await app.open(page, group);
      await photograph(page, "forced colours");
    };
    await open("lines");

    /** True if every pixel of an element has the same colour, so nothing is drawn. */
    const isBlank = async (selector: string): Promise<boolean> => {
      const image = (await page.locator(selector).first().screenshot({ style: PHOTO })).toString("base64");
      return page.evaluate(async (data) => {
        const picture = new Image();
        picture.src = `data:image/png;base64,${data}`;
        await picture.decode();
        const canvas = new OffscreenCanvas(picture.width, picture.height);
        const context = canvas.getContext("2d");
        context?.drawImage(picture, 0, 0);
        const pixels = new Uint32Array(context?.getImageData(0, 0, picture.width, picture.height).data.buffer ?? []);
        return pixels.every((pixel) => pixel === pixels[0]);
      }, image);
    };
    for (const track of ["full", "intern", "gap", "incoming", "arrow", "bar"]) {
      expect.soft(await isBlank(`[data-track="${track}"]`), `track: ${track}`).toBe(false);
    }
    // Planted: one that is not drawn is caught.
    await page.locator('[data-track="full"]').evaluate((element) => element.replaceChildren());
    expect(await isBlank('[data-track="full"]')).toBe(true);

    const groundOf = (selector: string): Promise<string> =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => getComputedStyle(element).backgroundColor);
    /** A chosen item looks different from the others. */
    const differ = async (chosen: string, other: string): Promise<void> =>
      expect.soft(await groundOf(chosen), chosen).not.toBe(await groundOf(other));
    const showsFocus = async (control: Locator): Promise<void> => {
      await control.focus();
      await page.keyboard.press("Shift");
      const widths = await control.evaluate((element) =>
        [element, element.parentElement].map((one) => {
          const { outlineStyle, outlineWidth } = getComputedStyle(one ?? element);
          return outlineStyle === "none" ? 0 : Number.parseFloat(outlineWidth);
        }),
      );
      expect.soft(Math.max(...widths), `${control} shows its focus`).toBeGreaterThanOrEqual(2);
    };
    await open("ratings");
    await differ(".rating__o:has(input:checked)", ".rating__o:not(:has(input:checked))");
    await open("messages");
    await showsFocus(page.getByRole("button", { name: "Ask a question" }));
    await open("fields");
    await differ('.seg [aria-pressed="true"]', '.seg [aria-pressed="false"]');
    await differ(".check:has(input:checked) .check__box", ".check:not(:has(input:checked)) .check__box");
    await expect(page.locator(".check:not(:has(input:checked)) .icon").first()).toBeHidden();
    await showsFocus(page.getByRole("textbox", { name: "Rest" }));
    await showsFocus(page.getByRole("checkbox", { name: "Off", exact: true }));
    await showsFocus(page.getByRole("switch", { name: "I want to remain anonymous" }));
  });
});

test("the built pages have no gallery: 404, and nothing of its code is sent", async ({ request }) => {
  const answer = await request.get("/gallery");
  expect(answer.status()).toBe(404);
  expect(await answer.text()).not.toMatch(/gallery-|gallery\/page|data-specimen/);
  const folder = "build/client/assets";
  const files = readdirSync(folder).filter((file) => /\.(?:js|css)$/.test(file));
  expect(files.length).toBeGreaterThan(20);
  // The bare word is in the list of names that nobody can have.
  const carrying = files.filter(
    (file) => file.includes("gallery") || /data-specimen|gal__/.test(readFileSync(`${folder}/${file}`, "utf8")),
  );
  expect(carrying).toEqual([]);
});
