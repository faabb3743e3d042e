import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { adminClient } from "#tests/helpers/admin.ts";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";
import { SmtpSink } from "#tests/helpers/smtp.ts";

// The audit log has the time of an administrator's act beside the profile. The same time beside an account would show
// somebody with a dump, without the secret, whose e-mail belongs to it.

const MINUTE = 60_000;
const WORDS = "We ask you for the sake of the others";
const PASSWORD = "correct-horse-battery";

let now = Date.parse("2026-11-15T09:00:00Z");
let sink: SmtpSink;
/** The one under test: with a mail server, or without. */
let app: TestApp;
let admin: ApiUser;
const sites: { app: TestApp; admin: ApiUser }[] = [];

beforeAll(async () => {
  sink = await new SmtpSink().start();
  for (const env of [
    { SMTP_URL: sink.url, MAIL_FROM: "Pipelines <team@pipelines.example>", BASE_URL: "https://pipelines.example" },
    { BASE_URL: "https://pipelines.example" },
  ]) {
    const site = await startTestApp({ jobs: true, env, now: () => new Date(now) });
    sites.push({ app: site, admin: await adminClient(site) });
  }
  use("server");
});
afterAll(async () => {
  for (const site of sites) await site.app.stop();
  await sink.stop();
});

type Mail = "server" | "a server that takes nothing" | "none";

function use(mail: Mail): void {
  const site = sites[mail === "none" ? 1 : 0];
  if (!site) throw new Error("There is no such site.");
  ({ app, admin } = site);
}

function refuseEmails(isRefusing: boolean): void {
  sink.behave = () => (isRefusing ? { do: "refuse", at: "mail", code: 451 } : { do: "accept" });
}

async function person(): Promise<ApiUser> {
  now += 2 * MINUTE;
  // An administrator's session ends soon without use.
  for (const site of sites) await site.admin.call("GET", "/api/admin/reports");
  const user = await new ApiUser(app).signUp();
  await user.save({ visibility: "anonymous", pipeline: [stop("Alpha Works", "Engineer", "2018-01-01", "current")] });
  // So that what comes later is not mixed up with this, the mail of the sign-up included.
  const state = app === sites[0]?.app ? "sent" : "outbox";
  await vi.waitFor(
    async () => {
      const rows = await app.db.selectFrom("mail").select("state").where("recipient", "=", user.email).execute();
      expect(rows).toEqual([{ state }]);
    },
    { timeout: 25_000 },
  );
  // The job notes a moment later that the mail is sent.
  await vi.waitFor(
    async () => {
      const { rows } = await sql`
        select job.state from pgboss.job join mail on mail.public_id = job.data ->> 'id'
        where mail.recipient = ${user.email} and job.state < 'completed'`.execute(app.db);
      expect(rows).toEqual([]);
    },
    { timeout: 25_000 },
  );
  now += 2 * MINUTE;
  return user;
}

async function act(user: ApiUser, what: string): Promise<void> {
  const visitor = new ApiUser(app);
  await visitor.fetchToken();
  await visitor.call("POST", "/api/reports", { subject: "pipeline", id: user.profileId, reason: "spam" });
  const { body } = await admin.call<{ reports: { _id: string; person: { _id: string } | null }[] }>(
    "GET",
    "/api/admin/reports",
  );
  const found = body.reports.find((one) => one.person?._id === user.profileId);
  const done = await admin.call("POST", `/api/admin/reports/${found?._id}`, { act: what, words: WORDS });
  expect(done.status, done.text).toBe(200);
}

type Row = { table: string; row: Record<string, unknown> };

/** Every row that names the person's account, e-mail or a mail to it, as a dump has it and in its order. */
async function accountRows(user: ApiUser): Promise<Row[]> {
  const { id } = await app.db
    .selectFrom("account")
    .select("id")
    .where("email_key", "=", user.email)
    .executeTakeFirstOrThrow();
  const mails = await app.db.selectFrom("mail").select("public_id").where("recipient", "=", user.email).execute();
  const marks = [id, user.email, ...mails.map(({ public_id }) => public_id)];
  const tables = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE' order by 1, 2`.execute(app.db);
  const found: Row[] = [];
  for (const { schema, name } of tables.rows) {
    const { rows } = await sql<{ row: Record<string, unknown> }>`
      select to_jsonb(t) || jsonb_build_object('place', ${name === "session" ? "mixed" : sql.ref("t.ctid")}::text) as row
      from ${sql.table(`${schema}.${name}`)} t`.execute(app.db);
    const ofPerson = rows.filter((one) => marks.some((mark) => JSON.stringify(one.row).includes(mark)));
    found.push(...ofPerson.map(({ row }) => ({ table: name, row })));
  }
  return found;
}

/** The columns of the account side with a time within half a minute of now: `table.column`. */
async function momentsOf(user: ApiUser): Promise<string[]> {
  return (await accountRows(user)).flatMap(({ table, row }) =>
    Object.entries(row)
      .filter(([, value]) => typeof value === "string" && Math.abs(Date.parse(value) - now) < MINUTE / 2)
      .map(([column]) => `${table}.${column}`),
  );
}

const notices = () =>
  app.db.selectFrom("mail").selectAll().where("kind", "=", "moderation-notice").orderBy("created_at").execute();

/** Does the audit log have this time beside the profile or its report? */
async function isAudited(action: string): Promise<boolean> {
  const rows = await app.db.selectFrom("audit_log").select("at").where("action", "=", action).execute();
  return rows.some(({ at }) => at.getTime() === now);
}

