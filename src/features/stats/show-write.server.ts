import { sql } from "kysely";
import type { Trx } from "#db/connect.ts";

/** Published numbers of hidden people, `people`: those whose keys are in the temporary table `renewed`, or all. */
const NUMBERS = {
  renewed: sql`(
    select kind, company_id, next_company_id, school_id, coalesce(people, 0) as people
    from renewed left join published_aggregate using (kind, company_id, next_company_id, school_id))`,
  all: sql`published_aggregate`,
};

type Which = keyof typeof NUMBERS;

/** Hidden people's moves count in the sums of both companies. */
const COMPANIES_OF_MOVES = sql`select unnest(array[company_id, next_company_id]) from renewed where kind = 'move'`;

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
    select company.id from company where id in (
      select company_id from ${NUMBERS.renewed} numbers where kind in ('employees', 'interns') and people > 0
      union ${COMPANIES_OF_MOVES}
      union
      select company_id from published_rating
      where shown and (${isAll}::boolean or company_id = any(${keys}::bigint[]))
    )
    order by id on conflict do nothing`.execute(trx);
  await sql`
    select 1 from company_stats
    where ${isAll}::boolean or company_id = any(${keys}::bigint[])
      or company_id in (select company_id from renewed where kind in ('employees', 'interns'))
      or company_id in (${COMPANIES_OF_MOVES})
    order by company_id for update`.execute(trx);
}

/**
 * Copies the published numbers about hidden people to the tables that pages read.
 * @param which `renewed` after `holdCompanyStats`; `all` only where all these tables have no such numbers yet
 */
export async function showAggregates(trx: Trx, which: Which): Promise<void> {
  await showCompanyStats(trx, which);
  await showMoves(trx, which);
  await showSchoolStats(trx, which);
}

async function showCompanyStats(trx: Trx, which: Which): Promise<void> {
  // holdCompanyStats has made those of `renewed`.
  if (which === "all")
    await sql`
      insert into company_stats (company_id)
      select distinct company.id
      from published_aggregate join company on company.id = published_aggregate.company_id
      where kind in ('employees', 'interns') and people > 0
      order by company.id on conflict do nothing`.execute(trx);
  await sql`
    update company_stats stats
    set hidden_employees = coalesce(shown.employees, hidden_employees),
      hidden_interns = coalesce(shown.interns, hidden_interns)
    from (
      select company_id, max(people) filter (where kind = 'employees') as employees,
        max(people) filter (where kind = 'interns') as interns
      from ${NUMBERS[which]} numbers where kind in ('employees', 'interns') group by company_id
    ) shown
    where shown.company_id = stats.company_id
      and (hidden_employees <> shown.employees or hidden_interns <> shown.interns)`.execute(trx);
}

/** Nobody else changes these moves meanwhile, because the rows of company_stats of both companies are locked. */
async function showMoves(trx: Trx, which: Which): Promise<void> {
  await sql`
    insert into company_move (from_company, to_company)
    select earlier.id, later.id
    from ${NUMBERS[which]} numbers
    join company earlier on earlier.id = numbers.company_id
    join company later on later.id = numbers.next_company_id
    where kind = 'move' and people > 0
    order by earlier.id, later.id on conflict do nothing`.execute(trx);
  await sql`
    update company_move move set hidden_people = numbers.people
    from ${NUMBERS[which]} numbers
    where kind = 'move' and from_company = numbers.company_id and to_company = numbers.next_company_id
      and hidden_people <> numbers.people`.execute(trx);
}

async function showSchoolStats(trx: Trx, which: Which): Promise<void> {
  await sql`
    insert into school_company_stats (school_id, company_id)
    select school.id, company.id
    from ${NUMBERS[which]} numbers
    join school on school.id = numbers.school_id
    join company on company.id = numbers.company_id
    where numbers.kind = 'school' and people > 0
    order by school.id, company.id on conflict do nothing`.execute(trx);
  await sql`
    select 1 from school_company_stats stats join ${NUMBERS[which]} numbers using (school_id, company_id)
    where kind = 'school' and hidden_people <> numbers.people
    order by school_id, company_id for update of stats`.execute(trx);
  await sql`
    update school_company_stats stats set hidden_people = numbers.people
    from ${NUMBERS[which]} numbers
    where kind = 'school' and stats.school_id = numbers.school_id and stats.company_id = numbers.company_id
      and hidden_people <> numbers.people`.execute(trx);
}
