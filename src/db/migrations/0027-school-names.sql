alter table school
  -- 2: most people know it, 1: it has names in several languages; orders look-ups where people do not
  add column known smallint not null default 0 check (known between 0 and 2),
  -- an earlier catalogue listed one school twice: this row keeps its address and its people, look-ups give the other
  add column same_as bigint references school on delete set null;

-- What a school is called, folded as src/features/school/pure/school-keys.ts does.
create table school_name (
  school_id bigint not null references school on delete cascade,
  key text not null check (length(key) between 1 and 200),
  -- said: by people, of no other school. asked: by people, of others too. loose: a name without its small words.
  -- place: what is left of a university's name without that word.
  kind text not null check (kind in ('said', 'name', 'alias', 'acronym', 'asked', 'loose', 'place')),
  primary key (school_id, key, kind)
);
create index school_name_key on school_name (key text_pattern_ops);
