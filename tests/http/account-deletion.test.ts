import { sql } from "kysely";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findDifferences } from "#features/stats/recount.server.ts";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";
import { Browser } from "#tests/helpers/browser.ts";
import { findSecrets } from "#tests/helpers/canary.ts";
import { sendRaw } from "#tests/helpers/raw.ts";

// L24, S6, S40, R14: the data that stays after somebody leaves.

const PASSWORD = "correct-horse-battery";
const START = new Date("2026-11-15T12:00:00Z").getTime();
let now = START;
let app: TestApp;
let twin: TestApp;

beforeAll(async () => {
  app = await startTestApp({ now: () => new Date(now) });
  twin = await startTestApp({ databaseUrl: app.databaseUrl, now: () => new Date(now) });
});
afterAll(async () => {
  await twin.stop();
  await app.stop();
});

/**
 * Looks for each text in every column of every table, whatever the column's type. Bytes are searched both as text and as
 * hexadecimal digits. Reads each table once.
 * @returns for each text, the names of the columns that have it
 */
async function placesOf(texts: readonly string[]): Promise<Map<string, string[]>> {
  const { rows: columns } = await sql<{ table: string; column: string; type: string }>`
    select c.table_schema || '.' || c.table_name as "table", c.column_name as "column", c.data_type as type
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where t.table_type = 'BASE TABLE' and c.table_schema not in ('pg_catalog', 'information_schema')`.execute(app.db);
  expect(columns.length).toBeGreaterThan(100);
  const found = new Map(texts.map((text): [string, string[]] => [text, []]));
  for (const [table, list] of Map.groupBy(columns, (one) => one.table)) {
    const values = list.map(({ column, type }) => {
      const value = sql.ref(`r.${column}`);
      const read = type === "bytea" ? sql`encode(${value}, 'escape') || encode(${value}, 'hex')` : sql`${value}::text`;
      return sql`(${column}::text, ${read})`;
    });
    const { rows } = await sql<{ column: string; text: string }>`
      select distinct v.name as "column", t.text
      from ${sql.table(table)} r cross join lateral (values ${sql.join(values)}) v (name, value)
      join unnest(${[...texts]}::text[]) t (text) on position(lower(t.text) in lower(v.value)) > 0`.execute(app.db);
    for (const { column, text } of rows) found.get(text)?.push(`${table}.${column}`);
  }
  return found;
}

/** Files of the installation that hold a text, as it is or coded. The database's own files are PostgreSQL's to tidy up. */
async function filesWith(text: string): Promise<string[]> {
  const { dataDir } = app.services.config;
  const names = await readdir(dataDir, { recursive: true, withFileTypes: true });
  const files = names.filter((row) => row.isFile()).map((row) => join(row.parentPath, row.name));
  expect(files).toContain(app.services.config.secretFile);
  const found: string[] = [];
  for (const file of files) if (findSecrets(await readFile(file, "latin1"), { text }).length > 0) found.push(file);
  return found;
}

