-- From the schema that 0001 to 0015 built to the folded one: the old tables move aside, the foundation is laid anew,
-- every row is copied into it. So an upgraded database has the very schema of a new one.
--
-- Profiles, stops, roles, pictures, companies and emails get random keys, and rows are written in the order of their
-- new keys: neither their keys nor their places tell any more in which order people signed up.

create schema before_fold;
drop view contribution_rating, contribution_school, contribution_move, contribution_company, hidden_contribution;
do $$
declare
  name text;
begin
  foreach name in array array['account', 'session', 'account_link', 'login_failure', 'rate_limit', 'passkey',
    'passkey_challenge', 'network_identity', 'network_flow', 'network_ticket', 'admin', 'admin_session', 'admin_token',
    'audit_log', 'catalogue_version', 'school', 'school_term', 'company', 'company_alias', 'company_term',
    'company_logo', 'company_deleted', 'company_merge', 'profile', 'username_reserved', 'picture', 'stop', 'role',
    'company_stats', 'company_move', 'school_tally', 'hidden_cell', 'hidden_member', 'hidden_waiting', 'rating_cell',
    'rating_member', 'rating_waiting', 'suggestion', 'newsletter_subscriber', 'early_access_code',
    'early_access_grant', 'broadcast', 'mail']
  loop
    execute format('alter table %I set schema before_fold', name);
  end loop;
end $$;
alter function audit_log_keep() set schema before_fold;
alter function plain_name(text, text, text) set schema before_fold;

\ir ../0001-foundation.sql

-- ---------------------------------------------------------------- new keys
-- Records of merges and published numbers also name companies and stops that are gone.
create table before_fold.company_key as
select id as old, random_key() as new
from (
  select id from before_fold.company
  union select a from before_fold.hidden_cell where cell in ('employees', 'interns', 'move')
  union select b from before_fold.hidden_cell where cell in ('move', 'school')
  union select a from before_fold.hidden_member where cell in ('employees', 'interns', 'move')
  union select b from before_fold.hidden_member where cell in ('move', 'school')
  union select a from before_fold.hidden_waiting where cell in ('employees', 'interns', 'move')
  union select b from before_fold.hidden_waiting where cell in ('move', 'school')
  union select (undo -> 'company' ->> 'id')::bigint from before_fold.company_merge
) used
where id is not null;
create table before_fold.stop_key as
select id as old, random_key() as new
from (
  select id from before_fold.stop
  union
  select stop.id::bigint
  from before_fold.company_merge,
    jsonb_array_elements(undo -> 'stops' -> 'moved') as moved,
    jsonb_array_elements_text(moved -> 'stops') as stop (id)
  union
  select key::bigint
  from before_fold.company_merge,
    jsonb_array_elements(undo -> 'stops' -> 'joined') as joined,
    unnest(array[joined ->> 'stop', joined ->> 'into']) as key
) used;
create table before_fold.profile_key as select id as old, random_key() as new from before_fold.profile;
alter table before_fold.company_key add primary key (old);
alter table before_fold.stop_key add primary key (old);
alter table before_fold.profile_key add primary key (old);
analyze before_fold.company_key, before_fold.stop_key, before_fold.profile_key;

-- ---------------------------------------------------------------- accounts
insert into account (id, email, email_key, password_hash, created_on, suspended, email_verified_at, early_access, broadcasts)
select id, email, email_key, password_hash, created_on, suspended, email_verified_at, early_access, broadcasts
from before_fold.account order by id;

insert into session (token_hash, public_id, account_id, kind, device, created_at, used_at, expires_at, ended_at, proven_at)
select token_hash, public_id, account_id, kind, device, created_at, used_at, expires_at, ended_at, proven_at
from before_fold.session order by token_hash;

insert into account_link (token_hash, account_id, purpose, email, created_at, expires_at)
select token_hash, account_id, purpose, email, created_at, expires_at from before_fold.account_link order by token_hash;

insert into login_failure (key, failures, last_at, wait_until)
select key, failures, last_at, wait_until from before_fold.login_failure;

