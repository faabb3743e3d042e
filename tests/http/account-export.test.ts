import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { exportSchema, type AccountExport } from "#features/export/schema.ts";
import { adminClient } from "#tests/helpers/admin.ts";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";
import { linkTo } from "#tests/helpers/emails.ts";

// S40: everything held of a person, handed out to that person alone.

const PASSWORD = "correct-horse-battery";
// The newsletter and the account know it under its lower-case key.
const EMAIL = "Export@Example.test";
let app: TestApp;
let user: ApiUser;

beforeAll(async () => {
  app = await startTestApp();
  user = await new ApiUser(app).signUp(EMAIL, PASSWORD);
  await user.save({
    firstName: "Exporta",
    lastName: "Testperson",
    username: "exporta_t",
    location: "Exportville",
    linkedin: "exporta",
    pipeline: [
      stop("Secret Works", "Clerk", "2019-02-03", "2020-04-05", 80),
      stop("Other Works", "Lead", "2020-05-01", "current", 20),
    ],
  });
  await user.save({ anonymous: true });
});
afterAll(() => app.stop());

/** What the file contains of each table that belongs to a person, or why it contains nothing. */
const TABLES: Readonly<Record<string, { field: keyof AccountExport } | { left: string }>> = {
  account: { field: "account" },
  session: { field: "sessions" },
  account_link: { field: "links" },
  passkey: { field: "passkeys" },
  network_identity: { field: "networks" },
  profile: { field: "profile" },
  stop: { field: "profile" },
  role: { field: "profile" },
  picture: { field: "picture" },
  share_link: { field: "shareLinks" },
  saved_route: { field: "savedRoutes" },
  follow: { field: "follows" },
  weekly_letter: { field: "weeklyLetter" },
  username_reserved: { field: "usernamesKept" },
  mail: { field: "mails" },
  newsletter_subscriber: { field: "newsletter" },
  audit_log: { field: "log" },
  passkey_challenge: { left: "a question of a few minutes, with nothing of the person in it" },
  network_ticket: { left: "five minutes old at most; what counts of it is in networks and profile" },
  login_failure: { left: "an HMAC that nobody can lead back, forgotten after a day" },
  published_member: { field: "counted" },
  waiting_member: { field: "counted" },
  published_rating_member: { field: "counted" },
  waiting_rating: { field: "counted" },
  anonymous_stop: { left: "a copy of the stop as others see it; the person's own is in profile" },
  anonymous_title: { left: "a copy of the title as others see it; the person's own is in profile" },
  rate_limit: { left: "an HMAC that nobody can lead back, forgotten after a day" },
  early_access_grant: { left: "hangs on a token, not on a person; the account's own right is in account" },
  company_merge: { left: "a company's history; its list of moved stops is no one's alone" },
  publish_person: { left: "who is looked at by the next batch of numbers; an hour old at most, and mixed with others" },
  report: { left: "words of whoever reported it, who is named to nobody; what was asked of the person is in mails" },
  admin: { left: "administrators have no account here" },
  admin_session: { left: "administrators have no account here" },
  admin_token: { left: "administrators have no account here" },
};
const PERSONAL =
  /^(?:account_id|profile_id|owner_key|email|email_key|recipient|subscriber_id|token_hash|actor|username|handle_hash|origin)$/;

async function download(who = user) {
  return who.call<AccountExport>("GET", "/api/user/export");
}

test("S40: every table with a personal key is in the file, or is left out for a reason", async () => {
  const { rows } = await sql<{ table: string; column: string }>`
    select c.table_name as "table", c.column_name as "column"
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where t.table_type = 'BASE TABLE' and c.table_schema = 'public'`.execute(app.db);
  const { rows: references } = await sql<{ table: string }>`
    select distinct conrelid::regclass::text as "table" from pg_constraint
    where contype = 'f' and confrelid in ('account'::regclass, 'profile'::regclass, 'stop'::regclass)`.execute(app.db);
  const personal = new Set([
    ...rows.filter(({ column }) => PERSONAL.test(column)).map(({ table }) => table),
    ...references.map(({ table }) => table),
  ]);
  expect(personal.size).toBeGreaterThan(12);
  expect([...personal].filter((table) => !(table in TABLES))).toEqual([]);
  const tables = new Set(rows.map(({ table }) => table));
  expect(Object.keys(TABLES).filter((table) => !tables.has(table))).toEqual([]);
  for (const table of Object.values(TABLES))
    if ("field" in table) expect(Object.keys(exportSchema.shape)).toContain(table.field);
});

