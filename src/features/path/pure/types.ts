/** The questions, the answers and the input of the path engine. docs/paths.md explains the numbers. */
import type { ENGINEER_LADDER, MANAGER_LADDER } from "#features/title/schema.ts";
import type { RoleKind } from "#core/role-kind.ts";
import type { Phase } from "#features/pipeline/schema.ts";
import type { TitleAnswer, TitlesAnswer } from "./title-types.ts";

export type RouteLevel = (typeof ENGINEER_LADDER)[number] | (typeof MANAGER_LADDER)[number];
export type Level = "intern" | RouteLevel;

// ---------------------------------------------------------------- input

/** What a title means; src/features/title/classify.ts provides it. `slug` is `{level}-{family}`. */
type TitleClass = { family: string; level: Level; slug: string };
export type ClassifyTitle = (title: string, kind: RoleKind) => TitleClass;

/** A month number: year × 12 + month − 1. */
export type MonthNumber = number;

export type PathRole = {
  /** The place among all roles of the pipeline: 0, 1, 2, …; equal to the role's index in `PathLine.roles`. */
  position: number;
  /** The entry it belongs to. Roles of one entry are at one company, even if it has no page. */
  entry: string;
  /** The id of a company with a page, '' where the company has none (undisclosed, or known by name only). */
  company: string;
  companyName: string;
  /** The title as shown. */
  title: string;
  kind: RoleKind;
  family: string;
  level: Level;
  /** Title slug, `{level}-{family}`. */
  slug: string;
  /** A date known only to the year is July. If the role has begun, the engine limits it to today. */
  start: MonthNumber;
  /** Null: open. A date known only to the year is July here too. */
  end: MonthNumber | null;
  /** Its dates are known to the year only. */
  isYear: boolean;
  phase: Phase;
};

/** A visible pipeline in the engine's form. Only `toPathLine` makes one from a person. */
export type PathLine = {
  /** Public id of the profile. */
  id: string;
  /** False for anonymous people. */
  isPublic: boolean;
  /** Id of a listed school, '' without one (free text, hidden or none). */
  school: string;
  schoolName: string;
  /** ISO 3166 alpha-2 code of the listed school's country, '' without one. */
  country: string;
  /** In order of `position`. */
  roles: readonly PathRole[];
};

// ---------------------------------------------------------------- questions

/**
 * What a role must be like. A role fits if, for each list that is not empty, it has one of its values. If all lists are
 * empty, every role fits.
 */
export type RoleStep = {
  of: "role";
  /** Ids of companies with a page. */
  companies: readonly string[];
  /** Title slugs. */
  titles: readonly string[];
  /** Each value means this level or above. */
  levels: readonly RouteLevel[];
  /** `intern` includes co-op. */
  kinds: readonly RoleKind[];
};
type SchoolStep = { of: "school"; school: string };
export type Step = RoleStep | SchoolStep;

/** Between two steps. `limit` in months, at least 1 and inclusive; null without one. */
export type Link = { between: "next" | "any"; limit: number | null };

/** Conditions on the whole route; null if not set. `since` and `until` are years, both included. */
export type Filters = {
  country: string | null;
  school: string | null;
  since: number | null;
  until: number | null;
};

export type Route = Filters & {
  /** 0 (only for candidates of a first step) to 8. A school only as the first. */
  steps: readonly Step[];
  /** One fewer than steps. `links[n]` is between step n and n + 1. */
  links: readonly Link[];
  isFirst: boolean;
  isNow: boolean;
};

export type Sort = "recent" | "shortest";
/** `limit` 1 to 48; `cursor` as an earlier answer gave it, null for the first page. */
export type Page = { sort: Sort; limit: number; cursor: string | null };

/** X → Y. `from` null: the pipeline's first role. */
export type RoutesQuestion = Filters & { from: Step | null; to: RoleStep };
export type Direction = "after" | "before";
export type FlowQuestion = { step: Step; hops: 1 | 2 | 3; direction: Direction };
export type InsightKind = "full-time" | "intern" | "everyone";
export type CompanyQuestion = { company: string; kind: InsightKind; since: number | null; until: number | null };
export type SchoolQuestion = { school: string; since: number | null; until: number | null };

// ---------------------------------------------------------------- answers

/** Null: 1 to 4 people, at least one of them public. 1 to 4 people without a public one are 0. */
export type Count = number | null;
/** Quartiles by linear interpolation (type 7). Null under 5 values. */
export type Spread = { q1: number; median: number; q3: number; isAbout: boolean } | null;
/** Wilson 95 %. Null unless there are 5 people, and each side is 0 or at least 5. */
export type Share = { people: number; of: number; low: number; high: number } | null;
/** A company, school (public id) or title (slug). */
export type Named = { id: string; name: string; people: number };
/** Rows with 5 people or more, the largest first, then by id; at most MOST_ROWS. `others`: people in no row. */
export type Table = { rows: Named[]; others: Count };
type CurveStep = {
  months: number;
  atRisk: number;
  survival: number;
  low: number | null;
  high: number | null;
};
type CurveYear = { years: number; atRisk: number; survival: number; low: number | null; high: number | null };
export type Curve = {
  people: Count;
  ended: Count;
  isAbout: boolean;
  steps: CurveStep[];
  median: { months: number; low: number | null; high: number | null } | null;
  years: CurveYear[];
};
/**
 * `profile` is the public id: the caller replaces it by the PublicProfile. `matched` has the positions of the matched
 * roles in order (none for a school); with the profile, the caller adds each role's entry.
 */
