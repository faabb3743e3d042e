-- Where lines begin, and who has no end date yet: what the diagrams of companies and schools need beside moves.
--
-- The view of companies is one pass now, grouped by person and entry: what one
-- person adds is read by that person's index, where it took a look at everybody before.
drop view contribution_school;
drop view contribution_company;

alter table company_stats
  add column first_stops integer not null default 0 check (first_stops >= 0),
  add column open_stops integer not null default 0 check (open_stops >= 0);
alter table school_tally add column first_stops integer not null default 0 check (first_stops >= 0);

-- Stops that reach into the future are few: "still here" today is the open ones and a look at these.
create index role_start on role (start_date);
create index role_end on role (end_date) where end_date is not null;

create view contribution_company as
with stop as (
  select e.profile_id, e.id, e.company_id,
    (array_agg(r.kind order by r.start_date desc, r.id desc))[1] as kind,
    (array_agg(r.rating order by r.start_date desc, r.id desc) filter (where r.rating is not null))[1] as rating,
    -- a completed stay: everything somebody did at a company, once all of it has ended
    case when bool_and(r.end_date is not null) then sum(r.end_date - r.start_date) end as days,
    bool_or(r.is_current) as is_open
  from entry e
  join profile p on p.id = e.profile_id
  join role r on r.entry_id = e.id
  where e.company_id is not null and p.listed
  group by e.profile_id, e.id
)
select s.profile_id, s.company_id,
  (case when s.kind in ('intern', 'co-op') then 0 else 1 end)::integer as employees,
  (case when s.kind in ('intern', 'co-op') then 1 else 0 end)::integer as interns,
  (case when s.rating is null then 0 else 1 end)::integer as raters,
  coalesce(s.rating, 0)::bigint as rating_sum,
  coalesce(s.days, 0)::bigint as tenure_days,
  (case when s.days is null then 0 else 1 end)::integer as stays,
  -- the line begins here: one entry of each person, one without a company's page included
  (s.id = (select f.entry_id from role f where f.profile_id = s.profile_id
    order by f.start_date, f.end_date nulls last, f.id limit 1))::integer as first_stops,
  s.is_open::integer as open_stops
from stop s;

create view contribution_school as
select e.profile_id, p.school_id, e.company_id,
  (e.id = (select f.entry_id from role f where f.profile_id = e.profile_id
    order by f.start_date, f.end_date nulls last, f.id limit 1))::integer as first_stops
from entry e join profile p on p.id = e.profile_id
where p.listed and p.school_id is not null and e.company_id is not null;

update company_stats s set first_stops = c.first_stops, open_stops = c.open_stops
from (select company_id, sum(first_stops) as first_stops, sum(open_stops) as open_stops
      from contribution_company group by company_id) c
where c.company_id = s.company_id;
update school_tally t set first_stops = c.first_stops
from (select school_id, company_id, sum(first_stops) as first_stops
      from contribution_school group by school_id, company_id) c
where c.school_id = t.school_id and c.company_id = t.company_id;
