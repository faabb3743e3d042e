-- Numbers of hidden people and ratings are published from a queue of changed people, in pieces.

-- Who changed since the last batch, and others beside them in the order of keys: a row alone does not tell that its
-- person was here within the hour. No foreign key: a deleted person's row is dropped by the next batch.
create table publish_person (
  id bigint primary key default random_key(),
  profile_id bigint not null
);
-- Numbers that may be due, keys as in published_aggregate. Kinds of their own: 'rating-visible' and 'rating-hidden' (a
-- company's ratings), 'demo' (all that demo people answer).
create table publish_cell (
  id bigint primary key default random_key(),
  kind text not null,
  company_id bigint not null,
  next_company_id bigint not null,
  school_id bigint not null
);
create index publish_cell_company on publish_cell (company_id);

-- How far publishing has come; one row.
create table publish_state (
  is_only boolean primary key default true check (is_only),
  -- everybody up to this key was looked at once; null = everybody was
  walked_to bigint,
  -- what the last batch counted: accounts confirmed by then, stops and ratings of that day or before
  confirmed_by timestamptz,
  stop_day date,
  rating_day date,
  -- when it began
  began_at timestamptz,
  -- batches that failed one after the other, and why the last one did
  failures integer not null default 0 check (failures >= 0),
  last_error text not null default '' check (length(last_error) <= 300)
);
insert into publish_state (walked_to) values (0);
insert into publish_cell (kind, company_id, next_company_id, school_id)
  select kind, company_id, next_company_id, school_id from published_aggregate where kind not like 'demo-%';
insert into publish_cell (kind, company_id, next_company_id, school_id)
  select 'rating-' || raters, company_id, 0, 0 from published_rating where raters <> 'demo';

-- Somebody was deleted: what they were published in has one person without a name more.
create function queue_cells_of_deleted_members() returns trigger language plpgsql as $$
begin
  insert into publish_cell (kind, company_id, next_company_id, school_id)
  select distinct kind, company_id, next_company_id, school_id from gone
  where not exists (select from profile where profile.id = gone.profile_id);
  return null;
end $$;
create trigger published_member_deleted after delete on published_member
  referencing old table as gone for each statement execute function queue_cells_of_deleted_members();
create function queue_cells_of_deleted_raters() returns trigger language plpgsql as $$
begin
  insert into publish_cell (kind, company_id, next_company_id, school_id)
  select distinct 'rating-' || raters, company_id, 0::bigint, 0::bigint from gone
  where raters <> 'demo' and not exists (select from profile where profile.id = gone.profile_id);
  return null;
end $$;
create trigger published_rating_member_deleted after delete on published_rating_member
  referencing old table as gone for each statement execute function queue_cells_of_deleted_raters();

-- What a batch asks for: accounts by the time of their confirmation, who waits since a day, who left.
create index account_confirmed on account (email_verified_at);
create index account_unconfirmed on account (id) where email_verified_at is null;
create index waiting_member_since on waiting_member (since);
create index waiting_rating_since on waiting_rating (since);
create index published_member_left on published_member (left_on) where left_on is not null;
create index published_rating_member_left on published_rating_member (left_on) where left_on is not null;

-- The views say the same as before. Asked for some people by profile_id, they now look at those alone.
create or replace view company_move_by_person as
select
  line.profile_id,
  earlier.company_id as from_company,
  later.company_id as to_company,
  earlier.is_visible and later.is_visible as is_visible
from (
  select profile_id, array_agg(company_id) as companies, array_agg(first_start) as first_starts,
    array_agg(last_start) as last_starts, array_agg(is_visible) as are_visible
  from counted_stop group by profile_id
) line
cross join lateral unnest(companies, first_starts, are_visible) as earlier (company_id, first_start, is_visible)
cross join lateral unnest(companies, last_starts, are_visible) as later (company_id, last_start, is_visible)
where later.company_id <> earlier.company_id and earlier.first_start < later.last_start;

create or replace view rating_by_person as
select distinct on (stop.profile_id, stop.id)
  stop.profile_id, stop.company_id, role.rating, not stop.listed as is_hidden
from stop
join profile on profile.id = stop.profile_id
join role on role.stop_id = stop.id
where stop.company_id is not null and role.rating is not null and profile.created and not profile.suspended
order by stop.profile_id, stop.id, role.start_date desc, role.position desc;

create or replace view answer_by_person as
select beside.profile_id, answered.company_id, answered.answer, answered.is_hidden
from (
  select profile_id, company_id, is_hidden, rating, lead(company_id) over line as next_company_id,
    is_hidden or lead(is_hidden) over line as is_move_hidden,
    case sign(lead(rating) over line - rating) when -1 then 'worse' when 0 then 'same' when 1 then 'better' end as answer
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
cross join lateral (values
  (company_id, 'face-' || rating / 20, is_hidden),
  (next_company_id, 'came-' || answer, is_move_hidden),
  (company_id, 'left-' || answer, is_move_hidden)
) as answered (company_id, answer, is_hidden)
where answered.company_id is not null and answered.answer is not null;
