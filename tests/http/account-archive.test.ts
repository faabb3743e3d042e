import { strFromU8, unzipSync } from "fflate";
import { sql } from "kysely";
import { createRequire } from "node:module";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { publishBatch } from "#app/jobs.server.ts";
import type { AccountExport } from "#features/export/schema.ts";
import { readArchive } from "#features/import/pure/read-archive.ts";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";

// S40: everything held of a person, as files to take along.

const PASSWORD = "correct-horse-battery";
const EMAIL = "archive@example.test";
const START = new Date("2026-11-15T12:00:00Z").getTime();
let now = START;
let app: TestApp;
let user: ApiUser;
let owned: { accountId: string; profileKey: number };

type Validate = (resume: unknown, done: (errors: unknown[] | null, isValid: boolean) => void) => void;
/** The package comes without types. */
const { validate }: { validate: Validate } = createRequire(import.meta.url)("@jsonresume/schema");

async function download(who = user): Promise<{ answer: Response; files: Record<string, Uint8Array> }> {
  const answer = await fetch(`${app.url}/api/user/archive`, {
    headers: who.token === undefined ? {} : { authorization: `Bearer ${who.token}` },
  });
  const bytes = new Uint8Array(await answer.clone().arrayBuffer());
  return { answer, files: answer.status === 200 ? unzipSync(bytes) : {} };
}

const text = (files: Record<string, Uint8Array>, name: string): string => strFromU8(files[name] ?? new Uint8Array());

beforeAll(async () => {
  app = await startTestApp({ now: () => new Date(now) });
  const schoolId = "e".repeat(24);
  await app.db
    .insertInto("school")
    .values({ public_id: schoolId, name: "Archive School", name_key: "archive school", country: "", country_code: "" })
    .execute();
  user = await new ApiUser(app).signUp(EMAIL, PASSWORD);
  await user.save({
    firstName: "Archiva",
    lastName: "Testperson",
    username: "archiva_t",
    location: "Archiveville",
    linkedin: "archiva",
    school: schoolId,
    showMonths: true,
    hideSchool: true,
    pipeline: [
      stop("Secret Works", "Clerk", "2019-02-03", "2020-04-05", 80),
      { ...stop("Other Works", "Lead", "2020-05-01", "current", 20), undisclosed: true },
    ],
  });
  await user.save({ anonymous: true });
  const account = await app.db
    .updateTable("account")
    .set({ email_verified_at: new Date(now) })
    .where("email", "=", EMAIL)
    .returning("id")
    .executeTakeFirstOrThrow();
  const profile = await app.db
    .selectFrom("profile")
    .select("id")
    .where("public_id", "=", user.profileId)
    .executeTakeFirstOrThrow();
  owned = { accountId: account.id, profileKey: profile.id };
  // Rows as the other slices would have inserted them.
  const own = { account_id: account.id, created_at: new Date("2026-11-15T11:00:00Z") };
  const key = { id: "credential", public_id: "a".repeat(24), public_key: Buffer.from("public key"), counter: 3 };
  await app.db
    .insertInto("passkey")
    .values({ ...key, transports: ["usb"], name: "My silver key", ...own })
    .execute();
  await app.db
    .insertInto("network_identity")
    .values({ issuer: "https://network.test", subject: "subject-77", ...own })
    .execute();
  await app.db
    .insertInto("picture")
    .values({ public_id: "b".repeat(24), profile_id: profile.id, bytes: Buffer.from("a picture") })
    .execute();
  const asked = new Date("2026-11-14T09:00:00Z");
  await app.db
    .insertInto("newsletter_subscriber")
    .values({
      public_id: "c".repeat(24),
      email: EMAIL,
      email_key: EMAIL,
      asked_at: asked,
      confirmed_at: asked,
      link_hash: null,
    })
    .execute();
  // A batch sees undisclosed stops and ratings: they wait to be counted.
  await publishBatch(app.services);
});
afterAll(() => app.stop());

