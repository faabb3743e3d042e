import { sql } from "kysely";
import type { Database, Trx } from "#db/connect.ts";
import { announce } from "#server/purge-channel.ts";
import { publishRatings, showRatings } from "./ratings-write.server.ts";
import { changedOf, nextPublished, ratingLevel, waitedSince, type Batch, type RatingLevel } from "./rules.ts";

/** Any fixed number: one batch at a time, whatever process does it. */
const LOCK = 7_311_904_203;

/**
 * Publishes what is counted of hidden people and of ratings, in one
 * transaction: cells and companies where nothing may be told yet stay as they
 * were. Rows are taken in the order in which saves take them.
 * @returns tags of the answers that changed, to purge after the commit
 */
export async function publishHidden(db: Database, input: Batch): Promise<string[]> {
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx);
    await gatherMembers(trx, input);
    const cells = await publishCells(trx, input.k);
    await forgetLeavers(trx, input);
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

/** Who is hidden in which cell now, and has been for long enough, for the length of the transaction. */
async function gatherMembers(trx: Trx, input: Batch): Promise<void> {
  await sql`create temporary table member_seen on commit drop as
    select distinct h.cell, h.a, h.b, h.profile_id, (p.owner_key = any(${input.settled}::bytea[])) as settled
    from hidden_contribution h join profile p on p.id = h.profile_id and p.owner_key is not null`.execute(trx);
  await sql`delete from hidden_waiting w where not exists (select from member_seen s
    where (s.cell, s.a, s.b, s.profile_id) = (w.cell, w.a, w.b, w.profile_id))`.execute(trx);
  await sql`insert into hidden_waiting (cell, a, b, profile_id, since)
    select s.cell, s.a, s.b, s.profile_id, ${input.now}::timestamptz from member_seen s
    left join hidden_member m using (cell, a, b, profile_id) where m.cell is null on conflict do nothing`.execute(trx);
  await sql`create temporary table member_now on commit drop as
    select s.cell, s.a, s.b, s.profile_id from member_seen s left join hidden_waiting w using (cell, a, b, profile_id)
    where s.settled and (w.since is null or w.since <= ${waitedSince(input, "stop")})`.execute(trx);
  await sql`create temporary table cell_changed (cell text, a bigint, b bigint) on commit drop`.execute(trx);
}

/** Whoever left is known for a day at most; then the cell's number of members alone still counts them. */
async function forgetLeavers(trx: Trx, input: Batch): Promise<void> {
  await sql`delete from hidden_waiting w using hidden_member m
    where (m.cell, m.a, m.b, m.profile_id) = (w.cell, w.a, w.b, w.profile_id)`.execute(trx);
  await sql`update hidden_member m set left_at = case when o.there then null else ${input.now}::timestamptz end
    from (select m.cell, m.a, m.b, m.profile_id, (n.cell is not null) as there
      from hidden_member m left join member_now n using (cell, a, b, profile_id)) o
    where (m.cell, m.a, m.b, m.profile_id) = (o.cell, o.a, o.b, o.profile_id) and (m.left_at is null) <> o.there`.execute(
    trx,
  );
  await sql`delete from hidden_member where left_at <= ${waitedSince(input, "tie")}`.execute(trx);
}

type CellRow = {
  cell: string;
  a: number;
  b: number;
  members: number;
  shown: number;
  people: number;
  stayed: number;
  left: number;
  joined: number;
};

/** @returns the cells whose number moved */
async function publishCells(trx: Trx, k: number): Promise<CellRow[]> {
  const { rows } = await sql<CellRow>`
    with now as (
      select n.cell, n.a, n.b, count(*)::integer as people, count(m.profile_id)::integer as stayed
      from member_now n left join hidden_member m using (cell, a, b, profile_id) group by n.cell, n.a, n.b
    ), known as (
      select cell, a, b, count(*)::integer as tied from hidden_member group by cell, a, b
    )
    select cell, a, b, coalesce(c.members, 0) as members, coalesce(c.people, 0) as shown,
      coalesce(now.people, 0) as people, coalesce(now.stayed, 0) as stayed,
      coalesce(known.tied, 0) - coalesce(now.stayed, 0) as "left",
      coalesce(now.people, 0) - coalesce(now.stayed, 0) as joined
    from now full join hidden_cell c using (cell, a, b) left join known using (cell, a, b)
    where coalesce(now.people, 0) <> coalesce(now.stayed, 0) or coalesce(now.stayed, 0) <> coalesce(c.members, 0)`.execute(
    trx,
  );
  const renewed = rows
    .filter((row) => changedOf(row.members, row) >= 2)
    .map((row) => ({ ...row, next: nextPublished({ members: row.members, people: row.shown }, row, k) }));
  await sql`insert into hidden_cell (cell, a, b, members, people)
    select * from unnest(${renewed.map((one) => one.cell)}::text[], ${renewed.map((one) => one.a)}::bigint[],
      ${renewed.map((one) => one.b)}::bigint[], ${renewed.map((one) => one.next.members)}::integer[],
      ${renewed.map((one) => one.next.people)}::integer[])
    on conflict (cell, a, b) do update set members = excluded.members, people = excluded.people`.execute(trx);
  await sql`insert into cell_changed select * from unnest(${renewed.map((one) => one.cell)}::text[],
    ${renewed.map((one) => one.a)}::bigint[], ${renewed.map((one) => one.b)}::bigint[])`.execute(trx);
  await sql`delete from hidden_member m using cell_changed c where (m.cell, m.a, m.b) = (c.cell, c.a, c.b)`.execute(
    trx,
  );
  await sql`insert into hidden_member (cell, a, b, profile_id) select n.cell, n.a, n.b, n.profile_id
    from member_now n join cell_changed c using (cell, a, b)`.execute(trx);
  await sql`delete from hidden_cell where members = 0 and people = 0`.execute(trx);
  return renewed.filter((one) => one.next.people !== one.shown);
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

/** Cells of which `a` is a school. */
const SCHOOL_CELLS: ReadonlySet<string> = new Set(["school", "alumni"]);

/**
 * Answers that tell what was published, and no others: one of a cell where hidden people are counted and not yet told
 * would show by being made anew that they are there.
 */
async function readTags(trx: Trx, cells: readonly CellRow[], rated: readonly number[]): Promise<string[]> {
  const companies = cells.flatMap(({ cell, a, b }) => (SCHOOL_CELLS.has(cell) ? [] : cell === "move" ? [a, b] : [a]));
  const schools = cells.flatMap(({ cell, a }) => (SCHOOL_CELLS.has(cell) ? [a] : []));
  const { rows } = await sql<{ tag: string }>`
    select 'company:' || public_id as tag from company where id = any(${[...companies, ...rated]}::bigint[])
    union all
    select 'school:' || public_id from school where id = any(${schools}::bigint[])`.execute(trx);
  return rows.length > 0 ? ["people", ...rows.map((row) => row.tag)] : [];
}
