import { tries } from "#tests/helpers/amount.ts";
import { partsOf, PATIENT_SECONDS, SmtpSink } from "#tests/helpers/smtp.ts";
import { ADMIN, isAccessible, signInAdmin } from "./admin-tabs.ts";
import { expect, test } from "./fixtures.ts";
import { OwnApp } from "./own-app.ts";

// A club organiser invites fifty people from a pasted list, by the words on the screen alone; they come to pipelines.

const sink = new SmtpSink(PATIENT_SECONDS);
let app: OwnApp;
test.describe.configure({ mode: "default" });
test.beforeAll(async () => {
  test.setTimeout(240_000);
  await sink.start();
  app = new OwnApp({ DEMO: "off", EARLY_ACCESS: "on", SMTP_URL: sink.url });
  await app.start();
  await app.makeAdmin(ADMIN.email, ADMIN.password);
});
test.afterAll(async () => {
  await app.remove();
  await sink.stop();
});
test.use({ allowed: [/status of (400|403)/] });

const PASSWORD = "nine-grey-otters";
const PEOPLE = tries({ all: 50, some: 4 });
/** So many go the whole way by the screen; the others by the same calls, so that the test ends. */
const BY_SCREEN = tries({ all: 3, some: 1 });
const LIST = Array.from({ length: PEOPLE }, (_, n) => `member${String(n).padStart(2, "0")}@club.test`);

test("50 invitations from a pasted list become 50 pipelines", async ({ watched: page, browser }) => {
  test.setTimeout(400_000);
  await signInAdmin(page, app);
  await page.goto(`${app.url}/admin/dashboard/codes`);
  await expect(page.getByText("Early access is on: nobody comes in without a code.")).toBeVisible();
  const pasted = page.getByLabel("E-mail addresses");
  await page.getByRole("button", { name: "Look through the list" }).click();
  await expect(page.getByText("Paste at least one e-mail address.")).toBeVisible();
  await expect(page.getByText("Say what the list is.")).toBeVisible();
  await isAccessible(page, "an empty list");
  const [first, ...others] = LIST;
  await pasted.fill(`"First, Member" <${first}>\n${others.join("\n")}\n${first}\nnobody at all`);
  await page.getByRole("textbox", { name: "List" }).fill("Robotics 2026");
  await page.getByLabel("Who invites").fill("The robotics club");
  await page.getByRole("button", { name: "Look through the list" }).click();

  await expect(page.getByRole("heading", { name: `${PEOPLE} addresses for “Robotics 2026”` })).toBeFocused();
  await expect(page.getByText("1 stood there twice and is mailed once.")).toBeVisible();
  await expect(page.getByText("nobody at all")).toBeVisible();
  await expect(page.getByText("The robotics club invites you to Pipelines", { exact: true })).toBeVisible();
  await isAccessible(page, "the list's preview", true);
  await page.getByRole("button", { name: `Send ${PEOPLE} invitations` }).click();
  await expect(page.getByRole("heading", { name: "Invitations of “Robotics 2026”" })).toBeVisible();
  await expect(page.getByText(`${PEOPLE} sent.`)).toBeVisible({ timeout: 120_000 });
  await expect(page.getByRole("row", { name: /member00@club\.test/ })).toContainText("Sent");
  await expect(page.getByRole("img", { name: "QR code of the link for “Robotics 2026”" })).toBeVisible();
  await isAccessible(page, "invitations that were sent", true);
  const row = page.getByRole("row", { name: /Robotics 2026/ });
  await expect(row).toContainText(`0 of ${PEOPLE}`);
  await expect(row).toContainText(`${PEOPLE} left`);

  expect(sink.deliveries).toHaveLength(PEOPLE);
  // The app of a test takes any free port, which its mails cannot know.
  const links = sink.deliveries.map((mail) => `${app.url}${/\/code#\S+/.exec(partsOf(mail).text)?.[0] ?? ""}`);
  for (const [n, email] of LIST.entries()) {
    const link = links[n] ?? "";
    const asked: string[] = [];
    const context = await browser.newContext();
    try {
      const member = await context.newPage();
      if (n < BY_SCREEN) {
        member.on("request", (request) => asked.push(`${request.url()} ${request.headers()["referer"] ?? ""}`));
        await member.goto(link);
        await expect(member.getByLabel("Secret code")).toHaveValue(/^\w{4}-\w{4}-\w{4}$/);
        await expect(member.getByText("Your invitation filled the code in.")).toBeVisible();
        await member.getByRole("button", { name: "Open the doors" }).click();
        await member.getByLabel("E-mail").fill(email);
        await member.getByLabel("Password", { exact: true }).fill(PASSWORD);
        await member.getByRole("button", { name: "Join Pipelines" }).click();
        await expect(member).toHaveURL(`${app.url}/edit`);
        await expect(member.getByRole("heading", { level: 1, name: "Create Your Profile" }).first()).toBeAttached();
        expect(asked.join(" ")).not.toContain(link.split("#")[1] ?? "");
      } else {
        for (const [path, data] of [
          ["/api/earlyAccess/check", { code: link.split("#")[1] }],
          ["/api/user/signup", { email, password: PASSWORD }],
        ] as const) {
          await context.request.get(`${app.url}/api/token`, { headers: { origin: app.url } });
          const answer = await context.request.post(`${app.url}${path}`, { headers: { origin: app.url }, data });
          expect(answer.status(), `${path} ${email}`).toBe(200);
        }
      }
      const me = await context.request.get(`${app.url}/api/user/me`);
      const { profileId } = (await me.json()) as { profileId: string };
      const job = {
        companyId: "",
        companyName: "Club Works",
        title: "Engineer",
        startDate: "2024-01-01",
        endDate: "2025-01-01",
        isIndefinite: false,
        rating: 80,
      };
      const saved = await context.request.patch(`${app.url}/api/profile/${profileId}`, {
        headers: { origin: app.url },
        data: { created: true, firstName: "Club", lastName: "Member", pipeline: [job] },
      });
      expect(saved.status(), await saved.text()).toBe(200);
    } finally {
      await context.close();
    }
  }
  await page.reload();
  await expect(row).toContainText(`${PEOPLE} of ${PEOPLE}`);
  await expect(row).toContainText("0 left");
  await expect(row).toContainText("Used up");
  await expect(row.getByRole("cell").nth(2)).toHaveText(String(PEOPLE));
  await page.getByRole("button", { name: "Addresses of “Robotics 2026”" }).click();
  await expect(page.getByText(`${PEOPLE} sent.`)).toBeVisible();
  await isAccessible(page, "addresses of a list");
});

test("an invitation on a browser without script is typed in, and the mail says it in words", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const [mail] = sink.deliveries;
  if (!mail) throw new Error("No mail came.");
  const [, code = ""] = /If the page asks for a code, it is (\S+)\./.exec(partsOf(mail).text) ?? [];
  await page.goto(`${app.url}/code#${code}`);
  await page.getByLabel("Secret code").fill(code);
  await page.getByRole("button", { name: "Open the doors" }).click();
  // All uses of the code are spent. The field says so, and the typed text stays.
  await expect(page.getByText("Incorrect code.")).toBeVisible();
  await expect(page.getByLabel("Secret code")).toHaveValue(code);
  await context.close();
});
