-- A save writes and looks up less.

-- As in 0052, but the caller adds up `came` and `went`, and moves are changed without holding them before. A save holds
-- the rows of company_stats of both companies of each move, also where their numbers stay the same. So do batches and
-- deletions of companies, before they change moves (holdCompanyStats, hold_moved_companies). So nobody else changes these
-- moves at the same time, and they need no order.
--
-- All take rows in one order: the tables as here; in company_stats, and in the tables after company_move, first new rows,
-- then all, by ascending keys. A missing row is first inserted with zeros and then added to, because an insert with a
-- negative number would fail the checks. Both statements run always: their number must not tell whether hidden people
-- kept a row.
create function add_to_stats(
  companies bigint[], company_employees integer[], company_interns integer[], company_days bigint[],
  company_stays integer[], company_firsts integer[], company_opens integer[], company_came integer[],
  company_went integer[],
  move_froms bigint[], move_tos bigint[], move_people integer[],
  pair_schools bigint[], pair_companies bigint[], pair_people integer[], pair_firsts integer[],
  day_companies bigint[], day_numbers integer[], day_changes integer[],
  schools bigint[], school_people integer[]
) returns void language plpgsql as $$
begin
  if cardinality(companies) > 0 then
    insert into company_stats (company_id)
      select wanted.id from unnest(companies) as wanted (id)
      where not exists (select from company_stats where company_id = wanted.id)
      order by wanted.id on conflict do nothing;
    with held as materialized (
      select added.* from company_stats t
      join unnest(companies, company_employees, company_interns, company_days, company_stays, company_firsts,
        company_opens, company_came, company_went)
        as added (company_id, employees, interns, tenure, stays, firsts, opens, came, went) using (company_id)
      order by t.company_id for update of t
    )
    update company_stats t set
      visible_employees = t.visible_employees + held.employees,
      visible_interns = t.visible_interns + held.interns,
      tenure_days = t.tenure_days + held.tenure,
      stays = t.stays + held.stays,
      first_stops = t.first_stops + held.firsts,
      open_stops = t.open_stops + held.opens,
      came = t.came + held.came,
      went = t.went + held.went
    from held
    where t.company_id = held.company_id
      and (held.employees, held.interns, held.tenure, held.stays, held.firsts, held.opens, held.came, held.went)
        <> (0, 0, 0, 0, 0, 0, 0, 0);
  end if;

  if cardinality(move_froms) > 0 then
    insert into company_move (from_company, to_company)
      select wanted.one, wanted.next from unnest(move_froms, move_tos) as wanted (one, next)
      where not exists (select from company_move where from_company = wanted.one and to_company = wanted.next)
      order by wanted.one, wanted.next on conflict do nothing;
    update company_move m set visible_people = m.visible_people + added.people
    from unnest(move_froms, move_tos, move_people) as added (from_company, to_company, people)
    where m.from_company = added.from_company and m.to_company = added.to_company;
  end if;

  if cardinality(pair_schools) > 0 then
    insert into school_company_stats (school_id, company_id)
      select wanted.school, wanted.company from unnest(pair_schools, pair_companies) as wanted (school, company)
      where not exists (
        select from school_company_stats where school_id = wanted.school and company_id = wanted.company)
      order by wanted.school, wanted.company on conflict do nothing;
    with held as materialized (
      select added.* from school_company_stats k
      join unnest(pair_schools, pair_companies, pair_people, pair_firsts) as added (school_id, company_id, people, firsts)
        using (school_id, company_id)
      order by k.school_id, k.company_id for update of k
    )
    update school_company_stats k set
      visible_people = k.visible_people + held.people,
      first_stops = k.first_stops + held.firsts
    from held where k.school_id = held.school_id and k.company_id = held.company_id;
  end if;

  -- Numbers here may be negative, so one statement inserts these rows or adds to them.
  if cardinality(day_companies) > 0 then
    insert into company_day (company_id, day, change)
      select added.company_id, date '1970-01-01' + added.day, added.change
      from unnest(day_companies, day_numbers, day_changes) as added (company_id, day, change)
      order by 1, 2
      on conflict (company_id, day) do update set change = company_day.change + excluded.change;
  end if;

  if cardinality(schools) > 0 then
    insert into school_stats (school_id)
      select wanted.id from unnest(schools) as wanted (id)
      where not exists (select from school_stats where school_id = wanted.id)
      order by wanted.id on conflict do nothing;
    with held as materialized (
      select s.school_id from school_stats s where s.school_id = any(schools) order by s.school_id for update
    )
    update school_stats s set visible_people = s.visible_people + added.people
    from held join unnest(schools, school_people) as added (school_id, people) using (school_id)
    where s.school_id = added.school_id;
  end if;
end $$;

-- What processes of the version before call: it adds up `came` and `went` itself.
create or replace function add_to_stats(
  companies bigint[], company_employees integer[], company_interns integer[], company_days bigint[],
  company_stays integer[], company_firsts integer[], company_opens integer[],
  move_froms bigint[], move_tos bigint[], move_people integer[],
  pair_schools bigint[], pair_companies bigint[], pair_people integer[], pair_firsts integer[],
  day_companies bigint[], day_numbers integer[], day_changes integer[],
  schools bigint[], school_people integer[]
) returns void language sql as $$
  select add_to_stats(
    coalesce(array_agg(company_id), '{}'), array_agg(employees), array_agg(interns), array_agg(tenure), array_agg(stays),
    array_agg(firsts), array_agg(opens), array_agg(came), array_agg(went),
    move_froms, move_tos, move_people, pair_schools, pair_companies, pair_people, pair_firsts,
    day_companies, day_numbers, day_changes, schools, school_people)
  from (
    select company_id, sum(employees)::integer as employees, sum(interns)::integer as interns,
      sum(tenure)::bigint as tenure, sum(stays)::integer as stays, sum(firsts)::integer as firsts,
      sum(opens)::integer as opens, sum(came)::integer as came, sum(went)::integer as went
    from (
      select listed.*, 0 as came, 0 as went
      from unnest(companies, company_employees, company_interns, company_days, company_stays, company_firsts,
        company_opens) as listed (company_id, employees, interns, tenure, stays, firsts, opens)
      union all
      select arrived.company_id, 0, 0, 0, 0, 0, 0, arrived.people, 0
      from unnest(move_tos, move_people) as arrived (company_id, people)
      union all
      select gone.company_id, 0, 0, 0, 0, 0, 0, 0, gone.people
      from unnest(move_froms, move_people) as gone (company_id, people)
    ) one
    group by company_id order by company_id
  ) added
$$;

-- The words of a company of the catalogue are always offered, whatever its numbers. A change of `status` has a trigger of
-- its own.
create or replace function offer_terms_of_stats() returns trigger language plpgsql as $$
declare
  counted bigint := coalesce(new.company_id, old.company_id);
begin
  if exists (select from company where id = counted and status <> 'listed') then
    perform offer_terms(counted);
  end if;
  return null;
end $$;

-- Every change of stops brings the rows of its people up to date (keepAnonymous), and a deleted person's rows go by the
-- other key. So this one only looked, at each deleted stop, for a row that is gone or goes in the same transaction.
alter table anonymous_stop drop constraint anonymous_stop_stop_id_fkey;
