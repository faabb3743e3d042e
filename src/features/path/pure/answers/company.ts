import { ANY_ROLE } from "#features/path/pure/route-parts.ts";
import { ROLE_KINDS } from "#core/role-kind.ts";
import type { Columns } from "#features/path/pure/columns/columns.ts";
import { Times } from "#features/path/pure/columns/times.ts";
import { showCurve } from "#features/path/pure/rule-of-five.ts";
import type { CompanyInsights, CompanyQuestion, InsightKind, RoleStep } from "#features/path/pure/types.ts";
import { ConversionCount, isWithin, yearOf } from "./conversion.ts";
import { FlowRun } from "./flow.ts";
import { LevelsAfterCount } from "./levels-after.ts";
import { isFullTimeRole, isInternRole, titleOf, visitCompany, type State } from "./state.ts";
import { StayCount } from "./stays.ts";
import { companyNaming, schoolNaming, TableCount, titleNaming } from "./table-count.ts";

const HOPS_BEFORE = 1;
const HOPS_AFTER = 3;

/** The kinds of roles that an insight counts; none for every kind. */
export function kindsOf(kind: InsightKind): RoleStep["kinds"] {
  return kind === "everyone" ? [] : ROLE_KINDS.filter((one) => one === kind);
}

export function answerCompany(state: State, question: CompanyQuestion): CompanyInsights {
  const { columns } = state;
  const company = columns.companies.find(question.company);
  const step: RoleStep = { ...ANY_ROLE, companies: [question.company], kinds: kindsOf(question.kind) };
  const times = new Times(columns, state.today);
  const isAllYears = question.since === null && question.until === null;
  const isCounted = isAllYears ? undefined : (first: number): boolean => isWithin(yearOf(times.start(first)), question);
  const conversion = new ConversionCount(state, company, question);
  const stays = new StayCount(state, question);
  const before = new FlowRun(state, { step, hops: HOPS_BEFORE, direction: "before" }, isCounted);
  const after = new FlowRun(state, { step, hops: HOPS_AFTER, direction: "after" }, isCounted);
  const levels = new LevelsAfterCount(state);
  const whereFrom = new WhereFromCount(state, company, question);
  // All figures in one walk: a popular company's lines lie far apart in memory, and fetching each takes longest.
  visitCompany(columns, company, (line) => {
    conversion.add(line);
    stays.add(line, company);
    before.add(line);
    after.add(line);
    addLevels(levels, columns, { company, line });
    whereFrom.add(line);
  });
  return {
    conversion: conversion.answer(),
    stays: { own: showCurve(stays.times), everywhere: showCurve(state.everywhere.stays(question)) },
    before: before.answer(),
    after: after.answer(),
    levelsAfter: levels.answer(),
    ...whereFrom.answer(),
  };
}

/** Adds the levels after the first full-time role here. */
function addLevels(
  levels: LevelsAfterCount,
  columns: Columns,
  { company, line }: { company: number; line: number },
): void {
  const to = columns.offset[line + 1] ?? 0;
  let role = columns.offset[line] ?? 0;
  while (role < to && !(columns.company[role] === company && isFullTimeRole(columns, role))) role += 1;
  if (role < to) levels.add(line, role);
}

/** Schools, first stops and the titles people joined as, by the first role here of the kind. */
class WhereFromCount {
  readonly #state: State;
  readonly #times: Times;
  readonly #company: number;
  readonly #question: CompanyQuestion;
  readonly #schools: TableCount;
  readonly #firstStops: TableCount;
  readonly #joined: TableCount;

  constructor(state: State, company: number, question: CompanyQuestion) {
    this.#state = state;
    this.#times = new Times(state.columns, state.today);
    this.#company = company;
    this.#question = question;
    this.#schools = new TableCount(schoolNaming(state.columns));
    this.#firstStops = new TableCount(companyNaming(state.columns));
    this.#joined = new TableCount(titleNaming(state));
  }

  add(line: number): void {
    const { columns } = this.#state;
    const from = columns.offset[line] ?? 0;
    const to = columns.offset[line + 1] ?? 0;
    let role = from;
    while (role < to && !(columns.company[role] === this.#company && this.#isOfKind(role))) role += 1;
    if (role === to || !isWithin(yearOf(this.#times.start(role)), this.#question)) return;
    const isPublic = columns.isPublic(line);
    this.#schools.add(columns.school[line] ?? -1, isPublic);
    this.#firstStops.add(columns.company[from] ?? -1, isPublic);
    this.#joined.add(titleOf(columns, role), isPublic);
  }

  #isOfKind(role: number): boolean {
    const { columns } = this.#state;
    if (this.#question.kind === "everyone") return true;
    return this.#question.kind === "intern" ? isInternRole(columns, role) : isFullTimeRole(columns, role);
  }

  answer(): Pick<CompanyInsights, "schools" | "firstStops" | "joined"> {
    return { schools: this.#schools.answer(), firstStops: this.#firstStops.answer(), joined: this.#joined.answer() };
  }
}
