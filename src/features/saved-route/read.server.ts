import type { Reader } from "#db/connect.ts";
import { parseRoute } from "#features/path/pure/query/parse.ts";
import { readNames } from "#features/path/read.server.ts";
import { namedIn, readMarks, routeWords } from "#features/route/read.server.ts";
import { lookOf } from "#features/route/pure/look.ts";
import { MAX_SAVED_ROUTES } from "./rules.ts";
import type { SavedRoute } from "./schema.ts";

/** The saved routes of an account, the latest first. Leaves out routes whose company or school is gone. */
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
  for (const { query } of rows) {
    const params = new URLSearchParams(query);
    const parsed = parseRoute(params, await readNames(db, params));
    if ("mistakes" in parsed) continue;
    const { steps, links } = parsed.route;
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

export async function isRouteSaved(db: Reader, accountId: string, query: string): Promise<boolean> {
  const row = await db
    .selectFrom("saved_route")
    .select("query")
    .where("account_id", "=", accountId)
    .where("query", "=", query)
    .executeTakeFirst();
  return row !== undefined;
}
