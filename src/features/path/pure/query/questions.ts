import { parseYears } from "./years.ts";
import { MOST_HOPS } from "#features/path/pure/limits.ts";
import type {
  CompanyQuestion,
  FlowQuestion,
  InsightKind,
  RoutesQuestion,
  SchoolQuestion,
} from "#features/path/pure/types.ts";
import type { Names } from "./names.ts";
import { parseFilters } from "./parse.ts";
import { parseStep, type Mistake } from "./step.ts";

/** A question that was read, or everything that is wrong with it. */
export type Asked<T> = { question: T } | { mistakes: Mistake[] };

/** The value of a parameter. An empty value counts as absent; a repeated one is a mistake. */
function oneOf(params: URLSearchParams, name: string, mistakes: Mistake[]): string | null {
  const values = params.getAll(name).filter((value) => value !== "");
  if (values.length > 1) mistakes.push({ parameter: name, message: `“${name}” is given more than once.` });
  return values[0] ?? null;
}

function result<T>(mistakes: Mistake[], question: T): Asked<T> {
  return mistakes.length > 0 ? { mistakes } : { question };
}

/** X → Y: `from` and `to` with the filters. */
export function parseRoutes(params: URLSearchParams, names: Names): Asked<RoutesQuestion> {
  const mistakes: Mistake[] = [];
  const [fromText, toText] = [oneOf(params, "from", mistakes), oneOf(params, "to", mistakes)];
  const from = fromText === null ? undefined : parseStep(fromText, "from", names);
  const to = toText === null ? undefined : parseStep(toText, "to", names);
  if (from && "mistake" in from) mistakes.push(from.mistake);
  if (!to) mistakes.push({ parameter: "to", message: "“to” is missing: a company, title, level or kind." });
  else if ("mistake" in to) mistakes.push(to.mistake);
  else if (to.value.of === "school")
    mistakes.push({ parameter: "to", message: "A school can only be the first stop." });
  const filters = parseFilters(params, names);
  if ("mistakes" in filters) return { mistakes: [...mistakes, ...filters.mistakes] };
  if (mistakes.length > 0 || !to || "mistake" in to || to.value.of === "school") return { mistakes };
  return {
    question: { from: from && "value" in from ? from.value : null, to: to.value, ...filters.filters },
  };
}

/** Reads a question about stops after a step, or before it. */
export function parseFlow(params: URLSearchParams, names: Names): Asked<FlowQuestion> {
  const mistakes: Mistake[] = [];
  const stop = oneOf(params, "stop", mistakes);
  const step = stop === null ? undefined : parseStep(stop, "stop[0]", names);
  if (!step) mistakes.push({ parameter: "stop[0]", message: "“stop” is missing: where the flow begins." });
  else if ("mistake" in step) mistakes.push(step.mistake);
  const hopsText = oneOf(params, "hops", mistakes) ?? "1";
  const hops = /^\d$/.test(hopsText) ? Number(hopsText) : 0;
  if (hops < 1 || hops > MOST_HOPS) {
    mistakes.push({ parameter: "hops", message: `“hops” is a number from 1 to ${MOST_HOPS}.` });
  }
  const direction = oneOf(params, "direction", mistakes) ?? "after";
  if (direction !== "after" && direction !== "before") {
    mistakes.push({ parameter: "direction", message: "“direction” is after or before." });
  }
  if (mistakes.length > 0 || !step || "mistake" in step) return { mistakes };
  return {
    question: {
      step: step.value,
      hops: hops === 3 ? 3 : hops === 2 ? 2 : 1,
      direction: direction === "before" ? "before" : "after",
    },
  };
}

function yearsOf(params: URLSearchParams, mistakes: Mistake[]): { since: number | null; until: number | null } {
  return parseYears((name) => oneOf(params, name, mistakes), mistakes);
}

const KINDS: readonly InsightKind[] = ["full-time", "intern", "everyone"];

/** @param company public id of the company whose page it is */
export function parseCompanyQuestion(params: URLSearchParams, company: string): Asked<CompanyQuestion> {
  const mistakes: Mistake[] = [];
  const text = oneOf(params, "kind", mistakes) ?? "full-time";
  const kind = KINDS.find((known) => known === text);
  if (!kind) mistakes.push({ parameter: "kind", message: `“kind” is one of ${KINDS.join(", ")}.` });
  return result(mistakes, { company, kind: kind ?? "full-time", ...yearsOf(params, mistakes) });
}

/** @param school public id of the school whose page it is */
export function parseSchoolQuestion(params: URLSearchParams, school: string): Asked<SchoolQuestion> {
  const mistakes: Mistake[] = [];
  return result(mistakes, { school, ...yearsOf(params, mistakes) });
}
