import { isCalendarDate } from "#core/calendar.ts";
import { isPublicId } from "#core/ids.ts";
import type { KnownDate } from "#features/transfer/rules.ts";
import { LIMITS } from "#features/transfer/rules.ts";
import { fields, isKind, list, ratingOf, textIn } from "./json.ts";
import type { ImportRow } from "./stops.ts";

/** What was imported last, kept as text between two imports. What comes back is read piece by piece. */

const VERSION = 1;

/** Only what a comparison needs: where it came from and how it looked are not kept. */
export function keepImport(rows: readonly ImportRow[]): string {
  const kept = rows.map(({ from: _from, logo: _logo, ...row }) => row);
  return JSON.stringify({ version: VERSION, rows: kept });
}

function dateIn(value: unknown): KnownDate | undefined {
  const { date, precision } = fields(value);
  if (typeof date !== "string" || !isCalendarDate(date)) return undefined;
  return precision === "year" || precision === "month" || precision === "day" ? { date, precision } : undefined;
}

/** The rows of a kept text; undefined where there are none or they are of another form. */
export function parseImport(kept: string | null): ImportRow[] | undefined {
  let value: unknown;
  try {
    value = JSON.parse(kept ?? "null");
  } catch {
    return undefined;
  }
  const { version, rows } = fields(value);
  if (version !== VERSION || !Array.isArray(rows)) return undefined;
  return list(rows)
    .slice(0, LIMITS.rows)
    .map((one): ImportRow => {
      const row = fields(one);
      const companyId = textIn(row["companyId"]);
      const kind = row["kind"];
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
      };
    });
}
