import { expect, findPlaces, test } from "./fixtures.ts";

// Browser and server must read an address as the same page: the script continues with the page that the server sent.

const NOT_FOUND = "We couldn't find the page you are looking for.";
const COMPANY = "We were unable to find the company you requested!";
const PERSON = "We were unable to find that profile!";

test.describe("an odd address", () => {
  // The browser says on the console that it was sent to a 404.
  test.use({ allowed: [/status of 404/] });

  for (const [path, sentence] of [
    ["/company/x/y", COMPANY],
    ["/company/x/y/z?page=2", COMPANY],
    ["/company/100%25", COMPANY],
    ["/company/100%", COMPANY],
    ["/company/a\\b", COMPANY],
    ["/company/a%5Cb", COMPANY],
    ["/company/%zz%C3%BC", COMPANY],
    ["/company", COMPANY],
    ["/school/x/y", COMPANY],
    ["/user/x/y", PERSON],
    ["/user/x.data/y", PERSON],
    ["/no//such///page/", NOT_FOUND],
    ["/no\\such", NOT_FOUND],
    ["/nowhere/%", NOT_FOUND],
    ["//etc/passwd", NOT_FOUND],
    ["//search/", NOT_FOUND],
    ["/%00", NOT_FOUND],
    ["/company/%00", NOT_FOUND],
    ["/user/a%00b", NOT_FOUND],
    ["/search?company=%00", NOT_FOUND],
  ] as const)
    test(`${path} is a 404 page with its header, also once the script runs`, async ({ watched: page, baseURL }) => {
      const response = await page.goto(`${baseURL ?? ""}${path}`);
      expect(response?.status()).toBe(404);
      await expect.poll(() => page.evaluate(() => Object.keys(document.body).length)).toBeGreaterThan(0);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(sentence);
      await page.getByRole("banner").getByRole("link", { name: "Pipelines, home" }).click();
      await expect(page.getByRole("link", { name: "Get Started" })).toBeVisible();
    });
});

test("a slash too many leads to the page without it", async ({ watched: page, baseURL }) => {
  const places = await findPlaces(page);
  for (const [path, target] of [
    [`${places.company}/`, places.company],
    [`${places.profile}//`, places.profile],
    ["/login/?next=/edit", "/login"],
    ["/search/", "/search"],
    ["/newsletter//confirm/", "/newsletter/confirm"],
    ["/api/docs/", "/api/docs"],
  ] as const) {
    await page.goto(`${baseURL ?? ""}${path}`);
    expect(new URL(page.url()).pathname, path).toBe(target);
    await expect(page.locator("h1"), path).toHaveCount(1);
  }
});
