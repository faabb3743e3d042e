import { hash32 } from "#core/text.ts";
import { routeTitle } from "#features/route/pure/words.ts";
import { readRouteSearch, type PathsInput } from "#features/route/read.server.ts";
import { LINE_COUNT, MAX_STATIONS, type LinkPicture } from "./rules.ts";

/** The picture of a route, with the words and the number of its page. Undefined if the address is not a route. */
export async function readRoutePicture(
  input: PathsInput,
  query: URLSearchParams,
): Promise<LinkPicture | "not-ready" | undefined> {
  const found = await readRouteSearch(input, query);
  if (found === undefined || "address" in found || found.view.steps.length === 0) return undefined;
  const { view } = found;
  if (view.state === "not-ready") return "not-ready";
  const { title, description } = routeTitle(view);
  return {
    title,
    subtitle: description,
    colour: hash32(view.text.stops.join(">")) % LINE_COUNT,
    // From the first stop on, as on its page.
    stations: view.steps.slice(0, MAX_STATIONS).map(({ name, logo, sign, ring }) => ({
      name: sign === "mark" ? name : "",
      logo,
      shape: ring === "school" ? "school" : "company",
    })),
    earlier: 0,
    end: "arrow",
  };
}
