-- Large tables get another order of their rows while others read and write them (src/db/move-rows.ts). Rows are moved
-- that were written since the last time: by a transaction after `up_to`, unless it moved them itself.
create table mixed_table (
  name text primary key,
  up_to xid8 not null,
  moved_by xid8[] not null
);
