import type { APIRequestContext, BrowserContext, Page } from "@playwright/test";
import { TestNetwork } from "#tests/helpers/oidc.ts";
import { ADMIN, call, signInAdmin } from "./admin-tabs.ts";
import { callApi, createPerson, expect, signUp, test } from "./fixtures.ts";
import { OwnApp } from "./own-app.ts";

// What the product says and counts and no other browser test sees; strings.ts is the table of all of it.
// The words stand here in full: a test that reads them from the product would follow every slip.

const SCOPES = "openid email profile r_basicprofile";
const network = new TestNetwork();
let app = new OwnApp();

// What a test provokes on purpose.
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

type Stop = { companyName: string; title: string; startDate: string; endDate: string; rating: number };

/** Stops of one year each, in the order given, from 2000 on. */
function yearly(companies: readonly string[], rating = 60): Stop[] {
  return companies.map((companyName, n) => ({
    companyName,
    title: "engineer",
    startDate: `${2000 + n}-01-01`,
    endDate: `${2001 + n}-01-01`,
    rating,
  }));
}

const wire = (stop: Stop) => ({ companyId: "", isIndefinite: stop.endDate === "", ...stop });

/** Somebody with a pipeline, by calls alone. */
async function addPerson(request: APIRequestContext, code: string, n: number, pipeline: Stop[], school: string) {
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
    pipeline: pipeline.map(wire),
  });
}

const row = (page: Page, table: string) => page.getByRole("table", { name: table }).locator("tbody tr");
const section = (page: Page, title: string) =>
  page.locator("section").filter({ has: page.getByRole("heading", { name: title, exact: true }) });
const cookies = async (context: BrowserContext) =>
  (await context.cookies()).map(({ name, httpOnly }) => `${name.replace(/^__Host-/, "")} ${httpOnly}`);

test("the landing page: its words, five people, thirty logos, three testimonials", async ({ watched: page }) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "Discover The Pipelines of Engineers Around the World",
  );
  await expect(page.getByRole("link", { name: "Get Started" })).toHaveAttribute("href", "/search");
  for (const feature of [
    "Search a community database",
    "Bring your picture and details along",
    "Share without your name",
    "Pipelines from around the world",
  ])
    await expect(page.getByRole("heading", { level: 3, name: feature })).toBeVisible();
  await expect(page.getByRole("heading", { name: "How to read a line" })).toBeVisible();
  await expect(page.getByRole("article")).toHaveCount(5);
  await expect(page.getByRole("main").getByRole("link", { name: "Discover" })).toHaveAttribute("href", "/discover");
  await expect(page.getByRole("group", { name: "Companies" }).getByRole("listitem")).toHaveCount(30);
  await expect(page.getByRole("blockquote")).toHaveCount(3);
  await expect(page.getByText("Sample", { exact: true })).toHaveCount(3);
  // Without a network there is no authorisation page to go to.
  await expect(page.getByRole("link", { name: "Add Your Pipeline" })).toHaveAttribute("href", "/login");
  await expect(page.getByRole("contentinfo")).toContainText("© 2024 Pipelines");
  await expect(page.getByRole("link", { name: "Have a suggestion?" })).toHaveAttribute("href", "/suggestions");
});

