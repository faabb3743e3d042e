-- Who was deleted must not come back by a restored backup. A mark is an HMAC under the installation's secret, which is
-- not in the database: to whoever holds a dump alone it is a random number. The date is the first of a month.
create table forgotten (
  mark bytea primary key check (length(mark) = 32),
  kept_until date not null check (extract(day from kept_until) = 1)
);

-- How the last try to make a backup ended; one row.
create table last_backup (
  only_row boolean primary key default true check (only_row),
  tried_at timestamptz not null,
  -- the last whole one
  made_at timestamptz,
  bytes bigint not null default 0 check (bytes >= 0),
  failure text not null default '' check (length(failure) <= 300)
);
