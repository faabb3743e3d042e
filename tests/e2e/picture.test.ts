import type { Page } from "@playwright/test";
import sharp from "sharp";
import { drawJpeg } from "#tests/helpers/pictures.ts";
import { axeInTheme } from "./axe.ts";
import { chooseFile, endTransitions, expect, openOwnPage, test } from "./fixtures.ts";

const RED = "#c81e1e";
const BLUE = "#1e3cc8";

/** Red on the left, blue on the right, twice as wide as high. */
async function halves(): Promise<Buffer> {
  const right = await sharp({ create: { width: 400, height: 400, channels: 3, background: BLUE } })
    .png()
    .toBuffer();
  return sharp({ create: { width: 800, height: 400, channels: 3, background: RED } })
    .composite([{ input: right, left: 400, top: 0 }])
    .jpeg({ quality: 100 })
    .toBuffer();
}

async function choose(page: Page, button: string, name: string, buffer: Buffer): Promise<void> {
  const press = (): Promise<void> => page.getByRole("button", { name: button }).click();
  await chooseFile(page, press, { name, mimeType: "image/jpeg", buffer });
}

/** The share of the stored picture that is blue, 0 to 1, and its width and height. */
async function storedPicture(page: Page, address: string): Promise<{ blue: number; edges: number[] }> {
  const bytes = await (await page.request.get(address)).body();
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  let blue = 0;
  for (let at = 0; at < data.length; at += 3) if ((data[at + 2] ?? 0) > (data[at] ?? 0)) blue += 1;
  return { blue: blue / (info.width * info.height), edges: [info.width, info.height] };
}

const header = (page: Page) => page.getByRole("link", { name: "Your profile" }).locator("img");
const head = (page: Page) => page.locator(".pr-pic img");
const stage = (page: Page) => page.getByRole("application", { name: "What is kept of the picture" });
const cropper = (page: Page) => page.getByRole("dialog", { name: "Your picture" });
const savePicture = (page: Page) => page.getByRole("button", { name: "Save picture" });

test("somebody adds a picture to their page, changes it, sees it in the header, and removes it", async ({
  watched: page,
}) => {
  await openOwnPage(page, `picture.testperson${test.info().retry}@example.test`);
  await expect(header(page)).toHaveCount(0);

  await choose(page, "Add picture", "notes.jpg", Buffer.from("These are no picture at all."));
  await expect(page.getByText("This is not a picture we can read.")).toBeVisible();
  await expect(head(page)).toHaveCount(0);

  await choose(page, "Add picture", "me.jpg", await drawJpeg({ background: "#aa3311" }));
  await expect(stage(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(cropper(page)).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Add picture" })).toBeFocused();

  await choose(page, "Add picture", "me.jpg", await drawJpeg({ background: "#aa3311" }));
  const uploads: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "PATCH") uploads.push(request.url());
  });
  await savePicture(page).dblclick();
  await expect(page.getByText("Picture saved.")).toBeVisible();
  expect(uploads, "two presses, one picture").toHaveLength(1);
  await expect(cropper(page)).toHaveCount(0);
  const first = await head(page).getAttribute("src");
  expect(first).toMatch(/^\/pictures\/[0-9a-f]{24}\.webp$/);
  await expect(header(page)).toHaveAttribute("src", first ?? "");
  await expect(head(page)).toHaveJSProperty("naturalWidth", 512);

  await choose(page, "Change picture", "me.jpg", await drawJpeg({ background: "#1133aa" }));
  await savePicture(page).click();
  await expect(head(page)).not.toHaveAttribute("src", first ?? "");
  const second = (await head(page).getAttribute("src")) ?? "";
  await expect(header(page)).toHaveAttribute("src", second);
  // Wait until both have loaded the picture before it is deleted. Otherwise one of them would get a 404.
  for (const image of [head(page), header(page)]) {
    await expect(image).toHaveJSProperty("complete", true);
    await expect(image).not.toHaveJSProperty("naturalWidth", 0);
  }

  // The ring is at the page's edge. On a phone the buttons are beside it, and the name is close.
  const edge = async () => (await page.getByRole("heading", { name: "Pipeline", exact: true }).boundingBox())?.x;
  const ring = page.locator(".pr-pic .pr-av");
  expect((await ring.boundingBox())?.x).toBe(await edge());
  await page.setViewportSize({ width: 360, height: 740 });
  const round = await ring.boundingBox();
  const name = await page.getByRole("heading", { level: 1 }).boundingBox();
  expect(round?.x).toBe(await edge());
  expect((name?.y ?? 999) - (round?.y ?? 0)).toBeLessThan(180);
  await page.setViewportSize({ width: 1280, height: 720 });

  await page.getByRole("button", { name: "Remove picture" }).click();
  await expect(page.getByText("Picture removed.")).toBeVisible();
  await expect(head(page)).toHaveCount(0);
  await expect(header(page)).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Add picture" })).toBeFocused();
});

