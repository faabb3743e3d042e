-- Who asked to be told, and who proved that it was them.
create table newsletter_subscriber (
  id bigint generated always as identity primary key,
  public_id text not null unique check (public_id ~ '^[0-9a-f]{24}$'),
  email text not null check (length(email) between 3 and 254),
  email_key text not null unique check (email_key = lower(email_key)),
  asked_at timestamptz not null,
  -- the consent: null until the mailed link was used
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

-- API clients have no cookie: the grant hangs on their token.
create table early_access_grant (
  token_hash bytea primary key check (length(token_hash) = 32),
  code_id bigint not null references early_access_code on delete cascade,
  expires_at timestamptz not null
);
create index early_access_grant_expires on early_access_grant (expires_at);

-- Suggestions of before have no public id yet; from now on each has one.
update suggestion set public_id = substr(replace(gen_random_uuid()::text, '-', ''), 1, 24) where public_id is null;
alter table suggestion alter column public_id set not null;
create index suggestion_waiting on suggestion (id) where forwarded_at is null;
