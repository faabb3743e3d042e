import type { StoredRole, TitleRules } from "#core/stored-profile.ts";
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
    location: role.location.trim(),
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
    location: row.location,
  };
}
