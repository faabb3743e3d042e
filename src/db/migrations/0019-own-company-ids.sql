-- While others may not know of a company, each person who names it knows it by an id of their own. The company's own id
-- would come back for as long as anybody names the company, and so tell that somebody does.

-- 24 hex digits, as newPublicId() of the program makes them. The last 12 digits of a version 4 UUID are all random.
create function random_public_id() returns text
  language sql volatile parallel safe
  return right(replace(gen_random_uuid()::text, '-', ''), 12) || right(replace(gen_random_uuid()::text, '-', ''), 12);

alter table stop add column own_company_id text not null default random_public_id()
  check (own_company_id ~ '^[0-9a-f]{24}$');

-- A company gets a new id whenever its last visible stop goes. A plain unique constraint could be the target of a
-- foreign key, so changing its column would wait for every save that holds the company; with a condition it cannot.
alter table company drop constraint company_public_id_key;
create unique index company_public_id on company (public_id) where public_id is not null;

-- Ids that people may have noted before this version.
update company set public_id = random_public_id()
where status = 'new' and not exists (select from stop where stop.company_id = company.id and stop.listed);
