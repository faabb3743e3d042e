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

-- A question put to an authenticator; single use.
create table passkey_challenge (
  challenge text primary key check (length(challenge) between 16 and 200),
  -- null: somebody who is signing in and has not said who they are
  account_id text references account on delete cascade,
  -- the session that asked, as its SHA-256
  token_hash bytea not null check (length(token_hash) = 32),
  expires_at timestamptz not null
);
create index passkey_challenge_expires on passkey_challenge (expires_at);
