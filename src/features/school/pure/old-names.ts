import { schoolNameKey } from "./school-keys.ts";

/** Every college may be called so. */
const GENERIC = new Set("college university institute school state national technology".split(" "));
/** "Queen's College" was the name of a school that is called otherwise today. */
const CALLED = /^[\p{Script=Latin}\d ]+ (?:college|university|institute)$/u;

/** Does an alias (as a key) contain no word of the school's name? */
export function isOldName(alias: string, name: string): boolean {
  if (!CALLED.test(alias)) return false;
  const words = new Set(schoolNameKey(name).split(" "));
  const [initials, own] = [alias.split(" ").map((word) => word[0]), [...words].map((word) => word[0])];
  if (initials.join("") === own.join("") && own.length > 2) return false;
  return !alias.split(" ").some((word) => word.length > 2 && !GENERIC.has(word) && words.has(word));
}
