/**
 * Why something is reported, and why somebody is suspended. A closed list: it goes into the audit log and is counted.
 */
export const REASONS = ["spam", "impersonation", "abuse", "false-information", "privacy", "legal", "other"] as const;
export type Reason = (typeof REASONS)[number];

export const SUBJECTS = ["pipeline", "company", "text"] as const;
export type Subject = (typeof SUBJECTS)[number] | "site";

/** Code points, as PostgreSQL counts. */
export const MAX_WORDS = 1_000;
export const MAX_QUOTE = 300;
export const MAX_ANSWER = 2_000;

/** What an administrator can do about a report. */
export const ACTS = ["dismiss", "settle", "ask", "hide", "suspend", "delete"] as const;
export type Act = (typeof ACTS)[number];

/** The acts that fit a report. A company is corrected in the tab for companies, and the site has nothing to delete. */
export function actsOf(subject: { person: boolean; company: boolean }): readonly Act[] {
  if (subject.person) return ACTS;
  return subject.company ? ["dismiss", "settle", "delete"] : ["dismiss", "settle"];
}

/** From these numbers on, something is obvious nonsense. docs/moderation.md has the same numbers. */
export const NONSENSE = {
  /** Roles of one pipeline; 50 stops of 20 roles each are possible. */
  roles: 500,
  /** Visible pipelines that hold the same long text. */
  pipelines: 50,
  /** Many people share shorter texts, such as titles and cities. The indexes on long texts have this length too. */
  sameTextLength: 40,
  /** Sign-ups of one address in a day. */
  signUps: 30,
} as const;

export type Rule = "many-roles" | "address-in-text" | "same-text" | "many-sign-ups";

/** A number of acts is shown from this many on, after its quarter is over, so that nobody sees a single act. */
export const MIN_ACTS = 5;

/** "2026-Q4" for a day `YYYY-MM-DD`. */
export function quarterOf(day: string): string {
  return `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`;
}

/** Days after which settled reports are deleted, and all others. */
export const DONE_DAYS = 90;
export const OPEN_DAYS = 365;
