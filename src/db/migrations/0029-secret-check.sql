-- Which secret file belongs to this database: an HMAC of a fixed text under it, so that another one is noticed.
create table secret_check (
  only_row boolean primary key default true check (only_row),
  value bytea not null check (length(value) = 32)
);
