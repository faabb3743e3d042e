import { isCalendarDate } from "#core/calendar.ts";
import { isPublicId } from "#core/ids.ts";
import type { KnownDate } from "#features/transfer/rules.ts";
import { LIMITS } from "#features/transfer/rules.ts";
import { fields, isKind, list, ratingOf, textIn } from "./json.ts";
import { comparedRow, pairUp } from "./same-role.ts";
import { sourceOf, type ImportRow } from "./stops.ts";

/** What was imported before, kept as text between two imports. What comes back is read piece by piece. */

const VERSION = 2;
/** Told of jobs alone, without what the file called their companies. */
const OLDER = 1;

/** What files said so far, whether it was taken or not. */
export type LastImport = {
  rows: ImportRow[];
  /** By the name of the field: what was said of the person. */
  person: Readonly<Record<string, string>>;
};

/**
 * What is known after one more import: each job as it was told last. A file
 * that does not speak of a job, or of anything but schools, takes nothing away.
 */
export function mergeImports(before: LastImport | undefined, now: LastImport): LastImport {
  if (!before) return now;
  const told = pairUp(now.rows.map(comparedRow), before.rows.map(comparedRow), "alike");
  const again = new Map(
    [...told].map(([at, place]) => {
      const row = now.rows[at];
      return [place, row && before.rows[place]?.wasIn ? { ...row, wasIn: true as const } : row];
    }),
  );
  const rows = [
    ...before.rows.map((row, place) => again.get(place) ?? row),
    ...now.rows.filter((_row, at) => !told.has(at)),
  ];
  return { rows: rows.slice(-LIMITS.rows), person: { ...before.person, ...now.person } };
}

/** Only what a comparison needs: of where it came from the kind of file alone; how it looked is not kept. */
export function keepImport({ rows, person }: LastImport): string {
  const kept = rows.map((row) => ({ ...row, from: undefined, logo: undefined, source: sourceOf(row) }));
  return JSON.stringify({ version: VERSION, rows: kept, person });
}

function dateIn(value: unknown): KnownDate | undefined {
  const { date, precision } = fields(value);
  if (typeof date !== "string" || !isCalendarDate(date)) return undefined;
  return precision === "year" || precision === "month" || precision === "day" ? { date, precision } : undefined;
}

function rowIn(value: unknown): ImportRow {
  const row = fields(value);
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
    kind: isKind(kind) ? kind : undefined,
    rating: ratingOf(row["rating"]),
    from: { file: "", line: 0 },
    ...(typeof said === "string" ? { said } : {}),
    ...(row["isPicked"] === true ? { isPicked: true } : {}),
    ...(typeof source === "string" ? { source } : {}),
    ...(row["wasIn"] === true ? { wasIn: true } : {}),
    ...(typeof undisclosed === "boolean" ? { undisclosed } : {}),
  };
}

/** What a kept text tells; undefined where there is none or it is of another form. */
export function parseImport(kept: string | null): LastImport | undefined {
  let value: unknown;
  try {
    value = JSON.parse(kept ?? "null");
  } catch {
    return undefined;
  }
  const { version, rows, person } = fields(value);
  if ((version !== VERSION && version !== OLDER) || !Array.isArray(rows)) return undefined;
  return {
    rows: list(rows).slice(0, LIMITS.rows).map(rowIn),
    person: Object.fromEntries(
      Object.entries(fields(person)).flatMap(([name, said]) => (typeof said === "string" ? [[name, said]] : [])),
    ),
  };
}
