-- The foundation: accounts apart from profiles, profiles with entries and
-- roles, companies, schools, and what is derived from them.
-- Integer keys never leave the server; public_id (24 hex digits) does.

create extension if not exists pg_trgm;

-- ---------------------------------------------------------------- accounts
-- The sign-in store knows no profile. A profile carries owner_key, an HMAC of
-- the account's id under a key that is not in the database, so that a dump
-- alone does not tie an e-mail address to an anonymous pipeline.
create table account (
  id text primary key check (id ~ '^[0-9a-f]{24}$'),
  email text not null check (length(email) between 3 and 254),
  email_key text not null unique check (email_key = lower(email_key)),
  password_hash text not null,
  created_on date not null default current_date,
  suspended boolean not null default false
);

-- A bearer or cookie token that a sign-in bound to an account. Only the
-- SHA-256 of the token is stored. An ended row stays until the token itself
-- would have expired, so that a signed-out token is refused and not taken for
-- one that nobody has used yet.
create table session (
  token_hash bytea primary key check (length(token_hash) = 32),
  account_id text not null references account on delete cascade,
  kind text not null check (kind in ('browser', 'client')),
  created_at timestamptz not null,
  used_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index session_account on session (account_id);
create index session_expires on session (expires_at);

create table admin (
  id text primary key check (id ~ '^[0-9a-f]{24}$'),
  email text not null check (length(email) between 3 and 254),
  email_key text not null unique check (email_key = lower(email_key)),
  password_hash text not null,
  created_at timestamptz not null default now()
);

-- Counters of refused and allowed calls; worth nothing after a crash.
create unlogged table rate_limit (
  bucket text not null,
  window_start timestamptz not null,
  hits integer not null,
  primary key (bucket, window_start)
);

-- Which version of each catalogue file this database was last loaded from, so
-- that a start does not read thousands of rows to change none.
create table catalogue_version (
  name text primary key,
  hash text not null
);

-- ----------------------------------------------------------------- schools
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
create table school_term (
  school_id bigint not null references school on delete cascade,
  term text not null check (length(term) between 1 and 200),
  primary key (school_id, term)
);
create index school_term_prefix on school_term (term text_pattern_ops);
create index school_term_similar on school_term using gin (term gin_trgm_ops);

-- --------------------------------------------------------------- companies
create table company (
  id bigint generated always as identity primary key,
  public_id text not null unique check (public_id ~ '^[0-9a-f]{24}$'),
  name text not null unique check (length(name) between 1 and 80),
  display_name text not null check (length(display_name) between 1 and 80),
  description text not null default '' check (length(description) <= 400),
  country_code text not null default '' check (country_code ~ '^([A-Z]{2}|)$'),
  domain text not null default '' check (length(domain) <= 253),
  -- '' means a monogram drawn from the name
  logo text not null default '' check (length(logo) <= 200),
  -- 'new': typed by a person, waits for the admin's review
  status text not null default 'new' check (status in ('listed', 'new'))
);
create table company_alias (
  alias_key text primary key check (length(alias_key) between 1 and 80),
  company_id bigint not null references company on delete cascade,
  alias text not null check (length(alias) between 1 and 80)
);
create index company_alias_company on company_alias (company_id);
create table company_term (
  company_id bigint not null references company on delete cascade,
  term text not null check (length(term) between 1 and 80),
  primary key (company_id, term)
);
create index company_term_prefix on company_term (term text_pattern_ops);
create index company_term_similar on company_term using gin (term gin_trgm_ops);

-- ---------------------------------------------------------------- profiles
create table profile (
  id bigint generated always as identity primary key,
  public_id text not null unique check (public_id ~ '^[0-9a-f]{24}$'),
  owner_key bytea unique check (length(owner_key) = 32),
  first_name text not null default '' check (length(first_name) <= 80),
  last_name text not null default '' check (length(last_name) <= 80),
  username text check (username ~ '^[A-Za-z0-9_.]{3,32}$'),
  linkedin text not null default '' check (length(linkedin) <= 100),
  location text not null default '' check (length(location) <= 100),
  visibility text not null default 'public'
    check (visibility in ('public', 'anonymous', 'private')),
  school_id bigint references school on delete set null,
  school_text text not null default '' check (length(school_text) <= 200),
  created boolean not null default false,
  -- has a saved pipeline; listed = shows in lists (created, not private)
  stops integer not null default 0 check (stops >= 0),
  listed boolean generated always as (created and visibility <> 'private' and stops > 0) stored,
  rev integer not null default 1,
  -- a keyless random order for lists: tells nothing of age or edits
  sort_key bigint not null,
  demo boolean not null default false,
  check (school_id is null or school_text = '')
);
create unique index profile_username on profile (lower(username));
create index profile_school on profile (school_id, sort_key) where listed;
create index profile_demo on profile (id) where demo;
create index profile_real on profile (id) where not demo;

create table entry (
  id bigint generated always as identity primary key,
  public_id text not null unique check (public_id ~ '^[0-9a-f]{24}$'),
  profile_id bigint not null references profile on delete cascade,
  company_id bigint references company on delete set null,
  -- the company's name as text, kept when the company is deleted
  company_name text not null check (length(company_name) between 1 and 80),
  -- copies of the profile's, so that a company's list is one index walk
  sort_key bigint not null,
  listed boolean not null,
  unique (profile_id, company_id),
  unique (id, profile_id)
);
create index entry_company on entry (company_id, sort_key) where listed;

create table role (
  id bigint generated always as identity primary key,
  entry_id bigint not null,
  profile_id bigint not null,
  title text not null check (length(title) between 1 and 120),
  kind text not null check (kind in
    ('intern', 'co-op', 'part-time', 'full-time', 'contract', 'founder', 'research', 'other')),
  start_date date not null check (start_date between '1950-01-01' and '2030-01-01'),
  end_date date check (end_date between '1950-01-01' and '2030-01-01'),
  is_current boolean not null,
  date_precision text not null check (date_precision in ('year', 'month', 'day')),
  rating smallint check (rating in (20, 40, 60, 80, 100)),
  foreign key (entry_id, profile_id) references entry (id, profile_id) on delete cascade,
  check (is_current = (end_date is null)),
  check (end_date >= start_date)
);
create index role_profile on role (profile_id);
create index role_entry on role (entry_id);

-- ----------------------------------------------------------------- derived
-- One definition of what a person contributes, as views; a save applies the
-- difference of its own rows, `verify` and the bulk loader aggregate them all.

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

create table company_stats (
  company_id bigint primary key references company on delete cascade,
  employees integer not null default 0 check (employees >= 0),
  interns integer not null default 0 check (interns >= 0),
  raters integer not null default 0 check (raters >= 0),
  rating_sum bigint not null default 0 check (rating_sum >= 0),
  tenure_days bigint not null default 0 check (tenure_days >= 0),
  stays integer not null default 0 check (stays >= 0),
  people integer generated always as (employees + interns) stored
);
create index company_stats_people on company_stats (people desc, company_id);

create table company_move (
  from_company bigint not null references company on delete cascade,
  to_company bigint not null references company on delete cascade,
  people integer not null check (people >= 0),
  primary key (from_company, to_company)
);
create index company_move_to on company_move (to_company, people desc);
create index company_move_from on company_move (from_company, people desc);

create table school_tally (
  school_id bigint not null references school on delete cascade,
  company_id bigint not null references company on delete cascade,
  people integer not null check (people >= 0),
  primary key (school_id, company_id)
);
create index school_tally_top on school_tally (school_id, people desc);

-- ------------------------------------------------------------- suggestions
-- What people wrote under /suggestions. No author and no address: a row cannot
-- be led back to who sent it.
create table suggestion (
  id bigint generated always as identity primary key,
  type text not null check (type in ('company', 'website-issues', 'other')),
  text text not null check (length(text) between 1 and 2000),
  created_at timestamptz not null
);
