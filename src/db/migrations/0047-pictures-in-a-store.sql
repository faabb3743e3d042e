-- A picture's bytes stand in the row, or in a store under a random name that no address shows.
alter table picture
  alter column bytes drop not null,
  add column stored_as text check (stored_as ~ '^[0-9a-f]{32}$'),
  add constraint picture_is_somewhere check (num_nonnulls(bytes, stored_as) = 1);
create unique index picture_stored_as on picture (stored_as) where stored_as is not null;
create index picture_in_the_row on picture (id) where stored_as is null;

-- Files of the store that are deleted next. One that is being written waits until then for the row that names it: a crash
-- in between leaves it here.
create table picture_to_delete (
  stored_as text primary key check (stored_as ~ '^[0-9a-f]{32}$'),
  waits_until timestamptz
);

-- Whatever takes a picture away, its file goes with the same commit.
create function delete_picture_file() returns trigger language plpgsql as $$
begin
  insert into picture_to_delete (stored_as) values (old.stored_as)
    on conflict (stored_as) do update set waits_until = null;
  return null;
end $$;
create trigger picture_file_deleted after delete on picture
  for each row when (old.stored_as is not null) execute function delete_picture_file();
create trigger picture_file_replaced after update of stored_as on picture
  for each row when (old.stored_as is not null and old.stored_as is distinct from new.stored_as)
  execute function delete_picture_file();

create function delete_all_picture_files() returns trigger language plpgsql as $$
begin
  insert into picture_to_delete (stored_as) select stored_as from picture where stored_as is not null
    on conflict (stored_as) do update set waits_until = null;
  return null;
end $$;
create trigger picture_files_emptied before truncate on picture
  for each statement execute function delete_all_picture_files();
