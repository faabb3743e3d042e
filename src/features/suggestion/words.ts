import type { SuggestionType } from "./rules.ts";

export const TYPE_WORDS: Readonly<Record<SuggestionType, string>> = {
  company: "Company",
  "website-issues": "Website issues",
  other: "Other",
};