insert into rate_limit (bucket, window_start, hits) select bucket, window_start, hits from before_fold.rate_limit;

insert into passkey (id, public_id, account_id, public_key, counter, transports, name, created_at, used_at)
select id, public_id, account_id, public_key, counter, transports, name, created_at, used_at from before_fold.passkey;

insert into passkey_challenge (challenge, account_id, token_hash, expires_at)
select challenge, account_id, token_hash, expires_at from before_fold.passkey_challenge;

insert into network_identity (issuer, subject, account_id, created_at)
select issuer, subject, account_id, created_at from before_fold.network_identity;

insert into network_flow (state_hash, expires_at) select state_hash, expires_at from before_fold.network_flow;

insert into network_ticket (handle_hash, issuer, subject, claims, token_hash, expires_at, used_at)
select handle_hash, issuer, subject, claims, token_hash, expires_at, used_at from before_fold.network_ticket;

-- ---------------------------------------------------------- administrators
insert into admin (id, email, email_key, password_hash, created_at, totp_secret, totp_enabled, totp_step)
select id, email, email_key, password_hash, created_at, totp_secret, totp_enabled, totp_step from before_fold.admin;

insert into admin_session (public_id, admin_id, kind, device, handle_hash, created_at, used_at, expires_at, ended_at)
select public_id, admin_id, kind, device, handle_hash, created_at, used_at, expires_at, ended_at
from before_fold.admin_session;

insert into admin_token (token_hash, session_id, created_at)
select token_hash, session_id, created_at from before_fold.admin_token;

insert into audit_log (id, public_id, at, actor_kind, actor, action, target, detail, origin) overriding system value
select id, public_id, at, actor_kind, actor, action, target, detail, origin from before_fold.audit_log order by id;

-- ----------------------------------------------------- companies, schools
insert into catalogue_version (name, hash) select name, hash from before_fold.catalogue_version;

insert into school (id, public_id, name, name_key, country, country_code, domains) overriding system value
select id, public_id, name, name_key, country, country_code, domains from before_fold.school order by id;

insert into school_term (school_id, term) select school_id, term from before_fold.school_term;

insert into company (id, public_id, name, display_name, description, country_code, domain, logo, status, edited)
select key.new, public_id, name, display_name, description, country_code, domain, logo, status, edited
from before_fold.company join before_fold.company_key key on key.old = company.id order by key.new;

insert into company_alias (alias_key, company_id, alias)
select alias_key, key.new, alias
from before_fold.company_alias join before_fold.company_key key on key.old = company_id order by alias_key;

insert into company_term (company_id, term)
select key.new, term
from before_fold.company_term join before_fold.company_key key on key.old = company_id order by key.new, term;

insert into company_logo (company_id, public_id, bytes)
select key.new, public_id, bytes
from before_fold.company_logo join before_fold.company_key key on key.old = company_id order by key.new;

insert into company_deleted (name) select name from before_fold.company_deleted;

-- A merge keeps in JSON what undoing needs. The fingerprints of joined roles are made with the old key of the stop and
-- the installation's secret, which is not here: the old key stays beside them, as `fingerprintKey`.
insert into company_merge (id, public_id, from_public_id, from_name, name_was_public, into_company, undo, merged_at, undone_at)
  overriding system value
select merge.id, public_id, from_public_id, from_name, told, key.new,
  case when undo ? 'stops' then undo || jsonb_build_object(
    'company', (undo -> 'company') || jsonb_build_object('id', (
      select gone.new from before_fold.company_key gone where gone.old = (undo -> 'company' ->> 'id')::bigint)),
    'stops', jsonb_build_object(
      'moved', coalesce((
        select jsonb_agg(moved || jsonb_build_object('stops', (
          select jsonb_agg(stop_key.new order by stop.place)
          from jsonb_array_elements_text(moved -> 'stops') with ordinality as stop (id, place)
          join before_fold.stop_key on stop_key.old = stop.id::bigint
        )) order by place)
        from jsonb_array_elements(undo -> 'stops' -> 'moved') with ordinality as list (moved, place)
      ), '[]'),
      'joined', coalesce((
        select jsonb_agg(joined || jsonb_build_object(
          'stop', (select new from before_fold.stop_key where old = (joined ->> 'stop')::bigint),
          'into', (select new from before_fold.stop_key where old = (joined ->> 'into')::bigint),
          'fingerprintKey', joined -> 'into'
        ) order by place)
        from jsonb_array_elements(undo -> 'stops' -> 'joined') with ordinality as list (joined, place)
      ), '[]')
    )
  ) else undo end,
  merged_at, undone_at
