import { pathContext } from "#features/path/path-context.ts";
import { pageContext } from "#server/page-context.ts";
import { readReading } from "./read.server.ts";
import type { Route } from "./+types/reading-page.ts";

/** Returns how a sentence is understood while it is typed. It has no page of its own. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, today, now } = context.get(pageContext);
  const sentence = new URL(request.url).searchParams.get("q") ?? "";
  return readReading({ db, paths: context.get(pathContext), today, now }, sentence);
}