test("the header: its entries for visitors and for people, and where each leads", async ({ watched: page }) => {
  const entries = () =>
    page
      .getByRole("banner")
      .getByRole("link")
      .evaluateAll((links) =>
        links
          .filter((link) => link.checkVisibility())
          .map((link) => `${link.getAttribute("aria-label") ?? link.textContent} ${link.getAttribute("href")}`),
      );
  const places = ["Pipelines, home /", "About /", "Search /search", "Discover /discover"];
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/search");
  await expect(page.getByRole("banner")).toHaveCSS("position", /^(?:fixed|sticky)$/);
  expect(await entries()).toEqual([...places, "Login /login"]);

  await signUp(page, "header.strings@example.test");
  await expect(page).toHaveURL(/\/$/);
  const stored = JSON.parse((await page.evaluate(() => localStorage.getItem("user"))) ?? "{}");
  expect(Object.keys(stored).toSorted()).toEqual(["email", "profileCreated", "profileId", "username"]);
  expect(await cookies(page.context())).toContain("token true");
  const own = `/user/${stored.profileId}`;
  const rest = ["Account settings /settings", `Your profile ${own}`];
  expect(await entries()).toEqual([...places, "Create Profile /edit", ...rest]);
  // Without a picture of one's own: the default one, drawn.
  await expect(page.getByRole("link", { name: "Your profile" }).locator("svg")).toBeVisible();
  await expect(page.getByRole("link", { name: "Your profile" }).locator("img")).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Add Your Pipeline" })).toHaveAttribute("href", "/edit");
  await callApi(page, "PATCH", own.replace("/user", "/api/profile"), { firstName: "A", lastName: "B", created: true });
  await page.reload();
  expect(await entries()).toEqual([...places, "Edit Profile /edit", ...rest]);
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page.getByRole("link", { name: "Login" })).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
});

test("login and sign-up: their buttons, and every source of a sentence", async ({ watched: page }) => {
  const sent: string[] = [];
  let answer: { status: number; json: object } = { status: 500, json: {} };
  for (const [path, button] of [
    ["/login", "Login In"],
    ["/signup", "Join Pipelines"],
  ] as const) {
    await page.goto(path);
    await page.route(/\/api\/user\/(?:login|signup)$/, (route) => {
      sent.push(route.request().url());
      return route.fulfill(answer);
    });
    const go = page.getByRole("button", { name: button });
    const secret = page.getByLabel("Password", { exact: true });
    for (const [email, password] of [
      ["no thing@example.test", "nine-grey-otters"],
      ["one@example.test", "nine grey otters"],
    ] as const) {
      await page.getByLabel("E-mail").fill(email);
      await secret.fill(password);
      await go.click();
      await expect(secret).toHaveAccessibleDescription(/Invalid username or password\./);
    }
    // A space spares the call.
    expect(sent).toEqual([]);
    await page.getByLabel("E-mail").fill("one@example.test");
    await secret.fill("nine-grey-otters");
    for (const [json, sentence] of [
      [{}, "Error occurred with response 500 Internal Server Error"],
      [{ error: "From the field error." }, "From the field error."],
      [{ message: "From the field message." }, "From the field message."],
      [{ msg: "From the field msg." }, "From the field msg."],
    ] as const) {
      answer = { status: 500, json };
      await go.click();
      await expect(page.getByText(sentence)).toBeVisible();
    }
    await page.unroute(/\/api\/user\/(?:login|signup)$/);
    await page.route(/\/api\/user\/(?:login|signup)$/, (route) => route.abort());
    await go.click();
    await expect(page.getByText("An error occurred during the fetch operation.")).toBeVisible();
    await page.unroute(/\/api\/user\/(?:login|signup)$/);
    sent.length = 0;
  }
});

test("an unauthorised call asks for a token once and is sent once more", async ({ watched: page }) => {
  await page.goto("/suggestions", { waitUntil: "networkidle" });
  await expect(page.getByRole("radio")).toHaveCount(3);
  for (const type of ["Company", "Website issues", "Other"])
    await expect(page.getByRole("radio", { name: type })).toBeVisible();
  const asked: string[] = [];
  await page.route("**/api/**", (route) => {
    asked.push(`${route.request().method()} ${new URL(route.request().url()).pathname}`);
    const isToken = route.request().url().endsWith("/api/token");
    return isToken ? route.continue() : route.fulfill({ status: 401, json: { error: "No." } });
  });
  await page.getByRole("textbox", { name: "Your suggestion" }).fill("More trains.");
  await page.getByRole("button", { name: "Send suggestion" }).click();
  await expect(page.getByRole("alert")).toHaveText("No.");
  // The first one belongs to a browser that was never here.
  expect(asked).toEqual(["GET /api/token", "POST /api/suggestions", "GET /api/token", "POST /api/suggestions"]);
});

