import { sql } from "kysely";
import type { Database, Trx } from "#db/connect.ts";
import { announce } from "#server/purge-channel.ts";
import { changedOf, isRatingDue, nextPublished, ratingLevel, type RatingLevel } from "./rules.ts";

/** Any fixed number: one batch at a time, whatever process does it. */
const LOCK = 7_311_904_203;

export type PublishInput = {
  /** Owner keys of the accounts whose hidden contributions count by now. */
  settled: readonly Buffer[];
  /** Hidden people in a cell before it shows; setting K_HIDDEN. */
  k: number;
  /** Ratings before a level shows; setting MIN_RATERS. */
  minRaters: number;
};

/**
 * Publishes what is counted of hidden people and of ratings, in one
 * transaction: cells and companies where nothing may be told yet stay as they
 * were. Rows are taken in the order in which saves take them.
 * @returns tags of the answers that changed, to purge after the commit
 */
export async function publishHidden(db: Database, input: PublishInput): Promise<string[]> {
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx);
    await gatherMembers(trx, input.settled);
    const cells = await publishCells(trx, input.k);
    const companies = await publishRatings(trx, input);
    const levels = await readLevels(trx, companies, input.minRaters);
    if (cells.length > 0) await showCells(trx);
    if (companies.length > 0) await showRatings(trx, companies);
    const after = await readLevels(trx, companies, input.minRaters);
    const rated = companies.filter((company) => (levels.get(company) ?? 0) !== (after.get(company) ?? 0));
    const tags = await readTags(trx, cells, rated);
    await announce(trx, tags);
    return tags;
  });
}

/** Who is hidden in which cell now, for the length of the transaction. */
async function gatherMembers(trx: Trx, settled: readonly Buffer[]): Promise<void> {
  await sql`create temporary table member_now on commit drop as
    select distinct h.cell, h.a, h.b, h.profile_id from hidden_contribution h
    join profile p on p.id = h.profile_id and p.owner_key = any(${settled}::bytea[])`.execute(trx);
  await sql`create temporary table cell_changed (cell text, a bigint, b bigint) on commit drop`.execute(trx);
}

type CellRow = {
  cell: string;
  a: number;
  b: number;
  members: number;
  shown: number;
  people: number;
  stayed: number;
};

/** @returns the cells whose number moved */
async function publishCells(trx: Trx, k: number): Promise<CellRow[]> {
  const { rows } = await sql<CellRow>`
    with now as (
      select n.cell, n.a, n.b, count(*)::integer as people, count(m.profile_id)::integer as stayed
      from member_now n left join hidden_member m using (cell, a, b, profile_id) group by n.cell, n.a, n.b
    )
    select cell, a, b, coalesce(c.members, 0) as members, coalesce(c.people, 0) as shown,
      coalesce(now.people, 0) as people, coalesce(now.stayed, 0) as stayed
    from now full join hidden_cell c using (cell, a, b)
    where coalesce(now.people, 0) <> coalesce(now.stayed, 0) or coalesce(now.stayed, 0) <> coalesce(c.members, 0)`.execute(
    trx,
  );
  const moved = rows.flatMap((row) => {
    const next = nextPublished({ members: row.members, people: row.shown }, row, k);
    return isRenewed(row) || next.people !== row.shown ? [{ ...row, next }] : [];
  });
  const renewed = moved.filter(isRenewed);
  await sql`insert into hidden_cell (cell, a, b, members, people)
    select * from unnest(${moved.map((one) => one.cell)}::text[], ${moved.map((one) => one.a)}::bigint[],
      ${moved.map((one) => one.b)}::bigint[], ${moved.map((one) => one.next.members)}::integer[],
      ${moved.map((one) => one.next.people)}::integer[])
    on conflict (cell, a, b) do update set members = excluded.members, people = excluded.people`.execute(trx);
  await sql`insert into cell_changed select * from unnest(${renewed.map((one) => one.cell)}::text[],
    ${renewed.map((one) => one.a)}::bigint[], ${renewed.map((one) => one.b)}::bigint[])`.execute(trx);
  await sql`delete from hidden_member m using cell_changed c where (m.cell, m.a, m.b) = (c.cell, c.a, c.b)`.execute(
    trx,
  );
  await sql`insert into hidden_member select n.cell, n.a, n.b, n.profile_id
    from member_now n join cell_changed c using (cell, a, b)`.execute(trx);
  await sql`delete from hidden_cell where members = 0 and people = 0`.execute(trx);
  return moved.filter((one) => one.next.people !== one.shown);
}

