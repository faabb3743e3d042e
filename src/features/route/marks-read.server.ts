import { sql } from "kysely";
import type { Reader } from "#db/connect.ts";
import type { Step } from "#features/path/pure/types.ts";
import type { Marks } from "./pure/look.ts";

/**
 * Names and logos of companies and schools from the engine or a parsed route, which know only public ones. Two queries.
 * Ids are sent as arrays, so that the queries stay prepared for any number of them.
 */
export async function readMarks(
  db: Reader,
  ids: { companies: readonly string[]; schools: readonly string[] },
): Promise<Marks> {
  const [companies, schools] = await Promise.all([
    ids.companies.length === 0
      ? []
      : db
          .selectFrom("company")
          .select(["public_id", "display_name as name", "logo"])
          .where("public_id", "=", sql<string>`any(${[...new Set(ids.companies)]}::text[])`)
          .execute(),
    ids.schools.length === 0
      ? []
      : db
          .selectFrom("school")
          .select(["public_id", "name"])
          .where("public_id", "=", sql<string>`any(${[...new Set(ids.schools)]}::text[])`)
          .execute(),
  ]);
  return new Map([
    ...companies.map(({ public_id: id, name, logo }) => [id, { name, logo }] as const),
    ...schools.map(({ public_id: id, name }) => [id, { name, logo: "" }] as const),
  ]);
}

export function namedIn(steps: readonly Step[]): { companies: string[]; schools: string[] } {
  return {
    companies: steps.flatMap((step) => (step.of === "school" ? [] : step.companies)),
    schools: steps.flatMap((step) => (step.of === "school" ? [step.school] : [])),
  };
}
