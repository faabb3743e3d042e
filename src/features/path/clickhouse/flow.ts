import { routeOf } from "#features/path/pure/route-parts.ts";
import { isExact } from "#features/path/pure/answers/exact.ts";
import { NODE_OTHER, NODE_START, NODE_STAYED } from "#features/path/pure/limits.ts";
import {
  isShown,
  showCount,
  showLinks,
  showPeople,
  type LinkCounts,
  type Counts,
} from "#features/path/pure/rule-of-five.ts";
import type { Flow, FlowQuestion, Hop } from "#features/path/pure/types.ts";
import { refuseTooMany } from "./refuse-too-many.ts";
import { statement, text, withLayers, type Layer, type Rows } from "./rows.ts";
import { FULL_TIME, INTERNS, MatchSql } from "./match-sql.ts";
import { Params } from "./params.ts";
import { COUNTS, type Asking, type CountsRow } from "./ask.ts";
import { lessRows, named, shownRows, type KeyRow } from "./shown-tables.ts";

/** Goals of a hop other than companies with a page. No id looks like these. */
const OTHER = "~other";
const STAYED = "~stayed";
const STILL_THERE = "~still";
const ENDED = "~ended";
/** No further hop. */
const GONE = "~gone";

/** The condition on a line by its first matching role, `first_role` (0 for a school). */
type IsCounted = ((params: Params) => string) | undefined;

/** People by hop and by the sort of their goal: one of those above, or '' for a company with a page. */
type SortRow = CountsRow & { hop: number; sort: string };
type GoalRow = KeyRow & { hop: number };
type LinkRow = CountsRow & { hop: number; from: string; to: string };
type HopRows = { sorts: readonly SortRow[]; goals: readonly GoalRow[]; links: readonly LinkRow[] };

export async function answerFlow(asking: Asking, question: FlowQuestion, isCounted?: IsCounted): Promise<Flow> {
  const { ask } = asking;
  const { step } = question;
  const params = new Params();
  const route = routeOf([step]);
  const match = new MatchSql(route, params);
  const rows = withLayers(match.matching(), [
    { first_role: match.roleSteps.length === 0 ? "0" : "indexOf(r0, 1)" },
    ...(isCounted ? [{ where: isCounted(params) }] : []),
    ...waysOf(question),
  ]);
  const hops = Array.from({ length: question.hops }, (_, index) => index + 1);
  const goalsOfHops = `SELECT is_public, hop, goal FROM (${text(rows, "is_public ways")}) ARRAY JOIN ways AS goal, arrayEnumerate(ways) AS hop`;
  const sorts = await ask<SortRow>(
    `SELECT hop, if(startsWith(goal, '~'), goal, '') AS sort, ${COUNTS}
      FROM (${goalsOfHops})
      GROUP BY hop, sort`,
    params,
  );
  const everybody = everybodyOf(sorts, 1);
  refuseTooMany(asking, match.place.kind, everybody.people);
  const goals = await ask<GoalRow>(
    `SELECT hop, goal AS key, ${COUNTS}
      FROM (${goalsOfHops})
      WHERE NOT startsWith(goal, '~') GROUP BY hop, key ${shownRows({ by: "hop" })}`,
    params,
  );
  const links = await ask<LinkRow>(linksSql(rows, hops, goals, params), params);
  const isListed = step.of === "school" || step.companies.length > 0;
  return {
    people: showPeople(everybody, isCounted === undefined && isListed && isExact(route)).people,
    hops: await Promise.all(hops.map((hop) => toHop(asking, hop, { sorts, goals, links }))),
  };
}

/** Counts people by each two goals that follow one another. Goals that are not shown are one. */
function linksSql(rows: Rows, hops: readonly number[], goals: readonly GoalRow[], params: Params): string {
  const nodes = hops.map((hop) => {
    const keys = params.strings(goals.flatMap((row) => (row.hop === hop ? row.key : [])));
    return `if(startsWith(ways[${hop}], '~') OR has(${keys}, ways[${hop}]), ways[${hop}], '${OTHER}')`;
  });
  const pairs = hops.map((hop) => `(${hop}, ${hop === 1 ? "''" : `nodes[${hop - 1}]`}, nodes[${hop}])`);
  return `SELECT pair.1 AS hop, pair.2 AS from, pair.3 AS to, ${COUNTS}
      FROM (SELECT is_public, arrayJoin([${pairs.join(", ")}]) AS pair FROM (${statement(rows, `is_public, [${nodes.join(", ")}] AS nodes`)}))
      GROUP BY hop, from, to`;
}

