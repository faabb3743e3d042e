import { capital } from "#core/text.ts";

/** Slices that record something; the filter's choices. */
export const SLICES = [
  "account",
  "admin",
  "company",
  "early-access",
  "mail",
  "network",
  "people",
  "profile",
  "report",
  "suggestion",
] as const;
export type Slice = (typeof SLICES)[number];

/** "early-access" → "Early access". */
export function sliceWords(slice: string): string {
  return capital(slice).replaceAll("-", " ");
}

export const ACTOR_WORDS = {
  admin: "Administrator",
  account: "Account",
  command: "Command on the server",
  system: "The site itself",
} as const;

/** "early-access.create-code" → "Early access: create code". Other forms stay as they are. */
export function actionWords(action: string): string {
  const [slice, what, ...rest] = action.split(".");
  if (slice === undefined || what === undefined || rest.length > 0) return action;
  return `${sliceWords(slice)}: ${what.replaceAll("-", " ")}`;
}
