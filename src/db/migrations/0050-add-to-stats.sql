-- Adds a save's difference to the numbers of visible people. One call, so that a save holds these rows, which many saves
-- change, for one statement and its commit. The lists of one table are parallel, sorted by key, and name each key once.
--
-- To prevent deadlocks, all take rows in one order: the tables as here, in each of them first new rows, then all, by
-- ascending keys. A missing row is first inserted with zeros and then added to, because an insert with a negative number
-- would fail the checks. Both statements run always: their number must not tell whether hidden people kept a row.
create function add_to_stats(
  companies bigint[], company_employees integer[], company_interns integer[], company_days bigint[],
  company_stays integer[], company_firsts integer[], company_opens integer[],
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
      select t.company_id from company_stats t where t.company_id = any(companies) order by t.company_id for update
    )
    update company_stats t set
      visible_employees = t.visible_employees + added.employees,
      visible_interns = t.visible_interns + added.interns,
      tenure_days = t.tenure_days + added.tenure,
      stays = t.stays + added.stays,
      first_stops = t.first_stops + added.firsts,
      open_stops = t.open_stops + added.opens
    from held join unnest(companies, company_employees, company_interns, company_days, company_stays,
      company_firsts, company_opens)
      as added (company_id, employees, interns, tenure, stays, firsts, opens) using (company_id)
    where t.company_id = added.company_id;
  end if;

  if cardinality(move_froms) > 0 then
    insert into company_move (from_company, to_company)
      select wanted.one, wanted.next from unnest(move_froms, move_tos) as wanted (one, next)
      where not exists (select from company_move where from_company = wanted.one and to_company = wanted.next)
      order by wanted.one, wanted.next on conflict do nothing;
    with held as materialized (
      select m.from_company, m.to_company from company_move m
      join unnest(move_froms, move_tos) as pair (from_company, to_company) using (from_company, to_company)
      order by m.from_company, m.to_company for update of m
    )
    update company_move m set visible_people = m.visible_people + added.people
    from held join unnest(move_froms, move_tos, move_people) as added (from_company, to_company, people)
      using (from_company, to_company)
    where m.from_company = added.from_company and m.to_company = added.to_company;
  end if;

  if cardinality(pair_schools) > 0 then
    insert into school_company_stats (school_id, company_id)
      select wanted.school, wanted.company from unnest(pair_schools, pair_companies) as wanted (school, company)
      where not exists (
        select from school_company_stats where school_id = wanted.school and company_id = wanted.company)
      order by wanted.school, wanted.company on conflict do nothing;
    with held as materialized (
      select k.school_id, k.company_id from school_company_stats k
      join unnest(pair_schools, pair_companies) as pair (school_id, company_id) using (school_id, company_id)
      order by k.school_id, k.company_id for update of k
    )
    update school_company_stats k set
      visible_people = k.visible_people + added.people,
      first_stops = k.first_stops + added.firsts
    from held join unnest(pair_schools, pair_companies, pair_people, pair_firsts)
      as added (school_id, company_id, people, firsts) using (school_id, company_id)
    where k.school_id = added.school_id and k.company_id = added.company_id;
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
