-- Two numbers of a page that grew with the site: who is still at a company on a day, and the people of a school. Both are
-- counted at the save, as the others are.

-- On a day a company has its open stops, less those that only begin, plus those that only end, behind that day. Each row
-- says by how much the number of visible people who are there changes on a day. Days before the first version are not
-- kept: nobody asks for them.
create view company_day_by_person as
select there.profile_id, there.company_id, edge.day, edge.change
from (
  select stop.profile_id, stop.company_id, range_agg(daterange(role.start_date, role.end_date, '[]')) as days
  from stop
  join profile on profile.id = stop.profile_id
  join role on role.stop_id = stop.id
  where stop.company_id is not null and profile.listed and not stop.undisclosed
    and (role.end_date is null or role.end_date >= date '2024-12-31')
  group by stop.profile_id, stop.id
) there
cross join lateral unnest(there.days) as stay
cross join lateral (values (lower(stay), 1), (upper(stay), -1)) as edge (day, change)
where edge.day >= date '2025-01-01';

create view school_people_by_person as
select id as profile_id, school_id from profile where listed and not hide_school and school_id is not null;

create table company_day (
  company_id bigint not null references company on delete cascade,
  day date not null,
  change integer not null,
  primary key (company_id, day)
);
create table school_stats (
  school_id bigint primary key references school on delete cascade,
  visible_people integer not null default 0 check (visible_people >= 0)
);
insert into company_day select company_id, day, sum(change) from company_day_by_person
  group by company_id, day having sum(change) <> 0 order by company_id, day;
insert into school_stats select school_id, count(*) from school_people_by_person group by school_id order by school_id;

-- They served the question that company_day answers; each save wrote them.
drop index role_start;
drop index role_end;

-- The people of a school are walked in their order; those who hide it are passed over without reading them.
drop index profile_school;
create index profile_school on profile (school_id, sort_key) where listed and not hide_school;
