import type {
  CompanyQuestion,
  CompanyInsights,
  Count,
  Flow,
  FlowQuestion,
  NextAnswer,
  Page,
  PathLine,
  Route,
  RoutesAnswer,
  RoutesQuestion,
  SchoolInsights,
  SchoolQuestion,
  SearchAnswer,
  Similar,
} from "#features/path/pure/types.ts";
import type { TitleAnswer, TitlesAnswer } from "#features/path/pure/title-types.ts";

/** A line of an answer with its fingerprint. It shows whether the profile, read afterwards, has changed meanwhile. */
export type Fingerprinted<L> = L & { fingerprint: number };
type WithFingerprints<A extends { lines: unknown[] }> = Omit<A, "lines"> & {
  lines: Fingerprinted<A["lines"][number]>[];
};

/** Every call of the engine: what is asked and what is answered, as both are sent between processes. */
export type Questions = {
  search: { ask: { route: Route; page: Page }; answer: WithFingerprints<SearchAnswer> };
  next: { ask: Route; answer: NextAnswer };
  counts: { ask: readonly Route[]; answer: Count[] };
  times: { ask: Route; answer: number[] };
  routes: { ask: RoutesQuestion; answer: WithFingerprints<RoutesAnswer> };
  flow: { ask: FlowQuestion; answer: Flow };
  company: { ask: CompanyQuestion; answer: CompanyInsights };
  school: { ask: SchoolQuestion; answer: SchoolInsights };
  titles: { ask: null; answer: TitlesAnswer };
  title: { ask: string; answer: WithFingerprints<TitleAnswer> | undefined };
  similar: { ask: string; answer: WithFingerprints<Similar> | undefined };
  similarTo: { ask: PathLine; answer: WithFingerprints<Similar> };
  /** The number of pipelines, and differences from the database. */
  verify: { ask: null; answer: { lines: number; differences: string[] } };
};
export type Call = keyof Questions;

/** The figures of public pages. They are large, and the same for everybody who asks. */
const LARGE_CALLS = ["company", "school", "title"] as const;
export type LargeCall = (typeof LARGE_CALLS)[number];

export function isLargeCall(call: Call): call is LargeCall {
  return LARGE_CALLS.some((large) => large === call);
}

/** What the rest of the product uses of the engine, wherever it runs. */
export type Paths = {
  /** @throws AppError paths-not-ready until it is filled, overloaded when too many wait */
  ask: <C extends Call>(call: C, ask: Questions[C]["ask"]) => Promise<Questions[C]["answer"]>;
  isReady: () => boolean;
};
