import { formatDay, HOUR_MS, isCalendarDate } from "#core/calendar.ts";
import type { SessionView } from "#features/session/schema.ts";

/** "11 September 2026", for a date or an instant in UTC; any other text stays as it is. */
export function dayName(text: string): string {
  const day = text.slice(0, 10);
  return isCalendarDate(day) ? formatDay(day) : text;
}

/**
 * When something was last used. The server stores only the hour.
 * @param hour the last use, floored to the hour; '' for never
 * @param now the present instant
 */
export function lastUse(hour: string, now: string): string {
  if (hour === "") return "Not used yet";
  const hours = Math.floor((Date.parse(now) - Date.parse(hour)) / HOUR_MS);
  if (hours < 1) return "Used within the hour";
  if (hours === 1) return "Used an hour ago";
  return hours < 24 ? `Used ${hours} hours ago` : `Used on ${dayName(hour)}`;
}

export function shapeOf(session: Pick<SessionView, "device" | "kind">): "computer" | "phone" | "program" {
  if (session.kind === "client") return "program";
  return /iPhone|iPad|Android/.test(session.device) ? "phone" : "computer";
}

/** This session first, the others as they come. */
export function thisFirst<Session extends Pick<SessionView, "current">>(sessions: readonly Session[]): Session[] {
  return [...sessions.filter(({ current }) => current), ...sessions.filter(({ current }) => !current)];
}

/** Did the person type the word that confirms a deletion? Ignores case and outer spaces, which phones add. */
export function isTyped(typed: string, word: string): boolean {
  return word !== "" && typed.trim().toLowerCase() === word.toLowerCase();
}
