/** Invented people for tests and specimens; nothing of the product imports this. */
import { CURRENT_END } from "#core/calendar.ts";
import { hash32 } from "#core/text.ts";
import { headlineOf, headlineText, phaseOf } from "#features/pipeline/rules.ts";
import type { RoleKind } from "#core/role-kind.ts";
import type { RoleView, StopView } from "#features/pipeline/schema.ts";
import { classify } from "#features/title/classify.ts";
import type { PublicProfile } from "#features/profile/schema.ts";

/** The day all fixtures are seen on. */
export const TODAY = "2024-10-15";

/** A made-up public id that is the same for the same name. */
export function fixtureId(name: string): string {
  const part = (salt: string) =>
    hash32(salt + name)
      .toString(16)
      .padStart(8, "0");
  return part("a") + part("b") + part("c");
}

export type RoleSpec = {
  at: string;
  title: string;
  kind?: RoleKind;
  from: string;
  /** Absent = still there. */
  to?: string;
  logo?: string;
  precision?: "year" | "month";
};

/** Experiences of made-up roles, one per company, positions in the order given. */
export function pipelineOf(specs: readonly RoleSpec[], today = TODAY): StopView[] {
  const byCompany = new Map<string, StopView>();
  for (const [position, spec] of specs.entries()) {
    const kind = spec.kind ?? (/intern/i.test(spec.title) ? "intern" : "full-time");
    const { family, level } = classify(spec.title, kind);
    const role: RoleView = {
      title: spec.title,
      kind,
      family,
      level,
      startDate: spec.from,
      endDate: spec.to ?? CURRENT_END,
      isIndefinite: spec.to === undefined,
      datePrecision: spec.precision ?? "month",
      phase: phaseOf(spec.from, spec.to, today),
      position,
    };
    const known = byCompany.get(spec.at);
    if (known) {
      known.roles.push(role);
      continue;
    }
    byCompany.set(spec.at, {
      _id: fixtureId(`stop ${spec.at}`),
      companyId: fixtureId(`company ${spec.at}`),
      companyName: spec.at.toLowerCase(),
      displayName: spec.at,
      logo: spec.logo ?? `/monogram/company/${encodeURIComponent(spec.at)}.svg`,
      title: role.title,
      startDate: role.startDate,
      endDate: role.endDate,
      isIndefinite: role.isIndefinite,
      datePrecision: role.datePrecision,
      roles: [role],
    });
  }
  return [...byCompany.values()];
}

/** An invented person with a pipeline. The name "Anonymous" makes an anonymous one. */
export function personOf(
  name: string,
  specs: readonly RoleSpec[],
  more: { school?: string; location?: string; salt?: string } = {},
): PublicProfile {
  const anonymous = name === "Anonymous";
  const [firstName = "", ...rest] = name.split(" ");
  const pipeline = pipelineOf(specs.map((spec) => (anonymous ? { ...spec, precision: "year" } : spec)));
  const school = more.school ?? "";
  const profile: Omit<PublicProfile, "__public"> = {
    _id: fixtureId(`person ${name} ${more.salt ?? ""}`),
    firstName: anonymous ? "Anonymous" : firstName,
    lastName: anonymous ? "" : rest.join(" "),
    username: anonymous ? "Anonymous" : name.toLowerCase().replaceAll(" ", "."),
    linkedin: anonymous ? "Anonymous" : `https://linkedin.com/in/${name.toLowerCase().replaceAll(" ", "-")}`,
    location: anonymous ? "Somewhere" : (more.location ?? "Canada"),
    pfp: "",
    anonymous,
    visibility: anonymous ? "anonymous" : "public",
    created: true,
    school: school === "" ? "" : fixtureId(`school ${school}`),
    schoolName: school,
    schoolCountry: school === "" ? "" : "Canada",
    schoolCountryCode: "",
    schoolLogo: school === "" ? "" : `/monogram/school/${encodeURIComponent(school)}.svg`,
    headline: headlineText(headlineOf(pipeline)),
    datePrecision: anonymous ? "year" : "month",
    pipeline,
  };
  // Only the server's projection makes the brand; a fixture borrows it.
  return profile as PublicProfile;
}
