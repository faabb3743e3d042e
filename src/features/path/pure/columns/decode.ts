import { ROLE_KINDS } from "#core/role-kind.ts";
import type { SeenLine } from "#features/path/pure/line-fingerprint.ts";
import type { Columns } from "./columns.ts";
import { CURRENT, INCOMING, OPEN, phaseOf, YEAR_BIT } from "./layout.ts";

/** A line from the columns, with the data that matching uses. */
export function decodeLine(columns: Columns, line: number): SeenLine {
  const from = columns.offset[line] ?? 0;
  const { companies, schools, wordings } = columns;
  const roles = Array.from(
    { length: (columns.offset[line + 1] ?? 0) - from },
    (_, index): SeenLine["roles"][number] => {
      const role = from + index;
      const company = columns.company[role] ?? -1;
      const wording = columns.wording[role] ?? 0;
      const flags = columns.flags[role] ?? 0;
      const phase = phaseOf(flags);
      const end = columns.end[role] ?? OPEN;
      return {
        entry: String(company),
        company: company < 0 ? "" : companies.idOf(company),
        title: wordings.textOf(wording),
        kind: ROLE_KINDS[wordings.kindOfClass[wordings.classOf[wording] ?? 0] ?? 0] ?? "other",
        start: columns.start[role] ?? 0,
        end: end === OPEN ? null : end,
        isYear: (flags & YEAR_BIT) !== 0,
        phase: phase === CURRENT ? "current" : phase === INCOMING ? "incoming" : "past",
      };
    },
  );
  const school = columns.school[line] ?? -1;
  return { isPublic: columns.isPublic(line), school: school < 0 ? "" : schools.idOf(school), roles };
}
