import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { newPublicId } from "#server/ids.ts";
import { mailHousekeepingWorker } from "#features/mail/housekeeping-write.server.ts";
import { unsubscribeToken } from "#server/unsubscribe.ts";
import { adminClient } from "#tests/helpers/admin.ts";
import { ApiUser, startTestApp, type TestApp } from "#tests/helpers/app.ts";
import { retryJobs } from "#tests/helpers/retry-jobs.ts";
import { partsOf, SmtpSink } from "#tests/helpers/smtp.ts";

const NOW = new Date("2026-11-15T12:00:00Z");
const ROOM = { timeout: 25_000, interval: 50 };
const BASE_URL = "https://pipelines.example";

let sink: SmtpSink;
let app: TestApp;
let admin: ApiUser;
let now = NOW;

beforeAll(async () => {
  sink = await new SmtpSink().start();
  app = await startTestApp({ jobs: true, env: { SMTP_URL: sink.url, BASE_URL }, now: () => now });
  admin = await adminClient(app);
});
afterAll(async () => {
  await app.stop();
  await sink.stop();
});
beforeEach(async () => {
  now = NOW;
  sink.reset();
  await sql`delete from mail`.execute(app.db);
  await sql`delete from broadcast`.execute(app.db);
  await sql`delete from newsletter_subscriber`.execute(app.db);
  await sql`delete from account`.execute(app.db);
  // Of broadcasts that an earlier test did not wait for: they are taken one by one.
  await sql`delete from pgboss.job where name = 'mail-broadcast' and state = 'created'`.execute(app.db);
});

type Account = { verified?: boolean; broadcasts?: boolean; earlyAccess?: boolean };

async function account(email: string, given: Account = {}): Promise<string> {
  const id = newPublicId();
  await app.db
    .insertInto("account")
    .values({
      id,
      email,
      email_key: email.toLowerCase(),
      password_hash: null,
      email_verified_at: given.verified === false ? null : NOW,
      broadcasts: given.broadcasts ?? true,
      early_access: given.earlyAccess ?? false,
    })
    .execute();
  return id;
}

async function subscriber(email: string, isConfirmed = true): Promise<string> {
  const publicId = newPublicId();
  await app.db
    .insertInto("newsletter_subscriber")
    .values({
      public_id: publicId,
      email,
      email_key: email.toLowerCase(),
      asked_at: NOW,
      confirmed_at: isConfirmed ? NOW : null,
      link_hash: null,
      link_expires_at: null,
    })
    .execute();
  return publicId;
}

type Progress = {
  jobId: string;
  state: string;
  recipients: number;
  queued: number;
  sent: number;
  failed: number;
  cancelled: number;
  outbox: number;
  inDoubt: number;
};

const LETTER = { subject: "News", body: "<h1>Hello</h1><p>There is <b>news</b>.</p>" };

async function send(body: Record<string, unknown> = LETTER, query = "", headers: Record<string, string> = {}) {
  return await admin.call<{ jobId: string; message: string; error: string; code: string; recipients: number }>(
    "POST",
    `/api/email/send${query}`,
    body,
    headers,
  );
}

async function progress(jobId: string): Promise<Progress> {
  const answer = await admin.call<Progress>("GET", `/api/email/broadcasts/${jobId}`);
  expect(answer.status).toBe(200);
  return answer.body;
}

async function done(jobId: string): Promise<Progress> {
  return await vi.waitFor(async () => {
    await retryJobs(app.db);
    const found = await progress(jobId);
    expect(found.state).toBe("done");
    return found;
  }, ROOM);
}

const receivers = (): string[] => sink.deliveries.flatMap(({ recipients }) => recipients).toSorted();

