import { sql } from "kysely";
import type { Database, Trx } from "#db/connect.ts";
import type { ListedCompany, WorldSchool } from "./places.ts";
import { newKey } from "./random-keys.ts";
import { INVENTED_DOMAIN } from "./rows.ts";
import { openWorld, type World } from "./world.ts";

/** What a world is opened from, as data that threads can be sent. */
export type WorldData = {
  listed: readonly ListedCompany[];
  schools: readonly WorldSchool[];
  people: number;
  /** The key of each invented company by its name, new if the database does not have it. */
  keys: ReadonlyMap<string, { id: number; isStored: boolean }>;
};

/**
 * Reads what a demo world consists of: the listed companies with an industry, and the schools, in an order that does
 * not depend on keys. Gives invented companies their keys.
 * @param industries industry by company name
 */
export async function readWorld(
  db: Database | Trx,
  { industries, people }: { industries: ReadonlyMap<string, string>; people: number },
): Promise<WorldData> {
  const found = await db
    .selectFrom("company")
    .select(["id", "name", "display_name as displayName", "country_code as country"])
    .where("status", "=", "listed")
    .where(sql<boolean>`right(domain, length(${INVENTED_DOMAIN})) <> ${INVENTED_DOMAIN}`)
    .orderBy("name")
    .execute();
  // People move within industries. The many other companies of the catalogue have no known industry, so leave them out.
  const grouped = found.filter(({ name }) => industries.has(name));
  const listed = (grouped.length === 0 ? found : grouped).map((company) => ({
    ...company,
    industry: industries.get(company.name) ?? "other",
  }));
  const known = await db
    .selectFrom("school")
    .select(["id", "country_code as country", "domains", "known"])
    .where("same_as", "is", null)
    .orderBy("name_key")
    .orderBy("country_code")
    .orderBy("country")
    .execute();
  const schools = known.map((school) => ({ ...school, isObscure: school.known === 0 }));
  const world = openWorld(listed, schools, people);
  const invented = world.companies.filter(({ isStored, status }) => !isStored && status !== "gone");
  const names = invented.map(({ name }) => name);
  const { rows } = await sql<{ name: string; id: number }>`
    select name, id from company where name = any(${names}::text[])
    union all select alias_key, company_id from company_alias where alias_key = any(${names}::text[])`.execute(db);
  const stored = new Map(rows.map(({ name, id }) => [name, id]));
  const keys = new Map(
    names.map((name) => [name, { id: stored.get(name) ?? newKey(), isStored: stored.has(name) }] as const),
  );
  return { listed, schools, people, keys };
}

/** Each thread opens the same world for itself. */
export function openStoredWorld({ listed, schools, people, keys }: WorldData): World {
  const world = openWorld(listed, schools, people);
  for (const company of world.companies) Object.assign(company, keys.get(company.name));
  return world;
}
