-- Addresses under which a person's line is shared: one for each level, renewed and switched off by their owner. The id
-- is random and stands in no other table. No time: links of one person say nothing of when they were made.
create table share_link (
  id text not null primary key check (id ~ '^[0-9a-f]{24}$'),
  -- Checked at the end of a transaction: what shows a deleted person is purged by their links, which go after them.
  profile_id bigint not null references profile deferrable initially deferred,
  level text not null check (level in ('everything', 'no-name', 'only-line')),
  unique (profile_id, level)
);