describe("POST /api/email/send", () => {
  it("goes to everybody who wants it, each e-mail once", async () => {
    await account("a@example.test");
    await account("unverified@example.test", { verified: false });
    await account("no@example.test", { broadcasts: false });
    await account("both@example.test");
    await subscriber("BOTH@example.test");
    // One refusal is enough, whatever the setting for the newsletter is.
    await subscriber("no@example.test");
    await subscriber("n@example.test");
    await subscriber("unconfirmed@example.test", false);
    // An unconfirmed account does not decide for the address.
    await account("claimed@example.test", { verified: false, broadcasts: false });
    await subscriber("claimed@example.test");

    const count = await admin.call("GET", "/api/email/audience");
    expect(count.body).toEqual({ recipients: 4 });
    const answer = await send();
    expect(answer.status).toBe(200);
    expect(answer.body.message).toBe("success");
    expect(await done(answer.body.jobId)).toMatchObject({ recipients: 4, sent: 4, queued: 0, failed: 0, inDoubt: 0 });
    expect(receivers()).toEqual(["a@example.test", "both@example.test", "claimed@example.test", "n@example.test"]);
    expect(sink.deliveries.every(({ recipients }) => recipients.length === 1)).toBe(true);
  });

  it("with earlyAccess=true goes to those who wait", async () => {
    await account("member@example.test");
    await account("in@example.test", { earlyAccess: true });
    await subscriber("in@example.test");
    await account("unsubscribed@example.test", { broadcasts: false });
    await subscriber("unsubscribed@example.test");
    await subscriber("waits@example.test");
    const count = await admin.call("GET", "/api/email/audience?earlyAccess=true");
    expect(count.body).toEqual({ recipients: 1 });
    const { body } = await send(LETTER, "?earlyAccess=true");
    await done(body.jobId);
    expect(receivers()).toEqual(["waits@example.test"]);
  });

  it("with test=true goes to that address alone, whoever it is", async () => {
    await account("a@example.test");
    const { body } = await send({ ...LETTER, testEmail: " me@example.test " }, "?test=true");
    expect(await done(body.jobId)).toMatchObject({ recipients: 1, sent: 1 });
    expect(receivers()).toEqual(["me@example.test"]);
    expect((await send({ ...LETTER, testEmail: "" }, "?test=true")).status).toBe(400);
    expect((await send({ ...LETTER, testEmail: "x@example.test\r\nBcc: v@example.test" }, "?test=true")).status).toBe(
      400,
    );
  });

  it("S24: both parts are there, nothing runs or loads, and one click leaves", async () => {
    const id = await account("a@example.test");
    const { body } = await send({
      subject: "Grüße 👋",
      body: `<h1>Hello</h1><p onclick="x()" style="color:red">There is <a href="/search">news</a>.</p>
        <script>alert(1)</script><a href="javascript:alert(1)">bad</a><form action="/x"><input></form><style>p{}</style>`,
    });
    await done(body.jobId);
    const [mail] = sink.deliveries;
    if (!mail) throw new Error("no mail");
    const { text, html } = partsOf(mail);
    expect(html).toContain("<h1>Hello</h1>");
    expect(html).toContain(`<a href="${BASE_URL}/search">news</a>`);
    expect(html).not.toMatch(/<script|<form|<input|onclick|javascript:|alert|color:red|p\{\}/i);
    expect(text).toContain("Hello");
    expect(text).toContain(`news [${BASE_URL}/search]`);
    expect(mail.headers.get("subject")).toMatch(/^=\?UTF-8\?/);
    const link = /^<(.+)>$/.exec(mail.headers.get("list-unsubscribe") ?? "")?.[1] ?? "";
    expect(link).toContain(`${BASE_URL}/unsubscribe?token=account.${id}.`);
    expect(mail.headers.get("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
    expect(html).toContain(link);
    expect(text).toContain(link);
  });

  it.each([
    ["no subject", { subject: " ", body: "<p>x</p>" }, "subject"],
    ["S25: a line break in the subject", { subject: "x\r\nBcc: v@example.test", body: "<p>x</p>" }, "subject"],
    ["a long subject", { subject: "x".repeat(201), body: "<p>x</p>" }, "subject"],
    ["no text", { subject: "x", body: "<p> </p><script>1</script>" }, "body"],
    ["S24: a picture from elsewhere", { subject: "x", body: '<p>x<img src="https://spy.example/1.png"></p>' }, "body"],
    ["S24: a picture in the address", { subject: "x", body: '<p>x<img src="data:image/png;base64,AA"></p>' }, "body"],
    ["S24: a frame", { subject: "x", body: '<p>x</p><iframe src="https://spy.example"></iframe>' }, "body"],
  ])("refuses %s, and says which field", async (_what, body, path) => {
    const answer = await admin.call<{ issues: { path: string }[] }>("POST", "/api/email/send", body);
    expect(answer.status).toBe(400);
    expect(answer.body.issues.map((issue) => issue.path)).toEqual([path]);
    expect(await app.db.selectFrom("broadcast").select("id").execute()).toEqual([]);
  });

  it("U12: said twice within ten minutes it is one job, later another", async () => {
    await account("a@example.test");
    const both = await Promise.all([send(), send()]);
    const first = both[0]?.body.jobId ?? "";
    expect(both.map(({ body }) => body.jobId)).toEqual([first, first]);
    expect((await send({ ...LETTER, subject: "Other news" })).body.jobId).not.toBe(first);
    expect((await send(LETTER, "?earlyAccess=true")).body.jobId).not.toBe(first);
    now = new Date(NOW.getTime() + 9 * 60_000);
    expect((await send()).body.jobId).toBe(first);
    now = new Date(NOW.getTime() + 11 * 60_000);
    expect((await send()).body.jobId).not.toBe(first);
    await vi.waitFor(() => expect(receivers().length).toBeGreaterThanOrEqual(2), ROOM);
  });

  it("U12: an Idempotency-Key is one job for a day, and for one message", async () => {
    const key = { "idempotency-key": "7c1a" };
    const first = (await send(LETTER, "", key)).body.jobId;
    now = new Date(NOW.getTime() + 30 * 60_000);
    expect((await send(LETTER, "", key)).body.jobId).toBe(first);
    const other = await send({ ...LETTER, subject: "Other" }, "", key);
    expect([other.status, other.body.code]).toEqual([409, "idempotency-key-reused"]);
    expect((await send(LETTER, "", { "idempotency-key": "other" })).body.jobId).not.toBe(first);
    expect((await send(LETTER, "", { "idempotency-key": "with space" })).status).toBe(400);
  });

  it("U12: the same message within ten minutes is one job, whatever keys come with it", async () => {
    await account("a@example.test");
    const first = await send(LETTER, "", { "idempotency-key": "one" });
    expect(first.headers.get("idempotency-key")).toBe("one");
    const others = await Promise.all([send(), send(LETTER, "", { "idempotency-key": "two" })]);
    expect(others.map(({ body }) => body.jobId)).toEqual([first.body.jobId, first.body.jobId]);
    const test = { ...LETTER, testEmail: "a@example.test" };
    const toOne = (await send(test, "?test=true")).body.jobId;
    expect((await send(test, "?test=true", { "idempotency-key": "three" })).body.jobId).toBe(toOne);
    const toOther = await send({ ...test, testEmail: "b@example.test" }, "?test=true");
    expect(toOther.body.jobId).not.toBe(toOne);
    now = new Date(NOW.getTime() + 11 * 60_000);
    // A repeated request with an answered key gets the same job, also later. Without a key, the message makes a new
    // job.
    expect((await send(LETTER, "", { "idempotency-key": "two" })).body.jobId).toBe(first.body.jobId);
    expect((await send()).body.jobId).not.toBe(first.body.jobId);
  });

  it("U12: another number of recipients than confirmed is refused, with the real one", async () => {
    await account("a@example.test");
    await account("b@example.test");
    const refused = await send({ ...LETTER, confirmRecipients: 1 });
    expect([refused.status, refused.body.code, refused.body.recipients]).toEqual([409, "recipients-changed", 2]);
    expect((await send({ ...LETTER, confirmRecipients: 2 })).status).toBe(200);
  });

  it("S33: leaves a line in the audit log, without a word of the e-mail", async () => {
    await account("a@example.test");
    const { body } = await send();
    const lines = await app.db.selectFrom("audit_log").selectAll().where("target", "=", body.jobId).execute();
    expect(lines).toMatchObject([{ action: "mail.broadcast", detail: { audience: "all", recipients: 1 } }]);
    expect(JSON.stringify(lines)).not.toMatch(/News|a@example/);
  });

  it("S9: thirty an hour", async () => {
    const strict = await startTestApp({ env: { RATE_LIMITS: "on" }, now: () => NOW });
    const sender = await adminClient(strict);
    const statuses: number[] = [];
    for (let n = 0; n < 31; n += 1) {
      statuses.push((await sender.call("POST", "/api/email/send", { subject: `${n}`, body: "<p>x</p>" })).status);
    }
    expect(statuses.slice(0, 30).every((status) => status === 200)).toBe(true);
    expect(statuses[30]).toBe(429);
    await strict.stop();
  });

  it("is an administrator's alone, like all calls around it", async () => {
    const user = await new ApiUser(app).signUp();
    const nobody = new ApiUser(app);
    const calls = [
      ["POST", "/api/email/send", LETTER],
      ["POST", "/api/email/preview", LETTER],
      ["GET", "/api/email/audience", undefined],
      ["GET", "/api/email/broadcasts", undefined],
      ["GET", "/api/email/broadcasts/0123456789abcdef01234567", undefined],
      ["POST", "/api/email/broadcasts/0123456789abcdef01234567/cancel", {}],
      ["GET", "/api/admin/outbox", undefined],
      ["GET", "/api/admin/outbox/0123456789abcdef01234567", undefined],
    ] as const;
    for (const [method, path, body] of calls) {
      expect((await user.call(method, path, body)).status, path).toBe(403);
      expect((await nobody.call(method, path, body)).status, path).toBe(401);
    }
  });
});

describe("a broadcast on its way", () => {
  it("can be watched, and counts what failed and what is in doubt", async () => {
    for (const name of ["a", "b", "gone", "dropped"]) await account(`${name}@example.test`);
    sink.behave = (recipient, tries) => {
      if (recipient === "gone@example.test") return { do: "refuse", at: "recipient", code: 550 };
      return recipient === "dropped@example.test" && tries === 1 ? { do: "drop" } : { do: "accept" };
    };
    const { body } = await send();
    await vi.waitFor(async () => {
      await retryJobs(app.db);
      expect(sink.for("dropped@example.test")).toHaveLength(2);
    }, ROOM);
    expect(await done(body.jobId)).toMatchObject({ recipients: 4, sent: 3, failed: 1, inDoubt: 1, queued: 0 });
    expect(sink.for("dropped@example.test")).toHaveLength(2);
    const list = await admin.call<{ broadcasts: Progress[]; next: string }>("GET", "/api/email/broadcasts");
    expect(list.body.broadcasts.map(({ jobId, state }) => [jobId, state])).toEqual([[body.jobId, "done"]]);
    expect(list.body.next).toBe("");
    const after = await admin.call<Progress>("POST", `/api/email/broadcasts/${body.jobId}/cancel`, {});
    expect(after.body.state, "what is done stays done").toBe("done");
    const { body: queue } = await admin.call<{ mails: { recipient: string }[] }>("GET", "/api/admin/outbox");
    expect(new Set(queue.mails.map(({ recipient }) => recipient)), "nobody sees whom").toEqual(new Set([""]));
  });

  it("stops when it is cancelled: what waits never leaves", async () => {
    for (let n = 0; n < 60; n += 1) await account(`person${n}@example.test`);
    sink.behave = () => ({ do: "accept", afterMs: 150 });
    const { body } = await send();
    await vi.waitFor(() => expect(sink.deliveries.length).toBeGreaterThan(5), ROOM);
    const during = await progress(body.jobId);
    expect(during).toMatchObject({ state: "sending", recipients: 60 });
    expect(during.queued + during.sent).toBe(60);
    const cancelled = await admin.call<Progress>("POST", `/api/email/broadcasts/${body.jobId}/cancel`, {});
    expect(cancelled.body.state).toBe("cancelled");
    await vi.waitFor(async () => expect((await progress(body.jobId)).queued).toBe(0), ROOM);
    const after = await progress(body.jobId);
    expect(after.sent + after.cancelled).toBe(60);
    expect(after.cancelled).toBeGreaterThan(0);
    expect(receivers()).toHaveLength(after.sent);
    const { body: log } = await admin.call<{ entries: { action: string }[] }>(
      "GET",
      "/api/admin/audit?action=mail.cancel",
    );
    expect(log.entries).toHaveLength(1);
    expect((await admin.call("POST", "/api/email/broadcasts/0123456789abcdef01234567/cancel", {})).status).toBe(404);
    expect((await admin.call("GET", "/api/email/broadcasts/0123456789abcdef01234567")).status).toBe(404);
  });

  it("keeps its numbers when its mails are forgotten after a month", async () => {
    await account("a@example.test");
    const { body } = await send();
    await done(body.jobId);
    now = new Date(NOW.getTime() + 31 * 86_400_000);
    // The housekeeping comes every five minutes; here it does not wait for its turn.
    await mailHousekeepingWorker().run(app.services, {}, { retries: 0, signal: new AbortController().signal });
    expect(await app.db.selectFrom("mail").select("id").execute()).toEqual([]);
    // No session lasts that long, so the administrator logs in again.
    const later = await adminClient(app);
    const answer = await later.call("GET", `/api/email/broadcasts/${body.jobId}`);
    expect(answer.body).toMatchObject({ state: "done", recipients: 1, sent: 1 });
  });

  it("leaves out who unsubscribed, said no or moved to another e-mail after it was written down", async () => {
    const publicId = await subscriber("leaver@example.test");
    await account("a@example.test");
    const refuser = await account("refuser@example.test");
    const mover = await account("mover@example.test");
    sink.behave = (_recipient, tries) => (tries < 2 ? { do: "refuse", at: "recipient", code: 450 } : { do: "accept" });
    const { body } = await send();
    await vi.waitFor(async () => {
      const rows = await app.db.selectFrom("mail").select("attempts").execute();
      expect(rows.map(({ attempts }) => attempts)).toEqual([1, 1, 1, 1]);
    }, ROOM);
    await app.db.deleteFrom("newsletter_subscriber").where("public_id", "=", publicId).execute();
    const token = unsubscribeToken(app.services.secret, "account", refuser);
    expect((await fetch(`${app.url}/unsubscribe?token=${token}`, { method: "POST" })).status).toBe(200);
    await app.db.updateTable("account").set({ email: "new@example.test" }).where("id", "=", mover).execute();
    expect(await done(body.jobId)).toMatchObject({ sent: 1, cancelled: 2 });
    expect(receivers()).toEqual(["a@example.test"]);
  });

  it("leaves out who is suspended, though no table says whose account a suspended profile is", async () => {
    const [member, gone] = [await new ApiUser(app).signUp(), await new ApiUser(app).signUp()];
    await app.db.updateTable("account").set({ email_verified_at: NOW }).execute();
    await subscriber("reader@example.test");
    const path = `/api/admin/people/${gone.profileId}/suspend`;
    expect((await admin.call("POST", path, { reason: "spam" })).status).toBe(200);
    const { body } = await send();
    expect(await done(body.jobId)).toMatchObject({ recipients: 2, sent: 2 });
    // Sign-ups have letters of their own.
    const news = sink.deliveries.filter(({ headers }) => headers.get("subject") === LETTER.subject);
    expect(news.flatMap(({ recipients }) => recipients).toSorted()).toEqual(
      [member.email, "reader@example.test"].toSorted(),
    );
  });
});

describe("POST /api/email/preview", () => {
  it("shows the mail as it will be", async () => {
    const answer = await admin.call<{ html: string; text: string }>("POST", "/api/email/preview", LETTER);
    expect(answer.status).toBe(200);
    expect(answer.body.html).toContain("<h1>Hello</h1><p>There is <b>news</b>.</p>");
    expect(answer.body.text).toContain("There is news.");
    expect((await admin.call("POST", "/api/email/preview", { subject: "x", body: "<img src=x>y" })).status).toBe(400);
  });
});
