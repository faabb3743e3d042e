import AxeBuilder from "@axe-core/playwright";
import { expect, findPlaces, test } from "./fixtures.ts";

test("a company's diagram is one sentence for those who hear it, and its numbers stand in tables", async ({
  watched: page,
}) => {
  const places = await findPlaces(page);
  await page.goto(places.company);
  const picture = page.getByRole("img", { name: /^The stops before and the stops after / });
  await expect(picture).toBeVisible();
  const said = (await picture.getAttribute("aria-label")) ?? "";
  await page.getByText("The same as tables").click();
  for (const [title, words] of [
    ["Came from", /Came from: ([^.]+)\./],
    ["Went to", /Went to: ([^.]+)\./],
  ] as const) {
    const rows = await page.getByRole("table", { name: title, exact: true }).locator("tbody tr").allInnerTexts();
    expect(rows.map((row) => row.replace(/\s+/g, " ").trim()).join(", "), title).toBe(words.exec(said)?.[1]);
  }
  // The table of the three most common ones says the same of them.
  const top = await page
    .getByRole("table", { name: "Prior Companies" })
    .locator("tbody tr")
    // The letters of a monogram stand before the name.
    .evaluateAll((rows) =>
      rows.map((row) => `${row.querySelector("a")?.lastChild?.textContent} ${row.lastChild?.textContent}`),
    );
  expect(top).toHaveLength(3);
  for (const row of top) expect(said).toContain(row);
  const { violations } = await new AxeBuilder({ page }).include(".flow").analyze();
  expect(violations.map((one) => one.id)).toEqual([]);
});

for (const width of [360, 768, 1280]) {
  test(`its names stay inside the panel and off each other at ${width} px`, async ({ watched: page }) => {
    await page.setViewportSize({ width, height: 800 });
    const places = await findPlaces(page);
    await page.goto(places.company);
    const panel = await page.locator(".flow").boundingBox();
    const names = await page.locator(".flow__label").evaluateAll((labels) =>
      labels.map((label) => {
        const { top, bottom, left, right } = label.getBoundingClientRect();
        return { top, bottom, left, right, size: Number.parseFloat(getComputedStyle(label).fontSize) };
      }),
    );
    expect(names.length).toBeGreaterThan(2);
    for (const name of names) {
      expect(name.left).toBeGreaterThanOrEqual((panel?.x ?? 0) - 1);
      expect(name.right).toBeLessThanOrEqual((panel?.x ?? 0) + (panel?.width ?? 0) + 1);
      expect(name.size).toBeGreaterThanOrEqual(12);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  });
}