function isRenewed(row: CellRow): boolean {
  return changedOf(row.members, row) >= 2;
}

/**
 * Ratings of hidden people count where k of them rated, and go on while k - 1 of those are left: one who comes and
 * goes does not take the others' along.
 * @returns keys of the companies whose ratings were published anew
 */
async function publishRatings(trx: Trx, input: PublishInput): Promise<number[]> {
  await sql`create temporary table rating_now on commit drop as
    select r.company_id, r.profile_id, r.rating from contribution_rating r
    where not r.hidden or r.company_id in (
      select h.company_id from contribution_rating h
      join profile p on p.id = h.profile_id and p.owner_key = any(${input.settled}::bytea[])
      left join rating_member m on m.company_id = h.company_id and m.profile_id = h.profile_id
      where h.hidden group by h.company_id
      having count(*) >= ${input.k} or count(m.profile_id) >= ${Math.max(1, input.k - 1)})
      and r.profile_id in (select id from profile where owner_key = any(${input.settled}::bytea[]))`.execute(trx);
  const { rows } = await sql<{ company_id: number; changed: number; deleted: number }>`
    with difference as (
      select coalesce(n.company_id, m.company_id) as company_id, count(*)::integer as changed
      from rating_now n full join rating_member m using (company_id, profile_id)
      where n.rating is distinct from m.rating group by 1
    ), gone as (
      select s.company_id, (s.raters - (select count(*) from rating_member m where m.company_id = s.company_id))::integer as deleted
      from company_stats s where s.raters > 0
    )
    select company_id, coalesce(d.changed, 0) as changed, coalesce(g.deleted, 0) as deleted
    from difference d full join gone g using (company_id)
    where d.changed > 0 or g.deleted > 0 order by company_id`.execute(trx);
  const due = rows.filter((row) => isRatingDue(row, input.minRaters)).map((row) => row.company_id);
  await sql`delete from rating_member where company_id = any(${due}::bigint[])`.execute(trx);
  await sql`insert into rating_member (company_id, profile_id, rating)
    select company_id, profile_id, rating from rating_now where company_id = any(${due}::bigint[])`.execute(trx);
  return due;
}

/** Puts the published ratings where pages read them: of these companies, or of all. */
export async function showRatings(trx: Trx, companies: readonly number[] | undefined): Promise<void> {
  const isMeant = companies === undefined ? sql`true` : sql`company_id = any(${companies}::bigint[])`;
  await sql`insert into company_stats (company_id)
    select distinct company_id from rating_member where ${isMeant} order by company_id on conflict do nothing`.execute(
    trx,
  );
  await sql`select 1 from company_stats where ${isMeant} order by company_id for update`.execute(trx);
  await sql`update company_stats s set raters = coalesce(m.raters, 0), rating_sum = coalesce(m.rating_sum, 0)
    from (select company_id from company_stats where ${isMeant}) k
    left join (select company_id, count(*)::integer as raters, sum(rating)::bigint as rating_sum
      from rating_member group by company_id) m using (company_id)
    where s.company_id = k.company_id
      and (s.raters, s.rating_sum) <> (coalesce(m.raters, 0), coalesce(m.rating_sum, 0))`.execute(trx);
}

