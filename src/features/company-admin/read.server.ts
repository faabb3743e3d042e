import { sql, type RawBuilder } from "kysely";
import { z } from "zod";
import { foldText, MAX_SEARCH_TEXT } from "#core/text.ts";
import type { Database, Reader } from "#db/connect.ts";
import { termHits } from "#db/term-search.ts";
import { haveTermStatistics } from "#db/term-statistics.ts";
import { isOffered, joinNumbers } from "#features/stats/read.server.ts";
import { COMPANY_COLUMNS, toCompanyView, type CompanyRow } from "#features/company/read.server.ts";
import type { AdminCompany, AdminCompanyPage, CompanyView, MergePage } from "#features/company/schema.ts";

const COMPANIES_A_PAGE = 100;
const REVIEWED_A_PAGE = 50;
const MERGES_A_PAGE = 50;
const MAX_SIMILAR = 3;

/** A page of all companies by name. @param input.after the name of the last company of the page before */
export async function readAllCompanies(
  db: Reader,
  input: { after: string | undefined; minRaters: number },
): Promise<{ companies: (CompanyView & Pick<AdminCompany, "hasPage">)[]; after: string | undefined }> {
  const { rows } = await sql<CompanyRow & { has_page: boolean }>`
    select ${COMPANY_COLUMNS}, ${isOffered("c", "t")} as has_page from company c ${joinNumbers("c", "t")}
    where c.name > ${input.after ?? ""} order by c.name limit ${COMPANIES_A_PAGE + 1}`.execute(db);
  const shown = rows.slice(0, COMPANIES_A_PAGE);
  return {
    companies: shown.map((row) => ({ ...toCompanyView(row, input.minRaters), hasPage: row.has_page })),
    after: rows.length > shown.length ? shown.at(-1)?.name : undefined,
  };
}

type ReviewRow = CompanyRow & {
  status: "listed" | "new";
  has_page: boolean;
  aliases: string[] | null;
  /** How well the text matches; null without a text. */
  rank: number | null;
  distance: number | null;
};

/** The sort key of a page's last hit for a text. The next page follows it, even if that company is gone meanwhile. */
const hitSchema = z.tuple([z.int(), z.number(), z.string()]);

function readHit(cursor: string | undefined): z.infer<typeof hitSchema> | undefined {
  try {
    return hitSchema.safeParse(JSON.parse(cursor ?? "")).data;
  } catch {
    return undefined;
  }
}

function nextOf(last: ReviewRow | undefined, isText: boolean): string {
  if (last === undefined) return "";
  return isText ? JSON.stringify([last.rank, last.distance, last.name]) : last.public_id;
}

/**
 * A page of companies for an administrator's review, in the order of their random keys: the order of arrival would show
 * in which order people saved. With a text, the best matches come first.
 * @param input.cursor `next` of the page before: with a text the sort key of its last hit, otherwise the id of its last
 * company. If that was merged since then, its place still counts; if it was deleted, the list begins again.
 */
export async function readCompaniesForReview(
  db: Database,
  input: { status: "new" | "listed" | undefined; text: string; cursor: string | undefined; minRaters: number },
): Promise<AdminCompanyPage> {
  const key = foldText(input.text.slice(0, MAX_SEARCH_TEXT));
  const isStatus = input.status === undefined ? sql`true` : sql`c.status = ${input.status}`;
  const place = sql`coalesce((select id from company where public_id = ${input.cursor ?? ""}),
    (select (undo -> 'company' ->> 'id')::bigint from company_merge where from_public_id = ${input.cursor ?? ""}
      order by id desc limit 1), 0)`;
  const hit = readHit(input.cursor);
  const isBehind =
    hit === undefined
      ? sql`true`
      : sql`(b.rank, b.distance, c.name) > (${hit[0]}::integer, ${hit[1]}::real, ${hit[2]}::text)`;
  const fit = key === "" ? sql`null::integer as rank, null::real as distance` : sql`b.rank, b.distance`;
  if (key !== "") await haveTermStatistics(db, "company");
  const tail: RawBuilder<unknown> =
    key === ""
      ? sql`where ${isStatus} and c.id > ${place} order by c.id`
      : sql`join ${termHits(db, "company", key)} b on b.id = c.id where ${isStatus} and ${isBehind}
          order by b.rank, b.distance, c.name`;
  const { rows } = await sql<ReviewRow>`
    select ${COMPANY_COLUMNS}, c.status, ${isOffered("c", "t")} as has_page, ${fit},
      (select json_agg(a.alias order by a.alias) from company_alias a where a.company_id = c.id) as aliases
    from company c ${joinNumbers("c", "t")} ${tail}
    limit ${REVIEWED_A_PAGE + 1}`.execute(db);
  const shown = rows.slice(0, REVIEWED_A_PAGE);
  const similar = await readSimilar(
    db,
    shown.filter((row) => row.status === "new"),
  );
  return {
    companies: shown.map((row) => toAdminCompany(row, similar.get(row.id) ?? [], input.minRaters)),
    next: rows.length > shown.length ? nextOf(shown.at(-1), key !== "") : "",
  };
}

