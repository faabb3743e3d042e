/**
 * The optional texts of a role, of one line each: '' where nobody wrote one. A text has the same name, one lower-case
 * word, in the database, in drafts and in the API. Forms, checks, the API's shapes, export and import take all texts
 * from here.
 * CONTRIBUTING.md lists the files that name each of them.
 */
export const ROLE_TEXTS = {
  location: {
    /** The most characters: 400 at most, because requests and imports take no more. */
    most: 100,
    /** Its name in the form, and the column of our CSV. */
    label: "Location",
    /** The same within messages, with its article: "A location has at most 100 characters." */
    named: "A location",
    hint: "Shown with the role while your profile is public.",
  },
} as const;

export type RoleText = keyof typeof ROLE_TEXTS;
export type RoleTexts = Record<RoleText, string>;

/** One value for each text. Written out, so that TypeScript finds a text that it lacks. */
export function mapTexts<Value>(valueOf: (text: RoleText) => Value): Record<RoleText, Value> {
  return { location: valueOf("location") };
}

export function isRoleText(name: unknown): name is RoleText {
  return typeof name === "string" && Object.hasOwn(ROLE_TEXTS, name);
}

/** In the order of the list, in which forms, messages and columns have them. */
export const ROLE_TEXT_NAMES: readonly RoleText[] = Object.keys(ROLE_TEXTS).filter(isRoleText);
