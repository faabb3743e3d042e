import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";

const PATH = "/suggestions";
const area = (page: Page) => page.getByRole("textbox", { name: "Your suggestion" });
const send = (page: Page) => page.getByRole("button", { name: "Send suggestion" });

/** The bodies of the suggestions that the page sends. */
function sentBodies(page: Page): unknown[] {
  const bodies: unknown[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/api/suggestions")) bodies.push(request.postDataJSON());
  });
  return bodies;
}

test("a visitor comes by the footer, chooses by keyboard and sends", async ({ watched: page }) => {
  const bodies = sentBodies(page);
  await page.goto("/search", { waitUntil: "networkidle" });
  await page.getByRole("link", { name: "Have a suggestion?" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Have a suggestion?");
  await expect(page).toHaveURL(PATH);
  const choice = page.getByRole("group", { name: "What is it about?" });
  await expect(choice.getByRole("radio")).toHaveCount(3);
  await expect(choice.getByRole("radio", { name: "Company" })).toBeChecked();
  await choice.getByRole("radio", { name: "Company" }).focus();
  await page.keyboard.press("ArrowDown");
  await expect(choice.getByRole("radio", { name: "Website issues" })).toBeChecked();
  await page.keyboard.press("Tab");
  await expect(area(page)).toBeFocused();
  await page.keyboard.type("The map is upside down.");
  await page.keyboard.press("Tab");
  await expect(send(page)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Thank you. Your suggestion is in." })).toBeFocused();
  expect(bodies).toEqual([{ type: "website-issues", text: "The map is upside down.", website: "" }]);

  // Another one begins empty.
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(area(page)).toBeFocused();
  await expect(area(page)).toHaveValue("");
});

test("an empty text and one too long are told beside the field, and nothing is sent", async ({ watched: page }) => {
  const bodies = sentBodies(page);
  await page.goto(PATH, { waitUntil: "networkidle" });
  await page.getByRole("radio", { name: "Other" }).click();
  await area(page).fill("   ");
  await send(page).click();
  await expect(area(page)).toBeFocused();
  await expect(area(page)).toHaveAccessibleDescription("Must fill out all input fields.");
  await expect(area(page)).toHaveAttribute("aria-invalid", "true");

  const long = "a".repeat(2_001);
  await area(page).fill(long);
  await send(page).click();
  await expect(area(page)).toHaveAccessibleDescription(/at most 2,000 characters; this one has 2,001/);
  await expect(area(page)).toHaveValue(long);
  expect(bodies).toEqual([]);

  await area(page).fill("a".repeat(2_000));
  await send(page).click();
  await expect(page.getByRole("heading", { name: /Thank you/ })).toBeVisible();
  expect(bodies).toHaveLength(1);
});

test.describe("when sending fails", () => {
  test.use({ allowed: [/net::ERR_FAILED|status of 429/] });

  test("what was chosen and typed stays, and goes through later", async ({ watched: page }) => {
    await page.goto(PATH, { waitUntil: "networkidle" });
    await page.getByRole("radio", { name: "Website issues" }).click();
    await area(page).fill("Two lines\nof text");
    await page.route("**/api/suggestions", (route) => route.abort());
    await send(page).click();
    await expect(page.getByRole("alert")).toHaveText("An error occurred during the fetch operation.");
    await expect(area(page)).toHaveValue("Two lines\nof text");
    await expect(page.getByRole("radio", { name: "Website issues" })).toBeChecked();

    await page.unroute("**/api/suggestions");
    await page.route("**/api/suggestions", (route) =>
      route.fulfill({ status: 429, json: { error: "Too many requests.", code: "too-many-requests", requestId: "1" } }),
    );
    await send(page).click();
    await expect(page.getByRole("alert")).toHaveText(
      "Too many suggestions for now. Your text stays here; send it later.",
    );
    await expect(area(page)).toHaveValue("Two lines\nof text");

    await page.unroute("**/api/suggestions");
    await page.route("**/api/suggestions", (route) =>
      route.fulfill({ status: 429, json: { error: "Too many requests." }, headers: { "retry-after": "1500" } }),
    );
    await send(page).click();
    await expect(page.getByRole("alert")).toHaveText(
      "Too many suggestions for now. Your text stays here; send it in 25 minutes.",
    );

    await page.unroute("**/api/suggestions");
    const sent = page.waitForRequest("**/api/suggestions");
    await send(page).click();
    expect((await sent).postDataJSON()).toEqual({ type: "website-issues", text: "Two lines\nof text", website: "" });
    await expect(page.getByRole("heading", { name: /Thank you/ })).toBeVisible();
  });
});

test("impatient clicks send once", async ({ watched: page }) => {
  const bodies = sentBodies(page);
  await page.goto(PATH, { waitUntil: "networkidle" });
  await area(page).fill("Once");
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/api/suggestions", async (route) => {
    await held;
    await route.continue();
  });
  await send(page).dblclick();
  await expect(page.getByRole("main").getByRole("status")).toHaveText("Sending");
  await area(page).press("Shift+Tab");
  await page.keyboard.press("Enter");
  release();
  await expect(page.getByRole("heading", { name: /Thank you/ })).toBeVisible();
  expect(bodies).toHaveLength(1);
});

test("the trap is out of reach of people", async ({ watched: page }) => {
  await page.goto(PATH, { waitUntil: "networkidle" });
  const trap = page.locator('input[name="website"]');
  await expect(trap).toHaveCount(1);
  const box = await page.locator(".sug__trap").boundingBox();
  expect(box?.width).toBeLessThanOrEqual(1);
  await expect(page.getByRole("textbox")).toHaveCount(1);
  await area(page).focus();
  await page.keyboard.press("Tab");
  await expect(trap).not.toBeFocused();
  await expect(send(page)).toBeFocused();
});
