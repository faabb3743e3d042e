import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { adminClient } from "#tests/helpers/admin.ts";
import { tries } from "#tests/helpers/amount.ts";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";
import { Browser } from "#tests/helpers/browser.ts";
import { jsonOf, sendRaw } from "#tests/helpers/raw.ts";
import { partsOf, SmtpSink } from "#tests/helpers/smtp.ts";

const CHECK = "/api/earlyAccess/check";
const PASSWORD = "correct-horse-battery";
const NOW = Date.parse("2026-11-15T12:00:00Z");

type Code = { _id: string; code: string; uses: number; maxUses: number; joined: number; addresses: number };
type Addresses = {
  addresses: { _id: string; email: string; state: string; lastError: string }[];
  counts: Record<"waiting" | "sent" | "failed" | "kept" | "stopped", number>;
  next: string;
};

let sink: SmtpSink;
let app: TestApp;
let admin: ApiUser;
beforeAll(async () => {
  sink = await new SmtpSink().start();
  const env = { EARLY_ACCESS: "on", SMTP_URL: sink.url, BASE_URL: "https://pipelines.example" };
  app = await startTestApp({ jobs: true, env, now: () => new Date(NOW) });
  admin = await adminClient(app);
});
afterAll(async () => {
  await app.stop();
  await sink.stop();
});

/** The mails of invitations: who signs up gets one to confirm the address too. */
const invitations = () => sink.deliveries.filter(({ headers }) => headers.get("subject")?.includes("invite"));
const emails = (count: number, name = "member") => Array.from({ length: count }, (_, n) => `${name}${n}@club.test`);

async function invite(body: Record<string, unknown>, by = admin): Promise<Code> {
  const answer = await by.call<Code>("POST", "/api/admin/invitations", { label: "Class of 2026", ...body });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body;
}
const codeNow = async (id: string, by = admin) =>
  (await by.call<{ codes: Code[] }>("GET", "/api/admin/codes")).body.codes.find(({ _id }) => _id === id);
const addressesOf = async (id: string, query = "", by = admin) =>
  (await by.call<Addresses>("GET", `/api/admin/codes/${id}/addresses${query}`)).body;

/** Each person comes by the same way. */
const GROUP = tries({ all: 50, some: 8 });

describe("a pasted list", () => {
  it(`leads ${GROUP} people from their mails to ${GROUP} pipelines, and counts them without a name`, async () => {
    const list = emails(GROUP);
    const made = await invite({ emails: [...list, "member0@CLUB.test"], inviter: "The robotics club" });
    expect(made).toMatchObject({ maxUses: GROUP, uses: 0, joined: 0, addresses: GROUP });
    await expect.poll(() => invitations().length, { timeout: 60_000 }).toBe(GROUP);
    await expect
      .poll(async () => (await addressesOf(made._id)).counts, { timeout: 30_000 })
      .toEqual({ waiting: 0, sent: GROUP, failed: 0, kept: 0, stopped: 0 });
    expect(
      invitations()
        .flatMap(({ recipients }) => recipients)
        .toSorted(),
    ).toEqual(list.toSorted());
    const [first] = invitations();
    if (!first) throw new Error("No mail came.");
    const { text } = partsOf(first);
    const [link] = /https:\/\/pipelines\.example\/code#\S+/.exec(text) ?? [];
    expect(link).toBe(`https://pipelines.example/code#${made.code}`);
    expect(first.headers.get("subject")).toBe("The robotics club invites you to Pipelines");
    for (const [n, email] of list.entries()) {
      const browser = new Browser(app);
      await browser.send("GET", "/api/token");
      const entered = await browser.send("POST", CHECK, { code: link?.split("#")[1] });
      expect(entered.status, email).toBe(200);
      await browser.signUp(email, PASSWORD);
      const member = { created: true, firstName: "Club", lastName: "Member" };
      const pipeline = [stop(`Club Works ${n % 5}`, "Engineer", "2024-01-01", "current")];
      const saved = await browser.send("PATCH", `/api/profile/${browser.profileId}`, { ...member, pipeline });
      expect(saved.status, email).toBe(200);
    }
    expect(await codeNow(made._id)).toMatchObject({ uses: GROUP, maxUses: GROUP, joined: GROUP, state: "used-up" });
    const { rows } = await app.db
      .selectFrom("profile")
      .select((eb) => eb.fn.countAll<number>().as("rows"))
      .where("created", "=", true)
      .executeTakeFirstOrThrow();
    expect(rows).toBe(GROUP);
  }, 240_000);

  it("says nothing of an address that has an account: it is mailed and listed like the others", async () => {
    const before = invitations().length;
    const made = await invite({ emails: ["member0@club.test", "new-one@club.test"] });
    await expect.poll(() => invitations().length, { timeout: 30_000 }).toBe(before + 2);
    await expect.poll(async () => (await addressesOf(made._id)).counts.sent, { timeout: 30_000 }).toBe(2);
    const { addresses } = await addressesOf(made._id);
    expect(addresses.map(({ email, state, lastError }) => [email, state, lastError])).toEqual([
      ["member0@club.test", "sent", ""],
      ["new-one@club.test", "sent", ""],
    ]);
    // In words the code is in no table once the mails are out.
    const mails = await app.db.selectFrom("mail").select("letter").where("kind", "=", "invitation").execute();
    expect(JSON.stringify(mails)).not.toContain(made.code);
  });

  it("is refused empty, with 501, with what is not an address, with two lines as a name, and with an end that is past", async () => {
    for (const [body, path] of [
      [{ emails: [] }, "emails"],
      [{ emails: emails(501) }, "emails"],
      [{ emails: ["ada@"] }, "emails.0"],
      [{ emails: emails(1), inviter: "Us\nBcc: all@x.test" }, "inviter"],
      [{ emails: emails(1), expiresAt: new Date(NOW - 1).toISOString() }, "expiresAt"],
    ] as const) {
      const answer = await admin.call<{ code: string; issues: { path: string }[] }>("POST", "/api/admin/invitations", {
        label: "Wrong",
        ...body,
      });
      expect([answer.status, answer.body.code, answer.body.issues[0]?.path]).toEqual([400, "bad-request", path]);
    }
    const { codes } = (await admin.call<{ codes: { label: string }[] }>("GET", "/api/admin/codes")).body;
    expect(codes.some(({ label }) => label === "Wrong")).toBe(false);
  });

  it("of 500 has pages, a state for each, and stops what waits when the code is revoked", async () => {
    // Nobody takes these mails meanwhile.
    const quiet = await startTestApp({ databaseUrl: app.databaseUrl, env: sameSecret(), now: () => new Date(NOW) });
    sink.behave = () => ({ do: "refuse", at: "recipient", code: 451 });
    try {
      const by = await adminClient(quiet);
      const made = await invite({ emails: emails(500, "many") }, by);
      const seen = new Set<string>();
      let next = "";
      do {
        const page = await addressesOf(made._id, next === "" ? "" : `?cursor=${next}`, by);
        for (const { email } of page.addresses) seen.add(email);
        expect(Object.values(page.counts).reduce((sum, one) => sum + one, 0)).toBe(500);
        next = page.next;
      } while (next !== "");
      expect(seen.size).toBe(500);
      expect((await by.call("DELETE", `/api/admin/codes/${made._id}`)).status).toBe(200);
      await expect
        .poll(async () => (await addressesOf(made._id, "", by)).counts, { timeout: 60_000 })
        .toMatchObject({ waiting: 0, stopped: 500 });
    } finally {
      sink.behave = () => ({ do: "accept" });
      await quiet.stop();
    }
  });
});

