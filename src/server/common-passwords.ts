import { createRequire } from "node:module";
import { foldText } from "#core/text.ts";

const LIST = "@zxcvbn-ts/language-common/dist/passwords.json.cjs";

/** All of them in one text, each between line breaks: as a set they would take eight times as much memory. */
let common: string | undefined;

/**
 * The 49,233 most common passwords, from @zxcvbn-ts/language-common. The list is part of the program, because an online
 * service would learn what people type. It is loaded at the first sign-up, in about 20 ms.
 */
export function isCommonPassword(password: string): boolean {
  common ??= readCommon();
  return isLineOf(common, password) || isLineOf(common, foldText(password));
}

function isLineOf(text: string, line: string): boolean {
  return !line.includes("\n") && text.includes(`\n${line}\n`);
}

function readCommon(): string {
  const require = createRequire(import.meta.url);
  const list: unknown = require(LIST);
  // Node keeps what a module exports, otherwise.
  delete require.cache[require.resolve(LIST)];
  const passwords = Array.isArray(list) ? list.filter((item) => typeof item === "string") : [];
  if (passwords.length === 0) throw new Error("The list of common passwords could not be read.");
  return `\n${passwords.join("\n")}\n`;
}