from before_fold.company_merge merge
left join before_fold.company_key key on key.old = into_company
order by merge.id;

-- ---------------------------------------------------------------- profiles
insert into profile (id, public_id, owner_key, first_name, last_name, username, linkedin, location, visibility,
  school_id, school_text, show_months, hide_school, created, suspended, demo, stops, rev, sort_key)
select key.new, public_id, owner_key, first_name, last_name, username, linkedin, location, visibility,
  school_id, school_text, show_months, hide_school, created, suspended, demo, stops, rev, sort_key
from before_fold.profile join before_fold.profile_key key on key.old = profile.id order by key.new;

insert into username_reserved (key, profile_id)
select username_reserved.key, profile_key.new
from before_fold.username_reserved left join before_fold.profile_key on profile_key.old = profile_id order by key;

insert into picture (public_id, profile_id, bytes)
select public_id, key.new, bytes
from before_fold.picture join before_fold.profile_key key on key.old = profile_id order by key.new;

insert into stop (id, public_id, profile_id, company_id, company_name, undisclosed, listed, sort_key)
select stop_key.new, public_id, profile_key.new, company_key.new, company_name, undisclosed, listed, sort_key
from before_fold.stop
join before_fold.stop_key on stop_key.old = stop.id
join before_fold.profile_key on profile_key.old = profile_id
left join before_fold.company_key on company_key.old = company_id
order by stop_key.new;

insert into role (stop_id, profile_id, position, title, kind, start_date, end_date, is_current, date_precision, rating)
select stop_key.new, profile_key.new, row_number() over (partition by profile_id order by role.id) - 1,
  title, kind, start_date, end_date, is_current, date_precision, rating
from before_fold.role
join before_fold.stop_key on stop_key.old = stop_id
join before_fold.profile_key on profile_key.old = profile_id
order by stop_key.new;

-- ------------------------------------------------------------------- stats
insert into company_stats (company_id, visible_employees, visible_interns, hidden_employees, hidden_interns, raters,
  rating_sum, tenure_days, stays, first_stops, open_stops)
select key.new, visible_employees, visible_interns, hidden_employees, hidden_interns, raters,
  rating_sum, tenure_days, stays, first_stops, open_stops
from before_fold.company_stats join before_fold.company_key key on key.old = company_id order by key.new;

insert into company_move (from_company, to_company, visible_people, hidden_people)
select earlier.new, later.new, visible, hidden
from before_fold.company_move
join before_fold.company_key earlier on earlier.old = from_company
join before_fold.company_key later on later.old = to_company
order by earlier.new, later.new;

insert into school_company_stats (school_id, company_id, visible_people, hidden_people, first_stops)
select school_id, key.new, visible, hidden, first_stops
from before_fold.school_tally join before_fold.company_key key on key.old = company_id order by school_id, key.new;

-- The two unnamed columns held a company and the next one, a school and a company, or one of them and 0.
create view before_fold.aggregate_key as
select cell, a, b, cell as kind, coalesce(company.new, 0) as company_id, coalesce(next_company.new, 0) as next_company_id,
  case when cell in ('school', 'alumni') then a else 0 end as school_id
from (
  select cell, a, b from before_fold.hidden_cell
  union select cell, a, b from before_fold.hidden_member
  union select cell, a, b from before_fold.hidden_waiting
) used
left join before_fold.company_key company
  on company.old = case when cell = 'school' then b when cell <> 'alumni' then a end
left join before_fold.company_key next_company on cell = 'move' and next_company.old = b;

