import { mapTexts } from "#core/role-texts.ts";
import type { StoredRole, TitleRules } from "#core/stored-profile.ts";
import { compareText } from "#core/text.ts";
import type { RoleDraft } from "#features/pipeline/draft.ts";

/** A checked role as it is stored. */
export function toStoredRole(role: RoleDraft, { displayTitle, inferKind }: TitleRules): StoredRole {
  const title = displayTitle(role.title.trim());
  return {
    title,
    kind: role.kind ?? inferKind(title),
    start_date: role.startDate,
    end_date: role.isCurrent ? null : role.endDate,
    date_precision: role.datePrecision,
    rating: role.rating === 0 ? null : role.rating,
    ...mapTexts((text) => role[text].trim()),
  };
}

export function fromStoredRole(row: StoredRole, tempId2: number): RoleDraft {
  return {
    tempId2,
    title: row.title,
    kind: row.kind,
    startDate: row.start_date,
    endDate: row.end_date ?? "",
    isCurrent: row.end_date === null,
    datePrecision: row.date_precision,
    rating: row.rating ?? 0,
    ...mapTexts((text) => row[text]),
  };
}

type Span = { startDate: string; endDate: string; isCurrent: boolean };

function bySpan(a: Span, b: Span): number {
  const end = (one: Span): string => (one.isCurrent ? "9999" : one.endDate);
  return compareText(a.startDate, b.startDate) || compareText(end(a), end(b));
}

/**
 * Sorts entries as they are stored: roles by start and end, current ones last; stops by their first role. Roles with
 * the same dates have the order of their stops, in which they are read again. Otherwise the sent order stays.
 */
export function inStoredOrder<Role extends Span, Entry extends { roles: readonly Role[] }>(
  stops: readonly Entry[],
): (Entry & { roles: Role[] })[] {
  return stops
    .map((stop) => ({ ...stop, roles: stop.roles.toSorted(bySpan) }))
    .toSorted((a, b) => {
      const [first, other] = [a.roles[0], b.roles[0]];
      return first && other ? bySpan(first, other) : 0;
    });
}
