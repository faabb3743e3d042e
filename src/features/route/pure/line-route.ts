import { lineView } from "#features/drawing/pure/segments.ts";
import type { StopView } from "#features/pipeline/schema.ts";
import { routeHref } from "./route-text.ts";

/** How many stops of a pipeline a search for it uses. With more, it would find nobody else. */
const ASKED_STOPS = 2;

/**
 * The search for others who took a pipeline's latest stops in the same order. Undefined if no stop has a page.
 * @param schoolId '' for none; used if the pipeline has only one stop
 */
export function routeOfLine(
  pipeline: readonly StopView[],
  { schoolId, schoolName, today }: { schoolId: string; schoolName: string; today: string },
): { href: string; words: string } | undefined {
  const known = lineView(pipeline, today).stops.filter(({ companyId }) => companyId !== "");
  const stops = known
    .filter((stop, index) => stop.companyId !== known[index - 1]?.companyId)
    .slice(-ASKED_STOPS)
    .map((stop) => ({ stop: `company:${stop.companyId}`, name: stop.displayName }));
  if (stops.length === 0) return undefined;
  const steps =
    stops.length < ASKED_STOPS && schoolId !== ""
      ? [{ stop: `school:${schoolId}`, name: schoolName }, ...stops]
      : stops;
  return {
    href: routeHref({ stops: steps.map(({ stop }) => stop), thens: steps.slice(1).map(() => "any"), others: [] }),
    words: steps.map(({ name }) => name).join(", then "),
  };
}
