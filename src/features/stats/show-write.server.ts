import { sql, type RawBuilder } from "kysely";
import type { Trx } from "#db/connect.ts";

/** Which published numbers to use: those in the temporary table `renewed`, or all. */
type Which = "renewed" | "all";

/** Narrows a statement to the rows of one kind in `renewed`. */
function among(which: Which, columns: RawBuilder<unknown>, keys: RawBuilder<unknown>): RawBuilder<unknown> {
  return which === "all" ? sql`true` : sql`(${columns}) in (select ${keys})`;
}
const COMPANIES = sql`company_id from renewed where kind in ('employees', 'interns')`;
/** Hidden people's moves count in the sums of both companies. */
const COMPANIES_OF_MOVES = sql`unnest(array[company_id, next_company_id]) from renewed where kind = 'move'`;
const MOVES = sql`company_id, next_company_id from renewed where kind = 'move'`;
const SCHOOLS = sql`school_id, company_id from renewed where kind = 'school'`;

/**
 * Makes and locks the rows of company_stats that a batch is about to change, before it takes those of moves and schools.
 * Saves take them in the same order: otherwise a save and a batch could wait for each other.
 * @param companies whose ratings change; undefined for all companies. Those in `renewed` are added.
 */
export async function holdCompanyStats(trx: Trx, companies: readonly number[] | undefined): Promise<void> {
  const isAll = companies === undefined;
  const keys = companies ?? [];
  await sql`
    insert into company_stats (company_id)
    select company_id from (
      select published.company_id from published_aggregate published join company on company.id = published.company_id
      where published.kind in ('employees', 'interns') and published.people > 0
        and published.company_id in (select ${COMPANIES})
      union
      select company.id from (select ${COMPANIES_OF_MOVES}) moved (company_id) join company on company.id = moved.company_id
      union
      select company_id from published_rating
      where shown and (${isAll}::boolean or company_id = any(${keys}::bigint[]))
    ) meant
    order by company_id on conflict do nothing`.execute(trx);
  await sql`
    select 1 from company_stats
    where ${isAll}::boolean or company_id = any(${keys}::bigint[]) or company_id in (select ${COMPANIES})
      or company_id in (select ${COMPANIES_OF_MOVES})
    order by company_id for update`.execute(trx);
}

/** Copies published numbers of hidden people to the tables that pages read. */
export async function showAggregates(trx: Trx, which: Which): Promise<void> {
  await showCompanyStats(trx, which);
  await showMoves(trx, which);
  await showSchoolStats(trx, which);
}

async function showCompanyStats(trx: Trx, which: Which): Promise<void> {
  await sql`
    insert into company_stats (company_id)
    select distinct company.id
    from published_aggregate published
    join company on company.id = published.company_id
    where published.kind in ('employees', 'interns') and published.people > 0
      and ${among(which, sql`published.company_id`, COMPANIES)}
    order by company.id on conflict do nothing`.execute(trx);
  await sql`
    create temporary table company_shown on commit drop as
    select stats.company_id, coalesce(employees.people, 0) as employees, coalesce(interns.people, 0) as interns
    from company_stats stats
    left join published_aggregate employees on employees.kind = 'employees' and employees.company_id = stats.company_id
    left join published_aggregate interns on interns.kind = 'interns' and interns.company_id = stats.company_id
    where (stats.hidden_employees <> coalesce(employees.people, 0)
      or stats.hidden_interns <> coalesce(interns.people, 0))
      and ${among(which, sql`stats.company_id`, COMPANIES)}`.execute(trx);
  await sql`
    select 1 from company_stats join company_shown using (company_id)
    order by company_id for update of company_stats`.execute(trx);
  await sql`
    update company_stats set hidden_employees = shown.employees, hidden_interns = shown.interns
    from company_shown shown where shown.company_id = company_stats.company_id`.execute(trx);
}

async function showMoves(trx: Trx, which: Which): Promise<void> {
  await sql`
    insert into company_move (from_company, to_company)
    select published.company_id, published.next_company_id
    from published_aggregate published
    join company earlier on earlier.id = published.company_id
    join company later on later.id = published.next_company_id
    where published.kind = 'move' and published.people > 0
      and ${among(which, sql`published.company_id, published.next_company_id`, MOVES)}
    order by published.company_id, published.next_company_id on conflict do nothing`.execute(trx);
  await sql`
    create temporary table move_shown on commit drop as
    select move.from_company, move.to_company, coalesce(published.people, 0) as people
    from company_move move
    left join published_aggregate published on published.kind = 'move'
      and published.company_id = move.from_company and published.next_company_id = move.to_company
    where move.hidden_people <> coalesce(published.people, 0)
      and ${among(which, sql`move.from_company, move.to_company`, MOVES)}`.execute(trx);
  await sql`
    select 1 from company_move join move_shown using (from_company, to_company)
    order by from_company, to_company for update of company_move`.execute(trx);
  await sql`
    update company_move set hidden_people = shown.people
    from move_shown shown
    where shown.from_company = company_move.from_company and shown.to_company = company_move.to_company`.execute(trx);
}

async function showSchoolStats(trx: Trx, which: Which): Promise<void> {
  await sql`
    insert into school_company_stats (school_id, company_id)
    select published.school_id, published.company_id
    from published_aggregate published
    join school on school.id = published.school_id
    join company on company.id = published.company_id
    where published.kind = 'school' and published.people > 0
      and ${among(which, sql`published.school_id, published.company_id`, SCHOOLS)}
    order by published.school_id, published.company_id on conflict do nothing`.execute(trx);
  await sql`
    create temporary table school_shown on commit drop as
    select stats.school_id, stats.company_id, coalesce(published.people, 0) as people
    from school_company_stats stats
    left join published_aggregate published on published.kind = 'school'
      and published.school_id = stats.school_id and published.company_id = stats.company_id
    where stats.hidden_people <> coalesce(published.people, 0)
      and ${among(which, sql`stats.school_id, stats.company_id`, SCHOOLS)}`.execute(trx);
  // Otherwise PostgreSQL expects thousands of rows, and reads the whole table of schools for the few there are.
  await sql`analyze school_shown`.execute(trx);
  await sql`
    select 1 from school_company_stats join school_shown using (school_id, company_id)
    order by school_id, company_id for update of school_company_stats`.execute(trx);
  await sql`
    update school_company_stats set hidden_people = shown.people
    from school_shown shown
    where shown.school_id = school_company_stats.school_id
      and shown.company_id = school_company_stats.company_id`.execute(trx);
}