describe("L24: somebody who leaves", () => {
  const email = "Quirinus.Wolkenbruch@example.test";
  const words = [
    "Quirinus",
    "Wolkenbruch",
    "Zimtsternweg",
    "wolkenbruch77",
    "Obersterngucker",
    "linkwolke",
    "Leaving Works",
  ];
  let ids: string[] = [];
  let user: ApiUser;

  async function fill(): Promise<void> {
    user = await new ApiUser(app).signUp(email, PASSWORD);
    const saved = await user.save({
      firstName: "Quirinus",
      lastName: "Wolkenbruch",
      username: "wolkenbruch77",
      location: "Zimtsternweg",
      linkedin: "linkwolke",
      school: "Free School",
      pipeline: [
        stop("Leaving Works", "Obersterngucker", "2019-02-03", "2020-04-05", 80),
        stop("Staying Works", "Clerk", "2020-05-01", "current", 100),
      ],
    });
    const account = await app.db
      .selectFrom("account")
      .select("id")
      .where("email", "=", email)
      .executeTakeFirstOrThrow();
    const own = { account_id: account.id, created_at: new Date(now) };
    const profile = await app.db
      .selectFrom("profile")
      .select("id")
      .where("public_id", "=", user.profileId)
      .executeTakeFirstOrThrow();
    // Rows as the other slices would have inserted them.
    await app.db
      .insertInto("passkey")
      .values({
        id: "credential-wolkenbruch",
        public_id: "a".repeat(24),
        public_key: Buffer.from("key"),
        counter: 0,
        transports: [],
        name: "Wolkenbruch phone",
        ...own,
      })
      .execute();
    await app.db
      .insertInto("network_identity")
      .values({ issuer: "https://network.test", subject: "subject-wolkenbruch", ...own })
      .execute();
    await app.db
      .insertInto("network_ticket")
      .values({
        handle_hash: Buffer.alloc(32, 7),
        issuer: "https://network.test",
        subject: "subject-wolkenbruch",
        claims: JSON.stringify({ email: "other@network.test", givenName: "Quirinus" }),
        token_hash: null,
        expires_at: new Date(now + 300_000),
        used_at: null,
      })
      .execute();
    await app.db
      .insertInto("picture")
      .values({ public_id: "b".repeat(24), profile_id: profile.id, bytes: Buffer.from("Quirinus as bytes") })
      .execute();
    await app.db
      .insertInto("newsletter_subscriber")
      .values({
        public_id: "c".repeat(24),
        // Typed in another way than in the account.
        email: email.toLowerCase(),
        email_key: email.toLowerCase(),
        asked_at: new Date(now),
        link_hash: null,
      })
      .execute();
    await app.db
      .insertInto("mail")
      .values({
        public_id: "d".repeat(24),
        kind: "newsletter-confirm",
        broadcast_id: null,
        account_id: null,
        recipient: email.toLowerCase(),
        letter: JSON.stringify({ subject: "x", paragraphs: ["Quirinus"] }),
        message_id: "d".repeat(24),
        state: "queued",
        created_at: new Date(now),
      })
      .execute();
    ids = [account.id, user.profileId, "b".repeat(24), ...saved.body.pipeline.map((one) => one._id)];
  }

  beforeAll(fill);

  test("is there before, which shows that the search finds", async () => {
    for (const [text, places] of await placesOf([...words, email, ...ids])) expect(places, text).not.toEqual([]);
    const planted = join(app.services.config.dataDir, "planted", "left.log");
    await mkdir(dirname(planted));
    await writeFile(planted, `{"path":"/user/${user.profileId}"}`);
    expect(await filesWith(user.profileId)).toEqual([planted]);
    await rm(planted);
    expect((await sendRaw(app, { path: `/api/profile/get/${user.profileId}` })).status).toBe(200);
    expect((await sendRaw(app, { path: "/api/profile/get/wolkenbruch77" })).status).toBe(200);
  });

  test("needs a fresh proof, and is nobody else", async () => {
    const other = await new ApiUser(app).signUp("stranger@example.test", PASSWORD);
    const remove = (who: ApiUser, id: string, body?: unknown) => who.call("DELETE", `/api/profile/${id}`, body);
    expect((await remove(other, user.profileId)).body).toMatchObject({ code: "not-yours" });
    expect((await remove(other, "f".repeat(24))).body).toMatchObject({ code: "profile-not-found" });
    expect((await remove(new ApiUser(app), user.profileId)).status).toBe(401);
    try {
      now = START + 11 * 60_000;
      expect((await remove(user, user.profileId)).body).toMatchObject({ code: "not-proven" });
      expect((await remove(user, user.profileId, { password: "wrong-horse" })).body).toMatchObject({
        code: "invalid-credentials",
      });
      expect((await remove(user, user.profileId, { password: 1 })).status).toBe(400);
    } finally {
      now = START;
    }
    expect((await user.call("GET", "/api/user/me")).status).toBe(200);
  });

  test("goes at once: pages, sessions on every process, numbers; nothing of the person is in any table", async () => {
    const cached = `/api/profile/get/${user.profileId}`;
    for (const where of [app, twin]) expect((await sendRaw(where, { path: cached })).status).toBe(200);
    const answer = await user.call("DELETE", `/api/profile/${user.profileId}`, { password: PASSWORD });
    expect(answer.body).toEqual({ message: "success" });
    for (const path of [cached, "/api/profile/get/wolkenbruch77", `/pictures/${"b".repeat(24)}.webp`])
      expect((await sendRaw(app, { path })).status, path).toBe(404);
    await expect.poll(async () => (await sendRaw(twin, { path: cached })).status, { timeout: 1_000 }).toBe(404);
    const elsewhere = new ApiUser(twin);
    elsewhere.token = user.token;
    for (const who of [user, elsewhere]) {
      expect((await who.call("GET", "/api/user/me")).status).toBe(401);
      expect((await who.call("POST", "/api/user/login", { email, password: PASSWORD })).status).toBe(401);
    }
    for (const [text, places] of await placesOf([...words, email, ...ids])) {
      expect(places, text).toEqual([]);
      expect(await filesWith(text), text).toEqual([]);
      expect(findSecrets(app.logged(), { text }), text).toEqual([]);
    }
    expect(app.logged().length).toBeGreaterThan(500);
    expect(await findDifferences(app.db)).toEqual([]);
    const log = await app.db.selectFrom("audit_log").selectAll().where("action", "=", "account.delete").execute();
    expect(log).toHaveLength(1);
    expect(log[0]?.actor).toMatch(/^[0-9a-f]{24}$/);
  });

  test("leaves a free address and a name that nobody gets, in any spelling", async () => {
    const visitor = new ApiUser(app);
    await visitor.fetchToken();
    expect((await visitor.call("POST", "/api/user/login", { email, password: PASSWORD })).body).toMatchObject({
      code: "invalid-credentials",
    });
    const next = await new ApiUser(app).signUp(email, "third-horse-battery");
    expect(next.profileId).not.toBe(user.profileId);
    for (const username of ["wolkenbruch77", "WolkenBruch77"])
      expect((await next.save({ username })).body).toMatchObject({ code: "username-taken" });
  });
});

