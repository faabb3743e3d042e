import { ACCOUNT_WORDS } from "./accounts.ts";
import { ADMINISTRATION_WORDS } from "./administration.ts";
import { PATH_WORDS } from "./paths.ts";
import { PEOPLE_WORDS } from "./people.ts";
import type { Word, Words } from "./word.ts";

const ALL: Words = { ...ADMINISTRATION_WORDS, ...PATH_WORDS, ...ACCOUNT_WORDS, ...PEOPLE_WORDS };

/** The meaning of a field: the one for its schema, otherwise the one for its name. */
export function wordOf(schema: string, name: string): Word | undefined {
  return ALL[`${schema}.${name}`] ?? ALL[name];
}

/** The same for a parameter of a call. */
export function parameterWordOf(operationId: string, name: string): Word | undefined {
  return ALL[`?${operationId}.${name}`] ?? ALL[`?${name}`];
}

/** Keys of all words, to find those that nothing uses. */
export const WORD_KEYS: readonly string[] = Object.keys(ALL);