test("a search without a hit, and what nobody foresaw", async ({ watched: page }) => {
  await page.goto("/search?company=no%20such%20company%20anywhere");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("No company on this site with that name :/");
  await page.route("**/discover.data*", (route) => route.fulfill({ status: 500, body: "Secrets of the house" }));
  await page.getByRole("link", { name: "Discover", exact: true }).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Unexpected Application Error!");
  await expect(page.getByText("Something went wrong on our side. Try again in a moment.")).toBeVisible();
  await expect(page.getByText("Secrets of the house")).toHaveCount(0);
  await page.getByRole("link", { name: "Take me home!" }).click();
  await expect(page.getByRole("link", { name: "Get Started" })).toBeVisible();
});

test("the role now, the role to come, the last role, each with its dates", async ({ watched: page }) => {
  const past = { companyName: "Harbour & Tarn", title: "analyst", startDate: "2016-05-01", endDate: "2017-02-01" };
  const now = { companyName: "Quarry Lane", title: "engineer", startDate: "2018-03-01", endDate: "" };
  const next = { companyName: "Old Mill", title: "director", startDate: "2030-01-01", endDate: "" };
  const { profileId } = await createPerson(page, "roles.strings@example.test");
  for (const [stops, headline] of [
    [[past, now, next], "Currently Engineer at Quarry Lane"],
    [[past, next], "Incoming Director at Old Mill"],
    [[past], "Previously Analyst at Harbour & Tarn"],
  ] as const) {
    const pipeline = stops.map((stop) => wire({ ...stop, rating: 80 }));
    await callApi(page, "PATCH", `/api/profile/${profileId}`, { pipeline });
    if (stops.length === 3) {
      // What travels for an open end is the placeholder; no page shows it.
      const saved = await callApi<{ pipeline: Stop[] }>(page, "GET", `/api/profile/get/${profileId}`);
      expect(saved.pipeline.map(({ endDate }) => endDate)).toEqual(["2017-02-01", "2200-12-02", "2200-12-02"]);
    }
    await page.goto(`/user/${profileId}`);
    await expect(page.getByText(headline)).toBeVisible();
    const ranges = ["May 2016 – February 2017", "March 2018 – Present", "January 2030 – Indefinite"];
    for (const [at, range] of ranges.entries()) {
      const stop = [past, now, next][at];
      const shown = stops.some(({ companyName }) => companyName === stop?.companyName);
      if (shown) await expect(page.getByText(range).first()).toBeVisible();
      else await expect(page.getByText(range)).toHaveCount(0);
    }
    await expect(page.getByText("2200")).toHaveCount(0);
  }
});

