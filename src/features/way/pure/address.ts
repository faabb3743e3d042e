import { readable } from "#features/route/pure/route-text.ts";

/** A question of /paths as in its address; '' for an open start or goal. */
export type WayText = { from: string; to: string };

/** The address of a question, with other parameters of the page. */
export function wayHref(way: WayText, more: Readonly<Record<string, string>> = {}): string {
  const params = new URLSearchParams();
  if (way.from !== "") params.set("from", way.from);
  if (way.to !== "") params.set("to", way.to);
  for (const [name, value] of Object.entries(more)) params.set(name, value);
  return params.size === 0 ? "/paths" : `/paths?${readable(params)}`;
}

/** Can start and goal be swapped? A school can only be the start. */
export function canSwap({ from, to }: WayText): boolean {
  return from !== "" && to !== "" && !from.startsWith("school:");
}
