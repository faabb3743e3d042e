import type { SuggestionType } from "./rules.ts";

/** What a suggestion is about, as people read it. */
export const TYPE_WORDS: Readonly<Record<SuggestionType, string>> = {
  company: "Company",
  "website-issues": "Website issues",
  other: "Other",
};