export type EngineLine = { profile: string; matched: number[]; months: number | null };
/** `isTwice`: the route itself asks for an internship, so people with two are counted. */
export type InternedFirst = { people: Count; of: number; isTwice: boolean } | null;

export type FlowLink = { from: string; to: string; people: Count };
export type Hop = {
  people: Count;
  nodes: Named[];
  others: Count;
  stayed: Count;
  stillThere: Count;
  ended: Count;
  links: FlowLink[];
};
export type Flow = { people: Count; hops: Hop[] };

export type LooserRoute = { route: Route; query: string; people: number; change: RouteChange[] };
/** The change in a looser route, for the sentence on the screen. `step` and `link` count from 0 in the asked route. */
export type RouteChange =
  | { kind: "any-stops"; link: number }
  | { kind: "drop-limit"; link: number }
  | { kind: "lower-level"; step: number; from: RouteLevel; to: RouteLevel }
  | { kind: "drop-step"; step: number }
  | { kind: "drop-kinds"; step: number }
  | { kind: "drop-school" }
  | { kind: "drop-filter"; filter: "country" | "school" | "since" | "until" };

export type SearchAnswer = {
  people: Count;
  fewerThan: 5 | null;
  peopleAfterEachStep: Count[];
  months: Spread;
  internedFirst: InternedFirst;
  stopsBetween: Spread;
  lines: EngineLine[];
  /** For the `Link` header; null on the last page. */
  nextCursor: string | null;
  looser: LooserRoute[];
};
export type Candidate = {
  group: "level" | "title" | "company" | "school";
  /** The step as written in `stop`. */
  stop: string;
  name: string;
  people: number;
};
export type NextAnswer = { candidates: Candidate[] };
export type RouteTaken = { companies: Named[]; people: number; months: Spread };
export type RoutesAnswer = {
  people: Count;
  fewerThan: 5 | null;
  months: Spread;
  internedFirst: InternedFirst;
  stopsBetween: Spread;
  routes: RouteTaken[];
  others: Count;
  /** First stop between, last stop between. */
  columns: Table[];
  links: FlowLink[];
  lines: EngineLine[];
};
export type GroupedShare = NonNullable<Share> & { since: number; until: number };
export type LevelGroup = "engineer" | "senior" | "staff" | "manager";
export type LevelsAfter = { years: number; people: Count; levels: { name: LevelGroup; people: Count }[] };
/** Without `happier` and `faces`: visitors do not see ratings, so these figures come from `features/stats`. */
export type CompanyInsights = {
  conversion: { all: Share; years: GroupedShare[]; noFullTimeYet: Count; everywhere: Share };
  stays: { own: Curve; everywhere: Curve };
  before: Flow;
  after: Flow;
  levelsAfter: LevelsAfter[];
  schools: Table;
  firstStops: Table;
  joined: Table;
};
export type SchoolInsights = {
  firstStops: Table;
  companies: Table;
  after: Flow;
  levelsAfter: LevelsAfter[];
  interned: Share;
};
export type SimilarLine = { profile: string; shared: string[] };
export type Similar = {
  months: number;
  since: "career-start" | "first-role";
  people: Count;
  lines: SimilarLine[];
  movedOn: Count;
  notYet: Count;
  companies: Table;
  titles: Table;
  wait: Curve;
};

// ---------------------------------------------------------------- the engine

export type EngineContext = {
  today: MonthNumber;
  /** The usual name of a title. */
  nameOfTitle: (slug: string) => string;
  /**
   * The most lines that need not be in the lists by company or school yet. Reading a few lines costs less than
   * rebuilding the lists.
   */
  mostTail?: number;
  mostOfEverybody?: number;
};

/** Everything that the rest of the product uses of the engine. It is pure and in memory; a process of its own runs it. */
export type PathEngine = {
  /** Adds a line, or replaces the one with the same id. */
  put: (line: PathLine) => void;
  /** Does nothing for an unknown id. */
  remove: (id: string) => void;
  /** After a company or school was renamed. */
  rename: (what: "company" | "school", id: string, name: string) => void;
  setToday: (today: MonthNumber) => void;
  /** Changes exactly when something visible has changed. */
  generation: () => number;
  size: () => number;
  /** Does the engine contain exactly this line? Of entry ids it compares only which roles share one. */
  holds: (line: PathLine) => boolean;
  /** The ids of all lines. */
  ids: () => string[];
  /** Call it before everybody is read again: notes who is put from now on. */
  beginReading: () => void;
  /** The ids of those who were not put since then. Call it also if the reading has failed. */
  endReading: () => string[];
  /** The `lineFingerprint` of the engine's line with this id; 0 without one. */
  fingerprintOf: (id: string) => number;
  /** Ids of lines that change with time: they have a future role, or a current one with an end. */
  agingLines: () => string[];

  /** @throws RangeError for a cursor of another question */
  search: (route: Route, page: Page) => SearchAnswer;
  next: (route: Route) => NextAnswer;
  counts: (routes: readonly Route[]) => Count[];
  times: (route: Route) => number[];
  /** @throws RangeError if more than MOST_OF_EVERYBODY match and no company or school is named; `flow` too */
  routes: (question: RoutesQuestion) => RoutesAnswer;
  flow: (question: FlowQuestion) => Flow;
  company: (question: CompanyQuestion) => CompanyInsights;
  school: (question: SchoolQuestion) => SchoolInsights;
  titles: () => TitlesAnswer;
  /** Undefined if nobody visible ever held it. */
  title: (slug: string) => TitleAnswer | undefined;
  /** Undefined if the id is not in the engine. */
  similar: (id: string) => Similar | undefined;
  /** For a line that is not in the engine; it needs no id. */
  similarTo: (line: PathLine) => Similar;
};
