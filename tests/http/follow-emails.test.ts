import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "#db/connect.ts";
import type { MailTransport } from "#external/mail.ts";
import { countWeek } from "#features/follow/batch-write.server.ts";
import { personOf } from "#features/person-card/parts/fixtures.ts";
import { composeMail, toOutgoing } from "#features/mail/compose.server.ts";
import { mailWorker } from "#features/mail/send-write.server.ts";
import type { PublicProfile } from "#features/profile/schema.ts";
import { newPublicId } from "#server/ids.ts";
import { adminClient } from "#tests/helpers/admin.ts";
import { ApiUser, createAppDatabase, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";
import { sendRaw } from "#tests/helpers/raw.ts";
import { companyId, confirmEmail, follow, newReader, Weeks } from "#tests/helpers/weeks.ts";

let app: TestApp;
const clock = { now: Date.parse("2026-11-15T12:00:00Z") };
let weeks: Weeks;
beforeAll(async () => {
  app = await startTestApp({ now: () => new Date(clock.now) });
  weeks = new Weeks(app, clock);
});
afterAll(() => app.stop());

async function worker(company: string, more: object = {}): Promise<ApiUser> {
  const user = await new ApiUser(app).signUp();
  const pipeline = [stop(company, "Clerk", "2018-01-01", "2019-01-01")];
  const { status, text } = await user.save({ pipeline, ...more });
  expect(status, text).toBe(200);
  return user;
}

async function workers(company: string, count: number, more: object = {}): Promise<ApiUser[]> {
  const made: ApiUser[] = [];
  for (let n = 0; n < count; n += 1) made.push(await worker(company, more));
  return made;
}

const countEmails = async (user: ApiUser): Promise<number> => (await weeks.emailsTo(user.email)).length;

async function mailRow(publicId: string) {
  const row = await app.db.selectFrom("mail").selectAll().where("public_id", "=", publicId).executeTakeFirstOrThrow();
  return { ...row, subscriber_public_id: null, subject: null, html: null, plain: null };
}

describe("the weekly letter", () => {
  it("is for who asked for it, with a confirmed e-mail", async () => {
    const user = await new ApiUser(app).signUp();
    const path = "/api/user/weekly-letter";
    expect((await user.call("GET", path)).body).toEqual({ wanted: false, confirmed: false });
    const refused = await user.call<{ error: string }>("PATCH", path, { wanted: true });
    expect([refused.status, refused.body.error]).toEqual([
      400,
      "Confirm your e-mail first. Then you can get the weekly e-mail.",
    ]);
    await confirmEmail(app, user);
    expect((await user.call("PATCH", path, { wanted: true })).body).toEqual({ wanted: true, confirmed: true });
    expect((await user.call("GET", path)).body).toEqual({ wanted: true, confirmed: true });
    const { body } = await user.call<{ weeklyLetter: { askedAt: string } }>("GET", "/api/user/export");
    expect(body.weeklyLetter.askedAt).toBe("2026-11-15T12:00:00.000Z");
    expect((await user.call("PATCH", path, { wanted: false })).body).toEqual({ wanted: false, confirmed: true });
  });

  it("tells how things stand at first, then only what grew by five, and nothing where nothing is new", async () => {
    await workers("Fern Foundry", 6);
    const [reader, silent] = [await newReader(app), await new ApiUser(app).signUp()];
    const fern = await companyId(app, "Fern Foundry");
    for (const user of [reader, silent]) await follow(user, "company", fern);
    const day = await weeks.next();
    const [first] = await weeks.emailsTo(reader.email);
    expect(first?.subject).toBe("New this week on Pipelines");
    expect(first?.text).toBe(
      [
        `What is new on what you follow, the week of 19 November 2026:`,
        `5 people or more have worked at Fern Foundry /company/${fern}`,
      ].join("\n"),
    );
    expect(day).toBe("2026-11-19");
    // Once a week, and only to people who asked for it.
    await weeks.again();
    await workers("Fern Foundry", 3);
    await weeks.next();
    expect([await countEmails(reader), await countEmails(silent)]).toEqual([1, 0]);
    await worker("Fern Foundry");
    await weeks.next();
    const emails = await weeks.emailsTo(reader.email);
    expect(emails).toHaveLength(2);
    expect(emails[1]?.text).toContain("10 people or more have worked at Fern Foundry (5 before)");
  });

  it("counts public people alone, and below five says nothing", async () => {
    await workers("Gorse Group", 4);
    await workers("Gorse Group", 3, { anonymous: true });
    await workers("Gorse Group", 2, { visibility: "private" });
    const reader = await newReader(app);
    const gorse = await companyId(app, "Gorse Group");
    await follow(reader, "company", gorse);
    await follow(reader, "route", `stop=company:${gorse}`);
    await weeks.next();
    expect(await countEmails(reader)).toBe(0);
    await worker("Gorse Group");
    await weeks.next();
    const [email] = await weeks.emailsTo(reader.email);
    expect(email?.text).toContain("5 people or more have worked at Gorse Group");
    expect(email?.text).toContain("5 people or more took the route “Gorse Group” /search");
  });

  it("tells of a route that nobody had taken once five have", async () => {
    const reader = await newReader(app);
    const line = [
      stop("Heath House", "Clerk", "2015-01-01", "2016-01-01"),
      stop("Ivy Inc", "Clerk", "2016-02-01", "current"),
    ];
    const first = await worker("Heath House");
    await worker("Ivy Inc");
    const [from, to] = [await companyId(app, "Heath House"), await companyId(app, "Ivy Inc")];
    await follow(reader, "route", `stop=company:${from}&then=next&stop=company:${to}`);
    await weeks.next();
    expect(await countEmails(reader)).toBe(0);
    await first.save({ pipeline: line });
    for (let n = 0; n < 4; n += 1) await (await new ApiUser(app).signUp()).save({ pipeline: line });
    await weeks.next();
    const [email] = await weeks.emailsTo(reader.email);
    const news = "5 people or more took the route “Heath House, next stop Ivy Inc”";
    expect(email?.text).toContain(news);
    // A later follower gets the present number once. It does not reveal that others have followed before.
    const later = await newReader(app);
    await follow(later, "route", `stop=company:${from}&then=next&stop=company:${to}`);
    await weeks.next();
    await weeks.next();
    const emails = await weeks.emailsTo(later.email);
    expect(emails).toHaveLength(1);
    expect(emails[0]?.text).toContain(news);
    expect(await countEmails(reader)).toBe(1);
  });

  it("tells of a merged company once, as the one it is now", async () => {
    const admin = await adminClient(app);
    await workers("Juniper Joint", 3);
    await workers("Kelp Kitchen", 2);
    const reader = await newReader(app);
    for (const name of ["Juniper Joint", "Kelp Kitchen"]) await follow(reader, "company", await companyId(app, name));
    await admin.call("POST", "/api/admin/companies/merge", { from: "Kelp Kitchen", into: "Juniper Joint" });
    await weeks.next();
    const [email] = await weeks.emailsTo(reader.email);
    expect(email?.text.match(/people or more/g)).toHaveLength(1);
    expect(email?.text).toContain("5 people or more have worked at Juniper Joint");
  });

  it("has text and HTML, and is left by one click, which takes back what still waits", async () => {
    await workers("Larch Labs & Sons", 5);
    const reader = await newReader(app);
    await follow(reader, "company", await companyId(app, "Larch Labs & Sons"));
    await weeks.next();
    const [email] = await weeks.emailsTo(reader.email);
    const row = await mailRow(email?.public_id ?? "");
    const { secret, config } = app.services;
    const composed = await composeMail(row, secret, config.baseUrl);
    if (!composed) throw new Error("No mail.");
    const { headers } = toOutgoing(row, composed, config.baseUrl);
    const link = /^<(.+)>$/.exec(headers?.["List-Unsubscribe"] ?? "")?.[1] ?? "";
    expect(headers?.["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
    expect(composed.text).toContain("have worked at Larch Labs & Sons");
    expect(composed.html).toContain("have worked at Larch Labs &amp; Sons");
    for (const part of [composed.text, composed.html]) expect(part).toContain("You get this because you asked for");
    expect(composed.html).not.toMatch(/<img|src=/);
    const click = await fetch(`${app.url}${new URL(link).pathname}${new URL(link).search}`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "List-Unsubscribe=One-Click",
    });
    expect(click.status).toBe(200);
    expect((await reader.call("GET", "/api/user/weekly-letter")).body).toMatchObject({ wanted: false });
    expect((await reader.call<object[]>("GET", "/api/user/follows")).body).toHaveLength(1);
    await workers("Larch Labs & Sons", 5);
    await weeks.next();
    expect(await countEmails(reader)).toBe(1);
  });

  it("is no administrator's to read", async () => {
    const admin = await adminClient(app);
    const { id } = await app.db
      .selectFrom("mail")
      .select("public_id as id")
      .where("kind", "=", "weekly-letter")
      .limit(1)
      .executeTakeFirstOrThrow();
    expect((await admin.call("GET", `/api/admin/outbox/${id}`)).status).toBe(404);
  });

  it("goes to no other address than the one that asked, to none that is not confirmed, and into no queue", async () => {
    await workers("Alder Arms", 5);
    const [moved, unconfirmed, reader] = [await newReader(app), await newReader(app), await newReader(app)];
    for (const user of [moved, unconfirmed, reader]) await follow(user, "company", await companyId(app, "Alder Arms"));
    const change = (user: ApiUser, set: { email?: string; email_verified_at?: null }) =>
      app.db.updateTable("account").set(set).where("email_key", "=", user.email).execute();
    await change(unconfirmed, { email_verified_at: null });
    await weeks.next();
    expect(await countEmails(unconfirmed)).toBe(0);
    await change(moved, { email: "moved@example.test" });
    const transport: MailTransport = {
      send: () => Promise.resolve({ state: "accepted" }),
      verify: () => Promise.resolve(),
      close: () => undefined,
    };
    const send = async (user: ApiUser, by: MailTransport | undefined): Promise<string> => {
      const [email] = await weeks.emailsTo(user.email);
      const id = email?.public_id ?? "";
      await mailWorker(by).run(app.services, { id }, { retries: 0, signal: new AbortController().signal });
      return (await mailRow(id)).state;
    };
    // Without a mail server, administrators would read it.
    expect([await send(moved, transport), await send(reader, undefined)]).toEqual(["cancelled", "cancelled"]);
  });

  it("ends with the account, and for who is suspended", async () => {
    await workers("Maple Mill", 5);
    const [leaver, suspended] = [await newReader(app), await newReader(app)];
    for (const user of [leaver, suspended]) await follow(user, "company", await companyId(app, "Maple Mill"));
    await suspended.save({ pipeline: [] });
    const admin = await adminClient(app);
    const done = await admin.call("POST", `/api/admin/people/${suspended.profileId}/suspend`, { reason: "spam" });
    expect(done.status, done.text).toBe(200);
    await leaver.call("DELETE", `/api/profile/${leaver.profileId}`, { password: "correct-horse-battery" });
    await weeks.next();
    expect([await countEmails(leaver), await countEmails(suspended)]).toEqual([0, 0]);
  });

  it("comes to everybody, however many get it", async () => {
    await workers("Nettle Nursery", 5);
    const reader = await newReader(app);
    await follow(reader, "company", await companyId(app, "Nettle Nursery"));
    // The e-mails are written in the order of the accounts, so these are before the reader.
    await sql`with others as (
        insert into account (id, email, email_key, email_verified_at)
        select lpad(n::text, 24, '0'), n || '@example.test', n || '@example.test', now() from generate_series(1, 250) n
        returning id)
      insert into weekly_letter (account_id, public_id, asked_at) select id, id, now() from others`.execute(app.db);
    await weeks.next();
    const [email, ...others] = await weeks.emailsTo(reader.email);
    expect(others).toEqual([]);
    const { rows } = await sql`
      select priority from pgboss.job where name = 'mail' and data ->> 'id' = ${email?.public_id}`.execute(app.db);
    expect(rows, "after personal mails").toEqual([{ priority: 0 }]);
  });

  it("refuses a link that was changed", async () => {
    const { status } = await sendRaw(app, { method: "POST", path: `/unsubscribe?token=letter.${"0".repeat(24)}.x` });
    expect(status).toBe(400);
  });
});

it("a week counts everybody, and each thing and route, however many there are", async () => {
  const own = await createAppDatabase();
  const db = openDatabase(own.url);
  const routes = Array.from({ length: 150 }, (_, n) => `stop=any&then=any,${n + 12}m&stop=any`);
  await sql`insert into feed_route (query, asked_on, since)
    select query, '2026-11-12', now() from unnest(${routes}::text[]) query`.execute(db);
  const role = (at: string, year: number) => ({ at, title: "Clerk", from: `${year}-01-01`, to: `${year}-12-01` });
  const short = personOf("One", [role("A", 2020), role("B", 2021)]);
  const long = personOf(
    "Two",
    Array.from({ length: 1_100 }, (_, n) => role(`Works ${n}`, 2020)),
  );
  const several = (profile: PublicProfile, count: number) =>
    Array.from({ length: count }, () => ({ ...profile, _id: newPublicId() }));
  const now = new Date("2026-11-15T12:00:00Z");
  await countWeek({ db, now }, async function* () {
    yield several(short, 2_000);
    yield [...several(short, 5), ...several(long, 5)];
  });
  const { rows } = await sql`select kind, people, count(*)::integer as things from weekly_news
    group by kind, people order by kind, people`.execute(db);
  expect(rows).toEqual([
    { kind: "company", people: 5, things: 1_100 },
    { kind: "company", people: 2_005, things: 2 },
    { kind: "route", people: 2_010, things: 150 },
    { kind: "title", people: 2_010, things: 1 },
  ]);
  await db.destroy();
  await own.drop();
});
