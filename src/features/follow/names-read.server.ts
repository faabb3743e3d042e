import { isPublicId } from "#core/ids.ts";
import type { Reader } from "#db/connect.ts";
import { parseRoute } from "#features/path/pure/query/parse.ts";
import type { Route } from "#features/path/pure/types.ts";
import { readNames } from "#features/path/read.server.ts";
import { findCompany, findPublicCompanyIds } from "#features/company/read.server.ts";
import { findSchool } from "#features/school/read.server.ts";
import { lookOf } from "#features/route/pure/look.ts";
import { namedIn, readMarks, routeWords } from "#features/route/read.server.ts";
import { isTitleSlug, titleName } from "#features/title/classify.ts";
import { keyOfThing, type Thing } from "./rules.ts";

/** A thing's name, and the id it is counted under. For a merged company, the id of the company it was merged into. */
export type Named = { name: string; counted: Thing };

/** Parses a stored route. Undefined if one of its companies or schools no longer exists. */
export async function readRoute(db: Reader, query: string): Promise<Route | undefined> {
  const params = new URLSearchParams(query);
  const parsed = parseRoute(params, await readNames(db, params));
  return "mistakes" in parsed || parsed.route.steps.length === 0 ? undefined : parsed.route;
}

async function routeName(db: Reader, query: string): Promise<string | undefined> {
  const route = await readRoute(db, query);
  if (!route) return undefined;
  const marks = await readMarks(db, namedIn(route.steps));
  return routeWords(
    route.steps.map((step) => lookOf(step, marks)),
    route.links,
  );
}

/** The public name of a thing. Undefined if it has no public page. */
export async function findThing(db: Reader, { kind, thing }: Thing): Promise<Named | undefined> {
  if (kind === "title") return isTitleSlug(thing) ? { name: titleName(thing), counted: { kind, thing } } : undefined;
  if (kind === "route") {
    const name = await routeName(db, thing);
    return name === undefined ? undefined : { name, counted: { kind, thing } };
  }
  // Look up by id only, because a name can later belong to another company.
  if (!isPublicId(thing)) return undefined;
  if (kind === "company") {
    const company = await findCompany(db, thing);
    return company && { name: company.displayName, counted: { kind, thing: company.publicId } };
  }
  const school = await findSchool(db, thing);
  return school && { name: school.name, counted: { kind, thing: school._id } };
}

/** For merged companies among these ids, the company that each was merged into, if it is public. At most two queries. */
export async function readMerged(
  db: Reader,
  ids: readonly string[],
): Promise<Map<string, { id: string; name: string }>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("company_merge as m")
    .innerJoin("company as c", "c.id", "m.into_company")
    .select(["m.from_public_id", "c.public_id", "c.display_name"])
    .where("m.from_public_id", "in", [...ids])
    .where("m.undone_at", "is", null)
    .where("m.name_was_public", "=", true)
    .orderBy("m.id")
    .execute();
  const open = await findPublicCompanyIds(
    db,
    rows.map((row) => row.public_id),
  );
  return new Map(
    rows.flatMap((row) =>
      open.has(row.public_id) ? [[row.from_public_id, { id: row.public_id, name: row.display_name }]] : [],
    ),
  );
}

/**
 * The names of things by `keyOfThing`. Deleted things have no entry. A company that becomes hidden loses its public id,
 * so it has no entry either. At most four queries, and some for each route.
 */
export async function nameThings(db: Reader, things: readonly Thing[]): Promise<Map<string, Named>> {
  const ids = (kind: Thing["kind"]): string[] => things.flatMap((one) => (one.kind === kind ? [one.thing] : []));
  const marks = await readMarks(db, { companies: ids("company"), schools: ids("school") });
  const merged = await readMerged(
    db,
    ids("company").filter((id) => !marks.has(id)),
  );
  const named = new Map<string, Named>();
  for (const one of things) {
    const { kind, thing } = one;
    const into = kind === "company" ? merged.get(thing) : undefined;
    const found =
      kind === "title" || kind === "route"
        ? await findThing(db, one)
        : into
          ? { name: into.name, counted: { kind, thing: into.id } }
          : { name: marks.get(thing)?.name ?? "", counted: one };
    if (found && found.name !== "") named.set(keyOfThing(one), found);
  }
  return named;
}
