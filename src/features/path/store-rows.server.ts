import { setImmediate } from "node:timers/promises";
import type { PublicProfile } from "#features/profile/schema.ts";
import { classify } from "#features/title/classify.ts";
import { toPathLine } from "./pure/line.ts";
import { placesOf, rowsOf, type LineRow, type PlacedRow } from "./clickhouse/row.ts";

/** Lines that are made into rows at once, so that other work of the process can run in between. */
const LINES_AT_ONCE = 50;
/** Most roles in the rows of one insert. A role takes a few dozen bytes; a person with many stops has thousands. */
const MOST_ITEMS = 20_000;

/** A row without the version of its insert. */
export type UnversionedRow = Omit<PlacedRow, "version">;
/** A place that has a row of a person: their school, a company, or ''. */
export type RowPlace = { id: string; place: string };

/**
 * The rows of people as everybody may see them, and tombstones for their rows at places where they no longer are. All
 * rows of a person are in one batch.
 * @param before the places that may have rows of these people
 */
export async function* rowBatches(
  profiles: readonly PublicProfile[],
  before: ReadonlyMap<string, ReadonlySet<string>>,
  month: number,
): AsyncGenerator<UnversionedRow[]> {
  let batch: UnversionedRow[] = [];
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
      batch.push(...left.map((place) => tombstoneAt({ id: line.id, place })));
    }
    await setImmediate();
  }
  if (batch.length > 0) yield batch;
}

/** A row that replaces the one at this place and marks it as deleted. */
export function tombstoneAt({ id, place }: RowPlace): UnversionedRow {
  return { ...EMPTY_ROW, id, place, gone: 1 };
}

/** The columns of a deleted row. */
const EMPTY_ROW: LineRow = {
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
