-- The report rules look at all pipelines piece by piece. This is how far they are, to go on after an interruption; no
-- row: at the beginning.
create table report_walk (
  is_only boolean primary key default true check (is_only),
  walked_to bigint not null
);

-- Who else has a long text: the rule for the same text asks for each long text of a piece. The least length is that of
-- NONSENSE in features/report/rules.ts.
create index role_long_title on role (lower(title), profile_id) where length(title) >= 40;
create index role_long_location on role (lower(location), profile_id) where length(location) >= 40;
create index company_long_name on company (lower(display_name)) where length(display_name) >= 40;
