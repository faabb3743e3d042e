import type { RouteChange } from "#features/path/pure/types.ts";

const FILTER_WORDS = {
  country: "the country",
  school: "the school",
  since: "“since”",
  until: "“until”",
} as const;

/** A change in words for people. Steps and links count from 1. */
function oneChange(change: RouteChange): string {
  switch (change.kind) {
    case "any-stops":
      return `if “next stop” before stop ${change.link + 2} becomes “any stops”`;
    case "drop-limit":
      return `without the time limit before stop ${change.link + 2}`;
    case "lower-level":
      return `if stop ${change.step + 1} is ${change.to} or above`;
    case "drop-step":
      return `without stop ${change.step + 1}`;
    case "drop-kinds":
      return `if stop ${change.step + 1} is any kind of role`;
    case "drop-school":
      return "without the school";
    case "drop-filter":
      return `without ${FILTER_WORDS[change.filter]}`;
  }
}

export function changeWords(changes: readonly RouteChange[]): string {
  return changes.map(oneChange).join(", and ");
}
