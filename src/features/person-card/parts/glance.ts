import { formatMonths, monthsBetween } from "#core/calendar.ts";
import { monthsOf } from "#features/pipeline/rules.ts";
import { amountText } from "#core/number-text.ts";
import { isInternship } from "#core/role-kind.ts";
import type { StopView } from "#features/pipeline/schema.ts";

type Fact = { label: string; value: string };

/** Facts in words: stops, total time, average full-time stay. Only what the dates allow. */
export function glanceOf(pipeline: readonly StopView[], today: string): Fact[] {
  const roles = pipeline.flatMap((experience) => experience.roles);
  const begun = roles.filter((role) => role.phase !== "incoming");
  const facts: Fact[] = [];
  const starts = begun.map((role) => role.startDate).toSorted();
  const isExact = roles.every((role) => role.datePrecision !== "year");
  const first = starts[0];
  if (first !== undefined && isExact) {
    const ends = begun.map((role) => (role.isIndefinite || role.endDate > today ? today : role.endDate)).toSorted();
    facts.push({ label: "On the line for", value: formatMonths(monthsBetween(first, ends.at(-1) ?? today) + 1) });
  }
  if (pipeline.length > 0) {
    const interned = roles.filter((role) => isInternship(role.kind)).length;
    const inside = interned === 0 ? "" : `, of which ${amountText(interned, "internship")}`;
    facts.push({ label: pipeline.length === roles.length ? "Stops" : "Roles", value: `${roles.length}${inside}` });
  }
  const completed = begun.filter((role) => role.kind === "full-time" && role.phase === "past");
  if (isExact && completed.length > 0) {
    const months = completed.reduce((sum, role) => sum + monthsOf(role, today), 0);
    facts.push({ label: "Average full-time stay", value: formatMonths(months / completed.length) });
  }
  return facts;
}
