import { AppError } from "#core/errors.ts";
import { isPublicId } from "#core/ids.ts";
import type { Reader } from "#db/connect.ts";
import { readExperience } from "#features/pipeline/check.ts";
import type { StopDraft } from "#features/pipeline/draft.ts";
import type { ExperienceInput } from "#features/pipeline/schema.ts";
import { readCompanyNames } from "#features/catalogue/read.server.ts";
import { findCompany, findPublicCompanyIds, suggestCompanies } from "#features/company/read.server.ts";
import { readVisibleProfiles } from "#features/profile/read.server.ts";
import type { PublicProfile } from "#features/profile/schema.ts";
import { findSchool, readSchoolNames, suggestSchools } from "#features/school/read.server.ts";
import { ALL_TITLES, isTitleSlug } from "#features/title/classify.ts";
import type { Paths, Fingerprinted, Questions } from "#features/path/pure/calls.ts";
import { lineFingerprint } from "./pure/line-fingerprint.ts";
import { toPathLine, type LineContext } from "./pure/line.ts";
import { changeWords } from "./pure/query/change-words.ts";
import { nearestNames, type Found, type Names } from "./pure/query/names.ts";
import { parsePage, parseRoute } from "./pure/query/parse.ts";
import { parseCompanyQuestion, parseSchoolQuestion } from "./pure/query/questions.ts";
import { BETWEEN_FACETS, type Mistake } from "./pure/query/step.ts";
import type { PathLineView, PathSearchRead, TitleRead } from "./pure/search-view.ts";
import { NEAREST_NAMES } from "./pure/limits.ts";
import type { CompanyInsights, EngineLine, SchoolInsights } from "./pure/types.ts";
import type { TitlesAnswer } from "./pure/title-types.ts";
import { indexNames, type Names as SentenceNames } from "./sentence/names.ts";
import { readSentence, type ReadSentence } from "./sentence/read-sentence.ts";

export type { Paths } from "#features/path/pure/calls.ts";

/** Lines similar to one, as the engine returns them. */
export type SimilarAnswer = Questions["similarTo"]["answer"];

/**
 * Most different names of companies in one question, and most of schools. Each costs up to two queries. Ids are looked
 * up together.
 */
const MOST_NAMES = 40;
/** The most unknown names of each kind for which the nearest known name is searched. Each search is expensive. */
const MOST_NEAREST = 2;

/**
 * Looks up every company and school that a question names, including merged and renamed ones. Unknown names come with
 * the three nearest, at most two of each kind. One query for all ids of companies, and at most two a name.
 * @param params `stop`, `from`, `to` and `school` as in an address
 */
export async function readNames(db: Reader, params: URLSearchParams): Promise<Names> {
  const companies = new Map<string, Found>();
  const schools = new Map<string, Found>();
  const texts = ["stop", "from", "to"].flatMap((name) => params.getAll(name));
  const facets = texts.flatMap((text) => text.split(BETWEEN_FACETS));
  const namesOf = (facet: string): string[] =>
    facets.flatMap((one) => (one.startsWith(facet) ? one.slice(facet.length).trim() : []));
  const askedSchools = [...namesOf("school:"), ...params.getAll("school").map((text) => text.trim())];
  const askedCompanies = namesOf("company:");
  const known = await findPublicCompanyIds(db, [...new Set(askedCompanies.filter(isPublicId))]);
  for (const [asked, id] of known) companies.set(asked, { id });
  await findAll(askedCompanies, companies, (name, wantsNearest) => findCompanyId(db, name, wantsNearest));
  await findAll(askedSchools, schools, (name, wantsNearest) => findSchoolId(db, name, wantsNearest));
  return {
    company: (name) => companies.get(name) ?? { nearest: [] },
    school: (name) => schools.get(name) ?? { nearest: [] },
    title: (slug) =>
      isTitleSlug(slug)
        ? { id: slug }
        : {
            nearest: nearestNames(
              slug,
              ALL_TITLES.map((title) => title.slug),
            ),
          },
  };
}

async function findAll(
  names: readonly string[],
  into: Map<string, Found>,
  find: (name: string, wantsNearest: boolean) => Promise<Found>,
): Promise<void> {
  let unknown = 0;
  const left = [...new Set(names)].filter((name) => !into.has(name));
  for (const name of left.slice(MOST_NAMES)) {
    const message = `A question has at most ${MOST_NAMES} names. Write the id instead of “${name}”.`;
    into.set(name, { nearest: [], message });
  }
  for (const name of left.slice(0, MOST_NAMES)) {
    const found = await find(name, unknown < MOST_NEAREST);
    if (!("id" in found)) unknown += 1;
    into.set(name, found);
  }
}

