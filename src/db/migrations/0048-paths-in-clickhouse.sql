-- What ClickHouse has to learn. Written with the change itself, so a process that dies in between loses nothing.
create table path_store (
  -- One row, while a site has PATHS_URL.
  singleton boolean primary key default true check (singleton),
  -- ClickHouse holds the same word. If it does not, it is another one, or empty, and is filled anew.
  mark text not null,
  -- Has it had everybody once?
  is_filled boolean not null default false,
  -- The last profile that the present filling has written; null: none is going on.
  filling_to bigint,
  -- Rows with a smaller version are older than that filling.
  filling_from bigint not null default 0,
  -- The version of the last write. Of two rows of a person the one with the greater version counts.
  version bigint not null default 0,
  -- The day whose phases the rows show.
  day date not null
);

-- Profiles that ClickHouse shows as they were before; null: everybody.
create table path_change (
  id bigint generated always as identity primary key,
  public_id text
);

-- Notes the tags of a change. Costs nothing on a site without ClickHouse.
create function note_path_changes(tags text[]) returns void language sql as $$
  insert into path_change (public_id)
    select case when tag = '*' then null else substr(tag, 9) end
    from unnest(tags) as tag
    where (tag = '*' or tag like 'profile:%') and exists (select from path_store)
$$;
