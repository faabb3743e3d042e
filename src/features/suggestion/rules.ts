import { numberText } from "#core/number-text.ts";
import { ERRORS } from "#core/errors.ts";

export const SUGGESTION_TYPES = ["company", "website-issues", "other"] as const;
export type SuggestionType = (typeof SUGGESTION_TYPES)[number];

/** Code points, as PostgreSQL counts. */
export const MAX_SUGGESTION = 2_000;

type SuggestionFault = { code: "fields-missing" | "bad-request"; message: string };

/** Why a text (trimmed) cannot be sent; undefined when it can. */
export function checkSuggestion(text: string): SuggestionFault | undefined {
  if (text === "") return { code: "fields-missing", message: ERRORS["fields-missing"].sentence };
  const length = [...text].length;
  if (length <= MAX_SUGGESTION) return undefined;
  const [most, now] = [MAX_SUGGESTION, length].map((number) => numberText(number));
  return { code: "bad-request", message: `A suggestion has at most ${most} characters; this one has ${now}.` };
}

/** The page's message after a refused form that was sent without JavaScript. */
export function problemSentence(code: string): string {
  if (code === "too-many-requests") return "Too many suggestions for now. Send it later.";
  if (code === "fields-missing") return ERRORS["fields-missing"].sentence;
  return `It was not sent. Choose what it is about, and write up to ${numberText(MAX_SUGGESTION)} characters.`;
}

export const FORWARD_JOB = "forward-suggestion";