test("an anonymous page says so four times and shows nobody", async ({ watched: page }) => {
  const { profileId } = await createPerson(page, "masked.strings@example.test", {
    username: "masked.strings",
    linkedin: "masked-strings",
    location: "Norway",
    pipeline: yearly(["Harbour & Tarn"]).map(wire),
  });
  // Whoever hides gets another address, so that nobody follows the old one.
  const path = `/api/profile/${profileId}`;
  const { _id } = await callApi<{ _id: string }>(page, "PATCH", path, { anonymous: true });
  await page.context().clearCookies();
  await page.goto(`/user/${_id}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Anonymous");
  await expect(page.getByRole("listitem").filter({ hasText: "Username:" })).toHaveText(/Anonymous$/);
  await expect(page.getByRole("listitem").filter({ hasText: "LinkedIn:" })).toHaveText(/Anonymous$/);
  await expect(page.getByRole("listitem").filter({ hasText: "Location:" })).toHaveText(/Somewhere$/);
  await expect(page.locator(".pr-av img")).toHaveCount(0);
  await expect(page.locator(".pr-av svg")).toBeVisible();
  expect(await page.content()).not.toMatch(/Nova|Testperson|Norway|masked/);
});

test("usernames have 3 to 32 characters of their kind, handles theirs", async ({ watched: page }) => {
  await createPerson(page, "names.strings@example.test");
  const username = page.getByLabel("Username");
  for (const wrong of ["ab", "a".repeat(33), "a/b", ".abc", "abc.", "a..b", "a__b", "a-b-c"]) {
    await username.fill(wrong);
    await expect(username, wrong).toHaveAccessibleDescription(/Invalid username\./);
  }
  for (const right of ["abc", "a".repeat(32), "_a.b_C9"]) {
    await username.fill(right);
    await expect(username, right).not.toHaveAccessibleDescription(/Invalid username\./);
  }
  const handle = page.getByLabel("LinkedIn handle");
  await handle.fill("a_b");
  await expect(handle).toHaveAccessibleDescription(/Invalid Linkedin username\./);
  await handle.fill("a-B9");
  await expect(page.getByText("Invalid Linkedin username.")).toHaveCount(0);
});

test("the fields of the editor: what they are called, offer and count", async ({ watched: page }) => {
  await createPerson(page, "fields.strings@example.test", { pipeline: yearly(["Harbour & Tarn"]).map(wire) });
  await page.goto("/edit");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Edit Your Profile");
  await expect(page.getByText("you can remain 100% anonymous")).toBeVisible();
  for (const field of ["First name", "Last name"]) await expect(page.getByLabel(field)).toBeVisible();
  await expect(page.getByRole("combobox", { name: "School" })).toBeVisible();
  await expect(page.getByRole("switch", { name: "I want to remain anonymous" })).toBeVisible();
  await page.getByRole("button", { name: "Edit Harbour & Tarn" }).click();
  const form = page.getByRole("group", { name: /^Stop 1/ });
  for (const field of ["Company", "Title"]) await expect(form.getByRole("combobox", { name: field })).toBeVisible();
  for (const field of ["Start date", "End date"])
    await expect(form.getByRole("textbox", { name: field })).toBeVisible();
  await expect(form.getByRole("checkbox", { name: "Current" })).toBeVisible();
  await expect(form.getByRole("radio")).toHaveCount(5);
  for (const face of ["Very unhappy", "Unhappy", "Neutral", "Happy", "Very happy"])
    await expect(form.getByRole("radio", { name: face, exact: true })).toHaveCount(1);

  await form.getByRole("combobox", { name: "Title" }).fill("SOFTWARE");
  await expect(page.getByRole("option").first()).toHaveText("Software Engineer");
  await page.keyboard.press("Escape");
  await form.getByRole("combobox", { name: "Company" }).fill("a");
  const list = page.getByRole("listbox");
  await expect(list.getByRole("option").nth(8)).toBeAttached();
  // Longer than it is high: it scrolls.
  expect(await list.evaluate(({ clientHeight }) => clientHeight)).toBeLessThanOrEqual(264);
  expect(await list.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBeGreaterThan(0);
});

test("schools are asked for 100 ms after the last letter, and named once", async ({ watched: page }) => {
  await createPerson(page, "school.strings@example.test");
  await page.clock.install();
  await page.goto("/edit");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Edit Your Profile");
  const school = page.getByRole("combobox", { name: "School" });
  await school.focus();
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/school/get/schools/")) asked.push(new URL(request.url()).pathname);
  });
  await page.clock.pauseAt(new Date(Date.now() + 3_600_000));
  await page.keyboard.type("water");
  await page.clock.runFor(99);
  await page.keyboard.type("loo");
  await page.clock.runFor(99);
  expect(asked).toEqual([]);
  await page.clock.runFor(1);
  await expect.poll(() => asked).toEqual(["/api/school/get/schools/waterloo"]);
  await page.clock.resume();
  await expect(page.getByRole("option", { name: /University of Waterloo/ })).toHaveCount(1);
});

test.describe("on a site of one's own, closed, without people", () => {
  // One app for all of them.
  test.describe.configure({ mode: "default" });
  test.use({ baseURL: async ({ browserName: _name }, provide) => provide(app.url) });
  test.beforeAll(async () => {
    test.setTimeout(180_000);
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
    await expect(page.getByText("Hello")).toBeVisible();
    // Where the network cannot be begun with, the login is the way on.
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
    await expect(page.getByText("Not enough ratings yet")).toBeVisible();
    for (const title of ["Prior Companies", "Next Companies"])
      await expect(section(page, title)).toContainText("No data available.");
    await page.goto(`/school/${school?._id}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("University of Waterloo");
    await expect(page.getByText("N/A", { exact: true })).toBeVisible();
    await expect(page.getByText("Canada")).toBeVisible();
    await expect(section(page, "Most Common Companies")).toContainText("No data available.");
  });

  test("the tables: the top three above one, none below five people; a rating of five raters", async ({
    watched: page,
    playwright,
  }) => {
    const code = await letIn(page);
    const [school] = await call<{ _id: string }[]>(page, app, "GET", "/api/school/get/schools/heidelberg");
    const prior = ["Arden", "Birch", "Cobalt", "Dovetail"];
    const next = ["Fennel", "Fennel", "Garnet", "", ""];
    for (const [n, after] of next.entries()) {
      const request = await playwright.request.newContext({ baseURL: app.url, extraHTTPHeaders: { origin: app.url } });
      // Arden has five people before Osprey Quay, Birch four, Cobalt three, Dovetail two; Fennel two after it, Garnet one.
      const companies = [...prior.slice(0, 5 - n), "Osprey Quay", ...(after === "" ? [] : [after])];
      await addPerson(request, code, n, yearly(companies, (n + 1) * 20), school?._id ?? "");
      await request.dispose();
    }
    const find = async (name: string) =>
      (await call<{ _id: string }>(page, app, "GET", `/api/company/getBy?name=${encodeURIComponent(name)}`))._id;
    await page.goto(`/company/${await find("osprey quay")}`);
    await expect(row(page, "Prior Companies")).toHaveText([/Arden.*5/, /Birch.*4/, /Cobalt.*3/]);
    await expect(row(page, "Next Companies")).toHaveText([/Fennel.*2/]);
    // The card of the one who went on to Garnet says so, and leads there, to the school, and to the page.
    const card = page.getByRole("article").filter({ hasText: "Garnet" });
    await expect(card).toHaveCount(1);
    await expect(card.locator("p")).toHaveText([/Heidelberg/, "Engineer", "Garnet", "Jan 2004 – Jan 2005"]);
    await expect(card.getByRole("heading").getByRole("link")).toHaveAttribute("href", /^\/user\/[0-9a-f]{24}$/);
    await expect(card.locator('a[href^="/company/"]')).toHaveAttribute("href", `/company/${await find("garnet")}`);
    await expect(card.locator('a[href^="/school/"]')).toHaveAttribute("href", `/school/${school?._id}`);
    // The sum of 20, 40, 60, 80 and 100, by five raters, by 20.
    await expect(page.getByRole("definition").filter({ hasText: "of 5" })).toHaveText("Neutral, 3of 5");
    await page.goto(`/company/${await find("birch")}`);
    // Four people, all of whom were at Arden before.
    for (const title of ["Prior Companies", "Next Companies"])
      await expect(section(page, title)).toContainText("No data available.");
    await page.goto(`/school/${school?._id}`);
    await expect(row(page, "Most Common Companies")).toHaveCount(3);
    await expect(row(page, "Most Common Companies").last()).toHaveText(/Birch.*4/);

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
