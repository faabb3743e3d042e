import { csvCell } from "#core/csv-cell.ts";

/** A record. Each column has a text or a number, or null if the number may not be shown. */
export type DataRow = Readonly<Record<string, string | number | null>>;

/** A line of CSV. */
export function csvLine(values: readonly (string | number | null)[]): string {
  return `${values.map((value) => csvCell(String(value ?? ""))).join(",")}\r\n`;
}

export function ndjsonLine(row: DataRow): string {
  return `${JSON.stringify(row)}\n`;
}