insert into published_aggregate (kind, company_id, next_company_id, school_id, members, people)
select kind, company_id, next_company_id, school_id, members, people
from before_fold.hidden_cell join before_fold.aggregate_key using (cell, a, b) order by 1, 2, 3, 4;

insert into published_member (kind, company_id, next_company_id, school_id, profile_id, left_on)
select kind, company_id, next_company_id, school_id, profile_key.new, (left_at at time zone 'UTC')::date
from before_fold.hidden_member join before_fold.aggregate_key using (cell, a, b)
join before_fold.profile_key on profile_key.old = profile_id order by 1, 2, 3, 4, 5;

insert into waiting_member (kind, company_id, next_company_id, school_id, profile_id, since)
select kind, company_id, next_company_id, school_id, profile_key.new, (since at time zone 'UTC')::date
from before_fold.hidden_waiting join before_fold.aggregate_key using (cell, a, b)
join before_fold.profile_key on profile_key.old = profile_id order by 1, 2, 3, 4, 5;

insert into published_rating (company_id, raters, members, rating_sum, shown)
select key.new, part, members, rating_sum, shown
from before_fold.rating_cell join before_fold.company_key key on key.old = company_id order by 1, 2;

insert into published_rating_member (company_id, profile_id, raters, rating, left_on)
select company_key.new, profile_key.new, part, rating, (left_at at time zone 'UTC')::date
from before_fold.rating_member
join before_fold.company_key on company_key.old = company_id
join before_fold.profile_key on profile_key.old = profile_id order by 1, 2, 3;

insert into waiting_rating (company_id, profile_id, raters, rating, since)
select company_key.new, profile_key.new, part, rating, (since at time zone 'UTC')::date
from before_fold.rating_waiting
join before_fold.company_key on company_key.old = company_id
join before_fold.profile_key on profile_key.old = profile_id order by 1, 2;

-- ------------------------------------- suggestions, newsletter, early access
insert into suggestion (id, public_id, type, text, created_at, done_at, forwarded_at) overriding system value
select id, public_id, type, text, created_at, done_at, forwarded_at from before_fold.suggestion order by id;

insert into newsletter_subscriber (id, public_id, email, email_key, asked_at, confirmed_at, link_hash, link_expires_at)
  overriding system value
select id, public_id, email, email_key, asked_at, confirmed_at, link_hash, link_expires_at
from before_fold.newsletter_subscriber order by id;

insert into early_access_code (id, public_id, code_hash, label, max_uses, uses, created_at, expires_at, revoked_at)
  overriding system value
select id, public_id, code_hash, label, max_uses, uses, created_at, expires_at, revoked_at
from before_fold.early_access_code order by id;

insert into early_access_grant (token_hash, code_id, expires_at)
select token_hash, code_id, expires_at from before_fold.early_access_grant;

-- ------------------------------------------------------------------- email
insert into broadcast (id, public_id, audience, subject, html, plain, request_key, created_at, recipients, expanded_at,
  cursor, cancelled_at, outcome) overriding system value
select id, public_id, audience, subject, html, plain, request_key, created_at, recipients, expanded_at,
  cursor, cancelled_at, outcome
from before_fold.broadcast order by id;

insert into mail (public_id, kind, broadcast_id, account_id, subscriber_id, recipient, letter, message_id, state, in_doubt,
  attempts, last_error, created_at, sent_at)
select public_id, kind, broadcast_id, account_id, subscriber_id, recipient, letter, message_id, state, in_doubt,
  attempts, last_error, created_at, sent_at
from before_fold.mail order by public_id;

-- Keys that are still counted go on where they were.
do $$
declare
  name text;
begin
  foreach name in array array['audit_log', 'school', 'company_merge', 'suggestion', 'newsletter_subscriber',
    'early_access_code', 'broadcast']
  loop
    execute format('select setval(pg_get_serial_sequence(%L, ''id''), coalesce(max(id), 0) + 1, false) from %I', name, name);
  end loop;
end $$;

drop schema before_fold cascade;
