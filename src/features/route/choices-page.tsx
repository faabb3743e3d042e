import { pathContext } from "#features/path/path-context.ts";
import { pageContext } from "#server/page-context.ts";
import { readChoices } from "./read.server.ts";
import type { Route } from "./+types/choices-page.ts";

/** Data for the route builder's picker. It has no page of its own. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, today } = context.get(pageContext);
  return readChoices({ db, paths: context.get(pathContext), today }, new URL(request.url).searchParams);
}
