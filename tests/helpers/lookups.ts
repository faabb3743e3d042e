import { Agent, request } from "node:http";
import { sql } from "kysely";
import { foldText, searchTerms } from "#core/text.ts";
import type { Database } from "#db/connect.ts";
import { newPublicId } from "#server/ids.ts";

// A catalogue as large as the largest that we expect, with the long common words that real ones have.

const SYLLABLES = "ka lo mi ra ste ven dor bel an tur gos lin pra wes hol mar qui zen fal bru".split(" ");
const SCHOOL_FORMS = [
  "University of *",
  "* State University",
  "Technical University of *",
  "* University of Technology",
  "International Institute of Information Technology *",
  "* University of Applied Sciences and Arts",
  "National University of Science and Technology *",
  "* Community College",
];
const COMPANY_FORMS = [
  "* Technologies",
  "* International Holdings",
  "* Information Systems",
  "* Software Solutions",
  "*",
];

/** Terms that one statement writes. */
const BATCH = 4_000;

/** The n-th of invented places, each another. */
function placeName(n: number): string {
  let rest = n * 7_919 + 400;
  let name = "";
  while (rest > 0) {
    name += SYLLABLES[rest % SYLLABLES.length] ?? "";
    rest = Math.floor(rest / SYLLABLES.length);
  }
  return `${name[0]?.toUpperCase() ?? ""}${name.slice(1)}`;
}

const nameOf = (forms: readonly string[], n: number): string =>
  (forms[n % forms.length] ?? "*").replace("*", placeName(n));

async function addTerms(db: Database, of: "company" | "school", rows: { id: number; name: string }[]): Promise<void> {
  const pairs = rows.flatMap(({ id, name }) => searchTerms(name, 80).map((term) => [id, term] as const));
  for (let at = 0; at < pairs.length; at += BATCH) {
    const batch = pairs.slice(at, at + BATCH);
    await sql`insert into ${sql.table(`${of}_term`)} (${sql.ref(`${of}_id`)}, term)
      select * from unnest(${batch.map(([id]) => id)}::bigint[], ${batch.map(([, term]) => term)}::text[])`.execute(db);
  }
}

export async function addSchools(db: Database, names: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: number; name: string }>`
    insert into school (public_id, name, name_key, country, country_code)
    select id, name, key, 'Germany', 'DE'
    from unnest(${names.map(newPublicId)}::text[], ${names}::text[], ${names.map(foldText)}::text[]) as n (id, name, key)
    on conflict do nothing returning id, name`.execute(db);
  await addTerms(db, "school", rows);
}

export async function addNames(db: Database, counts: { companies: number; schools: number }): Promise<void> {
  const names = Array.from({ length: counts.companies }, (_, n) => nameOf(COMPANY_FORMS, n));
  const companies = await sql<{ id: number; name: string }>`
    insert into company (public_id, name, display_name, status)
    select id, lower(name), name, 'listed'
    from unnest(${names.map(newPublicId)}::text[], ${names}::text[]) as n (id, name)
    on conflict do nothing returning id, display_name as name`.execute(db);
  await addTerms(db, "company", companies.rows);
  await addSchools(
    db,
    Array.from({ length: counts.schools }, (_, n) => nameOf(SCHOOL_FORMS, n + 50_000)),
  );
  await sql`vacuum (analyze) company, company_term, school, school_term`.execute(db);
}

export const LOOKUPS = {
  companies: "/api/company/get/companies/",
  schools: "/api/school/get/schools/",
  "quick search": "/api/jump/",
} as const;

/**
 * Words that are in every second name, their typing errors and beginnings, long texts made of them, one name, and a
 * text that no name has.
 */
export const TEXTS: readonly string[] = [
  "university",
  "universty",
  "university of technology",
  "univresity of tecnology",
  "international institute of information technology",
  "national university of science and technology international institute of information",
  "technologies international holdings information systems software solutions",
  "tecnical university of mikalo",
  "information technology university technology information university technology informa",
  "applied sciences and arts university of applied sciences and arts university of applied",
  "technologies",
  "tecnologies",
  "u",
  "te",
  "int",
  "state university state university state university state university state univer",
  "a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a",
  "zzqqxx",
  "of",
  "solutions software",
  "مرحبا بكم في الجامعة",
  "北京科学技術大学大学院",
  nameOf(SCHOOL_FORMS, 50_003),
  nameOf(COMPANY_FORMS, 7),
];

type Times = { p50: number; p99: number; count: number; refused: number };

/**
 * The milliseconds of look-ups for all texts, in several rounds.
 * @param options.from the caller's address; `atOnce` how many run together; `pause` milliseconds between two; `texts`
 *   other texts than those that cost the most
 */
export async function timesOf(
  url: string,
  path: string,
  rounds: number,
  options: { from?: string; atOnce?: number; pause?: number; texts?: readonly string[] } = {},
): Promise<Times> {
  const agent = new Agent({ keepAlive: true, maxSockets: options.atOnce ?? 1 });
  const texts = Array.from({ length: rounds }, () => options.texts ?? TEXTS).flat();
  const times: number[] = [];
  let refused = 0;
  const ask = (text: string): Promise<number> =>
    new Promise((resolve, reject) => {
      const asked = request(
        `${url}${path}${encodeURIComponent(text)}`,
        { agent, ...(options.from === undefined ? {} : { localAddress: options.from }) },
        (answer) => {
          answer.resume();
          answer.once("end", () => resolve(answer.statusCode ?? 0));
        },
      );
      asked.once("error", reject);
      asked.end();
    });
  const worker = async (): Promise<void> => {
    for (let text = texts.shift(); text !== undefined; text = texts.shift()) {
      const started = performance.now();
      const status = await ask(text);
      if (status === 200) times.push(performance.now() - started);
      else refused += 1;
      if (options.pause !== undefined) await new Promise((resolve) => setTimeout(resolve, options.pause));
    }
  };
  await Promise.all(Array.from({ length: options.atOnce ?? 1 }, worker));
  agent.destroy();
  times.sort((a, b) => a - b);
  const at = (share: number): number => times[Math.min(times.length - 1, Math.floor(share * times.length))] ?? 0;
  return { p50: at(0.5), p99: at(0.99), count: times.length, refused };
}
