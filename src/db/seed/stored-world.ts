import { sql } from "kysely";
import type { Database, Trx } from "#db/connect.ts";
import { INVENTED_DOMAIN } from "./rows.ts";
import { openWorld, type World } from "./world.ts";

/**
 * What a demo world is made of: the listed companies with an industry and the schools, the known ones first, in an order that does not
 * depend on keys, and companies invented beyond them, which have a key where a table knows them already.
 * @param industries by company name: who moves where depends on it
 */
export async function readWorld(
  db: Database | Trx,
  { industries, people }: { industries: ReadonlyMap<string, string>; people: number },
): Promise<World> {
  const listed = await db
    .selectFrom("company")
    .select(["id", "name", "display_name as displayName", "country_code as country"])
    .where("status", "=", "listed")
    .where(sql<boolean>`right(domain, length(${INVENTED_DOMAIN})) <> ${INVENTED_DOMAIN}`)
    .orderBy("name")
    .execute();
  // People move inside industries: of the catalogue's many further companies none is told.
  const grouped = listed.filter(({ name }) => industries.has(name));
  const companies = grouped.length === 0 ? listed : grouped;
  const schools = await db
    .selectFrom("school")
    .select(["id", "country_code as country", "domains", "known"])
    .where("same_as", "is", null)
    .orderBy("name_key")
    .orderBy("country_code")
    .orderBy("country")
    .execute();
  const world = openWorld(
    companies.map((company) => ({ ...company, industry: industries.get(company.name) ?? "other" })),
    schools.map((school) => ({ ...school, isObscure: school.known === 0 })),
    people,
  );
  const invented = world.companies.filter(({ id, status }) => id === undefined && status !== "gone");
  const { rows } = await sql<{ name: string; id: number }>`
    select name, id from company where name = any(${invented.map(({ name }) => name)}::text[])
    union all select alias_key, company_id from company_alias
      where alias_key = any(${invented.map(({ name }) => name)}::text[])`.execute(db);
  const stored = new Map(rows.map(({ name, id }) => [name, id]));
  for (const company of invented) company.id = stored.get(company.name);
  return world;
}
