-- The whole schema, as a new database gets it. Applied databases never see a change of this file: later changes are
-- files of their own, numbered from 0017 on. Databases made by earlier versions get here by before-the-fold/.
--
-- Two sides share no key and no order. The account side (account, session, mail, passkey …) knows e-mail addresses
-- and times. The profile side (profile, stop, role, company …) knows careers. Only profile.owner_key leads from one to
-- the other, and it needs the installation's secret. So the profile side has no sequences and no time finer than a
-- day: ordered by either, its rows would line up with the accounts' sign-up times.

create extension if not exists pg_trgm;

-- A key that says nothing of when its row was made: 52 random bits, which JavaScript's numbers hold exactly.
-- The last 13 digits of a version 4 UUID are all random.
create function random_key() returns bigint
  language sql volatile parallel safe
  return ('x' || right(replace(gen_random_uuid()::text, '-', ''), 13))::bit(52)::bigint + 1;

-- Text as people search for names: without case and accents. Immutable, so that an index can be built on it.
create function plain_name(first_name text, last_name text, username text) returns text
  language sql immutable parallel safe
  return lower(regexp_replace(normalize(first_name || ' ' || last_name || ' ' || coalesce(username, ''), NFKD),
    '[\u0300-\u036f]+', '', 'g'));

-- ---------------------------------------------------------------- accounts
create table account (
  id text primary key check (id ~ '^[0-9a-f]{24}$'),
  email text not null check (length(email) between 3 and 254),
  email_key text not null unique check (email_key = lower(email_key)),
  -- null: signs in through a network only
  password_hash text,
  created_on date not null default current_date,
  suspended boolean not null default false,
  email_verified_at timestamptz,
  early_access boolean not null default false,
  -- cleared by the unsubscribe link; emails the account itself asks for still go out
  broadcasts boolean not null default true
);
create index account_broadcasts on account (id) where broadcasts and email_verified_at is not null;

-- A token that a sign-in bound to an account; only its SHA-256 is stored. An ended row stays until the token itself
-- would have expired, also when the account is deleted: otherwise the token would pass for one nobody used yet.
create table session (
  token_hash bytea primary key check (length(token_hash) = 32),
  public_id text not null unique check (public_id ~ '^[0-9a-f]{24}$'),
  account_id text references account on delete set null,
  kind text not null check (kind in ('browser', 'client')),
  -- "Firefox on Linux", never the browser's own user agent
  device text not null default '' check (length(device) <= 60),
  created_at timestamptz not null,
  used_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  -- the last password, passkey or network sign-in in this session
  proven_at timestamptz
);
create index session_account on session (account_id);
create index session_expires on session (expires_at);

