-- What people's ratings answer: how they rate a company (face-1 to face-5), and whether they rate it worse, the same or
-- better than the stop before (came-*) or after (left-*) it. A stop's rating is its latest rated role's. Hidden where
-- one of the stops is.
create view answer_by_person as
with rated as (
  select stop.id, stop.profile_id, stop.company_id, not stop.listed as is_hidden,
    min(role.start_date) as first_start, min(coalesce(role.end_date, 'infinity')) as first_end,
    min(role.position) as first_position,
    (array_agg(role.rating order by role.start_date desc, role.position desc)
      filter (where role.rating is not null))[1] as rating
  from stop
  join profile on profile.id = stop.profile_id
  join role on role.stop_id = stop.id
  where profile.created and not profile.suspended
  group by stop.id
), beside as (
  select profile_id, company_id, is_hidden, rating, lead(company_id) over line as next_company_id,
    is_hidden or lead(is_hidden) over line as is_move_hidden,
    case sign(lead(rating) over line - rating) when -1 then 'worse' when 0 then 'same' when 1 then 'better' end as answer
  from rated
  window line as (partition by profile_id order by first_start, first_end, first_position, id)
)
select profile_id, company_id, 'face-' || rating / 20 as answer, is_hidden
from beside where company_id is not null and rating is not null
union all
select profile_id, next_company_id, 'came-' || answer, is_move_hidden
from beside where next_company_id is not null and answer is not null
union all
select profile_id, company_id, 'left-' || answer, is_move_hidden
from beside where company_id is not null and answer is not null;

-- They are published as the numbers of hidden people are. Visible people's have no prefix; demo people's have no members.
alter table published_aggregate
  drop constraint published_aggregate_kind_check,
  add constraint published_aggregate_kind_check check (
    kind in ('employees', 'interns', 'move', 'school', 'alumni')
    or kind ~ '^(hidden-|demo-)?((came|left)-(worse|same|better)|face-[1-5])$');
create index published_aggregate_company on published_aggregate (company_id);
