import { createRequire } from "node:module";
import { foldText } from "#core/text.ts";

let common: Set<string> | undefined;

/**
 * The 49,233 most common passwords, from @zxcvbn-ts/language-common. The list is part of the program, because an online
 * service would learn what people type. It is loaded at the first sign-up, in about 20 ms.
 */
export function isCommonPassword(password: string): boolean {
  if (!common) {
    const list: unknown = createRequire(import.meta.url)("@zxcvbn-ts/language-common/dist/passwords.json.cjs");
    common = new Set(Array.isArray(list) ? list.filter((item) => typeof item === "string") : []);
    if (common.size === 0) throw new Error("The list of common passwords could not be read.");
  }
  return common.has(password) || common.has(foldText(password));
}
