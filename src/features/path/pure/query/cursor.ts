import { hash32 } from "#core/text.ts";
import { isPublicId } from "#core/ids.ts";
import type { Route, Sort } from "#features/path/pure/types.ts";
import { writeRoute } from "./write.ts";

/** The end of a page: the sort key and the id of its last line. */
export type Mark = { key: number; id: string };

/** The question that a cursor is valid for. */
function questionOf(route: Route, sort: Sort): string {
  const text = `${sort} ${writeRoute(route).toString()}`;
  return hash32(text).toString(16).padStart(8, "0") + hash32(`${text} again`).toString(16).padStart(8, "0");
}

export function writeCursor(route: Route, sort: Sort, mark: Mark): string {
  return `${questionOf(route, sort)}${mark.key.toString(16).padStart(8, "0")}${mark.id}`;
}

/** Undefined for a cursor of another question, and for an invalid one. */
export function readCursor(route: Route, sort: Sort, cursor: string): Mark | undefined {
  const mark = { key: Number.parseInt(cursor.slice(16, 24), 16), id: cursor.slice(24) };
  if (!isPublicId(mark.id) || !Number.isSafeInteger(mark.key)) return undefined;
  return writeCursor(route, sort, mark) === cursor ? mark : undefined;
}
