import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openDatabase, type Database } from "#db/connect.ts";
import { createAppDatabase } from "#tests/helpers/app.ts";
import { tries } from "#tests/helpers/amount.ts";

// Migrations 0056 and 0059 state the checks of ids and usernames anew, for less work. They accept the same texts as before.

const BEFORE = {
  profile_public_id_check: { column: "public_id", pattern: "^[0-9a-f]{24}$" },
  stop_public_id_check: { column: "public_id", pattern: "^[0-9a-f]{24}$" },
  stop_own_company_id_check: { column: "own_company_id", pattern: "^[0-9a-f]{24}$" },
  profile_username_check: { column: "username", pattern: "^[A-Za-z0-9_.]{3,32}$" },
} as const;

let database: Awaited<ReturnType<typeof createAppDatabase>>;
let db: Database;
beforeAll(async () => {
  database = await createAppDatabase();
  db = openDatabase(database.url, { max: 1 });
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

/** Letters of ids and names, and what could be taken for one of them. */
const hex = fc.constantFrom(..."0123456789abcdef");
const other = fc.oneof(
  fc.constantFrom(..."ABCDEFgzZ_.-{}^$%\\ \n\r\t\v'"),
  fc.constantFrom("é", "e\u0301", "ａ", "０", "٣", "ı", "ſ", "K", "\u00a0", "\u200b", "ﬀ", "𝟘", "🚂"),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 1 }),
);
const mixed = fc.oneof({ weight: 20, arbitrary: hex }, { weight: 1, arbitrary: other });
const length = fc.oneof(fc.constantFrom(0, 1, 2, 3, 4, 22, 23, 24, 25, 31, 32, 33, 48), fc.nat(60));
const text = length
  .chain((count) => fc.oneof(...[hex, mixed].map((one) => fc.array(one, { minLength: count, maxLength: count }))))
  .map((letters) => letters.join("").replaceAll("\0", ""));
const ending = fc.tuple(text, fc.constantFrom("", "", "\n", "$")).map((parts) => parts.join(""));

/** Ids and names with each of these characters in their first, a middle and their last place: by chance some are rare. */
const CHARACTERS = [
  ...Array.from({ length: 0x24f }, (_, code) => String.fromCodePoint(code + 1)),
  "ａ",
  "０",
  "٣",
  "ſ",
  "\u212a",
  "\u200b",
  "ﬀ",
  "𝟘",
  "🚂",
];
const oneCharacter = CHARACTERS.flatMap((character) =>
  ["a".repeat(23), "0".repeat(7)].flatMap((rest) => [
    character + rest,
    rest.slice(0, 4) + character + rest.slice(4),
    rest + character,
  ]),
);

it.each(Object.entries(BEFORE))("%s accepts the texts that it accepted before", async (name, { column, pattern }) => {
  const { rows } = await sql<{ check: string; isValid: boolean }>`
    select pg_get_expr(conbin, conrelid) as check, convalidated as "isValid"
    from pg_constraint where conname = ${name}`.execute(db);
  const [{ check, isValid } = { check: "", isValid: false }] = rows;
  expect(isValid).toBe(true);
  let accepted = 0;
  const compare = async (texts: readonly string[]): Promise<void> => {
    const { rows: judged } = await sql<{ text: string; before: boolean; now: boolean }>`
      select ${sql.ref(column)} as text, ${sql.ref(column)} ~ ${sql.lit(pattern)} as before, ${sql.raw(check)} as now
      from unnest(${texts}::text[]) as given (${sql.ref(column)})`.execute(db);
    expect(judged.filter(({ before, now }) => before !== now)).toEqual([]);
    accepted += judged.filter(({ now }) => now).length;
  };
  await compare(oneCharacter);
  accepted = 0;
  await fc.assert(fc.asyncProperty(fc.array(ending, { minLength: 200, maxLength: 200 }), compare), {
    numRuns: tries({ all: 200, some: 40 }),
  });
  expect(accepted).toBeGreaterThan(20);
});
