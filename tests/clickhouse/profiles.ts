import type { PublicProfile } from "#features/profile/schema.ts";
import { publicId } from "#tests/paths/worlds.ts";

const COMPANIES = ["One", "Two", "Three", "Four"];

/** An invented visible person with a job at each of these companies, one after the other. */
export function profileOf(id: string, companies: readonly string[]): PublicProfile {
  const pipeline = companies.map((name, at) => {
    const company = publicId("c", COMPANIES.indexOf(name) + 1);
    const role = {
      position: at,
      title: "Software Engineer",
      kind: "full-time",
      startDate: `${2018 + at}-01-01`,
      endDate: `${2018 + at}-12-01`,
      datePrecision: "month",
      isIndefinite: false,
      phase: "past",
    };
    return { _id: `${id}-${at}`, companyId: company, displayName: name, roles: [role] };
  });
  const person = { _id: id, anonymous: false, school: "", schoolName: "", schoolCountryCode: "", pipeline };
  // Only what the engine reads of a person.
  return person as unknown as PublicProfile;
}
