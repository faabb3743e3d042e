import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { adminClient } from "#tests/helpers/admin.ts";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";
import { SmtpSink } from "#tests/helpers/smtp.ts";

// The audit log has the time of what an administrator did, beside the profile. The same time beside an account would
// tell whoever has a dump, and not the secret, whose e-mail belongs to it.

const MINUTE = 60_000;
const PASSWORD = "correct-horse-battery";

let now = Date.parse("2026-11-15T09:00:00Z");
let sink: SmtpSink;
let app: TestApp;
let admin: ApiUser;

beforeAll(async () => {
  sink = await new SmtpSink().start();
  app = await startTestApp({
    jobs: true,
    env: { SMTP_URL: sink.url, MAIL_FROM: "Pipelines <team@pipelines.example>", BASE_URL: "https://pipelines.example" },
    now: () => new Date(now),
  });
  admin = await adminClient(app);
});
afterAll(async () => {
  await app.stop();
  await sink.stop();
});

async function person(): Promise<ApiUser> {
  now += 2 * MINUTE;
  const user = await new ApiUser(app).signUp();
  await user.save({ visibility: "anonymous", pipeline: [stop("Alpha Works", "Engineer", "2018-01-01", "current")] });
  // So that what comes later is not mixed up with this, the mail of the sign-up included.
  await vi.waitFor(() => expect(sink.for(user.email)).toHaveLength(1), { timeout: 25_000 });
  await vi.waitFor(
    async () => {
      const rows = await app.db.selectFrom("mail").select("state").where("recipient", "=", user.email).execute();
      expect(rows).toEqual([{ state: "sent" }]);
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
  const done = await admin.call("POST", `/api/admin/reports/${found?._id}`, { act: what });
  expect(done.status, done.text).toBe(200);
}

/** A person, and what of the account side has a time within half a minute of now: `table.column`. */
async function momentsOf(user: ApiUser): Promise<string[]> {
  const { id } = await app.db
    .selectFrom("account")
    .select("id")
    .where("email_key", "=", user.email)
    .executeTakeFirstOrThrow();
  const mails = await app.db.selectFrom("mail").select("public_id").where("recipient", "=", user.email).execute();
  const marks = [id, user.email, ...mails.map(({ public_id }) => public_id)];
  const tables = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`.execute(app.db);
  const found: string[] = [];
  for (const { schema, name } of tables.rows) {
    const { rows } = await sql<{ row: Record<string, unknown> }>`
      select to_jsonb(t) as row from ${sql.table(`${schema}.${name}`)} t`.execute(app.db);
    for (const { row } of rows.filter((one) => marks.some((mark) => JSON.stringify(one.row).includes(mark))))
      for (const [column, value] of Object.entries(row))
        if (typeof value === "string" && Math.abs(Date.parse(value) - now) < MINUTE / 2)
          found.push(`${name}.${column}`);
  }
  return found;
}

/** Whether the audit log tells this time beside the profile, or its report. */
async function isAudited(action: string): Promise<boolean> {
  const rows = await app.db.selectFrom("audit_log").select("at").where("action", "=", action).execute();
  return rows.some(({ at }) => at.getTime() === now);
}

describe("the time of an act in the audit log", () => {
  it("planted: a log-out at the same time is found beside the account", async () => {
    const user = await person();
    await user.call("POST", "/api/user/logout", {});
    expect(await momentsOf(user)).toEqual(["session.ended_at"]);
  });

  it.each(["ask", "hide", "suspend"])("is beside no account once the mail of %j is sent", async (what) => {
    const user = await person();
    await act(user, what);
    expect(await isAudited(`report.${what}`)).toBe(true);
    const told = () => sink.deliveries.some(({ raw }) => raw.includes("was reported") && raw.includes(user.email));
    await vi.waitFor(() => expect(told()).toBe(true), { timeout: 25_000 });
    await vi.waitFor(async () => expect(await momentsOf(user)).toEqual([]), { timeout: 25_000 });
    if (what !== "ask") expect((await user.call("GET", "/api/user/me")).status).toBe(401);
  });

  it("is beside no account after a suspension without a report", async () => {
    const user = await person();
    const done = await admin.call("POST", `/api/admin/people/${user.profileId}/suspend`, { reason: "abuse" });
    expect(done.status, done.text).toBe(200);
    expect(await isAudited("people.suspend")).toBe(true);
    expect(await momentsOf(user)).toEqual([]);
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