describe("the time of an act in the audit log", () => {
  it("planted: a log-out at the same time is found beside the account", async () => {
    const user = await person();
    const before = await accountRows(user);
    await user.call("POST", "/api/user/logout", {});
    expect(await momentsOf(user)).toEqual(["session.ended_at"]);
    expect(await accountRows(user)).not.toEqual(before);
  });

  it.each(["ask", "hide", "suspend"])("is beside no account once the mail of %j is sent", async (what) => {
    const user = await person();
    await act(user, what);
    expect(await isAudited(`report.${what}`)).toBe(true);
    const shown = () => sink.deliveries.some(({ raw }) => raw.includes("was reported") && raw.includes(user.email));
    await vi.waitFor(() => expect(shown()).toBe(true), { timeout: 25_000 });
    await vi.waitFor(async () => expect(await notices()).toEqual([]), { timeout: 25_000 });
    expect(await momentsOf(user)).toEqual([]);
    expect((await user.call("GET", "/api/user/me")).status).toBe(what === "ask" ? 200 : 401);
  });

  it.each(
    (["a server that takes nothing", "none"] as const).flatMap((mail) =>
      ["ask", "hide", "suspend"].map((what) => ({ mail, what })),
    ),
  )("is beside no account while the mail of $what waits: mail server: $mail", async ({ mail, what }) => {
    use(mail);
    const user = await person();
    const before = await accountRows(user);
    const known = (await notices()).map(({ public_id }) => public_id);
    refuseEmails(true);
    await act(user, what);
    const waiting = async () => (await notices()).filter(({ public_id }) => !known.includes(public_id));
    const state =
      mail === "none" ? { state: "outbox" } : { state: "queued", last_error: expect.stringContaining("451") };
    await vi.waitFor(async () => expect(await waiting()).toMatchObject([state]), { timeout: 25_000 });
    const [row] = await waiting();
    // Nothing is written beside the account, so no time, order or state reveals anything.
    expect(await accountRows(user)).toEqual(before);
    expect(await momentsOf(user)).toEqual([]);
    // The mail still waits, without the address, its words or the link, whose hash is in the report.
    expect(row).toMatchObject({ account_id: null, recipient: expect.stringMatching(/^sealed:/) });
    expect(JSON.stringify(row)).not.toMatch(/reported|reply|Please look/);
    expect(JSON.stringify(row)).not.toContain(WORDS);
    // Administrators read waiting mails only on a site without a mail server.
    const isRead = mail === "none";
    const { body } = await admin.call<{ mails: { id: string }[] }>("GET", "/api/admin/outbox");
    const listed = { kind: "moderation-notice", recipient: isRead ? user.email : "" };
    expect(body.mails.find(({ id }) => id === row?.public_id)).toMatchObject(listed);
    const opened = await admin.call("GET", `/api/admin/outbox/${row?.public_id}`);
    expect(opened.status).toBe(isRead ? 200 : 404);
    expect(opened.body).toMatchObject(
      isRead ? { ...listed, text: expect.stringContaining(WORDS) } : { error: expect.any(String) },
    );
    refuseEmails(false);
    use("server");
  });

  it("of a mail that waits: it is in the archive of its person, and goes with the account", async () => {
    use("none");
    const user = await person();
    await act(user, "ask");
    const [row] = (await notices()).slice(-1);
    const archive = await user.call<{ mails: { kind: string; recipient: string }[] }>("GET", "/api/user/export");
    expect(archive.body.mails).toContainEqual(
      expect.objectContaining({ kind: "moderation-notice", recipient: user.email }),
    );
    expect((await user.call("DELETE", `/api/profile/${user.profileId}`, { password: PASSWORD })).status).toBe(200);
    expect((await notices()).map(({ public_id }) => public_id)).not.toContain(row?.public_id);
    use("server");
  });

  it("of a deletion: the person is told, though the account is gone", async () => {
    const user = await person();
    await act(user, "delete");
    const shown = () => sink.deliveries.some(({ raw }) => raw.includes("was deleted") && raw.includes(user.email));
    await vi.waitFor(() => expect(shown()).toBe(true), { timeout: 25_000 });
  });

  it("is beside no account after a suspension without a report", async () => {
    const user = await person();
    const before = await accountRows(user);
    const done = await admin.call("POST", `/api/admin/people/${user.profileId}/suspend`, { reason: "abuse" });
    expect(done.status, done.text).toBe(200);
    expect(await isAudited("people.suspend")).toBe(true);
    expect(await accountRows(user)).toEqual(before);
    expect((await user.call("GET", "/api/user/me")).status).toBe(401);
    now += MINUTE;
    await admin.call("POST", `/api/admin/people/${user.profileId}/unsuspend`, {});
    expect((await user.call("GET", "/api/user/me")).status).toBe(401);
  });

  it("of an answer is its day, and no network: those of the account's next login are neither", async () => {
    const user = await person();
    await act(user, "hide");
    const link = () =>
      /reply#([\w-]+)/.exec(
        sink.deliveries
          .find(({ raw }) => raw.includes(user.email) && raw.includes("reply"))
          ?.raw.replaceAll("=\r\n", "") ?? "",
      )?.[1];
    await vi.waitFor(() => expect(link()).toBeDefined(), { timeout: 25_000 });
    const visitor = new ApiUser(app);
    await visitor.fetchToken();
    const answered = await visitor.call("POST", "/api/reports/answer", { token: link(), text: "I am right." });
    expect(answered.status, answered.text).toBe(200);
    const row = await app.db
      .selectFrom("audit_log")
      .select(["at", "origin"])
      .where("action", "=", "report.answer")
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ at: new Date("2026-11-15T00:00:00Z"), origin: "" });
    await user.fetchToken();
    expect((await user.call("POST", "/api/user/login", { email: user.email, password: PASSWORD })).status).toBe(200);
  });
});
