import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";

const FOLDER = fileURLToPath(new URL("../../src/db/migrations/before-the-fold/", import.meta.url));
const OLD_NAMES = [
  "0001-foundation.sql",
  "0002-deal.sql",
  "0003-accounts.sql",
  "0004-passkeys.sql",
  "0005-network.sql",
  "0006-pictures.sql",
  "0007-admin.sql",
  "0008-suspension.sql",
  "0009-newsletter.sql",
  "0010-mail.sql",
  "0011-people-search.sql",
  "0012-line-ends.sql",
  "0013-levels.sql",
  "0014-disclosure.sql",
  "0015-plain-names.sql",
];

/** Runs one or more statements on a connection of their own. */
export async function queryOnce<Row extends pg.QueryResultRow = pg.QueryResultRow>(
  url: string,
  text: string,
): Promise<pg.QueryResult<Row>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query<Row>(text);
  } finally {
    await client.end();
  }
}

/** Runs the old chain of migrations on an empty database, up to and including the one with this number. */
export async function buildOldSchema(url: string, last: string): Promise<void> {
  await queryOnce(url, "create table migration (name text primary key, applied_at timestamptz not null default now())");
  for (const name of OLD_NAMES.filter((one) => one.slice(0, 4) <= last)) {
    await queryOnce(url, await readFile(`${FOLDER}${name}`, "utf8"));
    await queryOnce(url, `insert into migration (name) values ('${name}')`);
  }
}

/**
 * People in a database as 0012 left it: ten people at four companies and a school, with ratings, pictures, sessions,
 * mails, reserved usernames, passkeys, networks, an administrator, a merge that can be undone, broadcasts and
 * suggestions.
 */
