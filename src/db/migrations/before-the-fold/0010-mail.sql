create table broadcast (
  id bigint generated always as identity primary key,
  public_id text not null unique check (public_id ~ '^[0-9a-f]{24}$'),
  audience text not null check (audience in ('all', 'early-access', 'test')),
  subject text not null check (length(subject) between 1 and 200),
  html text not null check (length(html) <= 200000),
  plain text not null check (length(plain) <= 200000),
  -- the same request within ten minutes, or with the same Idempotency-Key, is the same job
  request_key bytea not null check (length(request_key) = 32),
  created_at timestamptz not null,
  recipients integer not null default 0 check (recipients >= 0),
  -- null while recipients are still being written down
  expanded_at timestamptz,
  -- where the expansion goes on after a crash
  cursor text not null default '',
  -- no further mail of it leaves
  cancelled_at timestamptz,
  -- its mails were forgotten: what became of them, in numbers
  outcome jsonb
);
create index broadcast_request on broadcast (request_key, created_at desc);
create index broadcast_created on broadcast (created_at);

create table mail (
  id bigint generated always as identity primary key,
  public_id text not null unique check (public_id ~ '^[0-9a-f]{24}$'),
  -- what it is for; a broadcast's mails carry its id
  kind text not null check (kind ~ '^[a-z-]+$' and length(kind) <= 40),
  broadcast_id bigint references broadcast on delete cascade,
  -- whose it is, so that it goes with the account
  account_id text references account on delete cascade,
  -- likewise, for a broadcast to somebody of the newsletter
  subscriber_id bigint references newsletter_subscriber on delete cascade,
  recipient text not null check (length(recipient) between 3 and 254),
  -- the letter's words; emptied once it has been sent
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
