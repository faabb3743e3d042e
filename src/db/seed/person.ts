import { makeCareer } from "./career.ts";
import { Line, monthOf, type DemoStop } from "./line.ts";
import { trackOf } from "./life.ts";
import { inventName, inventUsername } from "./names.ts";
import { between, openRandom, pick, type Random } from "./random.ts";
import type { World } from "./world.ts";

export type DemoPerson = {
  firstName: string;
  lastName: string;
  username: string | undefined;
  linkedin: string;
  location: string;
  visibility: "public" | "anonymous" | "private";
  /** The index in the world's list; -1 = no school, or one outside the catalogue. */
  school: number;
  /** The typed name of a school outside the catalogue. */
  schoolText: string;
  /** For anonymous people: show months, not only years. */
  showMonths: boolean;
  hideSchool: boolean;
  /** The number of a drawn face, modulo their count; undefined = no picture. */
  face: number | undefined;
  stops: DemoStop[];
};

const SHARE = {
  private: 0.04,
  anonymous: 0.33,
  username: 0.75,
  linkedin: 0.6,
  freeSchool: 0.04,
  picture: 0.7,
  showMonths: 0.35,
  hideSchool: { public: 0.02, anonymous: 0.15, private: 0 },
  hidesCompany: { public: 0.06, anonymous: 0.3, private: 0 },
} as const;

/** Each picture is stored with its person. Those of a million people would be larger than everything else. */
const PICTURED_PEOPLE = 5_000;
const FACE_NUMBERS = 9_999;

/** Makes person number `index` of a seed, as of a day. The person does not depend on the number of people. */
export function inventPerson(world: World, seed: number, index: number, today: string): DemoPerson {
  const random = openRandom(seed, index);
  const seeker = { index, track: world.track(random), country: world.country(random) };
  const { firstName, lastName } = inventName(random, seeker.country);
  const hasFreeSchool = random() < SHARE.freeSchool;
  const schoolText = hasFreeSchool ? world.freeSchool(random, seeker) : "";
  const school = hasFreeSchool ? -1 : world.school(random, seeker);
  const now = monthOf(today);
  const line = new Line(random, world.mood, now);
  makeCareer({ random, world, line, seeker, track: trackOf(seeker), school, now });
  const stops = [...line.stops.values()];
  const visibility = levelOf(random);
  const isPublic = visibility === "public";
  const name = inventUsername(random, firstName, lastName, index);
  if (random() < SHARE.hidesCompany[visibility]) pick(random, stops).undisclosed = true;
  const hideSchool = random() < SHARE.hideSchool[visibility];
  const showMonths = visibility === "anonymous" && random() < SHARE.showMonths;
  const hasPicture = isPublic && index < PICTURED_PEOPLE && random() < SHARE.picture;
  return {
    firstName,
    lastName,
    username: isPublic && random() < SHARE.username ? name : undefined,
    linkedin: isPublic && random() < SHARE.linkedin ? `demo-${name.replace(/[._]/g, "-")}` : "",
    location: world.countryName(seeker.country),
    visibility,
    school,
    schoolText,
    showMonths,
    hideSchool,
    face: hasPicture ? between(random, 0, FACE_NUMBERS) : undefined,
    stops,
  };
}

function levelOf(random: Random): DemoPerson["visibility"] {
  const draw = random();
  if (draw < SHARE.private) return "private";
  return draw < SHARE.private + SHARE.anonymous ? "anonymous" : "public";
}
