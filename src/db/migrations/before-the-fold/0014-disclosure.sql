-- Contributions that must not be seen coming or going one by one: of private
-- people, of what somebody keeps back, and every rating. They are published in
-- batches (features/tally/publish-write.server.ts); the columns named hidden_*
-- and the ratings are what was published last, the others follow each save.

create view hidden_contribution as
with span as (
  select e.profile_id, e.company_id, p.school_id,
    (p.visibility = 'private' or e.undisclosed) as hidden,
    (p.visibility = 'private' or e.undisclosed or p.hide_school) as hidden_school,
    min(r.start_date) as first, max(r.start_date) as last,
    (array_agg(r.kind order by r.start_date desc, r.id desc))[1] as kind
  from entry e
  join profile p on p.id = e.profile_id
  join role r on r.entry_id = e.id
  where e.company_id is not null and p.created and not p.suspended
  group by e.id, p.id
)
select (case when kind in ('intern', 'co-op') then 'interns' else 'employees' end) as cell,
  company_id as a, 0::bigint as b, profile_id
from span where hidden
union all
select 'move', x.company_id, y.company_id, x.profile_id
from span x join span y on y.profile_id = x.profile_id and y.company_id <> x.company_id and x.first < y.last
where x.hidden or y.hidden
union all
select 'school', school_id, company_id, profile_id
from span where hidden_school and school_id is not null
union all
select 'alumni', school_id, 0, id
from profile where school_id is not null and created and not suspended and stops > 0
  and (visibility = 'private' or hide_school);

create view contribution_rating as
select distinct on (e.id) e.profile_id, e.company_id, r.rating, not e.listed as hidden
from entry e
join profile p on p.id = e.profile_id
join role r on r.entry_id = e.id
where e.company_id is not null and r.rating is not null and p.created and not p.suspended
order by e.id, r.start_date desc, r.id desc;

-- What each cell was last published with, and from whom.
create table hidden_cell (
  cell text not null check (cell in ('employees', 'interns', 'move', 'school', 'alumni')),
  a bigint not null,
  b bigint not null,
  members integer not null check (members >= 0),
  people integer not null check (people >= 0),
  primary key (cell, a, b)
);
create table hidden_member (
  cell text not null,
  a bigint not null,
  b bigint not null,
  profile_id bigint not null references profile on delete cascade,
  -- Seen gone by a batch: a day later the row goes, and is one of `members` without whom.
  left_at timestamptz,
  primary key (cell, a, b, profile_id)
);
create index hidden_member_profile on hidden_member (profile_id);
-- Who is not yet published, since when.
create table hidden_waiting (
  cell text not null,
  a bigint not null,
  b bigint not null,
  profile_id bigint not null references profile on delete cascade,
  since timestamptz not null,
  primary key (cell, a, b, profile_id)
);
create index hidden_waiting_profile on hidden_waiting (profile_id);

-- The same of ratings. Those of people whom everybody sees, of hidden people
-- and of demo people are published each for themselves; levels are of all.
create table rating_cell (
  company_id bigint not null references company on delete cascade,
  part text not null check (part in ('visible', 'hidden', 'demo')),
  members integer not null check (members > 0),
  rating_sum bigint not null check (rating_sum > 0),
  shown boolean not null,
  primary key (company_id, part)
);
create table rating_member (
  company_id bigint not null references company on delete cascade,
  profile_id bigint not null references profile on delete cascade,
  part text not null default 'visible' check (part in ('visible', 'hidden', 'demo')),
  rating smallint not null check (rating in (20, 40, 60, 80, 100)),
  left_at timestamptz,
  primary key (company_id, profile_id, part)
);
create index rating_member_profile on rating_member (profile_id);
create table rating_waiting (
  company_id bigint not null references company on delete cascade,
  profile_id bigint not null references profile on delete cascade,
  part text not null,
  rating smallint not null,
  since timestamptz not null,
  primary key (company_id, profile_id)
);
create index rating_waiting_profile on rating_waiting (profile_id);

