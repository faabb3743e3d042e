import { addPerson } from "./admin-app.ts";
import { ADMIN, call, isAccessible, signInAdmin } from "./admin-tabs.ts";
import { expect, test } from "./fixtures.ts";
import { OwnApp } from "./own-app.ts";

// Somebody reports a pipeline, an administrator hides it, its person answers. On a site without a mail server.

const app = new OwnApp({ DEMO: "off" });
test.describe.configure({ mode: "default" });
test.beforeAll(async () => {
  test.setTimeout(240_000);
  await app.start();
  await app.makeAdmin(ADMIN.email, ADMIN.password);
});
test.afterAll(() => app.remove());
test.use({ allowed: [/status of 404/] });

test("a pipeline is reported without an account, hidden until answered, and back after the answer", async ({
  watched: page,
  browser,
}) => {
  test.setTimeout(300_000);
  await addPerson(page, app.url, ["Loud Works"]);
  await signInAdmin(page, app);
  const { people } = await call<{ people: { _id: string }[] }>(page, app, "GET", "/api/admin/people");
  const id = people[0]?._id ?? "";

  // The sender has no account, and no script either.
  const plain = await browser.newContext({ javaScriptEnabled: false });
  const sender = await plain.newPage();
  await sender.goto(`${app.url}/user/${id}`);
  await sender.getByRole("link", { name: "Report this pipeline" }).click();
  await expect(sender.getByRole("heading", { level: 1, name: "Report" })).toBeVisible();
  await sender.getByLabel("A text in it").check();
  await sender.getByLabel(/^The text/).fill("Loud Works");
  await sender.getByLabel("What is wrong").selectOption("False information");
  await sender.getByLabel(/^In your words/).fill("There is no such company.");
  await sender.getByRole("button", { name: "Send report" }).click();
  await expect(sender.getByText("Thank you. We will look at it.")).toBeVisible();
  // A message has a mark beside its colour.
  await expect(sender.getByRole("status").locator("svg")).toHaveCount(1);
  // Pipelines that do not exist can be reported in the same way.
  await sender.goto(`${app.url}/report?pipeline=${"0".repeat(24)}`);
  await sender.getByLabel("What is wrong").selectOption("Spam");
  await sender.getByRole("button", { name: "Send report" }).click();
  await expect(sender.getByText("Thank you. We will look at it.")).toBeVisible();
  await plain.close();

  await page.goto(`${app.url}/report?pipeline=${id}`);
  await isAccessible(page, "report", true);
  // What was typed is still there after a look at the rules.
  const words = page.getByLabel(/^In your words/);
  await words.fill("Half a sentence");
  const rules = page.waitForEvent("popup");
  await page.getByRole("link", { name: /^What we do with it/ }).click();
  await (await rules).close();
  await expect(words).toHaveValue("Half a sentence");
  await page.goto(`${app.url}/moderation`);
  await expect(page.getByText("No quarter has 5 acts for one reason yet.")).toBeVisible();
  await isAccessible(page, "moderation", true);

  await page.goto(`${app.url}/admin/dashboard/overview`);
  // The tab and the overview show the waiting reports: there are two, but one has no subject and is not counted.
  await expect(page.getByRole("tab", { name: /^Reports/ })).toContainText("1");
  await expect(page.getByRole("heading", { name: "Community" })).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "Reports to look at" })).toContainText("1");
  await expect(page.getByRole("row", { name: /^2\d{3} W\d\d/ }).first()).toContainText("fewer than 5");
  await isAccessible(page, "overview", true);
  // Beside the figures, the lines of both meet.
  await page.setViewportSize({ width: 1280, height: 800 });
  const [figures = [], links = []] = await Promise.all(
    [".community .kv > div", ".community__w li"].map((rows) =>
      page.locator(rows).evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top))),
    ),
  );
  expect(figures).toHaveLength(4);
  expect(links).toEqual(figures);
  // On a phone a number stands in the last line of its link.
  await page.setViewportSize({ width: 360, height: 800 });
  const places = await page.locator(".community__w li").evaluateAll((all) =>
    all.map((one) => {
      const last = [...(one.querySelector("a")?.getClientRects() ?? [])].at(-1);
      const number = one.querySelector(".tag")?.getBoundingClientRect();
      return (number?.top ?? Infinity) - (last?.bottom ?? 0);
    }),
  );
  expect(places.length).toBeGreaterThan(2);
  expect(Math.max(...places)).toBeLessThan(0);
  await page.goto(`${app.url}/admin/dashboard/reports`);
  const item = page.getByRole("listitem").filter({ hasText: "There is no such company." });
  await expect(item).toHaveCount(1);
  await expect(item).toContainText("False information");
  const asSeen = item.getByText("As everybody sees it: 1 role");
  // Large enough for a mouse, and for a finger on a phone.
  for (const [width, least] of [
    [1280, 24],
    [360, 44],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    expect((await asSeen.boundingBox())?.height).toBeGreaterThanOrEqual(least);
  }
  await asSeen.click();
  await expect(item).toContainText("Clerk, Loud Works");
  await isAccessible(page, "reports", true);
  await item.getByRole("button", { name: "Hide until answered: Some Testperson" }).press("Enter");
  await page.getByLabel("Your words to the person").fill("Does it exist?");
  await isAccessible(page, "the question before an act");
  await page.getByRole("alertdialog").getByRole("button", { name: "Hide until answered" }).click();
  await expect(page.getByRole("status").getByText("The pipeline is hidden until its person answers.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Nothing to look at" })).toBeVisible();
  expect((await page.request.get(`${app.url}/user/${id}`)).status()).toBe(404);

  const { mails } = await call<{ mails: { id: string; subject: string }[] }>(page, app, "GET", "/api/admin/outbox");
  const mail = mails.find(({ subject }) => subject === "Your page on Pipelines is hidden until you answer");
  const { text } = await call<{ text: string }>(page, app, "GET", `/api/admin/outbox/${mail?.id ?? ""}`);
  expect(text).toContain("Does it exist?");
  const link = /\/reply#\S+/.exec(text)?.[0] ?? "";
  const other = await browser.newContext();
  const member = await other.newPage();
  await member.goto(`${app.url}${link}`);
  await member.getByLabel("Your answer").fill("It does, since this year.");
  await isAccessible(member, "an answer", true);
  await member.getByRole("button", { name: "Send answer" }).click();
  await expect(member.getByRole("heading", { name: "Your answer is in." })).toBeVisible();
  await member.goto(`${app.url}${link}`);
  await member.getByLabel("Your answer").fill("Once more.");
  await member.getByRole("button", { name: "Send answer" }).click();
  await expect(member.getByText("This link has been used or has expired.")).toBeVisible();
  await expect(member.getByLabel("Your answer")).toHaveValue("Once more.");
  await other.close();

  expect((await page.request.get(`${app.url}/user/${id}`)).status()).toBe(200);
  await page.reload();
  await expect(item).toContainText("The person answered");
  await expect(item).toContainText("It does, since this year.");
  // As dates are written on the rest of the site.
  await expect(item).not.toContainText(/\d{4}-\d\d-\d\d/);
  await isAccessible(page, "a report with its history");
  await item.getByRole("button", { name: "Dismiss: Some Testperson" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Dismiss" }).click();
  await expect(page.getByRole("status").getByText("The report is dismissed.")).toBeVisible();
  await page.getByRole("button", { name: "Settled", exact: true }).click();
  await expect(item).toContainText("Dismissed");
  await page.goto(`${app.url}/admin/dashboard/audit`);
  await page.getByLabel("About").selectOption("report");
  for (const action of ["Report: hide", "Report: answer", "Report: dismiss"]) {
    await expect(page.getByRole("row", { name: action })).toBeVisible();
  }
});
