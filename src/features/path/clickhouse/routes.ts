import { asRoute } from "#features/path/pure/answers/routes.ts";
import { FIRST_PAGE } from "#features/path/pure/answers/lines.ts";
import { MOST_ROWS, NODE_OTHER, NODE_START, NODE_STRAIGHT } from "#features/path/pure/limits.ts";
import {
  leastShown,
  isShown,
  showCount,
  showLinks,
  showPeople,
  showSpread,
  showTable,
  type LinkCounts,
} from "#features/path/pure/rule-of-five.ts";
import type { Named, RouteTaken, RoutesQuestion } from "#features/path/pure/types.ts";
import type { Questions } from "#features/path/pure/calls.ts";
import { counted, histogramOf, matchedRows, readFigures } from "./figures.ts";
import { joined } from "./flow.ts";
import { refuseTooMany } from "./refuse-too-many.ts";
import { statement, type Layer, type Where } from "./rows.ts";
import { readPage } from "./lines.ts";
import { MatchSql } from "./match-sql.ts";
import { Params } from "./params.ts";
import { askOne, COUNTS, type Asking, type Counted, type CountsRow } from "./ask.ts";
import { lessRows, named, shownRows, type KeyRow } from "./shown-tables.ts";

/** Keys of stops without a page, of people without a stop in between, and of folded stops. No id looks like these. */
const NO_PAGE = "";
const STRAIGHT = "~straight";
const OTHER = "~other";

type WayRow = CountsRow & { first: string; last: string; alone: number; counted: Counted; isAbout: number };

/** People whose first role already is the goal took no way. */
function takesWay(question: RoutesQuestion, params: Params): (Layer | Where)[] {
  if (question.from !== null) return [];
  const goal = new MatchSql(
    { ...asRoute(question), steps: [question.to], links: [], since: null, until: null },
    params,
  );
  const [bits, ...reach] = goal.reach();
  // Rename its layers: the route itself uses the same names.
  const renamed = (layer: Layer): Layer =>
    Object.fromEntries(Object.entries(layer).map(([name, sql]) => [`goal_${name}`, sql.replace(/\bb0\b/g, "goal_b0")]));
  return [...[bits ?? {}, ...reach].map(renamed), { where: "NOT has(goal_r0, 1)" }];
}

/** How people got from one step to another: by the first and last stop in between. */
export async function answerRoutes(asking: Asking, question: RoutesQuestion): Promise<Questions["routes"]["answer"]> {
  const { ask } = asking;
  const route = asRoute(question);
  const params = new Params();
  const match = new MatchSql(route, params);
  const rows = matchedRows(route, params, [
    ...takesWay(question, params),
    {
      between_from: match.hasSchoolStep ? "1" : "stop[first_role] + 1",
      between_to: "toInt32(stop[last_role]) - 1",
    },
    {
      first: `if(between_to < between_from, '${STRAIGHT}', stop_company[between_from])`,
      last: `if(between_to < between_from, '${STRAIGHT}', stop_company[between_to])`,
      alone: "between_to = between_from",
    },
  ]);
  const figures = await readFigures(asking, rows, route, params);
  const { counts } = figures;
  refuseTooMany(asking, match.place.kind, counts.people);
  const column = (name: "first" | "last"): Promise<KeyRow[]> =>
    ask<KeyRow>(
      statement(
        rows,
        `${name} AS key, ${COUNTS}`,
        `WHERE key NOT IN ('${NO_PAGE}', '${STRAIGHT}') GROUP BY key ${shownRows()}`,
      ),
      params,
    );
  const [straight, firstRows, lastRows, ways] = await Promise.all([
    askOne<CountsRow>(ask, statement(rows, COUNTS, `WHERE first = '${STRAIGHT}'`), params),
    column("first"),
    column("last"),
    ask<WayRow>(
      statement(
        rows,
        `first, last, alone, ${COUNTS}, ${counted("greatest(0, months)", "months >= 0")} AS counted,
        countIf(on_year AND months >= 0) AS isAbout`,
        `WHERE first != '${NO_PAGE}' AND last != '${NO_PAGE}' GROUP BY first, last, alone
        HAVING people >= ${leastShown(undefined)} ORDER BY people DESC,
        multiIf(first = '${STRAIGHT}', '', alone, first, concat(first, ' ', last)) LIMIT ${MOST_ROWS}`,
      ),
      params,
    ),
  ]);
  const fold = (name: string, shown: readonly KeyRow[]): string =>
    `if(${name} = '${STRAIGHT}' OR has(${params.strings(shown.map((row) => row.key))}, ${name}), ${name}, '${OTHER}')`;
  const pairs = await ask<CountsRow & { from: string; to: string }>(
    statement(
      rows,
      `${fold("first", firstRows)} AS from, ${fold("last", lastRows)} AS to, ${COUNTS}`,
      "GROUP BY from, to",
    ),
    params,
  );
  const between = lessRows(counts, [straight]);
  const [firstOthers, lastOthers] = [lessRows(between, firstRows), lessRows(between, lastRows)];
  const straightAtOther = isShown(straight.people) ? 0 : straight.people;
  // Too few people without a stop in between are at `other`, as in the embedded engine.
  const isStraightLinked = straightAtOther > 0 && !isShown(firstOthers.people + straightAtOther);
  const nodeOf = (node: string): string => (node === OTHER ? NODE_OTHER : node);
  const links = joined(
    pairs.flatMap(({ from, to, people, publics }): LinkCounts[] => {
      if (from !== STRAIGHT) return [{ from: nodeOf(from), to: nodeOf(to), people, publics }];
      return isStraightLinked ? [{ from: NODE_OTHER, to: NODE_OTHER, people, publics }] : [];
    }),
  );
  const names = await asking.namesOf("company", [...new Set(ways.flatMap(({ first, last }) => [first, last]))]);
  const routes = ways.map(({ first, last, alone, people, ...way }): RouteTaken => {
    const one = (id: string): Named => ({ id, name: names.get(id) ?? "", people });
    const companies = first === STRAIGHT ? [] : alone === 1 ? [one(first)] : [one(first), one(last)];
    return { companies, people, months: showSpread(histogramOf(way.counted), way.isAbout > 0) };
  });
  const { lines } = await readPage(asking, { route, page: FIRST_PAGE, counts }, (own) => takesWay(question, own));
  return {
    ...showPeople(counts, false),
    months: figures.months,
    internedFirst: figures.internedFirst,
    stopsBetween: figures.stopsBetween,
    routes,
    others: showCount(lessRows(counts, ways)),
    columns: [
      showTable(await named(asking, "company", firstRows), firstOthers),
      showTable(await named(asking, "company", lastRows), lastOthers),
    ],
    links: [...showLinks(fromStart(firstRows, firstOthers, straight)), ...showLinks(links)],
    lines,
  };
}

/** The links from the start to the nodes of the first column. */
function fromStart(rows: readonly KeyRow[], others: CountsRow, straight: CountsRow): LinkCounts[] {
  const { people, publics } = straight;
  const links = rows.map((row): LinkCounts => ({
    from: NODE_START,
    to: row.key,
    people: row.people,
    publics: row.publics,
  }));
  if (isShown(people)) {
    links.push({ from: NODE_START, to: NODE_STRAIGHT, people, publics });
    links.push({ from: NODE_START, to: NODE_OTHER, ...others });
  } else {
    const atOther = { people: others.people + people, publics: others.publics + publics };
    links.push({ from: NODE_START, to: NODE_OTHER, ...atOther });
  }
  return links.filter((link) => isShown(link.people));
}
