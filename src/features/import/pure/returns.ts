import { monthsBetween } from "#core/calendar.ts";
import { comparedRole, comparedRow, isOneCompany, type Compared } from "./match-roles.ts";
import type { ReviewRow } from "./compare.ts";

/**
 * Somebody who returns to a company has two stays there. A pipeline has one stop per company. So both stays become its
 * roles with their own dates, and if there was another stop in between, the drawing shows two stations. The review
 * explains this, because it looks like one stop.
 */

/** Months after which the next role is not a promotion. */
const GAP = 3;

function comparedOf({ file, mine }: ReviewRow): Compared | undefined {
  return file ? comparedRow(file) : mine && comparedRole(mine.stop, mine.role);
}

/** Does `later` begin some time after `before` ended, as far as both dates are known? */
function isAfter(later: Compared, before: Compared): boolean {
  if (later.startDate === "" || before.endDate === "" || before.isCurrent) return false;
  // "2015" ends with its December, and another "2017" begins with its January.
  const end = before.datePrecision === "year" ? `${before.endDate.slice(0, 4)}-12-01` : before.endDate;
  return later.startDate > end && monthsBetween(end, later.startDate) >= GAP;
}

/** Ids of the file's new rows that begin another stay. */
export function returnsIn(rows: readonly ReviewRow[]): ReadonlySet<string> {
  const all = rows.flatMap((row) => {
    const compared = comparedOf(row);
    return compared && compared.companyKey !== "" ? [{ id: row.id, isNew: row.status === "added", compared }] : [];
  });
  const returns = all.filter(({ isNew, compared }) => {
    if (!isNew) return false;
    const others = all.filter(
      (other) =>
        other.compared !== compared &&
        isOneCompany(other.compared, compared) &&
        other.compared.startDate !== "" &&
        other.compared.startDate < compared.startDate,
    );
    return others.length > 0 && others.every((other) => isAfter(compared, other.compared));
  });
  return new Set(returns.map(({ id }) => id));
}