describe("S40: the file", () => {
  test("is a download that nobody keeps, with the person's own data unmasked", async () => {
    const answer = await download();
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-disposition")).toBe('attachment; filename="pipelines-export.json"');
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
    const file = answer.body;
    expect(file.account).toEqual({
      email: EMAIL,
      emailVerifiedAt: "",
      createdOn: expect.any(String),
      hasPassword: true,
      earlyAccess: false,
      broadcasts: true,
    });
    expect(file.profile).toMatchObject({
      firstName: "Exporta",
      lastName: "Testperson",
      username: "exporta_t",
      location: "Exportville",
      anonymous: true,
    });
    const stops = file.profile.pipeline.map(({ displayName, startDate, rating }) => ({
      displayName,
      startDate,
      rating,
    }));
    expect(stops).toContainEqual({ displayName: "Secret Works", startDate: "2019-02-03", rating: 80 });
    expect(file.sessions).toHaveLength(1);
    expect(file.links).toMatchObject([{ purpose: "verify-email", email: EMAIL }]);
    expect(file.mails).toMatchObject([{ kind: "verify-email", recipient: EMAIL, sentAt: "" }]);
    expect(file.usernamesKept).toBe(1);
    expect(file.log.map(({ action, by }) => `${by} ${action}`)).toEqual(["you account.sign-up", "you account.export"]);
    expect(file.log[0]?.origin).toBe("127.0.0.0/24");
  });

  test("says what administrators did, and not from which network", async () => {
    const hidden = await new ApiUser(app).signUp();
    const admin = await adminClient(app);
    const path = `/api/admin/people/${hidden.profileId}`;
    expect((await admin.call("POST", `${path}/suspend`, { reason: "spam" })).status).toBe(200);
    expect((await admin.call("POST", `${path}/unsuspend`, {})).status).toBe(200);
    await hidden.logIn();
    const { body } = await hidden.call<{ log: Record<string, string>[] }>("GET", "/api/user/export");
    expect(body.log.filter(({ by }) => by === "administrator").map(({ action, origin }) => [action, origin])).toEqual([
      ["people.suspend", ""],
      ["people.unsuspend", ""],
    ]);
  });

  test("holds what other parts of the site keep, and no secret of ours", async () => {
    const account = await app.db
      .selectFrom("account")
      .select("id")
      .where("email", "=", EMAIL)
      .executeTakeFirstOrThrow();
    const profile = await app.db
      .selectFrom("profile")
      .select("id")
      .where("username", "=", "exporta_t")
      .executeTakeFirstOrThrow();
    const at = new Date("2026-11-15T11:00:00Z");
    const own = { account_id: account.id, created_at: at };
    await app.db
      .insertInto("passkey")
      .values({
        id: "credential",
        public_id: "a".repeat(24),
        public_key: Buffer.from("key"),
        counter: 3,
        transports: ["usb"],
        name: "My key",
        ...own,
      })
      .execute();
    await app.db
      .insertInto("network_identity")
      .values({ issuer: "https://network.test", subject: "77", ...own })
      .execute();
    await app.db
      .insertInto("picture")
      .values({ public_id: "b".repeat(24), profile_id: profile.id, bytes: Buffer.from("picture") })
      .execute();
    await app.db
      .insertInto("newsletter_subscriber")
      .values({
        public_id: "c".repeat(24),
        email: EMAIL,
        email_key: EMAIL.toLowerCase(),
        asked_at: at,
        confirmed_at: at,
        link_hash: null,
      })
      .execute();
    // What an address got elsewhere is only for somebody who has confirmed it.
    await app.db.updateTable("account").set({ email_verified_at: at }).where("id", "=", account.id).execute();
    const answer = await download();
    await app.db.updateTable("account").set({ email_verified_at: null }).where("id", "=", account.id).execute();
    expect(answer.body).toMatchObject({
      passkeys: [{ id: "credential", name: "My key", transports: ["usb"], counter: 3, publicKey: "a2V5" }],
      networks: [{ issuer: "https://network.test", subject: "77", createdAt: at.toISOString() }],
      picture: Buffer.from("picture").toString("base64"),
      newsletter: [{ email: EMAIL, askedAt: at.toISOString(), confirmedAt: at.toISOString() }],
    });
    expect((await user.call("GET", "/api/user/account")).body).toEqual({
      email: EMAIL,
      isEmailVerified: false,
      hasPassword: true,
      createdOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      networks: 1,
      passkeys: 1,
      broadcasts: true,
    });
    for (const secret of ["argon2", user.token ?? "?", account.id, "owner_key"]) {
      expect(answer.text).not.toContain(secret);
    }
  });

  test("L19: tells whoever signs up with another person's address nothing of what that address got", async () => {
    const email = "subscriber@example.test";
    const owner = await new ApiUser(app).signUp(email, PASSWORD);
    // A change of the e-mail mails the old address, which is free afterwards.
    await owner.call("POST", "/api/user/email", { email: "moved@example.test", password: PASSWORD });
    const token = await linkTo(app, "moved@example.test", "change-email");
    expect((await owner.call("POST", "/api/user/email/confirm", { token })).status).toBe(200);
    await owner.call("POST", "/api/email/newsletter", { email });
    const stranger = await new ApiUser(app).signUp(email, PASSWORD);
    await app.db.updateTable("newsletter_subscriber").set({ confirmed_at: new Date() }).execute();
    const { mails, newsletter } = (await download(stranger)).body;
    expect(mails.map(({ kind }) => kind)).toEqual(["verify-email"]);
    expect(newsletter).toEqual([]);
  });

  test("is nobody else's: each gets their own", async () => {
    const other = await new ApiUser(app).signUp("export-other@example.test", PASSWORD);
    const answer = await download(other);
    expect(answer.text).not.toMatch(/Exporta|Secret Works|export@example|network\.test/i);
    expect((await download(new ApiUser(app))).status).toBe(401);
    const visitor = new ApiUser(app);
    await visitor.fetchToken();
    expect((await download(visitor)).body).toMatchObject({ code: "not-yours" });
  });
});
