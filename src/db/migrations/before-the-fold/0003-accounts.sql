-- Accounts by themselves: proven addresses, mailed links, sessions that can be
-- listed, delays after failed logins, usernames that stay reserved.

-- Somebody who came by the network sign-in alone has no password.
alter table account alter column password_hash drop not null;
alter table account add column email_verified_at timestamptz;
alter table account add column early_access boolean not null default false;
-- Cleared by the unsubscribe link; mails the account itself asks for go on.
alter table account add column broadcasts boolean not null default true;
create index account_broadcasts on account (id) where broadcasts and email_verified_at is not null;

alter table session add column public_id text unique check (public_id ~ '^[0-9a-f]{24}$');
-- When the person last proved to be there (password, passkey, network).
alter table session add column proven_at timestamptz;
-- "Firefox on Linux": never the browser's own sentence.
alter table session add column device text not null default '' check (length(device) <= 60);
update session set public_id = substr(md5(random()::text || clock_timestamp()::text), 1, 24);
alter table session alter column public_id set not null;
-- The ended sessions of a deleted account stay without a name until their tokens expire, so that those are refused
-- and not taken for tokens that nobody has used yet.
alter table session alter column account_id drop not null;
alter table session drop constraint session_account_id_fkey;
alter table session add foreign key (account_id) references account on delete set null;

-- A link that was mailed: single use, only its SHA-256 is kept.
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

-- Failed logins per account and address, as an HMAC; worth nothing after a crash.
create unlogged table login_failure (
  key text primary key check (length(key) between 1 and 64),
  failures integer not null check (failures >= 0),
  last_at timestamptz not null,
  wait_until timestamptz not null
);

-- Usernames that somebody had: nobody else gets them, so that a free name
-- does not tell that its owner went anonymous. HMAC under the installation's
-- secret; the link to the profile lets its owner take the name back.
create table username_reserved (
  key bytea primary key check (length(key) = 32),
  profile_id bigint references profile on delete set null
);
create index username_reserved_profile on username_reserved (profile_id);
