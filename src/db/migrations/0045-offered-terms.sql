-- A search looks at words of companies that others may know of, and at no others: how long it takes must not tell
-- that hidden people name a company. The column is kept by the database: whatever changes a company or its numbers.

-- The rule of OFFERED in features/stats/read.server.ts.
create function company_is_offered(wanted bigint) returns boolean language sql stable as $$
  select exists (
    select from company c left join company_stats t on t.company_id = c.id
    where c.id = wanted
      and (c.status = 'listed' or coalesce(t.visible_employees + t.visible_interns, 0) > 0))
$$;

alter table company_term add column offered boolean not null default false;
update company_term w set offered = true where company_is_offered(w.company_id);
create index company_term_offered_prefix on company_term (term text_pattern_ops) where offered;
create index company_term_offered_similar on company_term using gin (term gin_trgm_ops) where offered;

create function offer_new_term() returns trigger language plpgsql as $$
begin
  new.offered := company_is_offered(new.company_id);
  return new;
end $$;
create trigger offer_new_term before insert on company_term for each row execute function offer_new_term();

create function offer_terms(wanted bigint) returns void language sql as $$
  update company_term set offered = not offered
  where company_id = wanted and offered <> company_is_offered(wanted)
$$;
create function offer_terms_of_company() returns trigger language plpgsql as $$
begin
  perform offer_terms(new.id);
  return null;
end $$;
create trigger offer_terms after update of status on company for each row
  when (old.status <> new.status) execute function offer_terms_of_company();
create function offer_terms_of_stats() returns trigger language plpgsql as $$
begin
  perform offer_terms(coalesce(new.company_id, old.company_id));
  return null;
end $$;
create trigger offer_terms_new after insert on company_stats for each row
  when (new.visible_employees + new.visible_interns > 0) execute function offer_terms_of_stats();
create trigger offer_terms_changed after update on company_stats for each row
  when ((old.visible_employees + old.visible_interns > 0) <> (new.visible_employees + new.visible_interns > 0))
  execute function offer_terms_of_stats();
create trigger offer_terms_gone after delete on company_stats for each row
  when (old.visible_employees + old.visible_interns > 0) execute function offer_terms_of_stats();
