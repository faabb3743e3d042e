-- Where somebody worked in a role, if they say so. Shown with public people's roles alone.
alter table role add column location text not null default '' check (length(location) <= 100);