async function findCompanyId(db: Reader, nameOrId: string, wantsNearest: boolean): Promise<Found> {
  const company = nameOrId === "" ? undefined : await findCompany(db, nameOrId);
  if (company) return { id: company.publicId };
  if (!wantsNearest || isPublicId(nameOrId)) return { nearest: [] };
  const near = await suggestCompanies(db, nameOrId, 1);
  return { nearest: near.slice(0, NEAREST_NAMES).map((one) => one.displayName) };
}

async function findSchoolId(db: Reader, nameOrId: string, wantsNearest: boolean): Promise<Found> {
  const school = nameOrId === "" ? undefined : await findSchool(db, nameOrId);
  if (school) return { id: school._id };
  if (!wantsNearest || isPublicId(nameOrId)) return { nearest: [] };
  const near = await suggestSchools(db, nameOrId);
  return { nearest: near.slice(0, NEAREST_NAMES).map((one) => one.name) };
}

/** The people behind the engine's lines as anybody sees them now, with the roles that matched. */
export async function readLines(
  db: Reader,
  lines: readonly Fingerprinted<EngineLine>[],
  today: string,
): Promise<PathLineView[]> {
  const read = await readUnchangedProfiles(db, lines, today);
  return read.map(({ profile, line }) => ({
    profile,
    matched: line.matched.flatMap((position) => {
      const stop = profile.pipeline.find(({ roles }) => roles.some((role) => role.position === position));
      return stop ? { entry: stop._id, position } : [];
    }),
    months: line.months,
  }));
}

/**
 * Adds profiles to the lines of an answer. Leaves out people who were hidden or changed since the engine answered: the
 * answer may be wrong for them.
 */
export async function readUnchangedProfiles<L extends { profile: string }>(
  db: Reader,
  lines: readonly Fingerprinted<L>[],
  today: string,
): Promise<{ line: L; profile: PublicProfile }[]> {
  const profiles = await readProfilesById(
    db,
    lines.map((line) => line.profile),
    today,
  );
  return lines.flatMap((line) => {
    const profile = profiles.get(line.profile);
    return profile && lineFingerprint(toPathLine(profile, UNCLASSIFIED)) === line.fingerprint
      ? [{ line, profile }]
      : [];
  });
}

/** A fingerprint contains the title itself, so no class is needed. */
const UNCLASSIFIED: LineContext = { classify: () => ({ family: "", level: "mid", slug: "" }) };

/** Profiles that anybody may see now, by public id. */
export async function readProfilesById(
  db: Reader,
  ids: readonly string[],
  today: string,
): Promise<Map<string, PublicProfile>> {
  const found = await readVisibleProfiles(db, ids, today);
  return new Map(found.map((profile) => [profile._id, profile]));
}

/** Names for sentences rarely change. After this time they are read again. */
const NAMES_LIFE_MS = 600_000;
/** Where the database object keeps the names: in development, pages and the API have a copy of this module each. */
const NAMES = Symbol.for("pipelines.sentence-names");
type WithNames = Reader & { [NAMES]?: { names: Promise<SentenceNames>; until: number } | undefined };

function knownNames(db: Reader, now: Date): Promise<SentenceNames> {
  const at: WithNames = db;
  const before = at[NAMES];
  if (before !== undefined && before.until > now.getTime()) return before.names;
  const names = readSentenceNames(db);
  at[NAMES] = { names, until: now.getTime() + NAMES_LIFE_MS };
  const forget = (): void => {
    if (at[NAMES]?.names === names) at[NAMES] = undefined;
  };
  // After an error, read them again for the next sentence.
  names.catch(forget);
  setTimeout(forget, NAMES_LIFE_MS).unref();
  return names;
}

/** The route that a sentence asks for, for API and pages. */
export async function readSentenceRoute(db: Reader, sentence: string, now: Date): Promise<ReadSentence> {
  return readSentence(sentence, await knownNames(db, now));
}

