import type { Reader } from "#db/connect.ts";
import { IDS_AS_NAMES } from "#features/path/pure/query/names.ts";
import { parseRoute } from "#features/path/pure/query/parse.ts";
import { routeText } from "#features/path/pure/query/write.ts";
import { readNames } from "#features/path/read.server.ts";
import { namedIn, readMarks, routeWords } from "#features/route/read.server.ts";
import { lookOf } from "#features/route/pure/look.ts";
import { MAX_SAVED_ROUTES } from "./rules.ts";
import type { SavedRoute } from "./schema.ts";

/** Reads a stored route. Undefined if one of its companies or schools is gone. */
async function readStored(db: Reader, query: string) {
  const params = new URLSearchParams(query);
  const parsed = parseRoute(params, await readNames(db, params));
  return "mistakes" in parsed ? undefined : parsed.route;
}

/**
 * The stored routes of an account that its list does not show: their company or school is gone, or a merge of companies
 * made them equal to another one. Of equal ones, a followed one is not spare, because its follow would go with it.
 */
export async function findSpare(db: Reader, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("saved_route as s")
    .leftJoin("follow as f", (join) => join.onRef("f.account_id", "=", "s.account_id").onRef("f.route", "=", "s.query"))
    .select("s.query")
    .where("s.account_id", "=", accountId)
    .orderBy("f.created_at", (order) => order.desc().nullsLast())
    .orderBy("s.created_at", "desc")
    .orderBy("s.query")
    .limit(MAX_SAVED_ROUTES)
    .execute();
  const spare: string[] = [];
  const seen = new Set<string>();
  for (const { query } of rows) {
    const route = await readStored(db, query);
    if (route === undefined || seen.has(routeText(route))) spare.push(query);
    else seen.add(routeText(route));
  }
  return spare;
}

/**
 * The saved routes of an account, the latest first. Leaves out routes whose company or school is gone. Routes that a
 * merge of companies made equal are listed once.
 */
export async function readSavedRoutes(db: Reader, accountId: string): Promise<SavedRoute[]> {
  const rows = await db
    .selectFrom("saved_route")
    .select("query")
    .where("account_id", "=", accountId)
    .orderBy("created_at", "desc")
    .orderBy("query")
    .limit(MAX_SAVED_ROUTES)
    .execute();
  const routes: SavedRoute[] = [];
  const seen = new Set<string>();
  for (const { query } of rows) {
    const route = await readStored(db, query);
    if (route === undefined || seen.has(routeText(route))) continue;
    seen.add(routeText(route));
    const { steps, links } = route;
    const marks = await readMarks(db, namedIn(steps));
    routes.push({
      query,
      words: routeWords(
        steps.map((step) => lookOf(step, marks)),
        links,
      ),
    });
  }
  return routes;
}

/** Ids of companies that were merged into these, each with the id it leads to now. */
async function readFormerIds(db: Reader, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("company_merge as m")
    .innerJoin("company as c", "c.id", "m.into_company")
    .select(["m.from_public_id", "c.public_id"])
    .where("c.public_id", "in", [...ids])
    .where("m.undone_at", "is", null)
    .where("m.name_was_public", "=", true)
    .orderBy("m.id")
    .execute();
  return new Map(rows.map((row) => [row.from_public_id, row.public_id]));
}

const ID = /\b[0-9a-f]{24}\b/g;

/** A stored route with the present ids of merged companies. A step that then names a company twice names it once. */
function withPresentIds(query: string, former: ReadonlyMap<string, string>): string {
  const present = query.replace(ID, (id) => former.get(id) ?? id);
  if (present === query) return query;
  const parsed = parseRoute(new URLSearchParams(present), IDS_AS_NAMES);
  return "route" in parsed ? routeText(parsed.route) : present;
}

/**
 * The stored forms of a route that an account saved: none if it is not saved. A form may have the id of a company that
 * was merged into one of this route since.
 * @param query with ids, as `routeText` writes it
 */
export async function readSavedForms(db: Reader, accountId: string, query: string): Promise<string[]> {
  const former = await readFormerIds(db, query.match(ID) ?? []);
  const rows = await db
    .selectFrom("saved_route")
    .select("query")
    .where("account_id", "=", accountId)
    .orderBy("query")
    .limit(MAX_SAVED_ROUTES)
    .execute();
  return rows.flatMap((row) => (withPresentIds(row.query, former) === query ? [row.query] : []));
}

export async function isRouteSaved(db: Reader, accountId: string, query: string): Promise<boolean> {
  return (await readSavedForms(db, accountId, query)).length > 0;
}
