import type { APIRequestContext, Page } from "@playwright/test";
import { TestNetwork } from "#tests/helpers/oidc.ts";
import { ADMIN, call, signInAdmin } from "./admin-tabs.ts";
import { expect, test } from "./fixtures.ts";
import { OwnApp } from "./own-app.ts";
import { cookies, wire, yearly, type Stop } from "./string-people.ts";

// The product's words and numbers that a site needs of its own: closed, without people, with a network. See strings.ts.

const SCOPES = "openid email profile r_basicprofile";
const network = new TestNetwork();
let app = new OwnApp();

// Console messages that a test provokes on purpose.
test.use({
  allowed: [/status of (?:4\d\d|500)|net::ERR_FAILED|ErrorResponse|Blocked script execution in 'about:blank'/],
});

async function makeCode(page: Page): Promise<string> {
  await signInAdmin(page, app);
  const { code } = await call<{ code: string }>(page, app, "POST", "/api/admin/codes", { label: "All", maxUses: 100 });
  await page.context().clearCookies();
  return code;
}

/** Lets the browser into the closed site. */
async function letIn(page: Page): Promise<string> {
  const code = await makeCode(page);
  await call(page, app, "GET", "/api/token");
  await call(page, app, "POST", "/api/earlyAccess/check", { code });
  return code;
}

