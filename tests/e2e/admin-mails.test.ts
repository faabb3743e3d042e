import { partsOf, PATIENT_SECONDS, SmtpSink } from "#tests/helpers/smtp.ts";
import { ADMIN, call, isAccessible, signInAdmin, tabTo } from "./admin-tabs.ts";
import { expect, test } from "./fixtures.ts";
import { OwnApp } from "./own-app.ts";

// From an empty form to mails in inboxes, with the screens in between.

const smtp = new SmtpSink(PATIENT_SECONDS);
let app: OwnApp;

// One app for all of them, in one worker.
test.describe.configure({ mode: "default" });
test.beforeAll(async () => {
  test.setTimeout(240_000);
  await smtp.start();
  app = new OwnApp({ DEMO: "off", SMTP_URL: smtp.url });
  await app.start();
  await app.makeAdmin(ADMIN.email, ADMIN.password);
});
test.afterAll(async () => {
  await app.remove();
  await smtp.stop();
});

// The second is about the script by which a trace is recorded: the frame of a mail runs nothing, not even that.
test.use({ allowed: [/status of (400|409)|Blocked script execution in 'about:blank'/] });

const READERS = ["one.reader@example.test", "two.reader@example.test"];

test("an administrator writes a mail, sees it, tests it, and sends it to as many people as the question says", async ({
  watched: page,
}) => {
  test.setTimeout(240_000);
  await call(page, app, "GET", "/api/token");
  for (const email of READERS) {
    await call(page, app, "POST", "/api/email/newsletter", { email });
    let token: string | undefined;
    await expect
      .poll(
        () =>
          (token = /#([\w-]{43})/.exec(
            smtp
              .for(email)
              .map((one) => partsOf(one).text)
              .join(),
          )?.[1]),
      )
      .toBeDefined();
    await call(page, app, "POST", "/api/email/newsletter/confirm", { token });
  }
  await signInAdmin(page, app);
  await page.goto(`${app.url}/admin/dashboard/emails`);
  await expect(page.getByRole("button", { name: "Send to 2 people" })).toBeVisible();
  await expect(page.getByText("Nothing was sent yet.")).toBeVisible();

  await page.getByRole("button", { name: "Send to 2 people" }).press("Enter");
  await expect(page.getByText("An e-mail needs a subject.")).toBeVisible();
  await expect(page.getByLabel("Subject")).toBeFocused();
  await page.keyboard.type("The doors are open");
  await tabTo(page, /^\s*Body/);
  await page.keyboard.type(
    '<h1>The doors are open</h1><p>See <a href="/code">the code</a>.</p><script>alert(1)</script>',
  );
  const frame = page.frameLocator("iframe");
  await expect(frame.getByRole("heading", { name: "The doors are open" })).toBeVisible();
  // The preview looks like the mail: it has its own card, runs nothing and links nowhere.
  await expect(frame.locator(".m-card")).toHaveCSS("border-radius", "12px");
  await expect(frame.locator("script, [href]")).toHaveCount(0);
  await isAccessible(page, "a mail", true);
  await page.getByRole("button", { name: "Text", exact: true }).click();
  await expect(page.locator(".em__text")).toContainText("Unsubscribe:");
  await page.getByRole("button", { name: "Narrow" }).click();

  await page.getByRole("textbox", { name: /^Body/ }).fill('<p>Look</p><img src="https://spy.example/x.png">');
  await expect(page.getByText(/Pictures and other things that load are not allowed/)).toBeVisible();
  await page.getByRole("button", { name: "Plain text" }).click();
  await page.getByRole("textbox", { name: /^Body/ }).fill("The first train runs.\n\nCome & see.");
  await expect(frame.getByText("Come & see.")).toBeVisible();

  await expect(page.getByLabel("Send a test first")).toHaveValue(ADMIN.email);
  await page.getByLabel("Send a test first").press("Enter");
  await expect(page.getByRole("status").getByText(/A test is on its way|The test is sent/)).toBeVisible();
  await expect.poll(() => smtp.for(ADMIN.email).length).toBe(1);
  expect(READERS.map((email) => smtp.for(email).length)).toEqual([1, 1]);

  await page.getByRole("button", { name: "Send to 2 people" }).press("Enter");
  const question = page.getByRole("alertdialog", { name: "Send “The doors are open” to 2 people?" });
  await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
  await isAccessible(page, "the question");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Send to 2 people" })).toBeFocused();
  await page.keyboard.press("Enter");
  await question.getByRole("button", { name: "Send to 2 people" }).press("Enter");
  await expect(page.getByRole("listitem").filter({ hasText: "Broadcast" })).toContainText("2 sent");
  await expect.poll(() => READERS.map((email) => smtp.for(email).length)).toEqual([2, 2]);
  // Sent: a new one begins empty.
  await expect(page.getByLabel("Subject")).toHaveValue("");
});

test("a broadcast under way shows how far it is and can be stopped", async ({ watched: page }) => {
  await signInAdmin(page, app);
  const counts = { queued: 5_090, sent: 3_120, failed: 4, cancelled: 0, outbox: 0, inDoubt: 0 };
  const running = {
    jobId: "0123456789abcdef01234567",
    audience: "all",
    subject: "October departures",
    createdAt: "2026-10-01T09:00:00.000Z",
    state: "sending",
    recipients: 8_214,
    ...counts,
  };
  const stopped = { ...running, state: "cancelled", queued: 0, cancelled: 5_090 };
  await page.route(/\/api\/email\/broadcasts$/, (route) =>
    route.fulfill({ json: { broadcasts: [running], next: "" } }),
  );
  await page.route(/\/api\/email\/broadcasts\/\w+$/, (route) => route.fulfill({ json: running }));
  await page.route(/\/cancel$/, (route) => route.fulfill({ json: stopped }));
  await page.goto(`${app.url}/admin/dashboard/emails`);
  const panel = page.getByRole("region", { name: "Sending “October departures”" });
  await expect(panel).toContainText("3,120 of 8,214 sent · 4 failed");
  await expect(panel.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "38");
  await isAccessible(page, "under way");
  await panel.getByRole("button", { name: "Stop sending" }).press("Enter");
  await page.getByRole("alertdialog").getByRole("button", { name: "Stop sending" }).press("Enter");
  await expect(panel).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1, name: "Emails" })).toBeFocused();
  await expect(page.getByRole("listitem").filter({ hasText: "October departures" })).toContainText("5,090 stopped");
});
