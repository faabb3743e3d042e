import { ANY_ROLE, routeOf } from "#features/path/pure/route-parts.ts";
import { compareText } from "#core/text.ts";
import { IntList } from "#features/path/pure/columns/int-list.ts";
import { RETURN_BIT } from "#features/path/pure/columns/layout.ts";
import { MOST_ROWS, NODE_OTHER, NODE_START, NODE_STRAIGHT } from "#features/path/pure/limits.ts";
import {
  isShown,
  leastShown,
  showCount,
  showLinks,
  showPeople,
  showSpread,
  type LinkCounts,
} from "#features/path/pure/rule-of-five.ts";
import type { Named, Route, RoutesAnswer, RoutesQuestion, RouteTaken } from "#features/path/pure/types.ts";
import { refuseTooMany } from "./budget.ts";
import { LinkCount, Nodes, NOWHERE, OTHER } from "./link-count.ts";
import { RouteRun } from "./route-run.ts";
import { countIn, newCounts, type State } from "./state.ts";
import { WayCount, type Way } from "./way-count.ts";
import { companyNaming, TableCount } from "./table-count.ts";

/** The key of people without a stop in between. */
const STRAIGHT = -2;
/** The bit of the goal in a route of two steps. */
const GOAL_STEP = 2;
/** Flags of a person: only one stop in between, a public person, months known only to the year. */
const ALONE = 1;
const PUBLIC = 2;
const ON_YEAR = 4;

/** A question about ways as a route of its two steps. */
export function asRoute({ from, to, country, school, since, until }: RoutesQuestion): Route {
  return routeOf([from ?? ANY_ROLE, to], { isFirst: from === null, country, school, since, until });
}

/** How people got from one step to another: by the first and last stop in between. */
export function answerRoutes(state: State, question: RoutesQuestion): RoutesAnswer {
  const between = new StopsBetween(state, question);
  const { run } = between;
  return {
    ...showPeople(run.counts, false),
    months: run.months(),
    internedFirst: run.internedFirst(),
    stopsBetween: run.stopsBetween(),
    ...between.answer(),
    lines: run.page.answer(run.counts).lines,
  };
}

/** Filters lines for a route from the first role on: a person whose first role already is the goal took no way. */
function takesWay({ columns }: State, { matcher }: RouteRun): ((line: number) => boolean) | undefined {
  if (!matcher.route.isFirst) return undefined;
  const { offset } = columns;
  return (line) => (matcher.stepsOf(offset[line] ?? 0) & GOAL_STEP) === 0;
}

/** The first and last stop between, person by person. */
class StopsBetween {
  readonly run: RouteRun;
  readonly #state: State;
  /** For each person: a company, −1 for one without a page, or STRAIGHT. */
  readonly #firsts = new IntList();
  readonly #lasts = new IntList();
  /** Bits of ALONE, PUBLIC and ON_YEAR. */
  readonly #about = new IntList();
  // The result of `#readBetween`.
  #firstCompany = -1;
  #lastCompany = -1;
  #isAlone = false;
  /** For each person the months, −1 without. */
  readonly #months = new IntList();
  readonly #straight = newCounts();
  readonly #firstTable: TableCount;
  readonly #lastTable: TableCount;

  constructor(state: State, question: RoutesQuestion) {
    this.#state = state;
    this.#firstTable = new TableCount(companyNaming(state.columns));
    this.#lastTable = new TableCount(companyNaming(state.columns));
    this.run = new RouteRun(state, asRoute(question), {
      also: (line, first, last, months) => this.#add(line, first, last, months),
    });
    this.run.takeAll(takesWay(state, this.run));
  }

