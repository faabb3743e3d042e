import type { ChoicesView } from "./view.ts";

/** Words of lists of choices. They have a file of their own, because pages load these lists late. */

export const COUNTS_NOTE = "Counts are people who would match. Under 5 is not listed.";

/** In the place of an empty list of choices. */
export function noChoicesText(state: ChoicesView["state"]): string {
  return state === "not-ready" ? "Paths are being read. Try again in a moment." : "Nothing that 5 people share.";
}
