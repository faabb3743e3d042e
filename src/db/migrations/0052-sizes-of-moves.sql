-- The numbers that each save changes are in no index any more, and nobody adds up a company's moves to know their sum.
--
-- `size_class` says in which of a few ranges a number lies: 0 below what is ever shown, then each range is twice as wide
-- as the one before. A save by one person rarely moves a number into another range. So nearly all updates touch only the
-- row and no index, if its page has room (fillfactor). The largest numbers are still read first: range by range, each
-- sorted by itself. 0 below 5 because of MIN_PEOPLE in features/stats/rules.ts.

-- ---------------------------------------------------------------- moves
drop index company_move_to;
drop index company_move_from;
alter table company_move set (fillfactor = 80);
alter table company_move add column size_class smallint not null generated always as
  (width_bucket(visible_people + hidden_people, array[5, 10, 20, 40, 80, 160, 320, 640, 1280, 2560, 5120, 10240, 20480,
    40960, 81920, 163840, 327680, 655360, 1310720, 2621440])) stored;
-- The first has all rows: deleting a company looks for them. The primary key serves the other side.
create index company_move_to on company_move (to_company, size_class desc);
create index company_move_from on company_move (from_company, size_class desc) where size_class > 0;

-- -------------------------------------------------------------- schools
drop index school_company_stats_top;
alter table school_company_stats set (fillfactor = 80);
alter table school_company_stats
  add column size_class smallint not null generated always as
    (width_bucket(visible_people + hidden_people, array[5, 10, 20, 40, 80, 160, 320, 640, 1280, 2560, 5120, 10240,
      20480, 40960, 81920, 163840, 327680, 655360, 1310720, 2621440])) stored,
  add column first_class smallint not null generated always as
    (width_bucket(first_stops, array[5, 10, 20, 40, 80, 160, 320, 640, 1280, 2560, 5120, 10240, 20480, 40960, 81920,
      163840, 327680, 655360, 1310720, 2621440])) stored;
create index school_company_stats_top on school_company_stats (school_id, size_class desc) where size_class > 0;
create index school_company_stats_first on school_company_stats (school_id, first_class desc) where first_class > 0;

-- ------------------------------------------------------------ companies
drop index company_stats_people;
alter table company_stats set (fillfactor = 50);
-- `came` and `went` are the sums of company_move.people to and from the company. Companies are listed from one person on.
alter table company_stats
  add column came integer not null default 0 check (came >= 0),
  add column went integer not null default 0 check (went >= 0),
  add column size_class smallint not null generated always as
    (width_bucket(visible_employees + hidden_employees + visible_interns + hidden_interns, array[1, 2, 4, 8, 16, 32,
      64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536, 131072, 262144, 524288, 1048576])) stored;

insert into company_stats (company_id)
  select id from (
    select from_company as id from company_move where people > 0
    union select to_company from company_move where people > 0
  ) moved
  order by id on conflict do nothing;
update company_stats t set came = sums.came, went = sums.went
from (
  select company_id, sum(came) as came, sum(went) as went
  from (
    select to_company as company_id, people as came, 0 as went from company_move
    union all select from_company, 0, people from company_move
  ) sides
  group by company_id
) sums
where sums.company_id = t.company_id and (sums.came, sums.went) <> (0, 0);
create index company_stats_size on company_stats (size_class desc);

-- Saves keep the sums in add_to_stats. These triggers keep them for the rest: numbers of hidden people that a batch shows,
-- and moves that are deleted with a company.
create function add_hidden_moves() returns trigger language plpgsql as $$
begin
  insert into company_stats (company_id)
    select wanted.id from unnest(array[new.from_company, new.to_company]) as wanted (id)
    where not exists (select from company_stats where company_id = wanted.id)
    order by wanted.id on conflict do nothing;
  update company_stats set
    went = went + case company_id when new.from_company then new.hidden_people - old.hidden_people else 0 end,
    came = came + case company_id when new.to_company then new.hidden_people - old.hidden_people else 0 end
  where company_id in (new.from_company, new.to_company);
  return null;
end $$;
create trigger add_hidden_moves after update of hidden_people on company_move for each row
  when (old.hidden_people <> new.hidden_people) execute function add_hidden_moves();

create function take_deleted_moves() returns trigger language plpgsql as $$
begin
  update company_stats t set came = t.came - sums.came, went = t.went - sums.went
  from (
    select company_id, sum(came) as came, sum(went) as went
    from (
      select to_company as company_id, people as came, 0 as went from gone
      union all select from_company, 0, people from gone
    ) sides
    group by company_id
  ) sums
  where sums.company_id = t.company_id and (sums.came, sums.went) <> (0, 0);
  return null;
end $$;
create trigger take_deleted_moves after delete on company_move referencing old table as gone
  for each statement execute function take_deleted_moves();

-- A deletion takes the rows of company_stats in the order in which saves take them, and before those of moves.
create function hold_moved_companies() returns trigger language plpgsql as $$
begin
  perform 1 from company_stats
  where company_id = old.id or company_id in (
    select to_company from company_move where from_company = old.id and people > 0
    union all select from_company from company_move where to_company = old.id and people > 0)
  order by company_id for update;
  return old;
end $$;
create trigger hold_moved_companies before delete on company for each row execute function hold_moved_companies();

-- As in 0050, and it keeps the sums of moves: they are added up by company and change with the other numbers. The rows
-- that are held carry what is added to them: joined once more, each was compared with each, half of the time for moves.
create or replace function add_to_stats(
  companies bigint[], company_employees integer[], company_interns integer[], company_days bigint[],
  company_stays integer[], company_firsts integer[], company_opens integer[],
  move_froms bigint[], move_tos bigint[], move_people integer[],
  pair_schools bigint[], pair_companies bigint[], pair_people integer[], pair_firsts integer[],
  day_companies bigint[], day_numbers integer[], day_changes integer[],
  schools bigint[], school_people integer[]
) returns void language plpgsql as $$
begin
  if cardinality(companies) > 0 or cardinality(move_froms) > 0 then
    insert into company_stats (company_id)
      select distinct wanted.id from unnest(companies || move_froms || move_tos) as wanted (id)
      where not exists (select from company_stats where company_id = wanted.id)
      order by wanted.id on conflict do nothing;
    with added as materialized (
      select one.company_id, sum(one.employees) as employees, sum(one.interns) as interns,
        sum(one.tenure)::bigint as tenure, sum(one.stays) as stays, sum(one.firsts) as firsts, sum(one.opens) as opens,
        sum(one.came) as came, sum(one.went) as went
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
      group by one.company_id
    ), held as materialized (
      select added.* from company_stats t join added using (company_id)
      where (added.employees, added.interns, added.tenure, added.stays, added.firsts, added.opens, added.came, added.went)
        <> (0, 0, 0, 0, 0, 0, 0, 0)
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
    from held where t.company_id = held.company_id;
  end if;

  if cardinality(move_froms) > 0 then
    insert into company_move (from_company, to_company)
      select wanted.one, wanted.next from unnest(move_froms, move_tos) as wanted (one, next)
      where not exists (select from company_move where from_company = wanted.one and to_company = wanted.next)
      order by wanted.one, wanted.next on conflict do nothing;
    with held as materialized (
      select added.* from company_move m
      join unnest(move_froms, move_tos, move_people) as added (from_company, to_company, people)
        using (from_company, to_company)
      order by m.from_company, m.to_company for update of m
    )
    update company_move m set visible_people = m.visible_people + held.people
    from held where m.from_company = held.from_company and m.to_company = held.to_company;
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
