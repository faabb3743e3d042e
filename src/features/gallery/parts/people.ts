import type { CompanyView } from "#features/company/schema.ts";
import { fixtureId, personOf, type RoleSpec } from "#features/person-card/parts/fixtures.ts";
import type { PublicProfile } from "#features/profile/schema.ts";

/** Invented people whose pipelines contain every kind of segment. */

const INTERN: RoleSpec = { at: "Bramble Works", title: "Data Intern", from: "2016-05-01", to: "2016-08-01" };
const FULL: RoleSpec = { at: "Quillon", title: "Data Engineer", from: "2016-09-01", to: "2018-06-01" };
/** A year after the stop before: a gap. */
const AFTER_GAP: RoleSpec = { at: "Northmoor", title: "Analyst", from: "2019-07-01", to: "2020-12-01" };
/** Somewhere one has been before. */
const RETURN: RoleSpec = { at: "Quillon", title: "Lead Engineer", from: "2021-01-01", to: "2022-02-01" };
const PROMOTED: RoleSpec = { at: "Quillon", title: "Head of Data", from: "2022-02-01", to: "2023-05-01" };
const CURRENT: RoleSpec = { at: "Tarn & Fell", title: "Director of Data", from: "2023-06-01" };
const INCOMING: RoleSpec = { at: "Oakhollow", title: "Engineer", from: "2025-07-01" };

const LONG = "Maximiliana-Theodora Featherstonehaugh-Cholmondeley of the Upper and Lower Lakes".slice(0, 80);

export const EVERYTHING = personOf("Wren Calloway", [INTERN, FULL, AFTER_GAP, RETURN, PROMOTED, CURRENT], {
  school: "Lower Lakes College",
});
export const ENDED = personOf("Ines Marlowe", [FULL, AFTER_GAP], { school: "Lower Lakes College" });
export const STARTING = personOf("Theo Bracken", [INTERN, INCOMING]);
export const ANONYMOUS = personOf("Anonymous", [INTERN, FULL, CURRENT], { school: "Lower Lakes College" });
const NOBODY_YET = personOf("Nova Ashby", []);
export const LONGEST = personOf(
  LONG,
  Array.from({ length: 12 }, (_, year) => ({
    at: `The Extraordinarily Long Name of a Company ${year + 1}`,
    title: `${year % 3 === 0 ? "Internship in " : "Principal "}Distributed Systems Reliability and Measurement Engineering`,
    from: `${2010 + year}-01-01`,
    ...(year === 11 ? {} : { to: `${2010 + year}-11-01` }),
  })),
  { school: "The University of a Name That Does Not End Before the Card Does" },
);

export const PEOPLE: readonly (readonly [state: string, person: PublicProfile])[] = [
  ["Long: every kind of segment", EVERYTHING],
  ["Longest: 12 stops, 80 characters", LONGEST],
  ["Ended", ENDED],
  ["Short and incoming", STARTING],
  ["Anonymous", ANONYMOUS],
  ["Without a stop", NOBODY_YET],
];

/** Names as long as names of companies may be: with spaces, and as one word that cannot wrap between words. */
export const LONG_NAME = "The Honourable Company of Meteorological Instrument Makers of the Northern Lakes";
export const LONG_WORD = "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogoch".padEnd(80, "llanfairpwll");

/** A company as lists show it. `level` is its rating, 1 to 5; 0 for none. */
export function companyOf(displayName: string, people: number, level = 0): CompanyView {
  const _id = fixtureId(`company ${displayName}`);
  const name = displayName.toLowerCase();
  const rest = { description: "", ratedEmployees: [], tenure: 0, rating: level * 100 };
  return { ...rest, _id, id: _id, name, displayName, logo: "", people };
}

export const QUILLON = companyOf("Quillon", 1_204);
