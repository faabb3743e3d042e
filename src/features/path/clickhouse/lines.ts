import { readCursor, writeCursor } from "#features/path/pure/query/cursor.ts";
import { isExact } from "#features/path/pure/answers/exact.ts";
import { maySeeAnonymous, type Counts } from "#features/path/pure/rule-of-five.ts";
import type { EngineLine, Page, Route } from "#features/path/pure/types.ts";
import type { Fingerprinted } from "#features/path/pure/calls.ts";
import { matchedRows } from "./figures.ts";
import { statement, type Layer, type Where } from "./rows.ts";
import { INCOMING } from "#features/path/pure/columns/layout.ts";
import { Params } from "./params.ts";
import { QuestionRefused, type Asking } from "./ask.ts";

type Row = { id: string; print: number; matched: number[]; months: number; key: number };

/** Smaller comes first, as in `PageLines` of the embedded engine, so that cursors mean the same. */
const KEYS = {
  recent: `if(last_role = 0, 0, 131072 - (start[last_role] + if(phase[last_role] = ${INCOMING}, 65536, 0)))`,
  shortest: "if(months < 0, 65535, months)",
} as const;

/** A page of the people who match. @throws QuestionRefused for a cursor of another question */
export async function readPage(
  { ask }: Asking,
  { route, page, counts }: { route: Route; page: Page; counts: Counts },
  conditions: (params: Params) => readonly (Layer | Where)[] = () => [],
): Promise<{ lines: Fingerprinted<EngineLine>[]; nextCursor: string | null }> {
  const { sort, limit, cursor } = page;
  const mark = cursor === null ? undefined : readCursor(route, sort, cursor);
  if (cursor !== null && !mark) throw new QuestionRefused("The cursor is of another question.");
  const params = new Params();
  const roleSteps = route.steps.filter((step) => step.of === "role").length;
  const way = Array.from({ length: roleSteps }, (_, step) => `toUInt32(w${step} - 1)`);
  const wheres = [
    ...(maySeeAnonymous(counts, isExact(route)) ? [] : ["is_public"]),
    ...(mark ? [`(key, id) > (${params.number(mark.key)}, ${params.string(mark.id)})`] : []),
  ];
  const rows = matchedRows(route, params, [
    ...conditions(params),
    { key: `toInt64(${KEYS[sort]})`, matched: way.length === 0 ? "emptyArrayUInt32()" : `[${way.join(", ")}]` },
    ...wheres.map((where) => ({ where })),
  ]);
  // One more than the page shows whether there is a next one.
  const found = await ask<Row>(
    statement(rows, "id, print, matched, months, key", `ORDER BY key, id LIMIT ${params.number(limit + 1)}`),
    params,
  );
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return {
    lines: shown.map(({ id, print, matched, months }) => ({
      profile: id,
      matched,
      months: months < 0 ? null : months,
      fingerprint: print,
    })),
    nextCursor: found.length > limit && last ? writeCursor(route, sort, { key: last.key, id: last.id }) : null,
  };
}
