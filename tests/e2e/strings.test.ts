import { readFileSync } from "node:fs";
import { callApi, createPerson, expect, mine, openOwnPage, signUp, test } from "./fixtures.ts";
import { cookies, wire, yearly, type Stop } from "./string-people.ts";

// Texts and numbers of the product that no other browser test checks; strings.ts is the complete table. The texts are
// written out here: a test that reads them from the product would follow every mistake.

// Console messages that a test provokes on purpose.
test.use({
  allowed: [/status of (?:4\d\d|500)|net::ERR_FAILED|ErrorResponse|Blocked script execution in 'about:blank'/],
});

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
  await expect(page.getByRole("link", { name: "Add Your Pipeline" })).toHaveAttribute("href", "/signup");
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
  const lookups: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/pfp/")) lookups.push(request.url());
  });
  const places = ["Pipelines, home /", "About /", "Search /search", "Discover /discover", "Paths /paths"];
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/search");
  await expect(page.getByRole("banner")).toHaveCSS("position", /^(?:fixed|sticky)$/);
  expect(await entries()).toEqual([...places, "Login /login", "Join /signup"]);

  await signUp(page, "header.strings@example.test");
  await expect(page).toHaveURL(/\/edit$/);
  await page.goto("/");
  const stored = JSON.parse((await page.evaluate(() => localStorage.getItem("user"))) ?? "{}");
  expect(Object.keys(stored).toSorted()).toEqual(["email", "profileCreated", "profileId", "username"]);
  expect(await cookies(page.context())).toContain("token true");
  const own = `/user/${stored.profileId}`;
  const rest = ["Account settings /settings", `Your profile ${own}`];
  expect(await entries()).toEqual([...places, "Create Profile /edit", ...rest]);
  // Without a picture of one's own: the default one, drawn.
  await expect(page.getByRole("link", { name: "Your profile" }).locator("svg")).toBeVisible();
  await expect(page.getByRole("link", { name: "Your profile" }).locator("img")).toHaveCount(0);
  expect(lookups).toEqual([]);
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
  const discover = page.getByRole("link", { name: "Discover", exact: true }).first();
  await discover.click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Unexpected Application Error!");
  await expect(page.getByText("Something went wrong on our side. Try again in a moment.")).toBeVisible();
  await expect(page.getByText("Secrets of the house")).toHaveCount(0);
  await page.getByRole("link", { name: "Take me home!" }).click();
  await expect(page.getByRole("link", { name: "Get Started" })).toBeVisible();
});

test("a rating: the face's name and its figure, one to five", async ({ watched: page }) => {
  await page.goto("/");
  type Found = { _id: string; rating: number; ratedEmployees: string[] };
  const [google] = await callApi<Found[]>(page, "GET", "/api/company/get/companies/google");
  const raters = google?.ratedEmployees.length ?? 0;
  expect(raters, "demo people who rated").toBeGreaterThan(2);
  await page.goto(`/company/${google?._id}`);
  const figures = ["Very unhappy, 1of 5", "Unhappy, 2of 5", "Neutral, 3of 5", "Happy, 4of 5", "Very happy, 5of 5"];
  const figure = figures[Math.round((google?.rating ?? 0) / raters / 20) - 1] ?? "none";
  await expect(page.getByRole("definition").filter({ hasText: "of 5" })).toHaveText(figure);
});