async function toHop(asking: Asking, hop: number, { sorts, goals, links }: HopRows): Promise<Hop> {
  const stayed = countsOf(sorts, hop, STAYED);
  const isStayedShown = isShown(stayed.people);
  const wasStayedShown = isShown(countsOf(sorts, hop - 1, STAYED).people);
  const between = joined(
    links.flatMap((row): LinkCounts[] => {
      const from = hop === 1 ? NODE_START : nodeOf(row.from, wasStayedShown);
      const to = nodeOf(row.to, isStayedShown);
      if (row.hop !== hop || from === undefined || to === undefined) return [];
      return [{ from, to, people: row.people, publics: row.publics }];
    }),
  );
  const atOther = sumOf(between.filter((link) => link.to === NODE_OTHER));
  const nodes = goals.filter((row) => row.hop === hop);
  return {
    people: showCount(everybodyOf(sorts, hop)),
    nodes: await named(asking, "company", nodes),
    others: showCount(isStayedShown ? atOther : lessRows(atOther, [stayed])),
    stayed: showCount(stayed),
    stillThere: showCount(countsOf(sorts, hop, STILL_THERE)),
    ended: showCount(countsOf(sorts, hop, ENDED)),
    links: showLinks(between),
  };
}

function countsOf(sorts: readonly SortRow[], hop: number, sort: string): Counts {
  return sorts.find((row) => row.hop === hop && row.sort === sort) ?? { people: 0, publics: 0 };
}

function everybodyOf(sorts: readonly SortRow[], hop: number): Counts {
  return sumOf(sorts.filter((row) => row.hop === hop && row.sort !== GONE));
}

/** `ways`: where each hop leads. */
function waysOf({ direction, hops }: FlowQuestion): Layer[] {
  const goals = (list: string): string => `arrayMap(one -> if(one = '', '${OTHER}', one), ${list})`;
  const gone = `arrayWithConstant(${hops}, '${GONE}')`;
  if (direction === "before") {
    const earlier = "arrayReverse(arraySlice(stop_company, 1, if(first_role = 0, 0, stop[first_role] - 1)))";
    return [{ ways: `arraySlice(arrayConcat(${goals(earlier)}, ['${ENDED}'], ${gone}), 1, ${hops})` }];
  }
  return [
    { at_stop: "if(first_role = 0, 0, stop[first_role])" },
    {
      stays: `first_role > 0 AND kind[first_role] IN ${INTERNS} AND arrayExists((k, i, s) -> k = ${FULL_TIME} AND i > first_role AND s = at_stop, kind, idx, stop)`,
      end: `if(notEmpty(stop_open) AND (length(stop_open) > at_stop OR at_stop > 0) AND stop_open[length(stop_open)], '${STILL_THERE}', '${ENDED}')`,
    },
    {
      ways: `arraySlice(arrayConcat(if(stays, ['${STAYED}'], emptyArrayString()), ${goals("arraySlice(stop_company, at_stop + 1)")}, [end], ${gone}), 1, ${hops})`,
    },
  ];
}

/**
 * The node to draw for a next stop; undefined if there is none. Those who stayed are at `other` if they are too few.
 */
function nodeOf(goal: string, isStayedShown: boolean): string | undefined {
  if (goal === STAYED) return isStayedShown ? NODE_STAYED : NODE_OTHER;
  if (goal === OTHER) return NODE_OTHER;
  return goal.startsWith("~") ? undefined : goal;
}

export function sumOf(all: readonly Counts[]): Counts {
  return all.reduce((sum, one) => ({ people: sum.people + one.people, publics: sum.publics + one.publics }), {
    people: 0,
    publics: 0,
  });
}

/** Links with the same ends as one. */
export function joined(links: readonly LinkCounts[]): LinkCounts[] {
  const known = new Map<string, LinkCounts>();
  for (const link of links) {
    const key = `${link.from} ${link.to}`;
    known.set(key, { ...link, ...sumOf([link, known.get(key) ?? { people: 0, publics: 0 }]) });
  }
  return [...known.values()];
}