function toAdminCompany(row: ReviewRow, similar: AdminCompany["similar"], minRaters: number): AdminCompany {
  const { status, aliases, has_page: hasPage } = row;
  return { ...toCompanyView(row, minRaters), status, aliases: aliases ?? [], similar, hasPage };
}

/**
 * pg_trgm's limits of similarity. Most names have three listed ones above the first, and reading those takes a third of
 * the time. The second is for the other names.
 */
const ALIKE = [0.4, 0.3] as const;

/** The companies with their search terms, as the table `k`. */
function keysOf(rows: readonly ReviewRow[]): RawBuilder<unknown> {
  return sql`unnest(${rows.map((row) => row.id)}::bigint[],
    ${rows.map((row) => foldText(row.display_name).slice(0, MAX_SEARCH_TEXT))}::text[]) as k (id, term)`;
}

/**
 * For each of these companies the listed ones with the most similar names, the closest first. The ends of names, which
 * are terms for the search, do not count: by "studios" every "… Studio" would be like "11 bit studios".
 */
async function readAlike(
  db: Database,
  rows: readonly ReviewRow[],
  [limit, ...lower]: readonly number[] = ALIKE,
): Promise<Map<number, AdminCompany["similar"]>> {
  if (rows.length === 0 || limit === undefined) return new Map();
  const found = await db.transaction().execute(async (trx) => {
    await sql`select set_config('pg_trgm.similarity_threshold', ${String(limit)}, true)`.execute(trx);
    return await sql<{ id: number; similar: AdminCompany["similar"] }>`
      select k.id, json_agg(json_build_object('_id', s.public_id, 'name', s.name, 'displayName', s.display_name)
        order by s.distance, s.name) as similar
      from ${keysOf(rows)}
      cross join lateral (
        select c.public_id, c.name, c.display_name, min(t.term <-> k.term) as distance
        from company_term t join company c on c.id = t.company_id and c.status = 'listed'
        where t.term % k.term and (t.term in (c.name, lower(c.display_name)) or not exists (
          select from company_term w where w.company_id = c.id and w.term <> t.term
            and right(w.term, length(t.term)) = t.term))
        group by c.id order by distance, c.name limit ${MAX_SIMILAR}
      ) s group by k.id`.execute(trx);
  });
  const alike = new Map(found.rows.map((row) => [row.id, row.similar]));
  // Those found are the closest of all, so only a list that is not full needs the lower limit.
  const left = rows.filter(({ id }) => (alike.get(id)?.length ?? 0) < MAX_SIMILAR);
  return new Map([...alike, ...(await readAlike(db, left, lower))]);
}

/** Listed companies that may be the same as a new one: with a similar name, or a name that begins with its name. */
async function readSimilar(db: Database, rows: readonly ReviewRow[]): Promise<Map<number, AdminCompany["similar"]>> {
  if (rows.length === 0) return new Map();
  const alike = await readAlike(db, rows);
  for (const { id, colleagues } of await readColleagues(db, rows)) {
    const known = alike.get(id) ?? [];
    const marked = known.map((one) =>
      colleagues.some(({ _id }) => _id === one._id) ? { ...one, sameColleagues: true } : one,
    );
    const others = colleagues.filter(({ _id }) => known.every((one) => one._id !== _id));
    alike.set(id, [...marked, ...others.map((one) => ({ ...one, sameColleagues: true }))].slice(0, MAX_SIMILAR + 1));
  }
  return alike;
}

/** Names below this similarity have nothing in common. Names above the search's own threshold are found anyway. */
const WEAKLY_ALIKE = 0.15;
/** One person in common proves nothing. */
const MIN_COLLEAGUES = 2;
/** How many of a new company's people are read, of their other companies, and of the people of each of those. */
const LOOKED_AT = { people: 20, companies: 8, colleagues: 25 };

/**
 * Listed companies with a weakly similar name whose people were colleagues, at other companies, of a new company's
 * people. Reads only what everybody sees, and a limited number of people.
 */