test("the role now, the role to come, the last role, each with its dates", async ({ watched: page }) => {
  const past = { companyName: "Harbour & Tarn", title: "analyst", startDate: "2016-05-01", endDate: "2017-02-01" };
  const now = { companyName: "Quarry Lane", title: "engineer", startDate: "2018-03-01", endDate: "" };
  const next = { companyName: "Old Mill", title: "director", startDate: "2030-01-01", endDate: "" };
  const { profileId } = await createPerson(page, "roles.strings@example.test");
  // An open end is sent as the placeholder. No page shows the placeholder.
  for (const [stops, ends, headline] of [
    [[past, now, next], ["2017-02-01", "2200-12-02", "2200-12-02"], "Currently Engineer at Quarry Lane"],
    [[past, next], ["2017-02-01", "2200-12-02"], "Incoming Director at Old Mill"],
    [[past], ["2017-02-01"], "Previously Analyst at Harbour & Tarn"],
  ] as const) {
    const pipeline = stops.map((stop) => wire({ ...stop, rating: 80 }));
    await callApi(page, "PATCH", `/api/profile/${profileId}`, { pipeline });
    const saved = await callApi<{ pipeline: Stop[] }>(page, "GET", `/api/profile/get/${profileId}`);
    expect(saved.pipeline.map(({ endDate }) => endDate)).toEqual(ends);
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

  // A date that is none, as no save of ours lets it through.
  await page.route("**/user/*.data*", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replaceAll("2016-05-01", "some day") });
  });
  await page.goto("/search");
  const own = page.getByRole("link", { name: "Your profile" });
  await own.click();
  await expect(page.getByText("Invalid Date").first()).toBeVisible();
  await page.unroute("**/user/*.data*");

  // A picture that is there, and one that does not come.
  const pfp = { name: "me.png", mimeType: "image/png", buffer: readFileSync("public/icon-192.png") };
  const origin = new URL(page.url()).origin;
  const sent = await page.request.patch(`/api/pfp/${profileId}`, { headers: { origin }, multipart: { pfp } });
  expect(sent.ok()).toBe(true);
  await page.goto(`/user/${profileId}`);
  const shown = page.getByRole("link", { name: "Your profile" });
  const address = (await shown.locator("img").getAttribute("src")) ?? "";
  expect(address).not.toBe("");
  await page.route(`**${address}`, (route) => route.abort());
  await page.goto("/search");
  await expect(shown.locator("svg")).toBeVisible();
  await expect(shown.locator("img")).toHaveCount(0);
});

test("an anonymous page says so four times and shows nobody", async ({ watched: page }) => {
  const { profileId } = await openOwnPage(page, "masked.strings@example.test", {
    username: mine("masked.strings"),
    linkedin: "masked-strings",
    location: "Norway",
    pipeline: yearly(["Harbour & Tarn"]).map(wire),
  });
  // Somebody who hides gets another address, so that nobody can follow the old one.
  const path = `/api/profile/${profileId}`;
  await expect(page.getByLabel("Username")).toHaveValue(mine("masked.strings"));
  const { _id } = await callApi<{ _id: string }>(page, "PATCH", path, { anonymous: true });
  // Not even the owner, who sees the name, can edit it in place.
  await page.goto(`/user/${_id}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Nova Testperson");
  await expect(page.getByRole("textbox", { name: "Username" })).toHaveCount(0);
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
  await openOwnPage(page, "names.strings@example.test");
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
  // An empty field is sent as an empty text.
  await handle.fill("");
  await expect(page.getByRole("combobox", { name: "Location" })).toHaveValue("");
  const saving = page.waitForRequest((request) => request.method() === "PATCH");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  expect((await saving).postDataJSON()).toMatchObject({ username: "_a.b_C9", linkedin: "", location: "" });
  await expect(page.getByText("Saved.")).toBeVisible();
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
  await expect(page.getByRole("listbox").getByRole("option").first()).toHaveText("Software Engineer");
  await page.keyboard.press("Escape");
  await form.getByRole("combobox", { name: "Company" }).fill("a");
  const list = page.getByRole("listbox");
  await expect(list.getByRole("option").nth(8)).toBeAttached();
  // The list is longer than its box, so it scrolls.
  expect(await list.evaluate(({ clientHeight }) => clientHeight)).toBeLessThanOrEqual(264);
  expect(await list.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBeGreaterThan(0);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /^Add a stop after/ }).click();
  const fresh = page.getByRole("group", { name: /^Stop 2/ });
  for (const field of ["Company", "Title"]) await expect(fresh.getByRole("combobox", { name: field })).toHaveValue("");
  for (const field of ["Start date", "End date"])
    await expect(fresh.getByRole("textbox", { name: field })).toHaveValue("");
  await expect(fresh.getByRole("checkbox", { name: "Current" })).not.toBeChecked();
  await expect(fresh.getByText("Not rated")).toBeVisible();
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
