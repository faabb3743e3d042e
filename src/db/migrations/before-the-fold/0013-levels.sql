-- What a person chooses to keep back: months where years would do (anonymous
-- people), the school, single companies.
drop view contribution_school;
drop view contribution_move;
drop view contribution_company;

alter table profile add column show_months boolean not null default false;
alter table profile add column hide_school boolean not null default false;
-- Others see "Undisclosed company" in its place; `listed` is false then.
alter table entry add column undisclosed boolean not null default false;
alter table entry add check (not (listed and undisclosed));

create view contribution_company as
with stop as (
  select e.profile_id, e.id, e.company_id,
    (array_agg(r.kind order by r.start_date desc, r.id desc))[1] as kind,
    -- a completed stay: everything somebody did at a company, once all of it has ended
    case when bool_and(r.end_date is not null) then sum(r.end_date - r.start_date) end as days,
    bool_or(r.is_current) as is_open
  from entry e
  join profile p on p.id = e.profile_id
  join role r on r.entry_id = e.id
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

create view contribution_move as
select distinct a.profile_id, a.company_id as from_company, b.company_id as to_company
from (
  select e.profile_id, e.company_id, r.start_date
  from entry e join role r on r.entry_id = e.id
  join profile p on p.id = e.profile_id
  where e.company_id is not null and p.listed and not e.undisclosed
) a
join (
  select e.profile_id, e.company_id, r.start_date
  from entry e join role r on r.entry_id = e.id
  where e.company_id is not null and not e.undisclosed
) b on b.profile_id = a.profile_id
where a.company_id <> b.company_id and a.start_date < b.start_date;

create view contribution_school as
select e.profile_id, p.school_id, e.company_id,
  (e.id = (select f.entry_id from role f where f.profile_id = e.profile_id
    order by f.start_date, f.end_date nulls last, f.id limit 1))::integer as first_stops
from entry e join profile p on p.id = e.profile_id
where p.listed and not p.hide_school and p.school_id is not null and e.company_id is not null and not e.undisclosed;