-- A link that was emailed: works once, only its SHA-256 is kept.
create table account_link (
  token_hash bytea primary key check (length(token_hash) = 32),
  account_id text not null references account on delete cascade,
  purpose text not null check (purpose in ('verify-email', 'reset-password', 'change-email')),
  -- the address that the link proves
  email text not null check (length(email) between 3 and 254),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index account_link_account on account_link (account_id);
create index account_link_expires on account_link (expires_at);

-- Failed logins per account and address, keyed by an HMAC. Unlogged: worth nothing after a crash.
create unlogged table login_failure (
  key text primary key check (length(key) between 1 and 64),
  failures integer not null check (failures >= 0),
  last_at timestamptz not null,
  wait_until timestamptz not null
);

-- Calls counted per limit and caller. Unlogged: worth nothing after a crash.
create unlogged table rate_limit (
  bucket text not null,
  window_start timestamptz not null,
  hits integer not null,
  primary key (bucket, window_start)
);

create table passkey (
  -- the authenticator's id of the credential, base64url
  id text primary key check (length(id) between 1 and 1400),
  public_id text not null unique check (public_id ~ '^[0-9a-f]{24}$'),
  account_id text not null references account on delete cascade,
  public_key bytea not null,
  counter bigint not null check (counter >= 0),
  transports text[] not null default '{}',
  name text not null check (length(name) between 1 and 60),
  created_at timestamptz not null,
  used_at timestamptz
);
create index passkey_account on passkey (account_id);

-- A challenge sent to an authenticator; works once.
create table passkey_challenge (
  challenge text primary key check (length(challenge) between 16 and 200),
  -- null: somebody who is signing in and has not said who they are
  account_id text references account on delete cascade,
  -- the session that asked, as its SHA-256
  token_hash bytea not null check (length(token_hash) = 32),
  expires_at timestamptz not null
);
create index passkey_challenge_expires on passkey_challenge (expires_at);

-- Who somebody is at a network: issuer and subject, never the e-mail.
create table network_identity (
  issuer text not null check (length(issuer) between 1 and 500),
  subject text not null check (length(subject) between 1 and 255),
  account_id text not null references account on delete cascade,
  created_at timestamptz not null,
  primary key (issuer, subject)
);
create index network_identity_account on network_identity (account_id);

-- A sign-in that was sent to the network and waits for its return; works once.
create table network_flow (
  state_hash bytea primary key check (length(state_hash) = 32),
  expires_at timestamptz not null
);
create index network_flow_expires on network_flow (expires_at);

-- An identity that the network confirmed, known to its holder by an opaque handle; works once.
create table network_ticket (
  handle_hash bytea primary key check (length(handle_hash) = 32),
  issuer text not null check (length(issuer) between 1 and 500),
  subject text not null check (length(subject) between 1 and 255),
  -- what the network said about the person; deleted with the ticket
  claims jsonb not null,
  -- the token that carried it, as its SHA-256: only that one may sign in with it
  token_hash bytea check (length(token_hash) = 32),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index network_ticket_expires on network_ticket (expires_at);
create index network_ticket_token on network_ticket (token_hash);

-- ---------------------------------------------------------- administrators
create table admin (
  id text primary key check (id ~ '^[0-9a-f]{24}$'),
  email text not null check (length(email) between 3 and 254),
  email_key text not null unique check (email_key = lower(email_key)),
  password_hash text not null,
  created_at timestamptz not null default now(),
  totp_secret bytea,
  totp_enabled boolean not null default false,
  -- the time step of the last accepted code: no code works twice
  totp_step bigint not null default 0
);

create table admin_session (
  public_id text primary key check (public_id ~ '^[0-9a-f]{24}$'),
  admin_id text not null references admin on delete cascade,
  kind text not null check (kind in ('browser', 'client')),
  device text not null default '' check (length(device) <= 60),
  -- what an API client shows to get a further token of this session; a browser has its cookie instead
  handle_hash bytea unique check (length(handle_hash) = 32),
  created_at timestamptz not null,
  used_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index admin_session_admin on admin_session (admin_id);
create index admin_session_created on admin_session (created_at);

-- The tokens of an administrator's session: the cookie's, or the bearer tokens of one client.
create table admin_token (
  token_hash bytea primary key check (length(token_hash) = 32),
  session_id text not null references admin_session on delete cascade,
  created_at timestamptz not null
);
create index admin_token_session on admin_token (session_id, created_at desc);

create table audit_log (
  id bigint generated always as identity primary key,
  public_id text not null unique check (public_id ~ '^[0-9a-f]{24}$'),
  at timestamptz not null,
  actor_kind text not null check (actor_kind in ('admin', 'account', 'command', 'system')),
  -- the administrator's id, or an HMAC of the account's: an account is never named here
  actor text not null check (length(actor) <= 64),
  action text not null check (action ~ '^[a-z-]+\.[a-z-]+$' and length(action) <= 60),
  target text not null default '' check (length(target) <= 200),
  detail jsonb not null default '{}',
  -- the caller's network, /24 or /48
  origin text not null default '' check (length(origin) <= 45)
);
create index audit_log_action on audit_log (action, id desc);
create index audit_log_at on audit_log (at);

-- Append-only, for administrators too. Two exceptions, both by age: after 30 days the origin of a row may be emptied,
-- after 365 days a row may be deleted (AUDIT_LIFE_DAYS in features/audit).
create function audit_log_keep() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.origin = '' and old.at < now() - interval '30 days'
    and (new.id, new.public_id, new.at, new.actor_kind, new.actor, new.action, new.target, new.detail)
      is not distinct from (old.id, old.public_id, old.at, old.actor_kind, old.actor, old.action, old.target, old.detail) then
    return new;
  end if;
  if tg_op = 'DELETE' and old.at < now() - interval '365 days' then
    return old;
  end if;
  raise exception 'the audit log is append-only';
end $$;
create trigger audit_log_keep_rows before update or delete on audit_log
  for each row execute function audit_log_keep();
create trigger audit_log_keep_all before truncate on audit_log
  for each statement execute function audit_log_keep();

-- ----------------------------------------------------- companies, schools
-- The version of each catalogue file that was last loaded, so that a start does not read thousands of rows in vain.
create table catalogue_version (
  name text primary key,
  hash text not null
);

create table school (
  id bigint generated always as identity primary key,
  public_id text not null unique check (public_id ~ '^[0-9a-f]{24}$'),
  name text not null check (length(name) between 1 and 200),
  name_key text not null check (length(name_key) between 1 and 200),
  country text not null check (length(country) <= 100),
  country_code text not null check (country_code ~ '^([A-Z]{2}|)$'),
  domains text[] not null default '{}',
  unique (name_key, country_code, country)
);
-- What a school is found by.
create table school_term (
  school_id bigint not null references school on delete cascade,
  term text not null check (length(term) between 1 and 200),
  primary key (school_id, term)
);
create index school_term_prefix on school_term (term text_pattern_ops);
create index school_term_similar on school_term using gin (term gin_trgm_ops);

-- A random key: a company that one person typed was made when that person saved.
create table company (
  id bigint primary key default random_key(),
  public_id text not null unique check (public_id ~ '^[0-9a-f]{24}$'),
  name text not null unique check (length(name) between 1 and 80),
  display_name text not null check (length(display_name) between 1 and 80),
  description text not null default '' check (length(description) <= 400),
  country_code text not null default '' check (country_code ~ '^([A-Z]{2}|)$'),
  domain text not null default '' check (length(domain) <= 253),
  -- '' = a monogram drawn from the name
  logo text not null default '' check (length(logo) <= 200),
  -- new: typed by a person, waits for an administrator's review
  status text not null default 'new' check (status in ('listed', 'new')),
  -- changed by an administrator: a newer catalogue leaves it as it is
  edited boolean not null default false
);
create table company_alias (
  alias_key text primary key check (length(alias_key) between 1 and 80),
  company_id bigint not null references company on delete cascade,
  alias text not null check (length(alias) between 1 and 80)
);
create index company_alias_company on company_alias (company_id);
-- What a company is found by.
create table company_term (
  company_id bigint not null references company on delete cascade,
  term text not null check (length(term) between 1 and 80),
  primary key (company_id, term)
);
create index company_term_prefix on company_term (term text_pattern_ops);
create index company_term_similar on company_term using gin (term gin_trgm_ops);

-- A logo that an administrator uploaded, as WebP. A new one has a new id.
create table company_logo (
  company_id bigint primary key references company on delete cascade,
  public_id text not null unique check (public_id ~ '^[0-9a-f]{24}$'),
  bytes bytea not null check (length(bytes) between 1 and 262144)
);

-- Names that an administrator deleted: a newer catalogue does not bring them back.
create table company_deleted (
  name text primary key check (length(name) between 1 and 80)
);

-- One company merged into another: where the old address leads, and what undoing needs.
create table company_merge (
  id bigint generated always as identity primary key,
  public_id text not null unique check (public_id ~ '^[0-9a-f]{24}$'),
  from_public_id text not null check (from_public_id ~ '^[0-9a-f]{24}$'),
  from_name text not null check (length(from_name) between 1 and 80),
  -- others could know of the company that went away; otherwise its old address leads nowhere
  name_was_public boolean not null default true,
  into_company bigint references company on delete cascade,
  -- the company as it was, and which stops were moved
  undo jsonb not null,
  merged_at timestamptz not null,
  undone_at timestamptz
);
create index company_merge_from on company_merge (from_public_id) where undone_at is null;
create index company_merge_name on company_merge (from_name) where undone_at is null;
create index company_merge_into on company_merge (into_company);

-- ---------------------------------------------------------------- profiles
create table profile (
  id bigint primary key default random_key(),
  public_id text not null unique check (public_id ~ '^[0-9a-f]{24}$'),
  -- HMAC of the account's id under the installation's secret
  owner_key bytea unique check (length(owner_key) = 32),
  first_name text not null default '' check (length(first_name) <= 80),
  last_name text not null default '' check (length(last_name) <= 80),
  username text check (username ~ '^[A-Za-z0-9_.]{3,32}$'),
  linkedin text not null default '' check (length(linkedin) <= 100),
  location text not null default '' check (length(location) <= 100),
  visibility text not null default 'public' check (visibility in ('public', 'anonymous', 'private')),
  school_id bigint references school on delete set null,
  school_text text not null default '' check (length(school_text) <= 200),
  -- the person's choices of what others see
  show_months boolean not null default false,
  hide_school boolean not null default false,
  -- was saved once; until then it is an empty row that nobody sees
  created boolean not null default false,
  suspended boolean not null default false,
  -- an invented person of the demo data
  demo boolean not null default false,
  -- number of stops, and of saves
  stops integer not null default 0 check (stops >= 0),
  rev integer not null default 1,
  listed boolean not null
    generated always as (created and visibility <> 'private' and stops > 0 and not suspended) stored,
  -- random place in lists; drawn anew at a switch of visibility, so that the place does not show who switched
  sort_key bigint not null,
  -- random place in shuffled draws; likewise
  shuffle_position bigint not null default random_key(),
  check (school_id is null or school_text = '')
);
create unique index profile_username on profile (lower(username));
create index profile_school on profile (school_id, sort_key) where listed;
create index profile_demo on profile (id) where demo;
create index profile_real on profile (id) where not demo;
create unique index profile_shuffle_position on profile (shuffle_position);
create index profile_shuffle on profile (shuffle_position) include (id) where listed;
-- Anonymous and private people are not in it at all.
create index profile_name_search on profile
  using gin (plain_name(first_name, last_name, username) gin_trgm_ops)
  where listed and visibility = 'public';

-- Usernames that somebody has or had: nobody else gets them, so that a free name does not tell that its owner went
-- anonymous. An HMAC under the installation's secret; the profile lets its owner take the name back.
create table username_reserved (
  key bytea primary key check (length(key) = 32),
  profile_id bigint references profile on delete set null
);
create index username_reserved_profile on username_reserved (profile_id);

-- A person's picture, re-encoded by us: 512 x 512 WebP. A new public id with every picture and every switch.
create table picture (
  id bigint primary key default random_key(),
  public_id text not null unique check (public_id ~ '^[0-9a-f]{24}$'),
  profile_id bigint not null unique references profile on delete cascade,
  bytes bytea not null check (length(bytes) between 1 and 1000000)
);

-- One company in a pipeline.
create table stop (
  id bigint primary key default random_key(),
  public_id text not null unique check (public_id ~ '^[0-9a-f]{24}$'),
  profile_id bigint not null references profile on delete cascade,
  company_id bigint references company on delete set null,
  -- the company's name as text, kept when the company is deleted
  company_name text not null check (length(company_name) between 1 and 80),
  -- others see "Undisclosed company" instead
  undisclosed boolean not null default false,
  -- copies of the profile's, so that a company's list is one index walk; never listed while undisclosed
  listed boolean not null,
  sort_key bigint not null,
  unique (profile_id, company_id),
  unique (id, profile_id),
  check (not (listed and undisclosed))
);
create index stop_company on stop (company_id, sort_key) where listed;

-- One dated title at a stop.
create table role (
  id bigint primary key default random_key(),
  stop_id bigint not null,
  profile_id bigint not null,
  -- order among roles of the same dates
  position smallint not null default 0,
  title text not null check (length(title) between 1 and 120),
  kind text not null check (kind in
    ('intern', 'co-op', 'part-time', 'full-time', 'contract', 'founder', 'research', 'other')),
  start_date date not null check (start_date between '1950-01-01' and '2030-01-01'),
  end_date date check (end_date between '1950-01-01' and '2030-01-01'),
  is_current boolean not null,
  date_precision text not null check (date_precision in ('year', 'month', 'day')),
  rating smallint check (rating in (20, 40, 60, 80, 100)),
  foreign key (stop_id, profile_id) references stop (id, profile_id) on delete cascade,
  check (is_current = (end_date is null)),
  check (end_date >= start_date)
);
create index role_profile on role (profile_id);
create index role_stop on role (stop_id);
-- "Still here" on a day is the open stops and those that reach into the future; the latter are few.
create index role_start on role (start_date);
create index role_end on role (end_date) where end_date is not null;

-- ------------------------------------------------ stats: what is counted
-- Each view says what one person adds to the table it is named for. A save applies the difference of its person's rows
-- before and after; bulk loads and `verify` add them all up.

-- A stop that counts: at a company, of a saved profile that is not suspended.
create view counted_stop as
select
  profile.id as profile_id,
  stop.id as stop_id,
  stop.company_id,
  profile.school_id,
  profile.listed and not stop.undisclosed as is_visible,
  profile.listed and not stop.undisclosed and not profile.hide_school as is_visible_with_school,
  case when (array_agg(role.kind order by role.start_date desc, role.position desc))[1] in ('intern', 'co-op')
    then 'interns' else 'employees' end as counts_under,
  min(role.start_date) as first_start,
  max(role.start_date) as last_start,
  bool_or(role.is_current) as is_open,
  -- A completed stay: all roles, once the last one has ended. The average changes with each save, so an anonymous
  -- person enters it as their page shows it, by years or months: exact days would leak through the average. Two days
  -- of one year (month) are a third of it apart on average.
  case when bool_and(role.end_date is not null) then round(sum(case
    when profile.visibility = 'public' then role.end_date - role.start_date
    when profile.show_months and role.date_precision <> 'year' then 365.2425 / 12
      * coalesce(nullif(12 * apart.years + apart.months, 0), 1 / 3.0)
    else 365.2425 * coalesce(nullif(apart.years, 0), 1 / 3.0) end)) end as completed_days,
  -- The pipeline begins here: one stop of each person, which may be one without a company.
  stop.id = (
    select first_role.stop_id from role first_role where first_role.profile_id = profile.id
    order by first_role.start_date, first_role.end_date nulls last, first_role.position limit 1
  ) as is_first_stop
from stop
join profile on profile.id = stop.profile_id
join role on role.stop_id = stop.id
cross join lateral (
  select
    extract(year from role.end_date) - extract(year from role.start_date) as years,
    extract(month from role.end_date) - extract(month from role.start_date) as months
) apart
where stop.company_id is not null and profile.created and not profile.suspended
group by profile.id, stop.id;

create view company_stats_by_person as
select
  profile_id,
  company_id,
  (counts_under = 'employees')::integer as employees,
  (counts_under = 'interns')::integer as interns,
  coalesce(completed_days, 0)::bigint as tenure_days,
  (completed_days is not null)::integer as stays,
  is_first_stop::integer as first_stops,
  is_open::integer as open_stops
from counted_stop
where is_visible;

-- The one definition of a move: a role at one company began before a role at another did. That is, the first role here
-- began before the last one there.
create view company_move_by_person as
select
  earlier.profile_id,
  earlier.company_id as from_company,
  later.company_id as to_company,
  earlier.is_visible and later.is_visible as is_visible
from counted_stop earlier
join counted_stop later on later.profile_id = earlier.profile_id
where later.company_id <> earlier.company_id and earlier.first_start < later.last_start;

create view school_company_stats_by_person as
select profile_id, school_id, company_id, is_first_stop::integer as first_stops
from counted_stop
where is_visible_with_school and school_id is not null;

-- What is not visible person by person: of private people, undisclosed stops, hidden schools. Columns that a kind has no
-- use for are 0, so that rows can be joined by equality.
create view hidden_aggregate_by_person as
select counts_under as kind, company_id, 0::bigint as next_company_id, 0::bigint as school_id, profile_id
from counted_stop where not is_visible
union all
select 'move', from_company, to_company, 0, profile_id
from company_move_by_person where not is_visible
union all
select 'school', company_id, 0, school_id, profile_id
from counted_stop where not is_visible_with_school and school_id is not null
union all
select 'alumni', 0, 0, school_id, id
from profile
where school_id is not null and created and not suspended and stops > 0 and (visibility = 'private' or hide_school);

-- A person's rating of a company: the one of their latest role that has one.
create view rating_by_person as
select distinct on (stop.id) stop.profile_id, stop.company_id, role.rating, not stop.listed as is_hidden
from stop
join profile on profile.id = stop.profile_id
join role on role.stop_id = stop.id
where stop.company_id is not null and role.rating is not null and profile.created and not profile.suspended
order by stop.id, role.start_date desc, role.position desc;

-- ------------------------------------------------- stats: what is stored
-- Numbers of visible people follow each save. Numbers of hidden people and ratings are published in batches
-- (features/stats/publish-write.server.ts): the columns hidden_*, raters and rating_sum.
create table company_stats (
  company_id bigint primary key references company on delete cascade,
  visible_employees integer not null default 0 check (visible_employees >= 0),
  visible_interns integer not null default 0 check (visible_interns >= 0),
  hidden_employees integer not null default 0 check (hidden_employees >= 0),
  hidden_interns integer not null default 0 check (hidden_interns >= 0),
  employees integer not null generated always as (visible_employees + hidden_employees) stored,
  interns integer not null generated always as (visible_interns + hidden_interns) stored,
  people integer not null generated always as
    (visible_employees + hidden_employees + visible_interns + hidden_interns) stored,
  raters integer not null default 0 check (raters >= 0),
  rating_sum bigint not null default 0 check (rating_sum >= 0),
  -- days of completed stays, and their number
  tenure_days bigint not null default 0 check (tenure_days >= 0),
  stays integer not null default 0 check (stays >= 0),
  -- stops where a pipeline begins, and stops without an end
  first_stops integer not null default 0 check (first_stops >= 0),
  open_stops integer not null default 0 check (open_stops >= 0)
);
create index company_stats_people on company_stats (people desc, company_id);

create table company_move (
  from_company bigint not null references company on delete cascade,
  to_company bigint not null references company on delete cascade,
  visible_people integer not null default 0 check (visible_people >= 0),
  hidden_people integer not null default 0 check (hidden_people >= 0),
  people integer not null generated always as (visible_people + hidden_people) stored,
  primary key (from_company, to_company)
);
create index company_move_to on company_move (to_company, people desc);
create index company_move_from on company_move (from_company, people desc);

-- People of a school at a company.
create table school_company_stats (
  school_id bigint not null references school on delete cascade,
  company_id bigint not null references company on delete cascade,
  visible_people integer not null default 0 check (visible_people >= 0),
  hidden_people integer not null default 0 check (hidden_people >= 0),
  people integer not null generated always as (visible_people + hidden_people) stored,
  -- of the visible people, those whose pipeline begins at the company
  first_stops integer not null default 0 check (first_stops >= 0),
  primary key (school_id, company_id)
);
create index school_company_stats_top on school_company_stats (school_id, people desc);

-- -------------------------------------- stats: numbers of hidden people
-- What each number of hidden people was last published as. `members` people were behind it then; `people` is shown.
-- Columns that a kind has no use for are 0. No foreign keys: a company that is merged away and brought back finds its
-- numbers again.
create table published_aggregate (
  kind text not null check (kind in ('employees', 'interns', 'move', 'school', 'alumni')),
  company_id bigint not null,
  next_company_id bigint not null,
  school_id bigint not null,
  members integer not null check (members >= 0),
  people integer not null check (people >= 0),
  primary key (kind, company_id, next_company_id, school_id)
);
-- Who was behind it. Someone who left is known for a day more; afterwards they are one of `members` without a name.
create table published_member (
  kind text not null,
  company_id bigint not null,
  next_company_id bigint not null,
  school_id bigint not null,
  profile_id bigint not null references profile on delete cascade,
  left_on date,
  primary key (kind, company_id, next_company_id, school_id, profile_id)
);
create index published_member_profile on published_member (profile_id);
-- Who is not published yet, and the day of the first batch that saw them.
create table waiting_member (
  kind text not null,
  company_id bigint not null,
  next_company_id bigint not null,
  school_id bigint not null,
  profile_id bigint not null references profile on delete cascade,
  since date not null,
  primary key (kind, company_id, next_company_id, school_id, profile_id)
);
create index waiting_member_profile on waiting_member (profile_id);

-- ------------------------------------------------ stats: published ratings
-- Ratings of visible, hidden and demo people are published separately; a company's level is made of all three.
create table published_rating (
  company_id bigint not null references company on delete cascade,
  raters text not null check (raters in ('visible', 'hidden', 'demo')),
  members integer not null check (members > 0),
  rating_sum bigint not null check (rating_sum > 0),
  shown boolean not null,
  primary key (company_id, raters)
);
create table published_rating_member (
  company_id bigint not null references company on delete cascade,
  profile_id bigint not null references profile on delete cascade,
  raters text not null check (raters in ('visible', 'hidden', 'demo')),
  rating smallint not null check (rating in (20, 40, 60, 80, 100)),
  left_on date,
  primary key (company_id, profile_id, raters)
);
create index published_rating_member_profile on published_rating_member (profile_id);
create table waiting_rating (
  company_id bigint not null references company on delete cascade,
  profile_id bigint not null references profile on delete cascade,
  raters text not null check (raters in ('visible', 'hidden')),
  rating smallint not null check (rating in (20, 40, 60, 80, 100)),
  since date not null,
  primary key (company_id, profile_id)
);
create index waiting_rating_profile on waiting_rating (profile_id);

-- ------------------------------------- suggestions, newsletter, early access
-- No author and no address: a suggestion cannot be led back to who sent it.
create table suggestion (
  id bigint generated always as identity primary key,
  public_id text not null unique check (public_id ~ '^[0-9a-f]{24}$'),
  type text not null check (type in ('company', 'website-issues', 'other')),
  text text not null check (length(text) between 1 and 2000),
  created_at timestamptz not null,
  done_at timestamptz,
  forwarded_at timestamptz
);
create index suggestion_waiting on suggestion (id) where forwarded_at is null;

create table newsletter_subscriber (
  id bigint generated always as identity primary key,
  public_id text not null unique check (public_id ~ '^[0-9a-f]{24}$'),
  email text not null check (length(email) between 3 and 254),
  email_key text not null unique check (email_key = lower(email_key)),
  asked_at timestamptz not null,
  -- the consent: null until the emailed link was used
  confirmed_at timestamptz,
  -- SHA-256 of the link's token
  link_hash bytea unique check (length(link_hash) = 32),
  link_expires_at timestamptz
);

create table early_access_code (
  id bigint generated always as identity primary key,
  public_id text not null unique check (public_id ~ '^[0-9a-f]{24}$'),
  -- HMAC of the code under the installation's secret
  code_hash bytea not null unique check (length(code_hash) = 32),
  label text not null check (length(label) between 1 and 80),
  max_uses integer not null check (max_uses between 1 and 100000),
  uses integer not null default 0 check (uses >= 0 and uses <= max_uses),
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz
);
-- API clients have no cookie: what a code opened belongs to their token.
create table early_access_grant (
  token_hash bytea primary key check (length(token_hash) = 32),
  code_id bigint not null references early_access_code on delete cascade,
  expires_at timestamptz not null
);
create index early_access_grant_expires on early_access_grant (expires_at);

-- ------------------------------------------------------------------- email
create table broadcast (
  id bigint generated always as identity primary key,
  public_id text not null unique check (public_id ~ '^[0-9a-f]{24}$'),
  audience text not null check (audience in ('all', 'early-access', 'test')),
  subject text not null check (length(subject) between 1 and 200),
  html text not null check (length(html) <= 200000),
  plain text not null check (length(plain) <= 200000),
  -- the same request within ten minutes, or with the same Idempotency-Key, is the same broadcast
  request_key bytea not null check (length(request_key) = 32),
  created_at timestamptz not null,
  recipients integer not null default 0 check (recipients >= 0),
  -- null while recipients are still being written down
  expanded_at timestamptz,
  -- where writing them down goes on after a crash
  cursor text not null default '',
  -- no further email of it is sent
  cancelled_at timestamptz,
  -- its emails were deleted: what became of them, in numbers
  outcome jsonb
);
create index broadcast_request on broadcast (request_key, created_at desc);
create index broadcast_created on broadcast (created_at);

create table mail (
  id bigint primary key default random_key(),
  public_id text not null unique check (public_id ~ '^[0-9a-f]{24}$'),
  kind text not null check (kind ~ '^[a-z-]+$' and length(kind) <= 40),
  broadcast_id bigint references broadcast on delete cascade,
  -- whose it is, so that it is deleted with the account
  account_id text references account on delete cascade,
  -- likewise, for a broadcast to a newsletter subscriber
  subscriber_id bigint references newsletter_subscriber on delete cascade,
  recipient text not null check (length(recipient) between 3 and 254),
  -- the text; emptied once it was sent
  letter jsonb,
  -- the same on every try, so that a receiver can tell a second copy
  message_id text not null unique check (length(message_id) <= 200),
  -- sending: handed to the mail server, whose answer is not known yet; outbox: kept to be read where no server is set
  state text not null check (state in ('queued', 'sending', 'sent', 'failed', 'cancelled', 'outbox')),
  -- tries of which nobody knows whether they arrived
  in_doubt smallint not null default 0 check (in_doubt >= 0),
  attempts smallint not null default 0 check (attempts >= 0),
  last_error text not null default '' check (length(last_error) <= 300),
  created_at timestamptz not null,
  sent_at timestamptz,
  unique (broadcast_id, recipient)
);
create index mail_broadcast on mail (broadcast_id, state);
create index mail_account on mail (account_id);
create index mail_subscriber on mail (subscriber_id);
create index mail_created on mail (created_at);
create index mail_waiting on mail (created_at) where state in ('queued', 'sending');
