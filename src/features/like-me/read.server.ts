import { partsOf } from "#core/calendar.ts";
import { fullName } from "#core/text.ts";
import type { Reader } from "#db/connect.ts";
import { draftToLine } from "#features/path/pure/draft-line.ts";
import type { PathLine, Similar as Answered } from "#features/path/pure/types.ts";
import {
  askForPage,
  readDraft,
  readNames,
  readUnchangedProfiles,
  readProfilesById,
  type Paths,
  type SimilarAnswer,
} from "#features/path/read.server.ts";
import { readOwnProfile } from "#features/profile/read.server.ts";
import type { OwnProfile, PublicProfile } from "#features/profile/schema.ts";
import { exampleOf, firstTaken, readCandidates, readMarks, type ExampleRoute } from "#features/route/read.server.ts";
import { classify } from "#features/title/classify.ts";
import { alignLine, monthAtAge, type AlignedLine } from "./pure/align.ts";

export type Neighbour = { profile: PublicProfile; shared: number; hasSchool: boolean; line: AlignedLine };
export type Subject =
  | {
      is: "own" | "other";
      id: string;
      name: string;
      pfp: string;
      schoolName: string;
      school: string;
      schoolLogo: string;
      stops: number;
      line: AlignedLine;
    }
  | {
      is: "start";
      schoolName: string;
      schoolLogo: string;
      stopName: string;
      stopLogo: string;
      as: "intern" | "full-time";
    };
export type LikeMePage = {
  state: "answer" | "choose" | "not-ready" | "missing";
  subject: Subject | undefined;
  asked: { school: string; stop: string; as: "intern" | "full-time" };
  mistakes: string[];
  similar: Omit<Answered, "lines"> | undefined;
  neighbours: Neighbour[];
  logos: Record<string, string>;
  examples: ExampleRoute[];
};

type Input = {
  db: Reader;
  paths: Paths | undefined;
  today: string;
  viewer: { profileKey: number; profileId: string; profileCreated: boolean } | undefined;
};

const asOf = (params: URLSearchParams): "intern" | "full-time" =>
  params.get("as") === "full-time" ? "full-time" : "intern";

/** Lines like somebody's: the viewer's own, any visible line, or a starting point that is chosen. */
export async function readLikeMe(input: Input, params: URLSearchParams): Promise<LikeMePage> {
  const { db, paths, today, viewer } = input;
  const asked = { school: params.get("school") ?? "", stop: params.get("stop") ?? "", as: asOf(params) };
  const empty: LikeMePage = {
    state: "choose",
    subject: undefined,
    asked,
    mistakes: [],
    similar: undefined,
    neighbours: [],
    logos: {},
    examples: [],
  };
  const id = params.get("line");
  const isStart = params.has("school") || params.has("stop");
  if (id !== null) {
    // Read the profile again, because another process's engine may not have received the latest change. Hidden people
    // must be gone at once.
    const profile = (await readProfilesById(db, [id], today)).get(id);
    if (!profile) return { ...empty, state: "missing" };
    return answer(input, empty, { profile, is: "other", ask: (ask) => ask("similar", id) });
  }
  if (!isStart && viewer?.profileCreated === true) {
    const profile = await readOwnProfile(db, { viewer, today });
    if (profile && profile.pipeline.length > 0) {
      const isVisible = (await readProfilesById(db, [viewer.profileId], today)).has(viewer.profileId);
      // A private pipeline is compared without being added to the engine or stored, so nobody else sees it.
      const ask = isVisible
        ? (to: Paths["ask"]) => to("similar", viewer.profileId)
        : async (to: Paths["ask"]) => {
            const draft = await readDraft(db, { pipeline: profile.pipeline, school: profile.school });
            return to("similarTo", draftToLine(draft.stops, { ...draft, classify, today }));
          };
      return answer(input, empty, { profile, is: "own", ask });
    }
  }
  const examples = await askForPage(paths, (ask) => readStarts({ db, ask }));
  if (examples === "not-ready") return { ...empty, state: "not-ready" };
  const start = isStart ? await readStart(db, asked, today) : undefined;
  if (start === undefined || "mistakes" in start) return { ...empty, examples, mistakes: start?.mistakes ?? [] };
  const found = await askForPage(paths, (ask) => ask("similarTo", start.line));
  if (found === "not-ready") return { ...empty, state: "not-ready" };
  const names = { schoolName: start.line.schoolName, stopName: start.line.roles[0]?.companyName ?? "" };
  const { schoolLogo, stopLogo } = start;
  return {
    ...empty,
    ...(await withNeighbours(input, found)),
    state: "answer",
    subject: { is: "start", as: asked.as, ...names, schoolLogo, stopLogo },
  };
}

type Asked = {
  profile: OwnProfile | PublicProfile;
  is: "own" | "other";
  ask: (ask: Paths["ask"]) => Promise<SimilarAnswer | undefined>;
};

async function answer(input: Input, empty: LikeMePage, { profile, is, ask }: Asked): Promise<LikeMePage> {
  const similar = await askForPage(input.paths, ask);
  if (similar === "not-ready") return { ...empty, state: "not-ready" };
  if (similar === undefined) return { ...empty, state: "missing" };
  const { today } = input;
  const at = monthAtAge(profile.pipeline, similar) ?? 0;
  const shared = new Set(similar.lines.flatMap((line) => line.shared));
  return {
    ...empty,
    ...(await withNeighbours(input, similar)),
    state: "answer",
    subject: {
      is,
      id: profile._id,
      name: fullName(profile.firstName, profile.lastName),
      pfp: profile.pfp,
      school: profile.school,
      schoolName: profile.schoolName,
      schoolLogo: profile.schoolLogo,
      stops: profile.pipeline.length,
      line: alignLine(profile.pipeline, { at, shared, today, isOwn: true }),
    },
  };
}

