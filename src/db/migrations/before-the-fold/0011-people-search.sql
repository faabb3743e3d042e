-- Public people are found by name, without case and accents. The function is
-- what an index needs: the same text always gives the same.
create function plain_name(first_name text, last_name text, username text) returns text
  language sql immutable parallel safe
  return lower(regexp_replace(normalize(first_name || ' ' || last_name || ' ' || coalesce(username, ''), NFKD),
    '[\u0300-\u036f]+', '', 'g'));

-- Anonymous and private people are not in it at all.
create index profile_name_search on profile
  using gin (plain_name(first_name, last_name, username) gin_trgm_ops)
  where listed and visibility = 'public';