  #add(line: number, firstRole: number, lastRole: number, months: number): void {
    const { columns, mostOfEverybody } = this.#state;
    const { stops, matcher } = this.run;
    refuseTooMany(matcher, this.run.counts.people, mostOfEverybody);
    const { times } = stops;
    const isStraight = !this.#readBetween(line, firstRole, lastRole);
    const isPublic = columns.isPublic(line);
    const isOnYear = times.isYear(firstRole) || times.isYear(lastRole);
    this.#about.push((this.#isAlone ? ALONE : 0) | (isPublic ? PUBLIC : 0) | (isOnYear ? ON_YEAR : 0));
    this.#months.push(months);
    if (isStraight) {
      countIn(this.#straight, isPublic);
      this.#firsts.push(STRAIGHT);
      this.#lasts.push(STRAIGHT);
      return;
    }
    const first = Math.max(-1, this.#firstCompany);
    const last = Math.max(-1, this.#lastCompany);
    this.#firsts.push(first);
    this.#lasts.push(last);
    this.#firstTable.add(first, isPublic);
    this.#lastTable.add(last, isPublic);
  }

  /** Reads the first and last stop between two roles. False without a stop in between. */
  #readBetween(line: number, firstRole: number, lastRole: number): boolean {
    const { columns } = this.#state;
    const { stops, matcher } = this.run;
    const { hasSchoolStep } = matcher.route;
    const from = columns.offset[line] ?? 0;
    if (((columns.mask[line] ?? 0) & RETURN_BIT) === 0) {
      // Each run of roles at one company is a stop.
      const { company } = columns;
      let start = hasSchoolStep ? from : firstRole + 1;
      if (!hasSchoolStep) while (start < lastRole && company[start] === company[firstRole]) start += 1;
      let end = lastRole - 1;
      while (end >= start && company[end] === company[lastRole]) end -= 1;
      this.#firstCompany = company[start] ?? -1;
      this.#lastCompany = company[end] ?? -1;
      this.#isAlone = end >= start && this.#firstCompany === this.#lastCompany;
      return end >= start;
    }
    stops.read(line);
    const start = hasSchoolStep ? 0 : (stops.stopOf[firstRole - from] ?? 0) + 1;
    const end = (stops.stopOf[lastRole - from] ?? 0) - 1;
    this.#firstCompany = stops.company[start] ?? -1;
    this.#lastCompany = stops.company[end] ?? -1;
    this.#isAlone = end === start;
    return end >= start;
  }

  answer(): Pick<RoutesAnswer, "routes" | "others" | "columns" | "links"> {
    const [first, last] = [this.#nodesOf(this.#firstTable), this.#nodesOf(this.#lastTable)];
    first.name(STRAIGHT, isShown(this.#straight.people) ? NODE_STRAIGHT : NODE_OTHER);
    const between = this.#countBetween(first, last).links();
    return {
      ...this.#showRoutes(fewestOfShownRoute(between)),
      columns: [this.#firstTable.answer(), this.#lastTable.answer()],
      links: [...showLinks(this.#fromStart(first)), ...showLinks(between)],
    };
  }

  /** @param least a lower bound for the people of the answer's last route */
  #showRoutes(least: number): Pick<RoutesAnswer, "routes" | "others"> {
    const ways = new WayCount({
      companies: this.#state.columns.companies.size,
      people: this.#firsts.length,
      least,
    });
    const [firstKeys, lastKeys] = [this.#firstTable.keysWith(least), this.#lastTable.keysWith(least)];
    // A route is not shown if one of its stops has no page, or too few people.
    const mayBeShown = (first: number, last: number): boolean =>
      first === STRAIGHT || (firstKeys[first] === 1 && lastKeys[last] === 1);
    const firsts = this.#firsts.values();
    const lasts = this.#lasts.values();
    const abouts = this.#about.values();
    for (let index = 0; index < firsts.length; index += 1) {
      const [first, last] = [firsts[index] ?? 0, lasts[index] ?? 0];
      if (mayBeShown(first, last)) ways.addToBucket(first, last, (abouts[index] ?? 0) & ALONE);
    }
    for (let index = 0; index < firsts.length; index += 1) {
      const [first, last] = [firsts[index] ?? 0, lasts[index] ?? 0];
      if (!mayBeShown(first, last)) continue;
      const about = abouts[index] ?? 0;
      const way = ways.find(first, last, about & ALONE);
      if (!way) continue;
      countIn(way, (about & PUBLIC) !== 0);
      const months = this.#months.at(index);
      if (months < 0) continue;
      way.months.add(months);
      if ((about & ON_YEAR) !== 0) way.isAbout = true;
    }
    const shown = ways
      .all()
      .filter((way) => isShown(way.people))
      .map((way) => ({ way, companies: this.#companiesOf(way) }))
      .toSorted((a, b) => b.way.people - a.way.people || compareText(textOf(a.companies), textOf(b.companies)))
      .slice(0, MOST_ROWS);
    const others = { ...this.run.counts };
    for (const { way } of shown) {
      others.people -= way.people;
      others.publics -= way.publics;
    }
    const routes = shown.map(({ way, companies }): RouteTaken => ({
      companies,
      people: way.people,
      months: showSpread(way.months, way.isAbout),
    }));
    return { routes, others: showCount(others) };
  }

  #companiesOf({ first, last, isAlone, people }: Way): Named[] {
    if (first === STRAIGHT) return [];
    const { companies } = this.#state.columns;
    const named = (company: number): Named => ({
      id: companies.idOf(company),
      name: companies.nameOf(company),
      people,
    });
    return isAlone ? [named(first)] : [named(first), named(last)];
  }

  /** People from one node of the first column to one of the second. */
  #countBetween(first: Nodes, last: Nodes): LinkCount {
    const between = new LinkCount(first.ids, last.ids);
    // Fewer than 5 people from "start to other" are added to "other to other". Those with a stop in between are in that
    // link of the second column anyway. With those who came straight they form one link of different people.
    const straightAtOther = first.of(STRAIGHT) === OTHER ? this.#straight.people : 0;
    const atOther = this.#firstTable.others().people + straightAtOther;
    const toOfStraight = straightAtOther > 0 && !isShown(atOther) ? OTHER : NOWHERE;
    const firsts = this.#firsts.values();
    for (let index = 0; index < firsts.length; index += 1) {
      const key = firsts[index] ?? 0;
      const to = key === STRAIGHT ? toOfStraight : last.of(this.#lasts.at(index));
      between.add(first.of(key), to, (this.#about.at(index) & PUBLIC) === 0 ? 0 : 1);
    }
    return between;
  }

  /** The links from the start to the shown nodes of the first column. */
  #fromStart(first: Nodes): LinkCounts[] {
    const atOther = this.#firstTable.others();
    const links: LinkCounts[] = this.#firstTable
      .rowKeys()
      .keys.map((key) => ({ from: NODE_START, to: first.ids[first.of(key)] ?? "", ...this.#firstTable.countsOf(key) }));
    if (isShown(this.#straight.people)) links.push({ from: NODE_START, to: NODE_STRAIGHT, ...this.#straight });
    else {
      atOther.people += this.#straight.people;
      atOther.publics += this.#straight.publics;
    }
    links.push({ from: NODE_START, to: NODE_OTHER, ...atOther });
    return links.filter((link) => isShown(link.people));
  }

  #nodesOf(table: TableCount): Nodes {
    const { keys, rows } = table.rowKeys();
    return new Nodes(
      this.#state.columns.companies.size,
      keys,
      rows.map((row) => row.id),
    );
  }
}

/**
 * A lower bound for the people of the last route in an answer: if enough links between two companies of the rows have
 * at least this many people, no smaller route is shown. A link between different companies is a route.
 */
function fewestOfShownRoute(between: readonly LinkCounts[]): number {
  const people = between
    .flatMap((link) => (link.from !== link.to && link.from !== NODE_OTHER && link.to !== NODE_OTHER ? link.people : []))
    .toSorted((a, b) => b - a);
  return leastShown(people[MOST_ROWS - 1]);
}

function textOf(companies: readonly Named[]): string {
  return companies.map((one) => one.id).join(" ");
}
