import { formatDate } from "#core/calendar.ts";
import { endLabel } from "#features/pipeline/rules.ts";
import type { RoleView } from "#features/pipeline/schema.ts";
import type { LineStop } from "./segments.ts";

/** "May 2017 to August 2017", "2017 to present", "2017", "from July 2026". */
export function spokenRange(role: RoleView): string {
  const start = formatDate(role.startDate, role.datePrecision);
  const end = endLabel(role);
  if (end === "Indefinite") return `from ${start}`;
  if (end === start) return start;
  return `${start} to ${end === "Present" ? "present" : end}`;
}

/** "Incoming Software Engineer" before the first day, else the title. */
export function titleOf(role: RoleView): string {
  return role.phase === "incoming" && !/^incoming\b/i.test(role.title) ? `Incoming ${role.title}` : role.title;
}

/** A stop as it is read out: "Software Engineer Intern, Shopify, May 2017 to August 2017". */
export function stopText(stop: LineStop): string {
  return stop.roles.map(({ role }) => `${titleOf(role)}, ${stop.displayName}, ${spokenRange(role)}`).join("; then ");
}
