import type { Page } from "@playwright/test";
import { someOf } from "#tests/helpers/amount.ts";
import { expect, findPlaces, test } from "./fixtures.ts";

/** Records every request that the browser makes for this page from now on: its address and its type. */
function logRequests(page: Page): { origin: string; kind: string }[] {
  const log: { origin: string; kind: string }[] = [];
  page.context().on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    // Data inside the page needs no request.
    if (protocol !== "data:" && protocol !== "blob:") log.push({ origin, kind: request.resourceType() });
  });
  return log;
}

test("L25: every page asks its own address for everything, and is quiet: no console line, no policy report", async ({
  watched: page,
  baseURL,
}) => {
  const places = await findPlaces(page);
  const log = logRequests(page);
  const visited = new Set<string>();
  const visit = async (path: string) => {
    await page.goto(path, { waitUntil: "networkidle" });
    await expect(page.locator("h1"), path).toHaveCount(1);
    visited.add(shapeOfPath(path));
  };
  const paths = [
    "/",
    "/search",
    `/search?company=${encodeURIComponent(places.companyName)}`,
    "/discover",
    places.company,
    places.school,
    places.profile,
    places.anonymous,
    "/login",
    "/signup",
    "/suggestions",
    "/api/docs",
  ];
  for (const path of someOf(paths, 3)) await visit(path);
  // Pages that are linked but not in this list; one of each kind.
  await page.goto("/");
  const links = await page
    .locator('a[href^="/"]')
    .evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? "/"));
  expect(links.length).toBeGreaterThan(5);
  const kinds = links.filter((path, n) => links.findIndex((one) => shapeOfPath(one) === shapeOfPath(path)) === n);
  for (const link of someOf(kinds, 3)) if (!visited.has(shapeOfPath(link)) && !/\.\w+$/.test(link)) await visit(link);

  expect([...new Set(log.map(({ origin }) => origin))]).toEqual([new URL(baseURL ?? "").origin]);
  expect([...new Set(log.map(({ kind }) => kind))]).toEqual(
    expect.arrayContaining(["document", "stylesheet", "script", "font", "image"]),
  );
});