/** All names for sentences: listed companies with aliases, and schools with their usual names. */
async function readSentenceNames(db: Reader): Promise<SentenceNames> {
  const [companies, schools] = await Promise.all([readCompanyNames(db), readSchoolNames(db)]);
  return indexNames(
    companies.flatMap((one) => [one.displayName, ...one.aliases].map((name) => ({ value: one._id, name }))),
    schools.map((one) => ({ value: one._id, name: one.name, said: one.said })),
  );
}

/** Reads a pipeline that came with a question, and looks up its companies and school with a visitor's rights. */
export async function readDraft(
  db: Reader,
  input: { pipeline: readonly ExperienceInput[]; school: string },
): Promise<{ stops: StopDraft[]; school: string; companyOf: (stop: StopDraft) => { id: string; name: string } }> {
  const stops = input.pipeline.map(readExperience);
  const found = new Map<StopDraft, { id: string; name: string }>();
  for (const stop of stops) {
    const company = (await findCompany(db, stop.companyId)) ?? (await findCompany(db, stop.companyName));
    found.set(stop, company ? { id: company.publicId, name: company.displayName } : { id: "", name: "" });
  }
  const school = input.school === "" ? undefined : await findSchool(db, input.school);
  return { stops, school: school?._id ?? "", companyOf: (stop) => found.get(stop) ?? { id: "", name: "" } };
}

/**
 * People who took the route in these parameters, for API and page.
 * @throws AppError paths-not-ready and overloaded, as the engine does
 */
export async function readPathSearch(
  input: { db: Reader; ask: Paths["ask"]; today: string },
  params: URLSearchParams,
): Promise<PathSearchRead> {
  const { db, ask, today } = input;
  const parsed = parseRoute(params, await readNames(db, params));
  if ("mistakes" in parsed) return parsed;
  const { route } = parsed;
  if (route.steps.length === 0)
    return { mistakes: [{ parameter: "stop[0]", message: "A route has at least one stop." }] };
  const page = parsePage(params, route);
  if ("mistakes" in page) return page;
  const { nextCursor, looser, lines, ...answer } = await ask("search", { route, page: page.page });
  return {
    answer: {
      ...answer,
      lines: await readLines(db, lines, today),
      looser: looser.map(({ query, people, change }) => ({ query, people, change: changeWords(change) })),
    },
    nextCursor,
  };
}

/**
 * Runs the questions of a page. If the engine is not ready, the page can say so and does not fail.
 */
export async function askForPage<Answer>(
  paths: Paths | undefined,
  work: (ask: Paths["ask"]) => Promise<Answer>,
): Promise<Answer | "not-ready"> {
  if (!paths) return "not-ready";
  try {
    return await work(paths.ask.bind(paths));
  } catch (error) {
    if (error instanceof AppError && (error.code === "paths-not-ready" || error.code === "overloaded"))
      return "not-ready";
    throw error;
  }
}

type Asking = { db: Reader; ask: Paths["ask"] };

/**
 * A company's figures from pipelines, for API and page. Undefined if the company has no public page. The caller needs
 * `companyKey` to read the figures from ratings.
 */
export async function readCompanyInsights(
  { db, ask }: Asking,
  idOrName: string,
  params: URLSearchParams,
): Promise<{ answer: CompanyInsights; companyKey: number } | { mistakes: Mistake[] } | undefined> {
  const company = await findCompany(db, idOrName);
  if (!company) return undefined;
  const asked = parseCompanyQuestion(params, company.publicId);
  if ("mistakes" in asked) return asked;
  return { answer: await ask("company", asked.question), companyKey: company.id };
}

/** The same for a school. */
export async function readSchoolInsights(
  { db, ask }: Asking,
  idOrName: string,
  params: URLSearchParams,
): Promise<{ answer: SchoolInsights } | { mistakes: Mistake[] } | undefined> {
  const school = await findSchool(db, idOrName);
  if (!school) return undefined;
  const asked = parseSchoolQuestion(params, school._id);
  return "mistakes" in asked ? asked : { answer: await ask("school", asked.question) };
}

/** A title's figures; undefined if nobody visible held it. */
export async function readTitle(
  { db, ask, today }: Asking & { today: string },
  slug: string,
): Promise<TitleRead | undefined> {
  const answer = await ask("title", slug);
  return answer && { ...answer, lines: await readLines(db, answer.lines, today) };
}

/** Every title that somebody held. */
export function readTitles(ask: Paths["ask"]): Promise<TitlesAnswer> {
  return ask("titles", null);
}
