import { capital } from "#core/text.ts";
import type { Level } from "./types.ts";

/** As a route means a level: "Senior or above". */
export function levelOrAbove(level: Level): string {
  return `${level === "vp" ? "VP" : capital(level)} or above`;
}
