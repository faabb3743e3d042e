-- Whether others read an anonymous person's titles as they were written, instead of the catalogue's of the same level
-- and family.
alter table profile add column own_titles boolean not null default false;
