import { compareText } from "#core/text.ts";
import { partsOf } from "#core/calendar.ts";
import type { StopDraft } from "#features/pipeline/draft.ts";
import { phaseOf } from "#features/pipeline/rules.ts";
import { inferKind } from "#features/title/kind.ts";
import { monthNumber } from "./line.ts";
import type { ClassifyTitle, PathLine, PathRole } from "./types.ts";

type Context = {
  classify: ClassifyTitle;
  /** YYYY-MM-DD */
  today: string;
  /** The stop's company; id '' if the company has no page. */
  companyOf: (stop: StopDraft) => { id: string; name: string };
  /** Id of a listed school or ''. */
  school: string;
};

/**
 * A pipeline that came with a question, in the engine's form. Roles without a valid start are left out, because the
 * order of roles needs it.
 */
export function draftToLine(stops: readonly StopDraft[], context: Context): PathLine {
  const dated = stops.flatMap((stop, index) =>
    stop.roles
      .filter((role) => partsOf(role.startDate) !== undefined)
      .map((role) => ({ stop, role, entry: String(index) })),
  );
  const ordered = dated.toSorted(
    (a, b) =>
      compareText(a.role.startDate, b.role.startDate) ||
      compareText(a.role.endDate === "" ? "9" : a.role.endDate, b.role.endDate === "" ? "9" : b.role.endDate),
  );
  const roles = ordered.map(({ stop, role, entry }, position): PathRole => {
    const isYear = role.datePrecision === "year";
    const company = context.companyOf(stop);
    const kind = role.kind ?? inferKind(role.title);
    const end = role.isCurrent || partsOf(role.endDate) === undefined ? null : role.endDate;
    return {
      position,
      entry,
      company: company.id,
      companyName: company.name,
      title: role.title,
      kind,
      ...context.classify(role.title, kind),
      start: monthNumber(role.startDate, isYear),
      end: end === null ? null : monthNumber(end, isYear),
      isYear,
      phase: phaseOf(role.startDate, end ?? undefined, context.today),
    };
  });
  return { id: "", isPublic: false, school: context.school, schoolName: "", country: "", roles };
}
