import type { Page } from "@playwright/test";
import { someOf } from "#tests/helpers/amount.ts";
import { expect, findPlaces, test } from "./fixtures.ts";

/** Bytes of script that a public page may send before anybody touches it, compressed. */
const MOST = 130_499;

test.use({ allowed: [/status of 503/] });

/** The compressed size of a page's scripts, with the largest of them. */
async function weigh(page: Page, address: string): Promise<{ bytes: number; largest: string }> {
  const urls = new Set<string>();
  const note = (request: { resourceType: () => string; url: () => string }): void => {
    if (request.resourceType() === "script" || /\.js(?:\?|$)/.test(request.url())) urls.add(request.url());
  };
  page.on("request", note);
  await page.goto(address, { waitUntil: "networkidle" });
  page.off("request", note);
  const sizes = await Promise.all(
    [...urls].map(async (url) => {
      const answer = await page.request.head(url, { headers: { "accept-encoding": "br" } });
      return { name: url.slice(url.lastIndexOf("/") + 1), bytes: Number(answer.headers()["content-length"]) };
    }),
  );
  const largest = sizes
    .toSorted((a, b) => b.bytes - a.bytes)
    .slice(0, 12)
    .map(({ name, bytes }) => `${name} ${bytes}`)
    .join(", ");
  return { bytes: sizes.reduce((sum, { bytes }) => sum + bytes, 0), largest };
}

test("no public page sends more than 130 kB of script, charts included", async ({ watched: page }) => {
  test.setTimeout(240_000);
  const places = await findPlaces(page);
  const search = `/search?company=${encodeURIComponent(places.companyName)}`;
  const company = places.company.slice("/company/".length);
  const person = places.profile.slice("/user/".length);
  // The engine answers a moment after the start.
  await expect.poll(async () => (await page.request.get("/api/title")).status(), { timeout: 60_000 }).toBe(200);
  const addresses = [
    "/",
    "/search",
    search,
    `${search}&layout=pipeline`,
    "/search?q=software",
    "/search?company=no%20such%20company",
    `/search?stop=kind:intern&then=any&stop=company:${company}`,
    `/search?stop=company:${company}`,
    "/paths",
    `/paths?to=company:${company}`,
    places.company,
    places.school,
    places.profile,
    places.anonymous,
    "/title/senior-software",
    "/compare?c=google&c=microsoft&c=amazon",
    "/like-me",
    `/like-me?line=${person}`,
    "/ask?q=qwerty",
    "/discover",
    "/login",
    "/signup",
    "/suggestions",
    "/api/docs",
    "/data",
    "/moderation",
  ];
  for (const address of someOf(addresses, 3)) {
    const { bytes, largest } = await weigh(page, address);
    console.log(`${String(Math.round(bytes / 100) / 10).padStart(6)} kB  ${address}`);
    expect(bytes, address).toBeGreaterThan(90_000);
    expect.soft(bytes, `${address}: ${largest}`).toBeLessThanOrEqual(MOST);
  }
});
