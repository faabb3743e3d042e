/** Reads of routes for other slices and pages, one file for each question. */
export { isMatch, readChoices } from "./choices-read.server.ts";
export { namedIn, readMarks } from "./marks-read.server.ts";
export type { Asking, PathsInput } from "./route-read.server.ts";
export { readRouteSearch, SEARCH_STATUS, type RouteSearch } from "./search-read.server.ts";
export {
  exampleOf,
  firstTaken,
  readCandidates,
  readRouteStart,
  routeOf,
  routeWords,
  type ExampleRoute,
  type RouteStart,
} from "./start-read.server.ts";
