import { sql } from "kysely";
import type { Reader } from "#db/connect.ts";

export type Difference = { table: string; key: string; stored: string; counted: string };

/** Rows shown at most; the first ones tell enough. */
const MAX_SHOWN = 50;
const [MIN_RATING, MAX_RATING] = [20, 100];

/**
 * Recounts everything derived and compares it with what is stored.
 * @returns the differences; [] when all is as it must be
 */
export async function findDifferences(db: Reader): Promise<Difference[]> {
  const found: Difference[] = [];
  const stats = await sql<Difference>`
    select 'company_stats' as "table", coalesce(s.company_id, c.company_id)::text as key,
      coalesce(s.numbers, '-') as stored, coalesce(c.numbers, '-') as counted
    from (select company_id, concat_ws(',', visible_employees, visible_interns, tenure_days, stays, first_stops,
            open_stops) as numbers
          from company_stats where (visible_employees, visible_interns, tenure_days, stays, first_stops,
            open_stops) <> (0, 0, 0, 0, 0, 0)) s
    full join (select company_id, concat_ws(',', sum(employees), sum(interns), sum(tenure_days), sum(stays),
            sum(first_stops), sum(open_stops)) as numbers
          from contribution_company group by company_id) c using (company_id)
    where s.numbers is distinct from c.numbers limit ${MAX_SHOWN}`.execute(db);
  found.push(...stats.rows);
  const moves = await sql<Difference>`
    select 'company_move' as "table", concat_ws('>', coalesce(s.from_company, c.from_company), coalesce(s.to_company, c.to_company)) as key,
      coalesce(s.visible, 0)::text as stored, coalesce(c.people, 0)::text as counted
    from (select * from company_move where visible <> 0) s
    full join (select from_company, to_company, count(*) as people from contribution_move group by 1, 2) c
      on c.from_company = s.from_company and c.to_company = s.to_company
    where s.visible is distinct from c.people limit ${MAX_SHOWN}`.execute(db);
  found.push(...moves.rows);
  const schools = await sql<Difference>`
    select 'school_tally' as "table", concat_ws('>', coalesce(s.school_id, c.school_id), coalesce(s.company_id, c.company_id)) as key,
      concat_ws(',', coalesce(s.visible, 0), coalesce(s.first_stops, 0)) as stored,
      concat_ws(',', coalesce(c.people, 0), coalesce(c.first_stops, 0)) as counted
    from (select * from school_tally where (visible, first_stops) <> (0, 0)) s
    full join (select school_id, company_id, count(*) as people, sum(first_stops) as first_stops
      from contribution_school group by 1, 2) c
      on c.school_id = s.school_id and c.company_id = s.company_id
    where (s.visible, s.first_stops) is distinct from (c.people, c.first_stops) limit ${MAX_SHOWN}`.execute(db);
  found.push(...schools.rows);
  found.push(...(await findPublishedDifferences(db)));
  const copies = await sql<Difference>`
    select 'entry' as "table", e.id::text as key, concat_ws(',', e.listed, e.sort_key) as stored,
      concat_ws(',', p.listed and not e.undisclosed, p.sort_key) as counted
    from entry e join profile p on p.id = e.profile_id
    where e.listed <> (p.listed and not e.undisclosed) or e.sort_key <> p.sort_key limit ${MAX_SHOWN}`.execute(db);
  found.push(...copies.rows);
  const stops = await sql<Difference>`
    select 'profile.stops' as "table", p.id::text as key, p.stops::text as stored, count(e.id)::text as counted
    from profile p left join entry e on e.profile_id = p.id
    group by p.id having p.stops <> count(e.id) limit ${MAX_SHOWN}`.execute(db);
  found.push(...stops.rows);
  const empty = await sql<Difference>`
    select 'entry without role' as "table", e.id::text as key, '0' as stored, '>= 1' as counted
    from entry e where not exists (select 1 from role r where r.entry_id = e.id) limit ${MAX_SHOWN}`.execute(db);
  found.push(...empty.rows);
  return found;
}

/**
 * What was published of hidden people and of ratings, against whom it was published from: a number on a page is its
 * cell's, a cell stands for no more people than it had members (one fewer may still show), and ratings add up. Who
 * left or was deleted since is still in a number, without whom, until it is published anew: so many more raters, each with
 * a rating there is.
 */
async function findPublishedDifferences(db: Reader): Promise<Difference[]> {
  const shown = await sql<Difference>`
    with shown as (
      select 'employees' as cell, company_id as a, 0::bigint as b, hidden_employees as people from company_stats
      union all select 'interns', company_id, 0, hidden_interns from company_stats
      union all select 'move', from_company, to_company, hidden from company_move
      union all select 'school', school_id, company_id, hidden from school_tally
    )
    select 'hidden ' || coalesce(s.cell, h.cell) as "table", concat_ws('>', coalesce(s.a, h.a), coalesce(s.b, h.b)) as key,
      coalesce(s.people, 0)::text as stored, coalesce(h.people, 0)::text as counted
    from (select * from shown where people > 0) s full join (select * from hidden_cell where cell <> 'alumni') h using (cell, a, b)
    where coalesce(s.people, 0) <> coalesce(h.people, 0)
      and (h.cell is null or exists (select from company c where c.id = (case when h.cell = 'school' then h.b else h.a end)))
    limit ${MAX_SHOWN}`.execute(db);
  const members = await sql<Difference>`
    select 'hidden_member' as "table", h.cell || ' ' || concat_ws('>', h.a, h.b) as key,
      concat_ws(',', h.members, h.people) as stored, count(m.profile_id)::text as counted
    from hidden_cell h left join hidden_member m using (cell, a, b)
    group by h.cell, h.a, h.b having h.members < count(m.profile_id) or h.people > h.members + 1
    limit ${MAX_SHOWN}`.execute(db);
  const ratings = await sql<Difference>`
    select 'rating_member' as "table", coalesce(c.company_id, m.company_id) || ' ' || coalesce(c.part, m.part) as key,
      concat_ws(',', coalesce(c.members, 0), coalesce(c.rating_sum, 0)) as stored,
      concat_ws(',', coalesce(m.members, 0), coalesce(m.rating_sum, 0)) as counted
    from rating_cell c full join (select company_id, part, count(*) as members, sum(rating) as rating_sum
      from rating_member group by company_id, part) m using (company_id, part)
    where coalesce(c.members, 0) < coalesce(m.members, 0) or coalesce(c.rating_sum, 0) not between
      coalesce(m.rating_sum, 0) + ${MIN_RATING} * (coalesce(c.members, 0) - coalesce(m.members, 0))
      and coalesce(m.rating_sum, 0) + ${MAX_RATING} * (coalesce(c.members, 0) - coalesce(m.members, 0))
    limit ${MAX_SHOWN}`.execute(db);
  const raters = await sql<Difference>`
    select 'rating_member' as "table", company_id::text as key, concat_ws(',', coalesce(s.raters, 0), coalesce(s.rating_sum, 0)) as stored,
      concat_ws(',', coalesce(c.raters, 0), coalesce(c.rating_sum, 0)) as counted
    from (select company_id, raters, rating_sum from company_stats where (raters, rating_sum) <> (0, 0)) s
    full join (select company_id, sum(members) as raters, sum(rating_sum) as rating_sum
      from rating_cell where shown group by company_id) c using (company_id)
    where (s.raters, s.rating_sum) is distinct from (c.raters, c.rating_sum) limit ${MAX_SHOWN}`.execute(db);
  return [...shown.rows, ...members.rows, ...ratings.rows, ...raters.rows];
}