test("what is kept of a picture is chosen by keys: moved to the right edge, enlarged, and begun again", async ({
  watched: page,
}) => {
  await openOwnPage(page, "keys.testperson@example.test");
  await choose(page, "Add picture", "halves.jpg", await halves());
  await expect(stage(page)).toBeFocused();
  for (let times = 0; times < 12; times += 1) await page.keyboard.press("ArrowLeft");
  await expect(cropper(page).getByText(/^Zoom 100 %, middle at 75 % across/)).toHaveCount(1);
  await page.keyboard.press("+");
  await expect(cropper(page).getByText(/^Zoom 110 %/)).toHaveCount(1);
  await expect(page.getByRole("slider", { name: "Zoom" })).toHaveValue("110");
  await page.keyboard.press("0");
  await expect(cropper(page).getByText(/^Zoom 100 %, middle at 50 % across/)).toHaveCount(1);
  for (let times = 0; times < 12; times += 1) await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  await expect(cropper(page)).toBeVisible();
  await savePicture(page).press("Enter");
  await expect(page.getByText("Picture saved.")).toBeVisible();
  const stored = await storedPicture(page, (await head(page).getAttribute("src")) ?? "");
  expect(stored.edges).toEqual([512, 512]);
  expect(stored.blue).toBeGreaterThan(0.98);
});

test.describe("by pointer, on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  test("a picture is dragged under its frame, enlarged by the wheel and by two fingers", async ({ watched: page }) => {
    await openOwnPage(page, "drag.testperson@example.test");
    await choose(page, "Add picture", "halves.jpg", await halves());
    await expect(stage(page)).toBeVisible();
    const box = (await stage(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const centre = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    await page.mouse.move(centre.x, centre.y);
    await page.mouse.down();
    await page.mouse.move(centre.x + box.width / 4, centre.y, { steps: 4 });
    await page.mouse.up();
    await expect(cropper(page).getByText(/^Zoom 100 %, middle at 3[678] % across/)).toHaveCount(1);
    await page.mouse.wheel(0, -200);
    await expect(cropper(page).getByText(/^Zoom 149 %/)).toHaveCount(1);

    await page.getByRole("button", { name: "Begin again" }).click();
    const touch = await page.context().newCDPSession(page);
    const fingers = (apart: number) =>
      [-apart, apart].map((x, id) => ({ x: Math.round(centre.x + x), y: Math.round(centre.y), id }));
    await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: fingers(30) });
    for (const apart of [40, 50, 60]) {
      await touch.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: fingers(apart) });
    }
    await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await expect(cropper(page).getByText(/^Zoom (19\d|20\d) %/)).toHaveCount(1);
    for (const name of ["Zoom in", "Zoom out", "Begin again"]) {
      const target = await page.getByRole("button", { name }).boundingBox();
      expect(Math.min(target?.width ?? 0, target?.height ?? 0), name).toBeGreaterThanOrEqual(44);
    }
    for (const scheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
      await endTransitions(page);
      expect(
        (await axeInTheme(page, scheme).include("main").analyze()).violations.map(
          ({ id, nodes }) => `${id} ${nodes[0]?.html}`,
        ),
      ).toEqual([]);
    }
  });
});

test.describe("a server that does not take it", () => {
  test.use({ allowed: [/status of (413|429|503|403)|net::ERR_FAILED/] });

  test("costs nobody the choice: the dialog stays, and the same picture goes when it can", async ({
    watched: page,
  }) => {
    await openOwnPage(page, "refused.testperson@example.test");
    let answer: { status: number; body: object } | "offline" | undefined;
    await page.route("**/api/pfp/*", (route) => {
      if (answer === undefined) return route.continue();
      if (answer === "offline") return route.abort("failed");
      return route.fulfill({ status: answer.status, json: answer.body });
    });
    await choose(page, "Add picture", "halves.jpg", await halves());
    await page.getByRole("button", { name: "Zoom in" }).click();
    for (const [given, message] of [
      ["offline", "An error occurred during the fetch operation."],
      [{ status: 413, body: { error: "The request is too large." } }, "The request is too large."],
      [{ status: 429, body: { error: "Too many requests. Wait a moment and try again." } }, "Too many requests."],
      [{ status: 503, body: { error: "We are busy right now. Try again in a moment." } }, "We are busy right now."],
    ] as const) {
      answer = given;
      await savePicture(page).click();
      await expect(cropper(page).getByRole("alert").getByText(message)).toBeVisible();
      await expect(page.getByRole("slider", { name: "Zoom" })).toHaveValue("125");
    }
    answer = { status: 403, body: { error: "You can only change your own profile.", code: "not-yours" } };
    await savePicture(page).click();
    await expect(cropper(page).getByText("Your session has ended. Log in again.")).toBeVisible();
    await expect(cropper(page).getByRole("link", { name: "Log in in a new tab" })).toHaveAttribute("target", "_blank");
    answer = undefined;
    await savePicture(page).click();
    await expect(page.getByText("Picture saved.")).toBeVisible();
  });
});
