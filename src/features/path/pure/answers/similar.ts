import { RETURN_BIT } from "#features/path/pure/columns/layout.ts";
import { Stops } from "#features/path/pure/columns/stops.ts";
import type { Times } from "#features/path/pure/columns/times.ts";
import { SIMILAR_LINES } from "#features/path/pure/limits.ts";
import { isShown, maySeeAnonymous, showCount, showCurve } from "#features/path/pure/rule-of-five.ts";
import { TimeTable } from "#features/path/pure/statistics/time-table.ts";
import type { Similar } from "#features/path/pure/types.ts";
import { FirstLines } from "./first-lines.ts";
import { Neighbours, type Shared } from "./neighbours.ts";
import { countIn, newCounts, titleOf, type State } from "./state.ts";
import { companyNaming, TableCount, titleNaming } from "./table-count.ts";
import type { Subject } from "./subject.ts";

/** Lines similar to this one at the same career age, and their next stops. */
export function answerSimilar(state: State, subject: Subject): Similar {
  const { columns } = state;
  const neighbours = new Neighbours(state, subject);
  const next = new NextStops(state);
  const counts = newCounts();
  const all = new FirstLines(columns, SIMILAR_LINES);
  /** The public lines, in case there are so few people that only public ones may be listed. */
  const publics = new FirstLines(columns, SIMILAR_LINES);
  neighbours.visit((line) => {
    const isPublic = columns.isPublic(line);
    countIn(counts, isPublic);
    all.add(line, -neighbours.weight, neighbours.distance);
    if (isPublic && !isShown(counts.people)) publics.add(line, -neighbours.weight, neighbours.distance);
    next.add(line, neighbours.atAge, neighbours.isOnYear);
  });
  const shown = maySeeAnonymous(counts, false) ? all : publics;
  return {
    months: subject.months,
    since: subject.since,
    people: showCount(counts),
    lines: Array.from({ length: shown.length }, (_, place) => {
      const line = shown.lineAt(place);
      return { profile: columns.idOf(line), shared: sharedWords(state, subject, neighbours.sharedBy(line)) };
    }),
    ...next.answer(),
  };
}

/** What both have in common, as facets: school, companies, title of the career start. */
function sharedWords({ columns }: State, subject: Subject, { companies, hasSchool, hasTitle }: Shared): string[] {
  return [
    ...(hasSchool ? [`school:${columns.schools.idOf(subject.school)}`] : []),
    ...companies.map((company) => `company:${columns.companies.idOf(company)}`),
    ...(hasTitle ? [`title:${columns.wordings.titles[subject.title]?.slug ?? ""}`] : []),
  ];
}

/** The first stop that begins after the subject's age, over all neighbours. */
class NextStops {
  readonly #state: State;
  readonly #stops: Stops;
  readonly #movedOn = newCounts();
  readonly #notYet = newCounts();
  readonly #companies: TableCount;
  readonly #titles: TableCount;
  readonly #wait = new TimeTable();

  constructor(state: State) {
    this.#state = state;
    this.#stops = new Stops(state.columns, state.today);
    this.#companies = new TableCount(companyNaming(state.columns));
    this.#titles = new TableCount(titleNaming(state));
  }

  add(line: number, atAge: number, isOnYear: boolean): void {
    const { columns, today } = this.#state;
    const isPublic = columns.isPublic(line);
    const { times } = this.#stops;
    const role = this.#nextStop(line, atAge);
    if (role < 0) {
      countIn(this.#notYet, isPublic);
      this.#wait.add(Math.max(0, today - atAge), false, isOnYear);
    } else {
      countIn(this.#movedOn, isPublic);
      this.#companies.add(columns.company[role] ?? -1, isPublic);
      this.#titles.add(titleOf(columns, role), isPublic);
      if (times.isIncoming(role)) this.#wait.add(Math.max(0, today - atAge), false, isOnYear);
      else this.#wait.add(times.start(role) - atAge, true, isOnYear || times.isYear(role));
    }
    this.#wait.closePerson(isPublic);
  }

  /** The first role of the first stop that begins after that month; −1 without one. */
  #nextStop(line: number, atAge: number): number {
    const { columns } = this.#state;
    const stops = this.#stops;
    if (((columns.mask[line] ?? 0) & RETURN_BIT) === 0) {
      const { company } = columns;
      const from = columns.offset[line] ?? 0;
      const to = columns.offset[line + 1] ?? 0;
      for (let role = from; role < to; role += 1) {
        if (isAfter(stops.times, role, atAge) && (role === from || company[role] !== company[role - 1])) return role;
      }
      return -1;
    }
    stops.read(line);
    for (let stop = 0; stop < stops.count; stop += 1) {
      const role = stops.first[stop] ?? 0;
      if (isAfter(stops.times, role, atAge)) return role;
    }
    return -1;
  }

  answer(): Pick<Similar, "movedOn" | "notYet" | "companies" | "titles" | "wait"> {
    return {
      movedOn: showCount(this.#movedOn),
      notYet: showCount(this.#notYet),
      companies: this.#companies.answer(),
      titles: this.#titles.answer(),
      wait: showCurve(this.#wait),
    };
  }
}

function isAfter(times: Times, role: number, month: number): boolean {
  return times.isIncoming(role) || times.start(role) > month;
}
