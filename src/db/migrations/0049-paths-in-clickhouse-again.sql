-- What is needed to know that ClickHouse is as it was left, and to delete there what nobody may see any more.
alter table path_store
  -- The last version that ClickHouse has for certain. Versions between this one and `version` may have come or not.
  add written bigint not null default 0,
  -- Does "everybody" have to be written once more after the present filling?
  add is_again boolean not null default false,
  -- At this time everything up to this version had been written. A day later it is cleared up to there.
  add clear_to bigint not null default 0,
  add noted_at timestamptz not null default now();
-- Tables of another layout are made anew.
delete from path_store;
delete from path_change;
