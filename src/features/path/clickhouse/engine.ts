import { MOST_OF_EVERYBODY } from "#features/path/pure/limits.ts";
import type { Call, Questions } from "#features/path/pure/calls.ts";
import { answerCompany } from "./company.ts";
import { answerFlow } from "./flow.ts";
import { answerNext } from "./next.ts";
import type { Asking } from "./ask.ts";
import { answerRoutes } from "./routes.ts";
import { answerSchool } from "./school.ts";
import { answerCounts, answerSearch, answerTimes } from "./search.ts";
import { answerSimilar, answerSimilarTo } from "./similar.ts";
import { answerTitle, answerTitles } from "./title.ts";

/** How ClickHouse answers each question. */
export type StoreAnswers = {
  [C in Exclude<Call, "verify">]: (ask: Questions[C]["ask"]) => Promise<Questions[C]["answer"]>;
};

/** Time for looser routes. People wait no longer, and the rest of a search takes less than a second. */
const LOOSER_MS = 3_000;

type Optional = "mostOfEverybody" | "looserTime";

export function storeAnswers(given: Omit<Asking, Optional> & Partial<Pick<Asking, Optional>>): StoreAnswers {
  const asking: Asking = { mostOfEverybody: MOST_OF_EVERYBODY, looserTime: LOOSER_MS, ...given };
  return {
    search: ({ route, page }) => answerSearch(asking, route, page),
    next: (route) => answerNext(asking, route),
    counts: (routes) => answerCounts(asking, routes),
    times: (route) => answerTimes(asking, route),
    routes: (question) => answerRoutes(asking, question),
    flow: (question) => answerFlow(asking, question),
    company: (question) => answerCompany(asking, question),
    school: (question) => answerSchool(asking, question),
    titles: () => answerTitles(asking),
    title: (slug) => answerTitle(asking, slug),
    similar: (id) => answerSimilar(asking, id),
    similarTo: (line) => answerSimilarTo(asking, line),
  };
}