-- The numbers that pages and API read are the sums.
alter table company_stats drop column people;
alter table company_stats rename column employees to visible_employees;
alter table company_stats rename column interns to visible_interns;
alter table company_stats
  add column hidden_employees integer not null default 0 check (hidden_employees >= 0),
  add column hidden_interns integer not null default 0 check (hidden_interns >= 0);
alter table company_stats
  add column employees integer generated always as (visible_employees + hidden_employees) stored,
  add column interns integer generated always as (visible_interns + hidden_interns) stored,
  add column people integer generated always as
    (visible_employees + hidden_employees + visible_interns + hidden_interns) stored;
create index company_stats_people on company_stats (people desc, company_id);

alter table company_move rename column people to visible;
alter table company_move alter column visible set default 0;
alter table company_move add column hidden integer not null default 0 check (hidden >= 0);
alter table company_move add column people integer generated always as (visible + hidden) stored;
drop index company_move_to;
drop index company_move_from;
create index company_move_to on company_move (to_company, people desc);
create index company_move_from on company_move (from_company, people desc);

alter table school_tally rename column people to visible;
alter table school_tally alter column visible set default 0;
alter table school_tally add column hidden integer not null default 0 check (hidden >= 0);
alter table school_tally add column people integer generated always as (visible + hidden) stored;
drop index school_tally_top;
create index school_tally_top on school_tally (school_id, people desc);

-- Ratings were counted at each save; whoever is counted in what stands becomes its member.
insert into rating_member (company_id, profile_id, part, rating)
select r.company_id, r.profile_id, case when p.demo then 'demo' else 'visible' end, r.rating
from contribution_rating r join profile p on p.id = r.profile_id where not r.hidden;
insert into rating_cell (company_id, part, members, rating_sum, shown)
select company_id, part, count(*), sum(rating), true from rating_member group by company_id, part;

-- A stay of somebody anonymous enters the average at once, so it enters as their page shows it: by the difference of
-- years or months; two days of one year (month) lie a third of it apart on average. To the day it would be told by
-- whoever moves a stay of their own until the average turns.
drop view contribution_company;
create view contribution_company as
with stop as (
  select e.profile_id, e.id, e.company_id,
    (array_agg(r.kind order by r.start_date desc, r.id desc))[1] as kind,
    -- a completed stay: everything somebody did at a company, once all of it has ended
    case when bool_and(r.end_date is not null) then round(sum(case
      when p.visibility = 'public' then r.end_date - r.start_date
      when p.show_months and r.date_precision <> 'year' then 365.2425 / 12
        * coalesce(nullif(12 * d.years + d.months, 0), 1 / 3.0)
      else 365.2425 * coalesce(nullif(d.years, 0), 1 / 3.0) end)) end as days,
    bool_or(r.is_current) as is_open
  from entry e
  join profile p on p.id = e.profile_id
  join role r on r.entry_id = e.id
  cross join lateral (select extract(year from r.end_date) - extract(year from r.start_date) as years,
    extract(month from r.end_date) - extract(month from r.start_date) as months) d
  where e.company_id is not null and p.listed and not e.undisclosed
  group by e.profile_id, e.id
)
select s.profile_id, s.company_id,
  (case when s.kind in ('intern', 'co-op') then 0 else 1 end)::integer as employees,
  (case when s.kind in ('intern', 'co-op') then 1 else 0 end)::integer as interns,
  coalesce(s.days, 0)::bigint as tenure_days,
  (case when s.days is null then 0 else 1 end)::integer as stays,
  -- the line begins here: one entry of each person, one without a company's page included
  (s.id = (select f.entry_id from role f where f.profile_id = s.profile_id
    order by f.start_date, f.end_date nulls last, f.id limit 1))::integer as first_stops,
  s.is_open::integer as open_stops
from stop s;
update company_stats s set tenure_days = c.tenure_days
from (select company_id, sum(tenure_days) as tenure_days from contribution_company group by company_id) c
where c.company_id = s.company_id;

-- Whether the name of the company that went away was one that others could see; else the merge leads nobody on.
alter table company_merge add column told boolean not null default true;
