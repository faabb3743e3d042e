import { sql } from "kysely";
import type { Database, Trx } from "#db/connect.ts";
import { INVENTED_DOMAIN } from "./rows.ts";
import { openWorld, type World } from "./world.ts";

/**
 * Reads what a demo world consists of: the listed companies with an industry, and the schools, in an order that does
 * not depend on keys. Adds invented companies, with their keys if the database has them already.
 * @param industries industry by company name
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
  // People move within industries. The many other companies of the catalogue have no known industry, so leave them out.
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
