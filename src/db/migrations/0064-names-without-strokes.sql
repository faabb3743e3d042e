-- People type "lukasz" for Łukasz, and "dang" for Đặng. Normalising takes the accents of Latin letters away, but no
-- strokes, and does not part letters such as æ. The letters are those of STROKES in src/core/text.ts.
create or replace function plain_name(first_name text, last_name text, username text) returns text
  language sql immutable parallel safe
  return replace(replace(replace(replace(translate(
    lower(regexp_replace(normalize(first_name || ' ' || last_name || ' ' || coalesce(username, ''), NFKD),
      '[\u0300-\u036f]+', '', 'g')),
    'øđðłı', 'oddli'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');

reindex index profile_name_search;
reindex index profile_unlisted_name_search;
reindex index profile_other_name_search;
