import { zipSync } from "fflate";
import { calendarDay } from "#core/calendar.ts";
import type { OwnProfile } from "#features/profile/schema.ts";
import { recordOf, resumeText } from "./json-resume.ts";
import { toCsv } from "./pipeline-csv.ts";

/** All data we store about a person as one archive, with a page that explains its files. */

type ArchiveContent = {
  content: object;
  profile: OwnProfile;
  /** The stored WebP; undefined if there is none. */
  picture: Uint8Array | undefined;
  /** Address of the site, e.g. https://pipelines.example. */
  site: string;
  now: Date;
};

const PICTURE_LINE = "picture.webp   Your picture as it is stored.\r\n";

function readmeOf({ site, now, picture }: ArchiveContent): string {
  return `Your data from Pipelines (${site}), as it was on ${calendarDay(now)}.

export.json    Everything we store about you: account, sessions, passkeys, network connections,
               profile with every stop, rating and setting, picture, e-mails, newsletter,
               and the log of what was done with your account. For programs.
resume.json    Your profile and your line as a JSON Resume (jsonresume.org). Other sites read
               it, and so does ours: "Import" makes the same line of it again.
stops.csv      Your stops as a table, one role a line, for spreadsheets.
${picture ? PICTURE_LINE : ""}
What is not in here, since we do not have it: your password and your session tokens (we keep
fingerprints that cannot be led back), usernames you had before (also fingerprints), and who
looked at your page (nobody writes that down).

The files say who you are, also where your profile is anonymous or private. Keep them
somewhere that only you can read.
`.replace(/\r?\n/g, "\r\n");
}

/** The bytes of a ZIP; the same input gives the same bytes. */
export function buildArchive(holdings: ArchiveContent): Uint8Array<ArrayBuffer> {
  const { content, profile, picture, now } = holdings;
  const own = recordOf(profile);
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
  const files = {
    "README.txt": bytes(readmeOf(holdings)),
    "export.json": bytes(`${JSON.stringify(content, undefined, 2)}\n`),
    "resume.json": bytes(resumeText(own)),
    "stops.csv": bytes(toCsv(own.stops)),
    ...(picture ? { "picture.webp": picture } : {}),
  };
  return new Uint8Array(zipSync(files, { mtime: now }));
}
