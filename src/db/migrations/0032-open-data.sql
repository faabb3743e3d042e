-- Weekly files of what is public, cut into parts so that neither making nor sending one holds it whole. They are in the
-- database because every process serves them.
create table open_data_file (
  day date not null,
  name text not null check (name ~ '^[a-z-]+\.(csv|ndjson|json)$'),
  records integer not null,
  bytes bigint not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  primary key (day, name)
);
create table open_data_part (
  day date not null,
  name text not null,
  part integer not null,
  content bytea not null,
  primary key (day, name, part),
  foreign key (day, name) references open_data_file on delete cascade deferrable initially deferred
);
