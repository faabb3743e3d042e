import { fieldsOf } from "#core/fields.ts";
import { isRoleKind } from "#core/role-kind.ts";
import { isCalendarDate } from "#core/calendar.ts";
import { isPublicId } from "#core/ids.ts";
import type { KnownDate } from "#features/import/rules.ts";
import { LIMITS } from "#features/import/rules.ts";
import { list, ratingOf, textIn } from "./json.ts";
import { comparedRow, pairUp } from "./match-roles.ts";
import { sourceOf, type ImportRow } from "./import-rows.ts";

/** What earlier imports contained, as text. Parsed piece by piece, as an older version may have written it. */

const VERSION = 2;
/** Version 1 had jobs only, without the written company names. */
const OLDER = 1;

/** What files have contained so far, accepted or not. */
export type ImportHistory = {
  rows: ImportRow[];
  /** Facts about the person from files, by field. */
  person: Readonly<Record<string, string>>;
};

/** Adds an import: each job as it was last seen. Jobs that the new file does not have are kept. */
export function mergeHistory(before: ImportHistory | undefined, now: ImportHistory): ImportHistory {
  if (!before) return now;
  const alike = pairUp(now.rows.map(comparedRow), before.rows.map(comparedRow), { renamed: "alike" });
  const again = new Map(
    [...alike].map(([at, place]) => {
      const row = now.rows[at];
      return [place, row && before.rows[place]?.wasIn ? { ...row, wasIn: true as const } : row];
    }),
  );
  const rows = [
    ...before.rows.map((row, place) => again.get(place) ?? row),
    ...now.rows.filter((_row, at) => !alike.has(at)),
  ];
  return { rows: rows.slice(-LIMITS.rows), person: { ...before.person, ...now.person } };
}

/** Stores only what a comparison needs: the kind of the source file, but no logo. */
export function serializeHistory({ rows, person }: ImportHistory): string {
  const kept = rows.map((row) => ({ ...row, from: undefined, logo: undefined, source: sourceOf(row) }));
  return JSON.stringify({ version: VERSION, rows: kept, person });
}

function dateIn(value: unknown): KnownDate | undefined {
  const { date, precision } = fieldsOf(value);
  if (typeof date !== "string" || !isCalendarDate(date)) return undefined;
  return precision === "year" || precision === "month" || precision === "day" ? { date, precision } : undefined;
}

function rowIn(value: unknown): ImportRow {
  const row = fieldsOf(value);
  const companyId = textIn(row["companyId"]);
  const { kind, said, undisclosed, source } = row;
  return {
    companyId: isPublicId(companyId) ? companyId : "",
    companyName: textIn(row["companyName"]),
    logo: "",
    title: textIn(row["title"]),
    start: dateIn(row["start"]),
    end: dateIn(row["end"]),
    isCurrent: row["isCurrent"] === true,
    kind: isRoleKind(kind) ? kind : undefined,
    rating: ratingOf(row["rating"]),
    from: { file: "", line: 0 },
    ...(typeof said === "string" ? { said } : {}),
    ...(row["isPicked"] === true ? { isPicked: true } : {}),
    ...(typeof source === "string" ? { source } : {}),
    ...(row["wasIn"] === true ? { wasIn: true } : {}),
    ...(typeof undisclosed === "boolean" ? { undisclosed } : {}),
  };
}

/** Undefined if there is none, or if it has another form. */
export function parseHistory(kept: string | null): ImportHistory | undefined {
  let value: unknown;
  try {
    value = JSON.parse(kept ?? "null");
  } catch {
    return undefined;
  }
  const { version, rows, person } = fieldsOf(value);
  if ((version !== VERSION && version !== OLDER) || !Array.isArray(rows)) return undefined;
  return {
    rows: list(rows).slice(0, LIMITS.rows).map(rowIn),
    person: Object.fromEntries(
      Object.entries(fieldsOf(person)).flatMap(([name, said]) => (typeof said === "string" ? [[name, said]] : [])),
    ),
  };
}