/** Columns whose values are no one's to take along, and why. */
const LEFT: readonly [RegExp, string][] = [
  [/^account\.id$|\.account_id$/, "keys of our own"],
  [/^(?:session|account_link)\.token_hash$|^account\.password_hash$/, "fingerprints of secrets"],
  [/^session\.former_ids$/, "an HMAC of ids that the person had, or random bytes"],
  [/^profile\.owner_key$|^audit_log\.actor$|^username_reserved\.key$/, "an HMAC under our secret"],
  [/^(?:passkey|mail|newsletter_subscriber|audit_log)\.(?:public_id|message_id)$/, "a name for a row"],
  [/^stop\.own_company_id$/, "a name for the company, said only while others may not know of it"],
  [/^anonymous_stop\.began$/, "when the stop began as others see it, which is said as it is"],
  [/^waiting_member\.kind$/, "said in words: what is counted, and with whose numbers"],
  [/^mail\.letter$/, "holds the link that goes to the address alone, until it is sent"],
  [/^audit_log\.detail$/, "facts about others' things, such as a company; empty for one's own"],
];

type Row = { table: string; column: string; type: string; value: string };

/** Every value of every row that belongs to the person, in any table. */
async function valuesOf({ accountId, profileKey }: typeof owned): Promise<Row[]> {
  const { rows: columns } = await sql<{ table: string; column: string; type: string }>`
    select c.table_name as "table", c.column_name as "column", c.data_type as type
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where t.table_type = 'BASE TABLE' and c.table_schema = 'public' and c.is_generated = 'NEVER'`.execute(app.db);
  const tables = Map.groupBy(columns, ({ table }) => table);
  const found: Row[] = [];
  for (const [table, list] of tables) {
    const has = (column: string): boolean => list.some((one) => one.column === column);
    const conditions = [
      ...(table === "account" ? [sql`id = ${accountId}`] : []),
      ...(table === "profile" ? [sql`id = ${profileKey}`] : []),
      ...(has("account_id") ? [sql`account_id = ${accountId}`] : []),
      ...(has("profile_id") ? [sql`profile_id = ${profileKey}`] : []),
      ...["email", "recipient"].filter(has).map((column) => sql`${sql.ref(column)} = ${EMAIL}`),
      ...(table === "audit_log" ? [sql`origin <> ''`] : []),
    ];
    if (conditions.length === 0) continue;
    for (const { column, type } of list) {
      const shown = type === "bytea" ? sql`encode(${sql.ref(column)}, 'base64')` : sql`${sql.ref(column)}::text`;
      const { rows } = await sql<{ value: string }>`
        select ${shown} as value from ${sql.table(table)}
        where (${sql.join(conditions, sql` or `)}) and ${sql.ref(column)} is not null`.execute(app.db);
      found.push(...rows.map(({ value }) => ({ table, column, type, value })));
    }
  }
  return found;
}

/** Does the file contain the value? Numbers and booleans are too short to search for. */
function isSaid(content: string, { type, value }: Row): boolean {
  if (/^(?:boolean|integer|bigint|smallint|numeric)$/.test(type) || value === "") return true;
  if (type.startsWith("timestamp")) return content.includes(new Date(value).toISOString());
  if (type === "ARRAY")
    return value
      .slice(1, -1)
      .split(",")
      .every((one) => content.includes(one));
  return content.includes(value);
}

