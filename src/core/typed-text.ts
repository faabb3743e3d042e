import { inStorage } from "./in-storage.ts";

/**
 * What somebody typed into a form and has not sent, by the form's name. It is in session storage: another page or a
 * reload keeps it, and it ends with the tab.
 */

export type TypedFields = Readonly<Record<string, string>>;

const PREFIX = "typed:";

/** @param who the mark of the account that typed it (src/server/text-owner.ts), "" for a visitor */
export function keepTyped(name: string, who: string, fields: TypedFields): void {
  inStorage(() => sessionStorage.setItem(PREFIX + name, JSON.stringify({ who, fields })));
}

/** What a visitor or this person has typed. Text of another person is removed. */
export function readTyped(name: string, who: string): TypedFields | undefined {
  const kept: unknown = inStorage(() => JSON.parse(sessionStorage.getItem(PREFIX + name) ?? "null"));
  if (typeof kept !== "object" || kept === null) return undefined;
  const { who: author, fields } = { who: "", fields: {}, ...kept };
  if (author === "" || author === who) return fields;
  forgetTyped(name);
  return undefined;
}

/** Removes what was typed into the form with this name; without a name, into all forms. */
export function forgetTyped(name?: string): void {
  inStorage(() => {
    if (name !== undefined) return sessionStorage.removeItem(PREFIX + name);
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
  });
}