async function readColleagues(
  db: Reader,
  rows: readonly ReviewRow[],
): Promise<{ id: number; colleagues: AdminCompany["similar"] }[]> {
  const { rows: found } = await sql<{ id: number; colleagues: AdminCompany["similar"] }>`
    select k.id, json_agg(json_build_object('_id', y.public_id, 'name', y.name, 'displayName', y.display_name)
      order by y.likeness desc, y.name) as colleagues
    from ${keysOf(rows)}
    cross join lateral (
      select met.public_id, met.name, met.display_name, similarity(met.name, k.term) as likeness
      from (
        select c.public_id, c.name, c.display_name
        from (
          select theirs.company_id
          from (
            select near.company_id, count(*) as people, min(near.profile_id) as one_of_them
            from (select profile_id from stop where company_id = k.id and listed limit ${LOOKED_AT.people}) mine
            join stop near on near.profile_id = mine.profile_id and near.listed and near.company_id <> k.id
            group by near.company_id order by people desc, near.company_id limit ${LOOKED_AT.companies}
          ) near
          cross join lateral (
            select s.profile_id from stop s
            where s.company_id = near.company_id and s.listed
              and (near.people > 1 or s.profile_id <> near.one_of_them)
            limit ${LOOKED_AT.colleagues}
          ) other
          join stop theirs on theirs.profile_id = other.profile_id and theirs.listed
            and theirs.company_id <> k.id and theirs.company_id <> near.company_id
          group by theirs.company_id having count(distinct other.profile_id) >= ${MIN_COLLEAGUES}
        ) often
        -- offset 0, twice: or PostgreSQL reads all companies, or compares the names of all of them first
        cross join lateral (select * from company where id = often.company_id offset 0) c
        where c.status = 'listed'
        offset 0
      ) met
      where similarity(met.name, k.term) >= ${WEAKLY_ALIKE}
      order by likeness desc, met.name limit ${MAX_SIMILAR}
    ) y group by k.id`.execute(db);
  return found;
}

export async function readAliases(db: Reader, companyKey: number): Promise<string[]> {
  const rows = await db
    .selectFrom("company_alias")
    .select("alias")
    .where("company_id", "=", companyKey)
    .orderBy("alias_key")
    .execute();
  return rows.map((row) => row.alias);
}

/**
 * The merges, newest first. If the target company was deleted, the merge is gone too.
 * @param cursor the id of the last merge of the page before
 */
export async function readMerges(db: Reader, cursor: string | undefined): Promise<MergePage> {
  const before =
    cursor === undefined ? sql`true` : sql`m.id < (select id from company_merge where public_id = ${cursor})`;
  const { rows } = await sql<{
    public_id: string;
    from_public_id: string;
    from_name: string;
    into_public_id: string;
    into_name: string;
    into_display_name: string;
    into_has_page: boolean;
    merged_at: Date;
    undone_at: Date | null;
  }>`
    select m.public_id, m.from_public_id, m.from_name, c.public_id as into_public_id, c.name as into_name,
      c.display_name as into_display_name, ${isOffered("c", "t")} as into_has_page, m.merged_at, m.undone_at
    from company_merge m join company c on c.id = m.into_company ${joinNumbers("c", "t")}
    where ${before} order by m.id desc limit ${MERGES_A_PAGE + 1}`.execute(db);
  const shown = rows.slice(0, MERGES_A_PAGE);
  return {
    merges: shown.map((row) => ({
      _id: row.public_id,
      from: { _id: row.from_public_id, name: row.from_name },
      into: {
        _id: row.into_public_id,
        name: row.into_name,
        displayName: row.into_display_name,
        hasPage: row.into_has_page,
      },
      mergedAt: row.merged_at.toISOString(),
      undoneAt: row.undone_at?.toISOString() ?? "",
    })),
    next: rows.length > shown.length ? (shown.at(-1)?.public_id ?? "") : "",
  };
}

/** An uploaded logo by the id in its address. Logos of companies that are not public are only for administrators. */
export async function readOwnLogo(
  db: Reader,
  input: { publicId: string; isAdmin: boolean },
): Promise<Buffer | undefined> {
  const { rows } = await sql<{ bytes: Buffer }>`
    select l.bytes from company_logo l join company c on c.id = l.company_id ${joinNumbers("c", "t")}
    where l.public_id = ${input.publicId} and (${input.isAdmin} or ${isOffered("c", "t")})`.execute(db);
  return rows[0]?.bytes;
}
