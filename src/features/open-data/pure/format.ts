/** A record. Each column has a text or a number, or null if the number may not be shown. */
export type DataRow = Readonly<Record<string, string | number | null>>;

function csvField(value: string | number | null): string {
  const text = value === null ? "" : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A line of CSV (RFC 4180). */
export function csvLine(values: readonly (string | number | null)[]): string {
  return `${values.map(csvField).join(",")}\r\n`;
}

export function ndjsonLine(row: DataRow): string {
  return `${JSON.stringify(row)}\n`;
}