describe("leaving", () => {
  test("in a browser takes its cookies along", async () => {
    const browser = await new Browser(app).signUp("leaving-browser@example.test", PASSWORD);
    expect([...browser.cookies.keys()].toSorted()).toEqual(["device", "token"]);
    const old = browser.cookieHeader;
    const answer = await browser.send("DELETE", `/api/profile/${browser.profileId}`, {});
    expect(answer.status, answer.text).toBe(200);
    expect([...browser.cookies.keys()]).toEqual([]);
    const replay = await sendRaw(app, {
      path: "/api/user/me",
      headers: { cookie: old, "sec-fetch-site": "same-origin" },
    });
    expect(replay.status).toBe(401);
  });

  test("R14: while saving, from many sides: one serial order, and the numbers are right", async () => {
    for (let round = 0; round < 4; round += 1) {
      const user = await new ApiUser(app).signUp();
      await user.save({ pipeline: [stop("Race Works", "Clerk", "2020-01-01", "current", 60)] });
      const saves = Array.from({ length: 6 }, (_, n) =>
        user.call("PATCH", `/api/profile/${user.profileId}`, {
          created: true,
          pipeline: [stop(`Race Works ${n}`, "Clerk", "2020-01-01", "current", 20)],
        }),
      );
      const removals = Array.from({ length: 2 }, () =>
        user.call("DELETE", `/api/profile/${user.profileId}`, { password: PASSWORD }),
      );
      const logins = Array.from({ length: 2 }, async () => {
        const visitor = new ApiUser(app);
        await visitor.fetchToken();
        const answer = await visitor.call("POST", "/api/user/login", { email: user.email, password: PASSWORD });
        return { visitor, answer };
      });
      const answers = await Promise.all([...saves, ...removals]);
      for (const answer of answers) expect([200, 400, 401, 403, 404]).toContain(answer.status);
      expect(answers.slice(6).some((answer) => answer.status === 200)).toBe(true);
      for (const { visitor, answer } of await Promise.all(logins)) {
        expect([200, 400]).toContain(answer.status);
        expect((await visitor.call("GET", "/api/user/me")).status).not.toBe(200);
      }
      expect(await findDifferences(app.db)).toEqual([]);
      const left = await app.db.selectFrom("profile").select("id").where("public_id", "=", user.profileId).execute();
      expect(left).toEqual([]);
    }
  });

  test("what stays of sessions until their tokens expire has no name and no device", async () => {
    const rows = await app.db.selectFrom("session").selectAll().where("account_id", "is", null).execute();
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect([row.device, row.ended_at !== null, row.proven_at]).toEqual(["", true, null]);
  });
});
