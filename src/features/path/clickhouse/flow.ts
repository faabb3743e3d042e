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
import { rows as rowsFrom, statement, text, type Layer } from "./rows.ts";
import { FULL_TIME, INTERNS, MatchSql } from "./match-sql.ts";
import { Params } from "./params.ts";
import { COUNTS, type Asking, type CountsRow } from "./ask.ts";
import { named, shownRows, type KeyRow } from "./shown-tables.ts";

/** Goals of a hop other than companies with a page. No id looks like these. */
const OTHER = "~other";
const STAYED = "~stayed";
const STILL_THERE = "~still";
const ENDED = "~ended";
const GONE = "~gone";

/** The condition on a line by its first matching role, `first_role` (0 for a school). */
type IsCounted = ((params: Params) => string) | undefined;

export async function answerFlow(asking: Asking, question: FlowQuestion, isCounted?: IsCounted): Promise<Flow> {
  const params = new Params();
  const route = routeOf([question.step]);
  const match = new MatchSql(route, params);
  const steps = match.roleSteps.length;
  const rows = rowsFrom(match.from(steps), [
    ...match.reach(),
    { where: match.whole },
    { first_role: steps === 0 ? "0" : "indexOf(r0, 1)" },
    ...(isCounted ? [{ where: isCounted(params) }] : []),
    ...waysOf(question),
  ]);
  const { ask } = asking;
  const goalsOfHops = `SELECT is_public, hop, goal FROM (${text(rows, "is_public ways")}) ARRAY JOIN ways AS goal, arrayEnumerate(ways) AS hop`;
  const { kind } = match.placeOf(steps);
  const hops = Array.from({ length: question.hops }, (_, hop) => hop + 1);
  const sorts = await ask<CountsRow & { hop: number; sort: string }>(
    `SELECT hop, if(startsWith(goal, '~'), goal, '') AS sort, ${COUNTS}
      FROM (${goalsOfHops})
      GROUP BY hop, sort`,
    params,
  );
  const countsOf = (hop: number, sort: string): Counts =>
    sorts.find((row) => row.hop === hop && row.sort === sort) ?? { people: 0, publics: 0 };
  const everybody = sumOf(["", OTHER, STAYED, STILL_THERE, ENDED].map((sort) => countsOf(1, sort)));
  refuseTooMany(asking, kind, everybody.people);
  const goals = await ask<KeyRow & { hop: number }>(
    `SELECT hop, goal AS key, ${COUNTS}
      FROM (${goalsOfHops})
      WHERE NOT startsWith(goal, '~') GROUP BY hop, key ${shownRows({ by: "hop" })}`,
    params,
  );
  const shown = hops.map((hop) => goals.filter((row) => row.hop === hop));
  const folded = hops.map((hop) => {
    const keys = params.strings((shown[hop - 1] ?? []).map((row) => row.key));
    return `if(startsWith(ways[${hop}], '~') OR has(${keys}, ways[${hop}]), ways[${hop}], '${OTHER}')`;
  });
  const pairs = hops.map((hop) => `(${hop}, ${hop === 1 ? "''" : `nodes[${hop - 1}]`}, nodes[${hop}])`);
  const links = await ask<CountsRow & { hop: number; from: string; to: string }>(
    `SELECT pair.1 AS hop, pair.2 AS from, pair.3 AS to, ${COUNTS}
      FROM (SELECT is_public, arrayJoin([${pairs.join(", ")}]) AS pair FROM (${statement(rows, `is_public, [${folded.join(", ")}] AS nodes`)}))
      GROUP BY hop, from, to`,
    params,
  );
  const { step } = question;
  const isListed = step.of === "school" || step.companies.length > 0;
  const readHop = async (hop: number): Promise<Hop> => {
    const stayed = countsOf(hop, STAYED);
    const [before, here] = [isShown(hop > 1 ? countsOf(hop - 1, STAYED).people : 0), isShown(stayed.people)];
    const between = joined(
      links.flatMap((row): LinkCounts[] => {
        const from = hop === 1 ? NODE_START : nodeOf(row.from, before);
        const to = nodeOf(row.to, here);
        if (row.hop !== hop || from === undefined || to === undefined) return [];
        return [{ from, to, people: row.people, publics: row.publics }];
      }),
    );
    const atOther = sumOf(between.filter((link) => link.to === NODE_OTHER));
    const others = here
      ? atOther
      : { people: atOther.people - stayed.people, publics: atOther.publics - stayed.publics };
    const all = sumOf(["", OTHER, STAYED, STILL_THERE, ENDED].map((sort) => countsOf(hop, sort)));
    return {
      people: showCount(all),
      nodes: await named(asking, "company", shown[hop - 1] ?? []),
      others: showCount(others),
      stayed: showCount(stayed),
      stillThere: showCount(countsOf(hop, STILL_THERE)),
      ended: showCount(countsOf(hop, ENDED)),
      links: showLinks(between),
    };
  };
  return {
    people: showPeople(everybody, isCounted === undefined && isListed && isExact(route)).people,
    hops: await Promise.all(hops.map(readHop)),
  };
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
