import { calendarDay } from "./calendar.ts";

/** The date `days` days earlier. In a file of its own: pages that load the calendar at once need it late, if at all. */
export function daysBefore(day: string, days: number): string {
  const date = new Date(day);
  date.setUTCDate(date.getUTCDate() - days);
  return calendarDay(date);
}
