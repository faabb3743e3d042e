import { foldText } from "#core/text.ts";
import { ALL_TITLES } from "#features/title/classify.ts";
import { readChoices } from "./choices-read.server.ts";
import { readPopover } from "./popover-read.server.ts";
import { addressOfForm } from "./pure/form-rows.ts";
import { otherOf } from "./pure/route-text.ts";
import type { ChoicesView, Popover, RouteView } from "./pure/view.ts";
import { readRoutePage, type PathsInput } from "./route-read.server.ts";

export const SEARCH_STATUS = { answer: 200, start: 200, mistaken: 400, "not-ready": 503 } as const;

/** The slug for a title's usual name, which people type. */
function slugOfTitle(title: string): string | undefined {
  const key = foldText(title);
  return ALL_TITLES.find(({ name }) => foldText(name) === key)?.slug;
}

const PICKS = ["add", "change"] as const;

/** The parameter by which an address opens the picker; undefined without one. */
function pickOf(query: URLSearchParams): Record<string, string> | undefined {
  for (const name of PICKS) {
    const value = query.get(name);
    if (value !== null && /^(?:start|end|\d)$/.test(value)) return { [name]: value };
  }
  return undefined;
}

export type RouteSearch = {
  view: RouteView;
  /** The company that cards show first. */
  match: string | undefined;
  layout: "grid" | "pipeline";
  popover: Popover | undefined;
  choices: { view: ChoicesView; asked: Record<string, string> } | undefined;
  isPublicShown: boolean;
  page: number;
  today: string;
};

/**
 * Everything that /search shows for an address with a route or a picker; undefined without either. An address from a
 * plain form is translated first.
 */
export async function readRouteSearch(
  input: PathsInput,
  query: URLSearchParams,
): Promise<RouteSearch | { address: string } | undefined> {
  const address = addressOfForm(query, slugOfTitle);
  if (address !== undefined) return { address };
  const asked = pickOf(query);
  if (!query.has("stop") && asked === undefined) return undefined;
  const view = await readRoutePage(input, query);
  const [choices, popover] = await Promise.all([
    asked === undefined ? undefined : readChoices(input, query),
    readPopover(input, query),
  ]);
  const asksFor = otherOf(view.text, "view");
  const layout = asksFor === "grid" || (asksFor !== "pipeline" && view.steps.length < 2) ? "grid" : "pipeline";
  const match = view.text.stops
    .findLast((stop) => stop.startsWith("company:"))
    ?.slice("company:".length, "company:".length + 24);
  const page = Number(query.get("page") ?? "1");
  return {
    view,
    match,
    layout,
    popover,
    choices: choices === undefined || asked === undefined ? undefined : { view: choices, asked },
    isPublicShown: query.get("lines") === "public",
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    today: input.today,
  };
}
