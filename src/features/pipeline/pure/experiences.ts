import { CURRENT_END, type DatePrecision } from "#core/calendar.ts";
import { UNDISCLOSED } from "#core/monogram.ts";
import { atPrecision } from "#features/pipeline/check.ts";
import { phaseOf } from "#features/pipeline/rules.ts";
import type { ExperienceView, RoleKind, RoleView } from "#features/pipeline/schema.ts";

/** A role with its entry and company, as stored; one row a role. */
export type StopRow = {
  profile_id: number;
  entry_id: string;
  company_id: string | null;
  name: string;
  display_name: string;
  logo: string;
  title: string;
  kind: RoleKind;
  start_date: string;
  end_date: string | null;
  date_precision: DatePrecision;
  rating: number | null;
  /** Its company is for the owner alone. */
  undisclosed: boolean;
};

/** How much of a pipeline a reader may see. */
export type PipelineView = {
  today: string;
  /** The finest part of a date that is told. */
  dates: DatePrecision;
  /** The owner's own view: ratings, and the companies that others do not see. */
  isOwn: boolean;
};

const COARSENESS: readonly DatePrecision[] = ["day", "month", "year"];

function coarser(a: DatePrecision, b: DatePrecision): DatePrecision {
  return COARSENESS.indexOf(a) > COARSENESS.indexOf(b) ? a : b;
}

/** An undisclosed company as others see it: as one without a page, which carries the entry's own id. */
function asSeen(row: StopRow, isOwn: boolean): StopRow {
  if (isOwn || !row.undisclosed) return row;
  return { ...row, company_id: null, name: UNDISCLOSED.toLowerCase(), display_name: UNDISCLOSED, logo: "" };
}

/**
 * Stored rows of one pipeline as experiences, earliest first. Dates are cut to
 * what may be told; order and phase then come from `position` and `phase`,
 * which are computed before the cut.
 */
export function toExperiences(stored: readonly StopRow[], view: PipelineView): ExperienceView[] {
  const rows = stored.map((row) => asSeen(row, view.isOwn));
  const experiences = new Map<string, ExperienceView>();
  for (const [position, row] of rows.entries()) {
    // Months would give away, to who knows when somebody went where, what the missing name does not.
    const finest = row.undisclosed && !view.isOwn ? "year" : view.dates;
    const datePrecision = coarser(finest, row.date_precision);
    const cut = (date: string): string => (finest === "day" ? date : atPrecision(date, datePrecision));
    const role: RoleView = {
      title: row.title,
      kind: row.kind,
      startDate: cut(row.start_date),
      endDate: row.end_date === null ? CURRENT_END : cut(row.end_date),
      isIndefinite: row.end_date === null,
      datePrecision,
      phase: phaseOf(row.start_date, row.end_date ?? undefined, view.today),
      position,
      ...(view.isOwn ? { rating: row.rating ?? 0 } : {}),
    };
    const known = experiences.get(row.entry_id);
    if (known) {
      known.roles.push(role);
      known.title = role.title;
      known.endDate = role.endDate;
      known.isIndefinite = role.isIndefinite;
      if (view.isOwn) known.rating = role.rating ?? 0;
    } else {
      experiences.set(row.entry_id, {
        _id: row.entry_id,
        companyId: row.company_id ?? row.entry_id,
        companyName: row.name,
        displayName: row.display_name,
        logo: row.logo === "" ? monogramAddress(row.display_name) : row.logo,
        title: role.title,
        startDate: role.startDate,
        endDate: role.endDate,
        isIndefinite: role.isIndefinite,
        datePrecision: role.datePrecision,
        ...(view.isOwn ? { rating: role.rating ?? 0 } : {}),
        ...(row.undisclosed ? { undisclosed: true } : {}),
        roles: [role],
      });
    }
  }
  return [...experiences.values()];
}

/** The address of the mark drawn from a company's name. */
export function monogramAddress(displayName: string): string {
  return `/monogram/company/${encodeURIComponent(displayName)}.svg`;
}
