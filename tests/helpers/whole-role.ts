import type { RoleDraft, StopDraft } from "#features/pipeline/draft.ts";

/**
 * A role with every field filled in, and one that differs from it in each field. A new field of a role needs a value in
 * both. Then role-fields.test.ts and save-differences.test.ts name each place that loses the field.
 */
export const WHOLE_ROLE: RoleDraft = {
  tempId2: 2,
  title: "Clerk",
  kind: "contract",
  startDate: "2015-03-05",
  endDate: "2016-04-06",
  isCurrent: false,
  datePrecision: "day",
  rating: 80,
  location: "Toronto",
};
export const OTHER_ROLE: RoleDraft = {
  tempId2: 3,
  title: "Analyst",
  kind: "part-time",
  startDate: "2014-02-03",
  endDate: "2016-05-07",
  isCurrent: true,
  datePrecision: "month",
  rating: 20,
  location: "Lund",
};

type RoleField = Exclude<keyof RoleDraft, "tempId2">;

function isRoleField(name: string): name is RoleField {
  return name !== "tempId2" && Object.hasOwn(WHOLE_ROLE, name);
}

/** All fields but the form's own number. */
export const ROLE_FIELDS = Object.keys(WHOLE_ROLE).filter(isRoleField);

/** WHOLE_ROLE with one field of OTHER_ROLE. */
export const withOther = (field: RoleField): RoleDraft => ({ ...WHOLE_ROLE, [field]: OTHER_ROLE[field] });

/** A stop with this role alone. */
export const stopWith = (role: RoleDraft): StopDraft => ({
  tempId2: 1,
  _id: "",
  companyId: "",
  companyName: "Whole Works",
  logo: "",
  undisclosed: false,
  roles: [role],
});