async function withNeighbours(
  { db, today }: Input,
  { lines, ...similar }: SimilarAnswer,
): Promise<Pick<LikeMePage, "similar" | "neighbours" | "logos">> {
  const [read, marks] = await Promise.all([
    readUnchangedProfiles(db, lines, today),
    readMarks(db, { companies: similar.companies.rows.map(({ id }) => id), schools: [] }),
  ]);
  const neighbours = read.flatMap(({ profile, line: { shared } }): Neighbour[] => {
    const at = monthAtAge(profile.pipeline, similar);
    if (at === undefined) return [];
    const line = alignLine(profile.pipeline, { at, shared: new Set(shared), today });
    return [{ profile, shared: shared.length, hasSchool: shared.some((one) => one.startsWith("school:")), line }];
  });
  return { similar, neighbours, logos: Object.fromEntries([...marks].map(([id, { logo }]) => [id, logo])) };
}

/** The most similar pipelines to a visible one, with how much they share. Empty while the engine is being filled. */
export async function readNearest(
  { db, paths, today }: Pick<Input, "db" | "paths" | "today">,
  id: string,
  amount: number,
): Promise<{ profile: PublicProfile; shared: number }[]> {
  const similar = await askForPage(paths, (ask) => ask("similar", id));
  if (similar === "not-ready" || similar === undefined) return [];
  const read = await readUnchangedProfiles(db, similar.lines.slice(0, amount), today);
  return read.map(({ profile, line }) => ({ profile, shared: line.shared.length }));
}

/** A pipeline with one role that begins today, at a chosen company and from a chosen school. */
async function readStart(
  db: Reader,
  asked: LikeMePage["asked"],
  today: string,
): Promise<{ line: PathLine; schoolLogo: string; stopLogo: string } | { mistakes: string[] }> {
  const text = (facet: string, value: string): string => (value.startsWith(`${facet}:`) ? value : `${facet}:${value}`);
  const params = new URLSearchParams();
  if (asked.school !== "") params.append("stop", text("school", asked.school));
  if (asked.stop !== "") params.append("stop", text("company", asked.stop));
  const names = await readNames(db, params);
  const valueOf = (value: string): string => value.slice(value.indexOf(":") + 1);
  const school = asked.school === "" ? undefined : names.school(valueOf(text("school", asked.school)).trim());
  const company = asked.stop === "" ? undefined : names.company(valueOf(text("company", asked.stop)).trim());
  const unknown = (what: string, value: string, nearest: readonly string[]): string =>
    `There is no ${what} “${value}”.${nearest.length > 0 ? ` Did you mean ${nearest.join(", ")}?` : ""}`;
  const mistakes = [
    ...(school && "nearest" in school ? [unknown("school", asked.school, school.nearest)] : []),
    ...(company && "nearest" in company ? [unknown("company", asked.stop, company.nearest)] : []),
  ];
  if (mistakes.length > 0) return { mistakes };
  if (!school && !company) return { mistakes: [] };
  const ids = {
    schools: school && "id" in school ? [school.id] : [],
    companies: company && "id" in company ? [company.id] : [],
  };
  const marks = await readMarks(db, ids);
  const [schoolId = ""] = ids.schools;
  const [companyId = ""] = ids.companies;
  const day = partsOf(today);
  const title = asked.as === "intern" ? "Intern" : "";
  return {
    schoolLogo: marks.get(schoolId)?.logo ?? "",
    stopLogo: marks.get(companyId)?.logo ?? "",
    line: {
      id: "",
      isPublic: false,
      school: schoolId,
      schoolName: marks.get(schoolId)?.name ?? "",
      country: "",
      roles: [
        {
          position: 0,
          entry: "0",
          company: companyId,
          companyName: marks.get(companyId)?.name ?? "",
          title,
          kind: asked.as,
          ...classify(title, asked.as),
          start: day ? day.year * 12 + day.month - 1 : 0,
          end: null,
          isYear: false,
          phase: "current",
        },
      ],
    },
  };
}

/** Three starting points that many people had. */
async function readStarts({ db, ask }: { db: Reader; ask: Paths["ask"] }): Promise<ExampleRoute[]> {
  const candidates = await readCandidates(ask);
  const of = (group: string): string[] => candidates.filter((one) => one.group === group).map(({ stop }) => stop);
  const companies = of("company").slice(0, 4);
  const lists = of("school")
    .slice(0, 3)
    .map((school) =>
      companies.flatMap((company) =>
        ["intern", "full-time"].map((kind) => ({
          stops: [school, `${company},kind:${kind}`],
          thens: ["any"],
          others: [],
        })),
      ),
    );
  const taken = await firstTaken(ask, lists);
  const named = taken.flatMap(({ text }) =>
    text.stops.map((stop) => stop.slice(stop.indexOf(":") + 1, stop.indexOf(":") + 25)),
  );
  const marks = await readMarks(db, { companies: named, schools: named });
  return taken.map((one) => {
    const [school = "", stop = ""] = one.text.stops;
    const as = stop.endsWith(",kind:intern") ? "intern" : "full-time";
    const company = stop.slice("company:".length, "company:".length + 24);
    const query = new URLSearchParams({ school: school.slice("school:".length), stop: company, as });
    return { ...exampleOf(one, marks), href: `/like-me?${query.toString()}` };
  });
}