export const OLD_PEOPLE = `
  insert into account (id, email, email_key, password_hash, email_verified_at)
    select lpad(n::text, 24, '0'), 'p' || n || '@example.test', 'p' || n || '@example.test', 'hash', '2026-01-01'
    from generate_series(1, 10) n;
  insert into session (token_hash, account_id, kind, created_at, used_at, expires_at, public_id)
    select sha256(n::text::bytea), lpad(n::text, 24, '0'), 'browser', '2026-01-01'::timestamptz + n * interval '1 minute',
      '2026-01-02', '2036-01-01', lpad(n::text, 24, 'a') from generate_series(1, 10) n;
  insert into account_link (token_hash, account_id, purpose, email, created_at, expires_at)
    values (sha256('link'), lpad('1', 24, '0'), 'verify-email', 'p1@example.test', '2026-01-01', '2036-01-01');
  insert into login_failure values ('k', 2, '2026-01-01', '2026-01-01');
  insert into rate_limit values ('b', '2026-01-01', 3);
  insert into passkey (id, public_id, account_id, public_key, counter, name, created_at)
    values ('credential', repeat('7', 24), lpad('1', 24, '0'), 'key', 4, 'Laptop', '2026-01-01');
  insert into passkey_challenge values (repeat('c', 20), lpad('1', 24, '0'), sha256('t'), '2036-01-01');
  insert into network_identity values ('https://net.test', 'one', lpad('1', 24, '0'), '2026-01-01');
  insert into network_flow values (sha256('f'), '2036-01-01');
  insert into network_ticket (handle_hash, issuer, subject, claims, expires_at)
    values (sha256('h'), 'https://net.test', 'two', '{"name": "Two"}', '2036-01-01');
  insert into admin (id, email, email_key, password_hash) values (repeat('e', 24), 'a@example.test', 'a@example.test', 'h');
  insert into admin_session (public_id, admin_id, kind, created_at, used_at, expires_at)
    values (repeat('d', 24), repeat('e', 24), 'browser', '2026-01-01', '2026-01-01', '2036-01-01');
  insert into admin_token values (sha256('at'), repeat('d', 24), '2026-01-01');
  insert into audit_log (public_id, at, actor_kind, actor, action)
    select lpad(n::text, 24, 'c'), '2026-01-01', 'system', '', 'mail.sent' from generate_series(1, 3) n;
  insert into catalogue_version values ('companies.json', 'hash');
  insert into school (public_id, name, name_key, country, country_code) values (repeat('5', 24), 'S', 's', '', '');
  insert into school_term select id, 's' from school;
  insert into company (public_id, name, display_name)
    select repeat(chr(96 + n), 24), 'company ' || n, 'Company ' || n from generate_series(1, 4) n;
  insert into company_alias select 'alias ' || id, id, 'Alias ' || id from company where id < 3;
  insert into company_term select id, name from company;
  insert into company_deleted values ('gone');
  insert into company_logo select id, repeat('9', 24), 'logo' from company where id = 1;
  insert into profile (public_id, owner_key, sort_key, created, stops, school_id, username, visibility)
    select lpad(n::text, 24, 'b'), sha256(('owner' || n)::bytea), 1000 - n, true, 2, case when n < 8 then school.id end,
      'user.' || n, case when n < 4 then 'public' when n < 6 then 'anonymous' else 'private' end
    from generate_series(1, 10) n, school;
  insert into username_reserved select sha256(id::text::bytea), id from profile;
  insert into username_reserved values (sha256('left'), null);
  insert into picture (public_id, profile_id, bytes) select lpad(id::text, 24, '8'), id, 'webp' from profile where id < 4;
  insert into entry (public_id, profile_id, company_id, company_name, sort_key, listed)
    select lpad(p.id::text || c.id::text, 24, 'f'), p.id, c.id, c.display_name, p.sort_key, p.listed
    from profile p, company c where c.id in (1, 2);
  insert into role (entry_id, profile_id, title, kind, date_precision, start_date, end_date, is_current, rating)
    select e.id, e.profile_id, 'Analyst', 'full-time', 'day', case e.company_id when 1 then date '2010-01-01' else '2012-01-01' end,
      case e.company_id when 1 then date '2011-01-01' end, e.company_id = 2, case when e.company_id = 1 then 80 end from entry e;
  insert into role (entry_id, profile_id, title, kind, date_precision, start_date, end_date, is_current)
    select e.id, e.profile_id, 'Lead', 'full-time', 'day', '2010-01-01', '2011-01-01', false from entry e where e.company_id = 1;
  insert into company_stats (company_id, employees, raters, rating_sum, tenure_days, stays, first_stops, open_stops)
    select company_id, sum(employees), sum(raters), sum(rating_sum), sum(tenure_days), sum(stays), sum(first_stops), sum(open_stops)
    from contribution_company group by 1;
  insert into company_move select from_company, to_company, count(*) from contribution_move group by 1, 2;
  insert into school_tally select school_id, company_id, count(*), sum(first_stops) from contribution_school group by 1, 2;
  insert into company_merge (public_id, from_public_id, from_name, into_company, undo, merged_at)
    select repeat('4', 24), repeat('3', 24), 'merged', 1, jsonb_build_object(
      'company', jsonb_build_object('id', 77, 'public_id', repeat('3', 24), 'name', 'merged', 'display_name', 'Merged'),
      'logo', null, 'aliases', '[]'::jsonb, 'added', '[]'::jsonb, 'merges', '[]'::jsonb,
      'entries', jsonb_build_object(
        'moved', jsonb_build_array(jsonb_build_object('name', 'Merged', 'entries', (select jsonb_agg(id order by id) from entry where profile_id < 3))),
        'joined', jsonb_build_array(jsonb_build_object('entry', 555, 'into', (select min(id) from entry), 'name', 'Merged', 'roles', '["mark"]'::jsonb)))), '2026-01-01';
  insert into company_merge (public_id, from_public_id, from_name, into_company, undo, merged_at, undone_at)
    values (repeat('2', 24), repeat('1', 24), 'undone', 1, '{}', '2026-01-01', '2026-01-02');
  insert into suggestion (type, text, created_at, public_id) values ('other', 'Hello', '2026-01-01', repeat('6', 24));
  insert into newsletter_subscriber (public_id, email, email_key, asked_at) values (repeat('6', 24), 'n@example.test', 'n@example.test', '2026-01-01');
  insert into early_access_code (public_id, code_hash, label, max_uses, created_at) values (repeat('6', 24), sha256('c'), 'Friends', 5, '2026-01-01');
  insert into early_access_grant select sha256('g'), id, '2036-01-01' from early_access_code;
  insert into broadcast (public_id, audience, subject, html, plain, request_key, created_at)
    values (repeat('6', 24), 'all', 'News', '<p>News</p>', 'News', sha256('r'), '2026-01-01');
  insert into mail (public_id, kind, broadcast_id, account_id, recipient, letter, message_id, state, created_at)
    select lpad(n::text, 24, '6'), 'broadcast', b.id, lpad(n::text, 24, '0'), 'p' || n || '@example.test', '{"subject": "News"}',
      'm' || n, 'queued', '2026-01-01' from generate_series(1, 10) n, broadcast b;
`;

/** Published numbers of hidden people, as 0014 stored them. Pages show the same numbers. */
export const OLD_PUBLISHED = `
  insert into hidden_cell (cell, a, b, members, people)
    select cell, a, b, count(*), case cell when 'alumni' then 0 else 5 end from hidden_contribution where cell in ('employees', 'move', 'alumni') group by 1, 2, 3;
  insert into hidden_member (cell, a, b, profile_id, left_at)
    select cell, a, b, profile_id, case when profile_id = 6 then timestamptz '2026-01-01 10:30:00Z' end
    from hidden_contribution where cell in ('employees', 'move', 'alumni');
  insert into hidden_waiting (cell, a, b, profile_id, since)
    select cell, a, b, profile_id, '2026-01-01 22:30:00Z' from hidden_contribution where cell = 'school';
  insert into rating_waiting (company_id, profile_id, part, rating, since)
    select company_id, profile_id, 'hidden', rating, '2026-01-01 10:30:00Z' from contribution_rating where hidden;
  update company_stats s set hidden_employees = h.people from hidden_cell h where h.cell = 'employees' and h.a = s.company_id;
  update company_move m set hidden = h.people from hidden_cell h where h.cell = 'move' and h.a = m.from_company and h.b = m.to_company;
`;
