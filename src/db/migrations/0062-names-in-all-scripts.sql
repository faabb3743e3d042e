-- Under most locales the index of names holds pieces of Latin letters and digits alone. For a name in Arabic or Chinese
-- PostgreSQL would read all people. This index holds the codes of such names, whose pieces are Latin letters and digits.
create function letter_codes(name text) returns text
  language sql immutable strict parallel safe
  return encode(convert_to(name, 'UTF8'), 'hex');
create index profile_other_name_search on profile
  using gin (letter_codes(plain_name(first_name, last_name, username)) gin_trgm_ops)
  where listed and visibility = 'public'
    and octet_length(plain_name(first_name, last_name, username))
      > length(plain_name(first_name, last_name, username));
