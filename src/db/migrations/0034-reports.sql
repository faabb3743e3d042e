-- What somebody reported, or a rule found. Nobody is named as the one who reported. Days and no times: a report names a
-- pipeline, and its time would name whoever a mail went to in that minute.
create table report (
  id bigint primary key default random_key(),
  public_id text not null unique check (public_id ~ '^[0-9a-f]{24}$'),
  subject text not null check (subject in ('pipeline', 'company', 'text', 'site')),
  -- both null where there is nothing to see at the id that was sent: stored all the same, so that the answer takes as
  -- long, and deleted by the next housekeeping
  profile_id bigint references profile on delete cascade,
  company_id bigint references company on delete cascade,
  reason text not null
    check (reason in ('spam', 'impersonation', 'abuse', 'false-information', 'privacy', 'legal', 'other')),
  words text not null default '' check (length(words) <= 1000),
  -- the text that is meant
  quote text not null default '' check (length(quote) <= 300),
  -- null: a person reported it
  rule text check (rule in ('many-roles', 'address-in-text', 'same-text', 'many-sign-ups')),
  on_day date not null,
  state text not null default 'open' check (state in ('open', 'waiting', 'done')),
  -- the pipeline is hidden until its person answers
  hides boolean not null default false,
  -- HMAC of the token in the mailed link by which the person answers, once
  reply_hash bytea unique check (length(reply_hash) = 32),
  last_act integer not null default 0
);
create index report_profile on report (profile_id);
create index report_company on report (company_id);
create index report_day on report (on_day);
-- A rule queues a pipeline once, until that report is deleted by its age.
create unique index report_rule on report (rule, profile_id) where rule is not null and profile_id is not null;

create table report_act (
  report_id bigint not null references report on delete cascade,
  n integer not null check (n > 0),
  on_day date not null,
  act text not null check (act in ('dismiss', 'settle', 'ask', 'hide', 'suspend', 'delete', 'answer')),
  words text not null default '' check (length(words) <= 2000),
  primary key (report_id, n)
);

-- Acts of administrators per quarter and reason. It outlives the reports.
create table moderation_quarter (
  quarter text not null check (quarter ~ '^[0-9]{4}-Q[1-4]$'),
  reason text not null check (length(reason) <= 40),
  acts integer not null check (acts > 0),
  primary key (quarter, reason)
);
