-- Who somebody is at a network: issuer and subject, never the e-mail.
create table network_identity (
  issuer text not null check (length(issuer) between 1 and 500),
  subject text not null check (length(subject) between 1 and 255),
  account_id text not null references account on delete cascade,
  created_at timestamptz not null,
  primary key (issuer, subject)
);
create index network_identity_account on network_identity (account_id);

-- A sign-in that began and waits for its return; single use.
create table network_flow (
  state_hash bytea primary key check (length(state_hash) = 32),
  expires_at timestamptz not null
);
create index network_flow_expires on network_flow (expires_at);

-- A proven identity, known to its holder by an opaque handle; single use.
create table network_ticket (
  handle_hash bytea primary key check (length(handle_hash) = 32),
  issuer text not null check (length(issuer) between 1 and 500),
  subject text not null check (length(subject) between 1 and 255),
  -- what the network said of the person; gone with the ticket
  claims jsonb not null,
  -- the token that carried it, as its SHA-256: only that one may sign in by it
  token_hash bytea check (length(token_hash) = 32),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index network_ticket_expires on network_ticket (expires_at);
create index network_ticket_token on network_ticket (token_hash);