describe("the archive", () => {
  test("S40: holds every value of every row that hangs on the person, but for what is none of theirs", async () => {
    const { files } = await download();
    const content = text(files, "export.json");
    const rows = await valuesOf(owned);
    expect(new Set(rows.map(({ table }) => table)).size).toBeGreaterThan(10);
    const missing = rows.filter((row) => !isSaid(content, row)).map(({ table, column }) => `${table}.${column}`);
    const unexplained = new Set(missing.filter((name) => !LEFT.some(([pattern]) => pattern.test(name))));
    expect([...unexplained]).toEqual([]);
    expect(LEFT.filter(([pattern]) => !missing.some((name) => pattern.test(name)))).toEqual([]);
    // The search does find: without the profile it would not be silent.
    expect(
      isSaid(content.replaceAll("Archiveville", ""), {
        table: "profile",
        column: "location",
        type: "text",
        value: "Archiveville",
      }),
    ).toBe(false);
  });

  test("is a ZIP for its owner alone, which nobody keeps, with five files", async () => {
    const { answer, files } = await download();
    expect(answer.headers.get("content-type")).toBe("application/zip");
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
    expect(answer.headers.get("content-disposition")).toBe('attachment; filename="pipelines-archive.zip"');
    expect(Object.keys(files)).toEqual(["README.txt", "export.json", "resume.json", "stops.csv", "picture.webp"]);
    expect(text(files, "picture.webp")).toBe("a picture");
    const readme = text(files, "README.txt");
    for (const name of Object.keys(files).slice(1)) expect(readme).toContain(name);
    expect(readme).toContain("as it was on 2026-11-15");
    const { exportedAt: _at, log: _log, ...rest } = JSON.parse(text(files, "export.json")) as AccountExport;
    const { exportedAt: _then, log, ...same } = (await user.call<AccountExport>("GET", "/api/user/export")).body;
    expect(rest).toEqual(same);
    expect(log.map(({ action }) => action)).toContain("account.archive");
  });

  test("has the line as a valid JSON Resume and as a table that is read again", async () => {
    const { files } = await download();
    const resume: unknown = JSON.parse(text(files, "resume.json"));
    const faults: unknown[] = [];
    validate(resume, (errors) => faults.push(...(errors ?? [])));
    expect(faults).toEqual([]);
    expect(resume).toMatchObject({
      basics: { name: "Archiva Testperson", profiles: [{ url: "https://www.linkedin.com/in/archiva" }] },
      education: [{ institution: "Archive School" }],
      meta: {
        pipelines: {
          visibility: "anonymous",
          showMonths: true,
          hideSchool: true,
          school: { id: "e".repeat(24), name: "Archive School" },
        },
      },
    });
    const { positions, problems } = readArchive([{ name: "stops.csv", bytes: files["stops.csv"] ?? new Uint8Array() }]);
    expect(problems).toEqual([]);
    expect(positions.map(({ company, title }) => [company, title])).toEqual([
      ["Secret Works", "Clerk"],
      ["Other Works", "Lead"],
    ]);
  });

  test("has no picture where there is none, and nothing of anybody else", async () => {
    const other = await new ApiUser(app).signUp("archive-other@example.test", PASSWORD);
    await other.save({ school: "School of Somewhere" });
    const { files } = await download(other);
    expect(Object.keys(files)).toEqual(["README.txt", "export.json", "resume.json", "stops.csv"]);
    expect(text(files, "README.txt")).not.toContain("picture.webp");
    // A school that is not in the list has no id.
    expect(JSON.parse(text(files, "resume.json"))).toMatchObject({
      meta: { pipelines: { school: { id: "", name: "School of Somewhere" } } },
    });
    for (const name of Object.keys(files))
      expect(text(files, name)).not.toMatch(/Archiva|Secret Works|archive@example|network\.test/);
  });

  test("wants a sign-in and a fresh proof, and writes nothing down where it is refused", async () => {
    const lines = async () =>
      (await app.db.selectFrom("audit_log").select("id").where("action", "=", "account.archive").execute()).length;
    const before = await lines();
    expect((await new ApiUser(app).call("GET", "/api/user/archive")).body).toMatchObject({ code: "no-session" });
    const visitor = new ApiUser(app);
    await visitor.fetchToken();
    expect((await visitor.call("GET", "/api/user/archive")).body).toMatchObject({ code: "not-yours" });
    try {
      now = START + 11 * 60_000;
      expect((await user.call("GET", "/api/user/archive")).body).toMatchObject({ code: "not-proven" });
    } finally {
      now = START;
    }
    expect(await lines()).toBe(before);
  });
});