const sameSecret = () => ({ EARLY_ACCESS: "on", SECRET_FILE: app.services.config.secretFile });

describe("who comes by an invitation", () => {
  it("signs up beside a whole class at one address, where others wait after five", async () => {
    const env = { ...sameSecret(), RATE_LIMITS: "on" };
    const limited = await startTestApp({ databaseUrl: app.databaseUrl, env, now: () => new Date(NOW) });
    const { code } = await invite({ emails: emails(12, "pupil") });
    const from = "127.0.9.1";
    const send = async (path: string, token: string, body: unknown) =>
      sendRaw(limited, {
        method: "POST",
        path,
        from,
        body: JSON.stringify(body),
        headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      });
    try {
      for (const email of emails(12, "pupil")) {
        const token = String(JSON.parse((await sendRaw(limited, { path: "/api/token", from })).text));
        expect((await send(CHECK, token, { code })).status, email).toBe(200);
        expect((await send("/api/user/signup", token, { email, password: PASSWORD })).status, email).toBe(200);
      }
    } finally {
      await limited.stop();
    }
  });

  it("is counted on an open site too, once, and there a code opens nothing more", async () => {
    const open = await startTestApp({
      databaseUrl: app.databaseUrl,
      env: { SECRET_FILE: app.services.config.secretFile },
      now: () => new Date(NOW),
    });
    try {
      const by = await adminClient(open);
      const made = await invite({ emails: emails(3, "open") }, by);
      const browser = new Browser(open);
      await browser.send("GET", "/api/token");
      expect((await browser.send("POST", CHECK, { code: made.code })).status).toBe(200);
      await browser.signUp("open0@club.test", PASSWORD);
      for (let n = 0; n < 3; n += 1) expect((await browser.send("GET", "/api/user/me")).status).toBe(200);
      expect(await codeNow(made._id, by)).toMatchObject({ uses: 1, joined: 1 });
      const other = await new ApiUser(open).signUp("alone@club.test", PASSWORD);
      expect((await other.call("GET", "/api/user/me")).status).toBe(200);
      expect(await codeNow(made._id, by)).toMatchObject({ uses: 1, joined: 1 });
    } finally {
      await open.stop();
    }
  });

  it("leaves no code in the log: it is in a fragment, and a body is not written", async () => {
    const { code } = await invite({ emails: emails(1, "log") });
    const browser = new Browser(app);
    await browser.send("GET", "/api/token");
    expect(jsonOf(await browser.send("POST", CHECK, { code }))).toEqual({ code });
    expect(app.logged()).not.toContain(code);
  });
});
