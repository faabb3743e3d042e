import type { StopView, RoleView } from "#features/pipeline/schema.ts";
import type { OwnProfile } from "#features/profile/schema.ts";

/** Invented profiles for the editor's tests. */
export function roleView(changes: Partial<RoleView> = {}): RoleView {
  return {
    title: "Engineer",
    kind: "full-time",
    family: "software",
    level: "mid",
    startDate: "2020-01-01",
    endDate: "2021-01-01",
    isIndefinite: false,
    datePrecision: "month",
    phase: "past",
    position: 0,
    rating: 80,
    ...changes,
  };
}

export function experienceOf(name: string, ...roles: RoleView[]): StopView {
  const all = roles.length > 0 ? roles : [roleView()];
  const latest = all.at(-1) ?? roleView();
  return {
    _id: `stop-${name}`,
    companyId: `id-${name}`,
    companyName: name.toLowerCase(),
    displayName: name,
    logo: `/logos/${name.toLowerCase()}.svg`,
    title: latest.title,
    startDate: all[0]?.startDate ?? "",
    endDate: latest.endDate,
    isIndefinite: latest.isIndefinite,
    datePrecision: "month",
    rating: latest.rating ?? 0,
    roles: all,
  };
}

export function profileWith(pipeline: StopView[], changes: Partial<OwnProfile> = {}): OwnProfile {
  return {
    _id: "0123456789abcdef01234567",
    firstName: "Nova",
    lastName: "Quill",
    username: "",
    linkedin: "",
    location: "",
    pfp: "",
    anonymous: false,
    visibility: "public",
    created: true,
    school: "aaaaaaaaaaaaaaaaaaaaaaaa",
    schoolName: "Northwind College",
    schoolCountry: "Canada",
    schoolCountryCode: "",
    schoolLogo: "/monogram/school/Northwind%20College.svg",
    headline: "",
    datePrecision: "month",
    rev: 7,
    pipeline,
    ...changes,
  };
}
