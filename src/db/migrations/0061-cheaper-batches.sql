-- The foreign keys of these tables looked up each row's person, which took half of writing it. Only batches insert
-- rows here: people whom they have locked, and people whose rows of waiting_member they have just deleted.
alter table waiting_member drop constraint waiting_member_profile_id_fkey;
alter table waiting_rating drop constraint waiting_rating_profile_id_fkey;
alter table published_member drop constraint published_member_profile_id_fkey;

-- A deleted person's rows go with them. First the waiting ones: if a batch is publishing one, this waits for that
-- batch, and then finds the row that it has written.
create function forget_members() returns trigger language plpgsql as $$
begin
  delete from waiting_member where profile_id in (select id from gone);
  delete from waiting_rating where profile_id in (select id from gone);
  delete from published_member where profile_id in (select id from gone);
  return null;
end $$;
create trigger profile_deleted after delete on profile
  referencing old table as gone for each statement execute function forget_members();

-- The view says the same as before. A list of values that depends on the row is prepared anew for each row.
create or replace view answer_by_person as
select profile_id, company_id, answer, is_hidden
from (
  select beside.profile_id,
    case side when 'came-' then next_company_id else company_id end as company_id,
    side || case side when 'face-' then (rating / 20)::text else answer end as answer,
    case side when 'face-' then is_hidden else is_move_hidden end as is_hidden
  from (
    select profile_id, company_id, is_hidden, rating, lead(company_id) over line as next_company_id,
      is_hidden or lead(is_hidden) over line as is_move_hidden,
      case sign(lead(rating) over line - rating) when -1 then 'worse' when 0 then 'same' when 1 then 'better' end
        as answer
    from (
      select stop.id, stop.profile_id, stop.company_id, not stop.listed as is_hidden,
        min(role.start_date) as first_start, min(coalesce(role.end_date, 'infinity')) as first_end,
        min(role.position) as first_position,
        (array_agg(role.rating order by role.start_date desc, role.position desc)
          filter (where role.rating is not null))[1] as rating
      from stop
      join profile on profile.id = stop.profile_id
      join role on role.stop_id = stop.id
      where profile.created and not profile.suspended
      group by stop.profile_id, stop.id
    ) rated
    window line as (partition by profile_id order by first_start, first_end, first_position, id)
  ) beside
  cross join (values ('face-'), ('came-'), ('left-')) as sides (side)
) answered
where company_id is not null and answer is not null;