/** Somebody with a pipeline, by calls alone. */
async function addPerson(
  request: APIRequestContext,
  code: string,
  n: number,
  pipeline: Stop[],
  school: string,
  anonymous = false,
) {
  const send = async (method: "get" | "post" | "patch", path: string, data?: unknown) => {
    const answer = await request[method](path, data === undefined ? {} : { data });
    if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`);
    return answer.json();
  };
  await send("get", "/api/token");
  await send("post", "/api/earlyAccess/check", { code });
  const email = `strings-${n}@example.test`;
  const { profileId } = await send("post", "/api/user/signup", { email, password: "correct-horse-battery" });
  await send("patch", `/api/profile/${profileId}`, {
    created: true,
    firstName: "Nova",
    lastName: "Testperson",
    school,
    anonymous,
    pipeline: pipeline.map(wire),
  });
}

const row = (page: Page, table: string) => page.getByRole("table", { name: table }).locator("tbody tr");
const section = (page: Page, title: string) =>
  page.locator("section").filter({ has: page.getByRole("heading", { name: title, exact: true }) });
test.describe("on a site of one's own, closed, without people", () => {
  // One app for all of them.
  test.describe.configure({ mode: "default" });
  test.use({ baseURL: async ({ browserName: _name }, provide) => provide(app.url) });
  test.beforeAll(async () => {
    test.setTimeout(240_000);
    await network.start();
    const { BASE_URL: _given, ...settings } = network.env;
    app = new OwnApp({ ...settings, SSO_SCOPES: SCOPES, DEMO: "off", EARLY_ACCESS: "on" });
    await app.start();
    await app.makeAdmin(ADMIN.email, ADMIN.password);
  });
  test.afterAll(async () => {
    await app.remove();
    await network.stop();
  });

  test("the newsletter: idle, on its way, done, shut for 3000 ms, and what it says when it fails", async ({
    watched: page,
  }) => {
    await page.clock.install();
    await page.goto("/discover");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Pipelines Coming Soon");
    await expect(page.getByRole("banner")).toHaveCount(0);
    await expect(page.getByRole("contentinfo")).toHaveCount(0);
    const button = page.locator(".news button");
    await expect(button).toHaveText("Notify Me!");
    await page.clock.pauseAt(new Date(Date.now() + 3_600_000));
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route("**/api/email/newsletter", (route) => held.then(() => route.continue()));
    await page.getByLabel("E-mail").fill("visitor@example.test");
    await button.click();
    await expect(button.locator(".spin")).toBeVisible();
    release();
    await expect(page.getByRole("img", { name: "Sent" })).toBeVisible();
    await page.clock.runFor(2_999);
    await expect(button).toBeDisabled();
    await page.clock.runFor(1);
    await expect(button).toBeEnabled();
    await expect(button).toHaveText("Notify Me!");

    await page.unroute("**/api/email/newsletter");
    await page.getByLabel("E-mail").fill("no address");
    await button.click();
    await expect(page.locator(".news__say")).toHaveText(/e-mail/i);
    await page.clock.runFor(3_000);
    await page.route("**/api/email/newsletter", (route) => route.abort());
    await page.getByLabel("E-mail").fill("visitor@example.test");
    await button.click();
    await expect(page.getByText("Email failed to subscribe. Please try again.")).toBeVisible();
  });

  test("the code opens the site and stays in a cookie; the call to action leads to the network", async ({
    watched: page,
  }) => {
    const code = await makeCode(page);
    await page.goto("/code");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Early access");
    await page.getByLabel("Secret code").fill(code);
    await page.getByRole("button", { name: "Open the doors" }).click();
    await expect(page).toHaveURL(`${app.url}/`);
    await expect(page.getByRole("banner")).toBeVisible();
    expect(await cookies(page.context())).toEqual(expect.arrayContaining(["token true", "earlyAccess true"]));

    const left = page.waitForRequest((request) => request.url().startsWith(network.issuer));
    await page.route(`${network.issuer}/**`, (route) =>
      route.fulfill({ contentType: "text/html", body: "<p>Hello</p>" }),
    );
    await page.getByRole("link", { name: "Add Your Pipeline" }).click();
    const query = new URL((await left).url()).searchParams;
    expect(query.get("response_type")).toBe("code");
    expect(query.get("scope")).toBe("openid email profile r_basicprofile");
    expect(query.get("client_id")).toBe("pipelines");
    expect(query.get("redirect_uri")).toMatch(/\/login\/network$/);
    await expect(page.getByText("Hello")).toBeVisible();
    // If the sign-in with the network cannot begin, the page leads to the login.
    await page.goto("/");
    await page.route("**/api/user/linkedin/start*", (route) => route.abort());
    await page.getByRole("link", { name: "Add Your Pipeline" }).click();
    await expect(page).toHaveURL(`${app.url}/login`);
    await expect(page.getByRole("button", { name: "Continue with Testnet" })).toBeVisible();
  });

  test("pages of places without people", async ({ watched: page }) => {
    await letIn(page);
    const [company] = await call<{ _id: string }[]>(page, app, "GET", "/api/company/get/companies/google");
    const [school] = await call<{ _id: string; logo: string }[]>(page, app, "GET", "/api/school/get/schools/waterloo");
    await page.goto("/discover");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Discover");
    await page.goto("/search?company=google");
    await expect(page.getByText("No users on this site for this company :/")).toBeVisible();
    await page.goto(`/company/${company?._id}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Google");
    await expect(page.locator(".co-head .st--xl img")).toBeVisible();
    await expect(page.locator(".co-head__p")).not.toBeEmpty();
    await expect(page.getByText("Not enough ratings yet")).toBeVisible();
    for (const title of ["Prior Companies", "Next Companies"])
      await expect(section(page, title)).toContainText("No data available.");
    await page.goto(`/school/${school?._id}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("University of Waterloo");
    await expect(page.locator(".co-head .st--xl")).toBeVisible();
    await expect(page.getByText("N/A", { exact: true })).toBeVisible();
    await expect(page.getByText("Canada")).toBeVisible();
    await expect(section(page, "Most Common Companies")).toContainText("No data available.");
  });

  test("the tables: the top three from five people on, none below", async ({ watched: page, playwright }) => {
    const code = await letIn(page);
    const [school] = await call<{ _id: string }[]>(page, app, "GET", "/api/school/get/schools/heidelberg");
    const prior = ["Arden", "Birch", "Cobalt", "Dovetail"];
    const next = ["Fennel", "Fennel", "Fennel", "Fennel", "Fennel", "Garnet", "", ""];
    for (const [n, after] of next.entries()) {
      const request = await playwright.request.newContext({ baseURL: app.url, extraHTTPHeaders: { origin: app.url } });
      // Before Osprey Quay Arden has eight people, Birch seven, Cobalt six, Dovetail four; after it Fennel five, Garnet one.
      const companies = [
        ...prior.slice(0, n < 4 ? 4 : n < 6 ? 3 : 8 - n),
        "Osprey Quay",
        ...(after === "" ? [] : [after]),
      ];
      await addPerson(request, code, n, yearly(companies, n < 5 ? (n + 1) * 20 : 0), school?._id ?? "");
      await request.dispose();
    }
    const hidden = await playwright.request.newContext({ baseURL: app.url, extraHTTPHeaders: { origin: app.url } });
    await addPerson(hidden, code, next.length, yearly(["Osprey Quay"], 60), school?._id ?? "", true);
    await hidden.dispose();
    const find = async (name: string) =>
      (await call<{ _id: string }>(page, app, "GET", `/api/company/getBy?name=${encodeURIComponent(name)}`))._id;
    await page.goto(`/company/${await find("osprey quay")}`);
    await expect(row(page, "Prior Companies")).toHaveText([/Arden.*8/, /Birch.*7/, /Cobalt.*6/]);
    await expect(row(page, "Next Companies")).toHaveText([/Fennel.*5/]);
    // The card of the person who went to Garnet says so, and links to Garnet, to the school, and to the profile.
    const card = page.getByRole("article").filter({ hasText: "Garnet" });
    await expect(card).toHaveCount(1);
    await expect(card.locator("p")).toHaveText([/Heidelberg/, "Engineer", "Garnet", "Jan 2004 – Jan 2005"]);
    await expect(card.getByRole("heading").getByRole("link")).toHaveAttribute("href", /^\/user\/[0-9a-f]{24}$/);
    await expect(card.locator('a[href^="/company/"]')).toHaveAttribute("href", `/company/${await find("garnet")}`);
    await expect(card.locator('a[href^="/school/"]')).toHaveAttribute("href", `/school/${school?._id}`);
    await expect(card.getByRole("heading")).toHaveText("Nova Testperson");
    const masked = page.getByRole("article").filter({ has: page.getByRole("heading", { name: "Anonymous" }) });
    await expect(masked).toHaveCount(1);
    await expect(masked.locator(".avatar img")).toHaveCount(0);
    await expect(masked.locator(".avatar svg")).toBeVisible();
    await page.goto(`/company/${await find("dovetail")}`);
    // Four people, all of whom were at Arden before: exactly four, and no row.
    await expect(page.locator(".facts div").filter({ hasText: "People" })).toHaveText("People4");
    for (const title of ["Prior Companies", "Next Companies"])
      await expect(section(page, title)).toContainText("No data available.");
    // On the page of a person: the companies and the school, each with its logo.
    await page.getByRole("article").first().getByRole("heading").getByRole("link").click();
    const line = page.locator(".pline");
    await expect(line.getByRole("listitem").first()).toContainText(/Heidelberg.*Education/);
    await expect(line.locator(`a[href="/school/${school?._id}"]`).first()).toBeVisible();
    await expect(line.locator('a[href^="/company/"]').first()).toBeVisible();
    for (const stop of await line.getByRole("listitem").all()) await expect(stop.locator(".st").first()).toBeVisible();
    await page.goto(`/school/${school?._id}`);
    await expect(row(page, "Most Common Companies")).toHaveCount(3);
    await expect(row(page, "Most Common Companies").last()).toHaveText(/Birch.*7/);

    await page.goto("/search?company=osprey%20quay");
    const layouts = page.getByRole("navigation", { name: "Layout" }).getByRole("link");
    await expect(layouts).toHaveText([/Grid/, /Pipeline/]);
    await page.setViewportSize({ width: 360, height: 740 });
    await expect(layouts.first()).toBeHidden();
  });

  test("administrators: refused without a right, else tabs, and a mail that fails", async ({ watched: page }) => {
    await page.goto("/admin/dashboard");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("You do not have permission to view this page.");
    await signInAdmin(page, app);
    await page.goto("/admin/dashboard/emails");
    for (const tab of ["Companies", "Emails"]) await expect(page.getByRole("tab", { name: tab })).toBeVisible();
    await expect(page.getByRole("banner").getByRole("link", { name: "About" })).toHaveCount(0);
    await expect(page.getByRole("contentinfo")).toHaveCount(0);
    expect(await page.evaluate(() => localStorage.getItem("adminToken"))).toBeNull();
    await expect(page.getByRole("group", { name: "Audience" }).getByRole("radio")).toHaveCount(2);
    await expect(page.getByRole("radio", { name: /early access/i })).toBeAttached();
    await page.getByLabel("Subject").fill("The doors are open");
    await page.getByRole("textbox", { name: /^Body/ }).fill("<p>Come in.</p>");
    await page.route("**/api/email/send*", (route) => route.abort());
    await expect(page.getByLabel("Send a test first")).toHaveValue(ADMIN.email);
    await page.getByRole("button", { name: "Send test" }).click();
    await expect(page.getByText("Email failed to send. Please try again.")).toBeVisible();
  });
});