/** The kind of a path: without its query, and with one fixed word in place of every person, company or school. */
function shapeOfPath(path: string): string {
  return path.replace(/[?#].*$/, "").replace(/^(\/(?:user|company|school)\/).+/, "$1…");
}

test("L25: a request to another host would be in the log", async ({ page }) => {
  const log = logRequests(page);
  await page.setContent('<img src="http://elsewhere.invalid/pixel.gif" alt="">');
  await expect.poll(() => log).toEqual([{ origin: "http://elsewhere.invalid", kind: "image" }]);
});

test("the fonts that are fetched ahead are the ones a page is set in", async ({ watched: page }) => {
  await page.goto("/");
  const ahead = page.locator('link[rel="preload"][as="font"]');
  await expect(ahead).toHaveCount(2);
  const used = () =>
    page.evaluate(() => [...document.fonts].filter(({ status }) => status === "loaded").map(({ family }) => family));
  await expect
    .poll(used)
    .toEqual(expect.arrayContaining(["Overpass Variable", "Instrument Sans Variable"].map(expect.stringContaining)));
});

test("no script is fetched before the page is painted, and then all of them", async ({ watched: page }) => {
  await page.goto("/search");
  const { painted, scripts } = await page.evaluate(() => ({
    painted: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0,
    scripts: performance
      .getEntriesByType("resource")
      .filter(({ name }) => name.endsWith(".js"))
      .map(({ startTime }) => startTime),
  }));
  expect(painted).toBeGreaterThan(0);
  expect(scripts.length).toBeGreaterThan(5);
  // Where the page is painted a second late, scripts do not wait for it.
  expect(Math.min(...scripts)).toBeGreaterThanOrEqual(Math.min(painted, 1_000));
});

test.describe("a script that somebody planted", () => {
  // The browser reports on its console what it refuses.
  test.use({ allowed: [/content security policy/i] });

  test("does not run; ours do, by their hash", async ({ page, request }) => {
    const html = await (await request.get("/search")).text();
    expect(html).not.toMatch(/\sstyle="/);
    expect(html).not.toContain('rel="modulepreload"');

    const refused: string[] = [];
    page.on("console", (message) => {
      if (/content security policy/i.test(message.text())) refused.push(message.text());
    });
    await page.route("**/search", async (route) => {
      const answer = await route.fetch();
      const planted = (await answer.text()).replace(
        "</body>",
        "<script>window.planted = true</script><script nonce='guess'>window.planted = true</script></body>",
      );
      await route.fulfill({ response: answer, body: planted });
    });
    await page.goto("/search");
    await page.locator('html[data-script="ready"]').waitFor();
    expect(await page.evaluate(() => "planted" in window)).toBe(false);
    expect(refused.length).toBeGreaterThanOrEqual(2);
  });
});

test("a page that is asked for again is not sent again while it is the same", async ({ request }) => {
  const first = await request.get("/search");
  const etag = first.headers()["etag"] ?? "";
  expect(etag).toMatch(/^W\/"/);
  const again = await request.get("/search", { headers: { "if-none-match": etag } });
  expect([again.status(), await again.text()]).toEqual([304, ""]);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("somebody searches a company and reads who worked there", async ({ page }) => {
    const places = await findPlaces(page);
    await page.goto("/search");
    await page.locator('input[name="company"]').fill(places.companyName);
    await page.locator('input[name="company"]').press("Enter");
    await expect(page).toHaveURL(/company=/);
    await expect(page.getByRole("heading", { level: 1 })).toContainText(places.companyName);
    await page.getByRole("link", { name: "Company page" }).click();
    await expect(page.getByRole("heading", { name: "Prior Companies" })).toBeVisible();
    await page.getByRole("article").first().getByRole("link").first().click();
    await expect(page).toHaveURL(/\/user\//);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();

    // On paper black on white, also from the dark theme: the line and its words, and nothing to press.
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    await expect(page.getByRole("banner")).toBeHidden();
    await expect(page.getByRole("contentinfo")).toBeHidden();
    await expect(page.locator("body")).toHaveCSS("background-color", "rgb(255, 255, 255)");
    await expect(page.getByRole("heading", { level: 1 })).toHaveCSS("color", "rgb(0, 0, 0)");
    const ring = page.locator(".pline .st").last();
    await expect(ring).toHaveCSS("border-top-color", "rgb(0, 0, 0)");
    await expect(ring).toHaveCSS("print-color-adjust", "exact");
    await expect(page.locator(".pline .ps").last()).toHaveCSS("break-inside", "avoid");
    // Nor words about what cannot be pressed.
    await expect(page.getByText("At the point where this line is now")).toBeHidden();
    await expect(page.getByRole("link", { name: "Report this pipeline", includeHidden: true })).toBeHidden();
  });

  test("lists are paged by links, and the ends are there, disabled", async ({ page }) => {
    const places = await findPlaces(page);
    const lists = ["/discover", places.company, `/search?company=${encodeURIComponent(places.companyName)}`];
    // With script, a page of a list begins at this mark.
    for (const path of lists) expect(await (await page.request.get(path)).text(), path).toContain("data-paged");
    for (const path of someOf(lists, 1)) {
      await page.goto(path);
      const pager = page.getByRole("navigation", { name: "Pages" });
      const people = () =>
        page
          .getByRole("article")
          .getByRole("heading")
          .getByRole("link")
          .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
      await expect(pager.getByRole("button", { name: "Previous" })).toBeDisabled();
      const first = await people();
      await pager.getByRole("link", { name: "Next" }).click();
      await expect(pager, path).toContainText(/Page 2 of \d+/);
      const second = await people();
      expect(second.length).toBeGreaterThan(0);
      expect(new Set([...first, ...second]).size, path).toBe(first.length + second.length);
      await pager.getByRole("link", { name: "Previous" }).click();
      await expect(pager, path).toContainText(/Page 1 of \d+/);
      expect(await people(), path).toEqual(first);
    }
  });

  test("companies, schools and what is missing are read", async ({ page }) => {
    const places = await findPlaces(page);
    await page.goto(places.company);
    for (const name of ["Prior Companies", "Next Companies", "People who stopped here"])
      await expect(page.getByRole("heading", { name })).toBeVisible();
    await expect(page.getByRole("article").first()).toBeVisible();
    await page.goto(places.school);
    await expect(page.getByRole("heading", { name: "Most Common Companies" })).toBeVisible();
    await expect(page.getByRole("article").first()).toBeVisible();
    await page.goto(`/search?company=${encodeURIComponent(places.companyName)}&layout=pipeline`);
    await expect(page.getByRole("heading", { level: 1 })).toContainText(`people stopped at ${places.companyName}`);
    const missing = "000000000000000000000000";
    for (const [path, sentence] of [
      ["/no/such/page", "We couldn't find the page you are looking for."],
      [`/user/${missing}`, "We were unable to find that profile!"],
      [`/company/${missing}`, "We were unable to find the company you requested!"],
      [`/school/${missing}`, "We were unable to find the company you requested!"],
      ["/search?company=no%20such%20company", "No company on this site with that name :/"],
    ] as const) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 }), path).toHaveText(sentence);
    }
    // The ways on are links and a form.
    await page.goto("/no/such/page");
    await page.getByRole("link", { name: "Take me home!" }).click();
    await expect(page.getByRole("link", { name: "Get Started" })).toBeVisible();
  });
});

test.describe("what is missing", () => {
  test.use({ allowed: [/status of 404/] });

  test("says so in the product's sentences, with status 404 and a way home", async ({ watched: page }) => {
    const missing = "000000000000000000000000";
    for (const [path, sentence] of [
      ["/no/such/page", "We couldn't find the page you are looking for."],
      [`/user/${missing}`, "We were unable to find that profile!"],
      [`/company/${missing}`, "We were unable to find the company you requested!"],
      [`/school/${missing}`, "We were unable to find the company you requested!"],
    ] as const) {
      const response = await page.goto(path);
      expect(response?.status(), path).toBe(404);
      await expect(page.getByText(sentence), path).toBeVisible();
    }
    // Without header and footer, the page's surface ends where the screen does.
    await page.goto("/admin/nothing");
    await expect(page.getByRole("contentinfo")).toHaveCount(0);
    const [end, screen] = await page
      .locator(".nf")
      .evaluate((element) => [element.getBoundingClientRect().bottom, innerHeight]);
    expect(end).toBeGreaterThanOrEqual(screen);
    // A missing school does not lead to companies alone.
    await page.goto(`/school/${missing}`);
    await expect(page.getByRole("main").getByRole("link", { name: "Search", exact: true })).toBeVisible();
    await page.goto("/no/such/page");
    await page.getByRole("link", { name: "Take me home!" }).click();
    await expect(page).toHaveURL(/\/$/);
  });
});
