-- Administrators' own sessions, second factor, the audit log, merges.
alter table admin add column totp_secret bytea;
alter table admin add column totp_enabled boolean not null default false;
-- The last time step a code was taken from: no code works twice.
alter table admin add column totp_step bigint not null default 0;

-- A sign-in of an administrator: lives 12 hours, 30 minutes unused.
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

-- The tokens that speak for it: the cookie's, or the bearer tokens of one client.
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
  -- 'admin', 'account', 'command' or 'system'
  actor_kind text not null check (actor_kind in ('admin', 'account', 'command', 'system')),
  -- the administrator's id, or an HMAC of the account's: an account is never named here
  actor text not null check (length(actor) <= 64),
  action text not null check (action ~ '^[a-z-]+\.[a-z-]+$' and length(action) <= 60),
  target text not null default '' check (length(target) <= 200),
  detail jsonb not null default '{}',
  -- /24 or /48 of the caller
  origin text not null default '' check (length(origin) <= 45)
);
create index audit_log_action on audit_log (action, id desc);

-- Append-only for whoever uses the application, administrators too. Only the
-- origin of an old row may be emptied.
create function audit_log_keep() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.origin = '' and old.at < now() - interval '30 days'
    and (new.id, new.public_id, new.at, new.actor_kind, new.actor, new.action, new.target, new.detail)
      is not distinct from (old.id, old.public_id, old.at, old.actor_kind, old.actor, old.action, old.target, old.detail) then
    return new;
  end if;
  raise exception 'the audit log is append-only';
end $$;
create trigger audit_log_keep_rows before update or delete on audit_log
  for each row execute function audit_log_keep();
create trigger audit_log_keep_all before truncate on audit_log
  for each statement execute function audit_log_keep();

-- One company taken into another: enough to show the old address's new place and to undo it.
create table company_merge (
  id bigint generated always as identity primary key,
  public_id text not null unique check (public_id ~ '^[0-9a-f]{24}$'),
  from_public_id text not null check (from_public_id ~ '^[0-9a-f]{24}$'),
  from_name text not null check (length(from_name) between 1 and 80),
  into_company bigint references company on delete cascade,
  -- the company as it was, and which entries were moved
  undo jsonb not null,
  merged_at timestamptz not null,
  undone_at timestamptz
);
create index company_merge_from on company_merge (from_public_id) where undone_at is null;
create index company_merge_name on company_merge (from_name) where undone_at is null;
create index company_merge_into on company_merge (into_company);

-- Changed by an administrator: a newer catalogue leaves it as it is.
alter table company add column edited boolean not null default false;
-- Names that an administrator deleted: a newer catalogue does not bring them back.
create table company_deleted (
  name text primary key check (length(name) between 1 and 80)
);
-- A logo that an administrator gave, as WebP of our own making. A new one has a new id.
create table company_logo (
  company_id bigint primary key references company on delete cascade,
  public_id text not null unique check (public_id ~ '^[0-9a-f]{24}$'),
  bytes bytea not null check (length(bytes) between 1 and 262144)
);

alter table suggestion add column public_id text unique check (public_id ~ '^[0-9a-f]{24}$');
alter table suggestion add column done_at timestamptz;
alter table suggestion add column forwarded_at timestamptz;
