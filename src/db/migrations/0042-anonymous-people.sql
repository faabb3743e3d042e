-- What others see of anonymous people, as the anonymity check asks for it: by company and time, by time alone where the
-- company is not told, by title. Kept at each change of a person's stops.

-- `began` is the first day of the month or year that others see; company_id is null where it is not told.
create view anonymous_stop_by_person as
select distinct on (stop.profile_id, stop.id)
  stop.id as stop_id,
  stop.profile_id,
  case when not stop.undisclosed then stop.company_id end as company_id,
  date_trunc(case when seen.shows_month then 'month' else 'year' end, role.start_date)::date as began,
  seen.shows_month,
  profile.demo
from stop
join profile on profile.id = stop.profile_id
join role on role.stop_id = stop.id
cross join lateral (
  select profile.show_months and not stop.undisclosed and role.date_precision <> 'year' as shows_month
) seen
where profile.listed and profile.visibility = 'anonymous' and (stop.undisclosed or stop.company_id is not null)
order by stop.profile_id, stop.id, role.start_date, role.end_date nulls last, role.position;

create view anonymous_title_by_person as
select distinct role.profile_id, lower(role.title) as title
from role join profile on profile.id = role.profile_id
where profile.listed and profile.visibility = 'anonymous' and profile.own_titles;

create table anonymous_stop (
  stop_id bigint primary key references stop on delete cascade,
  profile_id bigint not null references profile on delete cascade,
  company_id bigint references company on delete cascade,
  began date not null,
  shows_month boolean not null,
  demo boolean not null
);
create table anonymous_title (
  title text not null,
  profile_id bigint not null references profile on delete cascade,
  primary key (title, profile_id)
);
insert into anonymous_stop select * from anonymous_stop_by_person order by stop_id;
insert into anonymous_title (title, profile_id) select title, profile_id from anonymous_title_by_person order by 1, 2;

create index anonymous_stop_company on anonymous_stop (company_id, began, shows_month, profile_id)
  where company_id is not null;
create index anonymous_stop_untold on anonymous_stop (began, profile_id) where company_id is null;
create index anonymous_stop_profile on anonymous_stop (profile_id);
create index anonymous_title_profile on anonymous_title (profile_id);
-- Whether demo people stand in.
create index profile_anonymous_real on profile (id) where listed and visibility = 'anonymous' and not demo;
create index profile_anonymous_demo on profile (id) where listed and visibility = 'anonymous' and demo;
