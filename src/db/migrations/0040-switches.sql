-- How often somebody switched between public, anonymous and private. A restored backup knows fewer switches than the
-- list beside the backups of whoever switched since, and must not show them more openly than they last chose.
alter table profile add column switches integer not null default 0 check (switches >= 0);
