/** Chooses files of an archive or a folder by their names. */

export type TableName = "positions" | "volunteering" | "education" | "profile";

const TABLES: readonly (readonly [TableName, RegExp])[] = [
  ["positions", /^positions(?:[ _-]*\(?\d{1,3}\)?)?\.csv$/i],
  ["volunteering", /^volunteer(?:ing|[ _-]?experiences?)(?:[ _-]*\(?\d{1,3}\)?)?\.csv$/i],
  ["education", /^education(?:[ _-]*\(?\d{1,3}\)?)?\.csv$/i],
  ["profile", /^profile(?:[ _-]*\(?\d{1,3}\)?)?\.csv$/i],
];

export function tableNamed(name: string): TableName | undefined {
  return TABLES.find(([, pattern]) => pattern.test(name))?.[0];
}

/** Files of our own export. */
export const OWN_RESUME = /^resume(?:[ _-]*\(?\d{1,3}\)?)?\.json$/i;
export const OWN_STOPS = /^stops(?:[ _-]*\(?\d{1,3}\)?)?\.csv$/i;
export const ARCHIVE = /\.zip$/i;

/** macOS adds these copies beside every file. */
export function isSystemCopy(path: string): boolean {
  return path.includes("__MACOSX/") || /(?:^|[\\/])\._/.test(path);
}

export function isReadableName(name: string): boolean {
  return tableNamed(name) !== undefined || [OWN_RESUME, OWN_STOPS, ARCHIVE].some((pattern) => pattern.test(name));
}
