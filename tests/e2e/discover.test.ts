import { expect, test } from "./fixtures.ts";

test("paging to the end shows each person once, and back shows the same page again", async ({ watched: page }) => {
  const people = () =>
    page
      .getByRole("article")
      .getByRole("heading")
      .getByRole("link")
      .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  const at = () => page.getByText(/^Page \d+ of \d+$/);

  await page.goto("/discover");
  await expect(page.getByRole("button", { name: "Previous" })).toBeDisabled();
  const first = await people();
  expect(first).toHaveLength(12);
  const pages = Number(/of (\d+)/.exec((await at().textContent()) ?? "")?.[1]);
  const seen = [...first];
  for (let number = 2; number <= pages; number += 1) {
    await page.getByRole("link", { name: "Next" }).click();
    await expect(at()).toHaveText(`Page ${number} of ${pages}`);
    seen.push(...(await people()));
  }
  expect(new Set(seen).size).toBe(seen.length);
  await expect(page.getByRole("button", { name: "Next" })).toBeDisabled();

  for (let number = pages; number > 1; number -= 1) await page.goBack();
  await expect(at()).toHaveText(`Page 1 of ${pages}`);
  expect(await people()).toEqual(first);
});

test("the theme that was chosen is there in the first bytes of the next page", async ({ watched: page }) => {
  await page.goto("/discover");
  const themeIn = async () =>
    /<html[^>]*data-theme="(\w+)"/.exec(await (await page.request.get("/search")).text())?.[1];
  expect(await themeIn()).toBeUndefined();
  await page.getByRole("button", { name: "Switch theme" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  expect(await themeIn()).toBe("dark");
  await page.getByRole("button", { name: "Switch theme" }).click();
  expect(await themeIn()).toBe("light");
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 720 } });

  test("the menu opens, closes at Escape and at a tap, and leads on", async ({ watched: page }) => {
    await page.goto("/");
    const menu = page.getByLabel("Menu", { exact: true });
    const search = page.getByRole("navigation", { name: "Small-screen menu" }).getByRole("link", { name: "Search" });
    await menu.click();
    await expect(search).toBeVisible();
    await expect(page.locator(".smenu__p").getByRole("link")).toHaveText(["About", "Search", "Discover", "Login"]);
    await page.keyboard.press("Escape");
    await expect(search).toBeHidden();
    await menu.click();
    await search.click();
    await expect(page).toHaveURL(/\/search$/);
    await expect(search).toBeHidden();
  });
});
