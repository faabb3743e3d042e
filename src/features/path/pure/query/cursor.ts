import { hash32 } from "#core/text.ts";
import { isPublicId } from "#core/ids.ts";
import type { Route, Sort } from "#features/path/pure/types.ts";
import { writeRoute } from "./write.ts";

/** The end of a page: the sort key and the id of its last line. */
type Mark = { key: number; id: string };

/** A checksum of a cursor's question and place. It is not secret: it only detects cursors of other questions. */
function checkOf(route: Route, sort: Sort, { key, id }: Mark): string {
  const text = `${sort} ${key} ${id} ${writeRoute(route).toString()}`;
  return hash32(text).toString(16).padStart(8, "0") + hash32(`${text} again`).toString(16).padStart(8, "0");
}

export function writeCursor(route: Route, sort: Sort, mark: Mark): string {
  return `${checkOf(route, sort, mark)}${mark.key.toString(16).padStart(8, "0")}${mark.id}`;
}

/** Undefined for a cursor of another question, and for one with a wrong checksum. */
export function readCursor(route: Route, sort: Sort, cursor: string): Mark | undefined {
  const mark = { key: Number.parseInt(cursor.slice(16, 24), 16), id: cursor.slice(24) };
  if (!isPublicId(mark.id) || !Number.isSafeInteger(mark.key)) return undefined;
  return writeCursor(route, sort, mark) === cursor ? mark : undefined;
}
