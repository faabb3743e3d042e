-- Administrators list people in the order of their random places, and search public people by name. Lists of people
-- for everybody leave out who is suspended or has no stop; administrators need them too.
create index profile_place on profile (sort_key) where visibility <> 'private' and created;
create index profile_unlisted_name_search on profile
  using gin (plain_name(first_name, last_name, username) gin_trgm_ops)
  where visibility = 'public' and created and not listed;
