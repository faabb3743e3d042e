/** Which files of an archive or a folder are looked into, told by their names alone. */

export type TableName = "positions" | "education" | "profile";

const TABLES: readonly (readonly [TableName, RegExp])[] = [
  ["positions", /^positions(?:[ _-]*\(?\d{1,3}\)?)?\.csv$/i],
  ["education", /^education(?:[ _-]*\(?\d{1,3}\)?)?\.csv$/i],
  ["profile", /^profile(?:[ _-]*\(?\d{1,3}\)?)?\.csv$/i],
];

/** Which table of the export a file of that name is. */
export function tableNamed(name: string): TableName | undefined {
  return TABLES.find(([, pattern]) => pattern.test(name))?.[0];
}

/** Our own files, as an archive of one's own data has them. */
export const OWN_RESUME = /^resume(?:[ _-]*\(?\d{1,3}\)?)?\.json$/i;
export const OWN_STOPS = /^stops(?:[ _-]*\(?\d{1,3}\)?)?\.csv$/i;
export const ARCHIVE = /\.zip$/i;

/** Copies that one system adds beside every file. */
export function isShadow(path: string): boolean {
  return path.includes("__MACOSX/") || /(?:^|[\\/])\._/.test(path);
}

/** Whether a file of a folder is worth looking into. */
export function isWanted(name: string): boolean {
  return tableNamed(name) !== undefined || [OWN_RESUME, OWN_STOPS, ARCHIVE].some((pattern) => pattern.test(name));
}