/** Puts the published numbers of hidden people where pages read them. */
export async function showCells(trx: Trx): Promise<void> {
  await sql`insert into company_stats (company_id)
    select distinct h.a from hidden_cell h join company c on c.id = h.a
    where h.cell in ('employees', 'interns') and h.people > 0 order by h.a on conflict do nothing`.execute(trx);
  const stats = sql`(select s.company_id, coalesce(e.people, 0) as employees, coalesce(i.people, 0) as interns
    from company_stats s
    left join hidden_cell e on e.cell = 'employees' and e.a = s.company_id
    left join hidden_cell i on i.cell = 'interns' and i.a = s.company_id
    where (s.hidden_employees, s.hidden_interns) <> (coalesce(e.people, 0), coalesce(i.people, 0)))`;
  await sql`select 1 from company_stats s join ${stats} d using (company_id) order by s.company_id for update of s`.execute(
    trx,
  );
  await sql`update company_stats s set hidden_employees = d.employees, hidden_interns = d.interns
    from ${stats} d where s.company_id = d.company_id`.execute(trx);
  await showPairs(trx, "move");
  await showPairs(trx, "school");
}

const PAIRS = {
  move: { table: "company_move", a: "from_company", b: "to_company", owner: "company" },
  school: { table: "school_tally", a: "school_id", b: "company_id", owner: "school" },
} as const;

async function showPairs(trx: Trx, cell: keyof typeof PAIRS): Promise<void> {
  const { table, a, b, owner } = PAIRS[cell];
  const [rows, from, to] = [sql.table(table), sql.ref(a), sql.ref(b)];
  await sql`insert into ${rows} (${from}, ${to})
    select h.a, h.b from hidden_cell h join ${sql.table(owner)} o on o.id = h.a join company c on c.id = h.b
    where h.cell = ${cell} and h.people > 0 order by h.a, h.b on conflict do nothing`.execute(trx);
  const changed = sql`(select t.${from}, t.${to}, coalesce(h.people, 0) as hidden_now
    from ${rows} t left join hidden_cell h on h.cell = ${cell} and h.a = t.${from} and h.b = t.${to}
    where t.hidden <> coalesce(h.people, 0))`;
  await sql`select 1 from ${rows} t join ${changed} d using (${from}, ${to}) order by t.${from}, t.${to} for update of t`.execute(
    trx,
  );
  await sql`update ${rows} t set hidden = d.hidden_now from ${changed} d
    where t.${from} = d.${from} and t.${to} = d.${to}`.execute(trx);
}

/** The levels that pages tell of these companies; those without numbers are left out. */
async function readLevels(
  trx: Trx,
  companies: readonly number[],
  minRaters: number,
): Promise<ReadonlyMap<number, RatingLevel>> {
  if (companies.length === 0) return new Map();
  const { rows } = await sql<{ company_id: number; raters: number; rating_sum: number }>`
    select company_id, raters, rating_sum from company_stats where company_id = any(${companies}::bigint[])`.execute(
    trx,
  );
  return new Map(rows.map((row) => [row.company_id, ratingLevel(row.rating_sum, row.raters, minRaters)]));
}

/**
 * Answers that tell what was published, and no others: one of a cell where hidden people are counted and not yet told
 * would show by being made anew that they are there.
 */
async function readTags(trx: Trx, cells: readonly CellRow[], rated: readonly number[]): Promise<string[]> {
  const companies = cells.flatMap(({ cell, a, b }) => (cell === "school" ? [] : cell === "move" ? [a, b] : [a]));
  const schools = cells.flatMap(({ cell, a }) => (cell === "school" ? [a] : []));
  const { rows } = await sql<{ tag: string }>`
    select 'company:' || public_id as tag from company where id = any(${[...companies, ...rated]}::bigint[])
    union all
    select 'school:' || public_id from school where id = any(${schools}::bigint[])`.execute(trx);
  return rows.length > 0 ? ["people", ...rows.map((row) => row.tag)] : [];
}
