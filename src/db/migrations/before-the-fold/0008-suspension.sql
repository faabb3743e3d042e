-- A suspended person is nowhere to be seen and counts nowhere.
drop view contribution_school;
drop view contribution_move;
drop view contribution_company;
drop index profile_school;
alter table profile drop column listed;
alter table profile add column suspended boolean not null default false;
alter table profile add column listed boolean
  generated always as (created and visibility <> 'private' and stops > 0 and not suspended) stored;
create index profile_school on profile (school_id, sort_key) where listed;

create view contribution_company as
with latest as (
  select distinct on (e.id) e.id, e.profile_id, e.company_id, r.kind
  from entry e
  join profile p on p.id = e.profile_id
  join role r on r.entry_id = e.id
  where e.company_id is not null and p.listed
  order by e.id, r.start_date desc, r.id desc
), rated as (
  select distinct on (r.entry_id) r.entry_id, r.rating
  from role r where r.rating is not null
  order by r.entry_id, r.start_date desc, r.id desc
), stayed as (
  -- a completed stay: everything somebody did at a company, once all of it has ended
  select r.entry_id, sum(r.end_date - r.start_date)::bigint as days, 1 as stays
  from role r
  group by r.entry_id
  having bool_and(r.end_date is not null)
)
select l.profile_id, l.company_id,
  (case when l.kind in ('intern', 'co-op') then 0 else 1 end)::integer as employees,
  (case when l.kind in ('intern', 'co-op') then 1 else 0 end)::integer as interns,
  (case when t.rating is null then 0 else 1 end)::integer as raters,
  coalesce(t.rating, 0)::bigint as rating_sum,
  coalesce(s.days, 0)::bigint as tenure_days,
  coalesce(s.stays, 0)::integer as stays
from latest l
left join rated t on t.entry_id = l.id
left join stayed s on s.entry_id = l.id;

create view contribution_move as
select distinct a.profile_id, a.company_id as from_company, b.company_id as to_company
from (
  select e.profile_id, e.company_id, r.start_date
  from entry e join role r on r.entry_id = e.id
  join profile p on p.id = e.profile_id
  where e.company_id is not null and p.listed
) a
join (
  select e.profile_id, e.company_id, r.start_date
  from entry e join role r on r.entry_id = e.id
  where e.company_id is not null
) b on b.profile_id = a.profile_id
where a.company_id <> b.company_id and a.start_date < b.start_date;

create view contribution_school as
select e.profile_id, p.school_id, e.company_id
from entry e join profile p on p.id = e.profile_id
where p.listed and p.school_id is not null and e.company_id is not null;
