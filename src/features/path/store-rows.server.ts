import { setImmediate } from "node:timers/promises";
import type { PublicProfile } from "#features/profile/schema.ts";
import { classify } from "#features/title/classify.ts";
import { toPathLine } from "./pure/line.ts";
import { placesOf, rowsOf, type LineRow, type PlacedRow } from "./clickhouse/row.ts";

/** Lines that are made into rows at once, so that other work of the process can run in between. */
const LINES_AT_ONCE = 50;
/** Roles of all rows of one insert. Each is a few dozen bytes; somebody with many stops has thousands. */
const MOST_ITEMS = 20_000;

/** A row without the version of its insert. */
export type Unwritten = Omit<PlacedRow, "version">;
/** Where rows of a person are: one of the places. */
export type At = { id: string; place: string };

/**
 * The rows of people as everybody may see them, and what takes away their rows at other places. All rows of a person
 * are in one batch.
 * @param before where rows of these people may be
 */
export async function* batchesOf(
  profiles: readonly PublicProfile[],
  before: ReadonlyMap<string, ReadonlySet<string>>,
  month: number,
): AsyncGenerator<Unwritten[]> {
  let batch: Unwritten[] = [];
  let items = 0;
  for (let from = 0; from < profiles.length; from += LINES_AT_ONCE) {
    const lines = profiles.slice(from, from + LINES_AT_ONCE).map((profile) => toPathLine(profile, { classify }));
    for (const [index, row] of rowsOf(lines, month).entries()) {
      const line = lines[index];
      if (!line) continue;
      const places = new Set(placesOf(line));
      const size = places.size * Math.max(1, row.start.length);
      if (batch.length > 0 && items + size > MOST_ITEMS) {
        yield batch;
        [batch, items] = [[], 0];
      }
      items += size;
      batch.push(...[...places].map((place) => ({ ...row, place, gone: 0 as const })));
      const left = [...(before.get(line.id) ?? [])].filter((place) => !places.has(place));
      batch.push(...left.map((place) => goneFrom({ id: line.id, place })));
    }
    await setImmediate();
  }
  if (batch.length > 0) yield batch;
}

/** Takes away a row. */
export function goneFrom({ id, place }: At): Unwritten {
  return { ...NOBODY, id, place, gone: 1 };
}

/** The columns of somebody who is gone. */
const NOBODY: LineRow = {
  id: "",
  is_public: 0,
  print: 0,
  school: "",
  country: "",
  is_aging: 0,
  career: 0,
  family: "",
  company: [],
  local: [],
  near: [],
  near_local: [],
  far: [],
  stop: [],
  title: [],
  wording: [],
  kind: [],
  level: [],
  phase: [],
  is_year: [],
  start: [],
  until: [],
  stop_company: [],
  stop_first: [],
  stop_open: [],
  stay_kind: [],
  stay_company: [],
  stay_start: [],
  stay_months: [],
  stay_ended: [],
  stay_on_year: [],
};
