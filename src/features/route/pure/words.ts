import { lengthWords, peopleText } from "#core/number-text.ts";
import type { Count, Link } from "#features/path/pure/types.ts";
import type { RouteView } from "./view.ts";

export const COUNTS_NOTE = "Counts are people who would match. Under 5 is not listed.";

/** The kinds of job that a picker offers for a stop; '' is any. */
export const KIND_CHOICES = [
  ["", "Any"],
  ["intern", "Intern"],
  ["full-time", "Full-time"],
] as const;

/** The time limits that a link between two stops is offered, in months. */
export const LINK_LIMITS = [12, 24, 36, 48, 60, 72, 96, 120] as const;

/** "next stop", "any stops". */
export function betweenWords(between: Link["between"]): string {
  return between === "next" ? "next stop" : "any stops";
}

/** "any stops, within 6 years". */
export function linkWords({ between, limit }: Link): string {
  return limit === null ? betweenWords(between) : `${betweenWords(between)}, within ${lengthWords(limit)}`;
}

/** "12 people"; for 1 to 4 "fewer than 5", for none "no one". */
export function peopleWords(people: Count): string {
  if (people === null) return "fewer than 5";
  if (people === 0) return "no one";
  return peopleText(people);
}

/** Title and description of a route's page, with its number from five people on. */
export function routeTitle({ steps, answer }: Pick<RouteView, "steps" | "answer">): {
  title: string;
  description: string;
} {
  const way = steps.map(({ name }) => name).join(", then ");
  if (way === "") return { title: "Build a route", description: "Add stops in order and see who took them." };
  const people = answer?.people ?? 0;
  if (people < 5) return { title: way, description: "Who took this route, and how long it took them." };
  return {
    title: way,
    description: `${peopleWords(people)} took this route: who they are, and how long it took them.`,
  };
}
