import { capital } from "#core/text.ts";
import type { Level } from "./types.ts";

/** "Senior or above": a route that asks for a level includes the higher ones. */
export function levelOrAbove(level: Level): string {
  return `${level === "vp" ? "VP" : capital(level)} or above`;
}
