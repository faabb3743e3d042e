import { compareText } from "#core/text.ts";
import type { DatePrecision } from "#core/calendar.ts";
import { draftFrom, inOrder, type RoleDraft, type StopDraft } from "#features/pipeline/draft.ts";
import type { RoleKind } from "#core/role-kind.ts";
import type { RoleTexts } from "#core/role-texts.ts";
import type { OwnProfile, Visibility } from "#features/profile/schema.ts";
import { otherTexts, type OwnExtras } from "#features/import/rules.ts";
import { inferKind } from "#features/title/kind.ts";
import { countryOf } from "#features/import/pure/country.ts";

/**
 * A pipeline as JSON Resume (jsonresume.org). Data without a field in that format is under `meta.pipelines`, so that a
 * deleted profile can be restored exactly.
 */

/** The exported data; never the e-mail or anything of the account. */
export type OwnRecord = OwnExtras & { stops: readonly StopDraft[] };

const NETWORK_PAGE = /^https:\/\/(?:www\.)?linkedin\.com\/in\//;

export function recordOf(profile: OwnProfile): OwnRecord {
  const { firstName, lastName, username, location, visibility, school, schoolName, pipeline } = profile;
  return {
    firstName,
    lastName,
    username,
    linkedin: profile.linkedin.replace(NETWORK_PAGE, ""),
    location,
    visibility,
    showMonths: profile.showMonths ?? false,
    ownTitles: profile.ownTitles ?? false,
    hideSchool: profile.hideSchool ?? false,
    schoolId: school === schoolName ? "" : school,
    schoolName,
    stops: draftFrom(pipeline).stops.map((stop, at) => ({
      ...stop,
      undisclosed: pipeline[at]?.undisclosed === true,
    })),
  };
}

const SCHEMA_ADDRESS = "https://raw.githubusercontent.com/jsonresume/resume-schema/v1.0.0/schema.json";
const EXTRAS_VERSION = 1;

type ResumeWork = { name: string; position: string; location?: string; startDate?: string; endDate?: string };

/**
 * Data of a work entry without a field in JSON Resume. It belongs to the entry with the same name, position and start.
 */
type WorkExtras = Partial<RoleTexts> & {
  name: string;
  position: string;
  startDate: string;
  /** Index of the stop in the pipeline, and of the role in the stop. */
  stop: number;
  role: number;
  companyId: string;
  undisclosed: boolean;
  kind: RoleKind;
  isCurrent: boolean;
  rating: number;
};

export type Resume = {
  $schema: string;
  basics: {
    name: string;
    location?: { city: string } | { countryCode: string };
    profiles?: { network: string; username: string; url: string }[];
  };
  work: ResumeWork[];
  education: { institution: string }[];
  meta: {
    version: string;
    pipelines: {
      version: number;
      firstName: string;
      lastName: string;
      username: string;
      linkedin: string;
      location: string;
      school: { id: string; name: string };
      visibility: Visibility;
      showMonths: boolean;
      ownTitles: boolean;
      hideSchool: boolean;
      work: WorkExtras[];
    };
  };
};

const LENGTH: Readonly<Record<DatePrecision, number>> = { year: 4, month: 7, day: 10 };

/** YYYY, YYYY-MM or YYYY-MM-DD, as precise as the date is known; '' for an incomplete date. */
export function writtenDate(date: string, precision: DatePrecision): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(date) ? date.slice(0, LENGTH[precision]) : "";
}

function workOf(stop: StopDraft, role: RoleDraft): ResumeWork {
  const startDate = writtenDate(role.startDate, role.datePrecision);
  const endDate = role.isCurrent ? "" : writtenDate(role.endDate, role.datePrecision);
  return {
    name: stop.companyName.trim(),
    position: role.title.trim(),
    ...(role.location.trim() === "" ? {} : { location: role.location.trim() }),
    ...(startDate === "" ? {} : { startDate }),
    ...(endDate === "" ? {} : { endDate }),
  };
}

/** Readers of JSON Resume expect a country as its code; any other place goes into the city. */
function placeOf(location: string): { city: string } | { countryCode: string } {
  const { countryCode, countryName } = countryOf(location);
  return countryName === location ? { countryCode } : { city: location };
}

/** The résumé; readers expect the newest work first. */
export function toResume(own: OwnRecord): Resume {
  const roles = inOrder(own.stops)
    .flatMap((stop, at) => stop.roles.map((role, place) => ({ stop, role, at, place })))
    .toSorted((a, b) => compareText(b.role.startDate, a.role.startDate));
  const { firstName, lastName, username, linkedin, location, schoolId, schoolName } = own;
  const url = `https://www.linkedin.com/in/${encodeURIComponent(linkedin)}`;
  return {
    $schema: SCHEMA_ADDRESS,
    basics: {
      name: `${firstName} ${lastName}`.trim(),
      ...(location === "" ? {} : { location: placeOf(location) }),
      ...(linkedin === "" ? {} : { profiles: [{ network: "LinkedIn", username: linkedin, url }] }),
    },
    work: roles.map(({ stop, role }) => workOf(stop, role)),
    education: schoolName === "" ? [] : [{ institution: schoolName }],
    meta: {
      version: "v1.0.0",
      pipelines: {
        version: EXTRAS_VERSION,
        firstName,
        lastName,
        username,
        linkedin,
        location,
        school: { id: schoolId, name: schoolName },
        visibility: own.visibility,
        showMonths: own.showMonths,
        ownTitles: own.ownTitles,
        hideSchool: own.hideSchool,
        work: roles.map(({ stop, role, at, place }): WorkExtras => {
          const work = workOf(stop, role);
          return {
            name: work.name,
            position: work.position,
            startDate: work.startDate ?? "",
            stop: at,
            role: place,
            companyId: stop.companyId,
            undisclosed: stop.undisclosed === true,
            kind: role.kind ?? inferKind(role.title),
            isCurrent: role.isCurrent,
            rating: role.rating,
            ...otherTexts((text) => role[text].trim()),
          };
        }),
      },
    },
  };
}

export function resumeText(own: OwnRecord): string {
  return `${JSON.stringify(toResume(own), undefined, 2)}\n`;
}
