import { round } from "#core/round.ts";
import { numberText } from "#core/number-text.ts";
import type { Count, FlowLink, Named } from "#features/path/pure/types.ts";
import { NODE_OTHER, NODE_START, NODE_STRAIGHT } from "#features/path/pure/limits.ts";
import type { FlowNode, LaidFlow, LaidNode, LaidRibbon } from "#ui/chart/flow-layout.ts";
import type { LineNumber } from "#ui/chart/plot.ts";
import { COLOURS, WAY_PLACES } from "./colours.ts";

/** The most companies of a column with a bar of their own. */
const NAMED_IN_COLUMN = 5;
const GOAL = "goal";
const ROW = 62;
const LEAST_HEIGHT = 260;
const GAP = 26;

type WayNames = { from: string; to: string };
type Pair = { first: string; last: string; people: number; line: LineNumber | undefined };
export type WaysAnswer = {
  routes: { companies: Named[]; people: number }[];
  columns: { rows: Named[]; others: Count }[];
  links: FlowLink[];
};

/** How many people took each pair of first and last stop. The five largest routes have a colour. */
function pairsOf({ routes, links }: WaysAnswer): Pair[] {
  const top = routes.slice(0, COLOURS.length);
  const lineOf = (first: string, last: string): LineNumber | undefined =>
    COLOURS[
      top.findIndex(({ companies }) =>
        companies.length === 0 ? first === NODE_STRAIGHT : companies[0]?.id === first && companies.at(-1)?.id === last,
      )
    ];
  const straight = links.filter((link) => link.from === NODE_START && link.to === NODE_STRAIGHT);
  return [
    ...links
      .filter((link) => link.from !== NODE_START)
      .map(({ from, to, people }) => ({ first: from, last: to, people: people ?? 0, line: lineOf(from, to) })),
    ...straight.map(({ people }) => ({
      first: NODE_STRAIGHT,
      last: NODE_STRAIGHT,
      people: people ?? 0,
      line: lineOf(NODE_STRAIGHT, NODE_STRAIGHT),
    })),
  ].filter(({ people }) => people > 0);
}

/** Ids of a column from the top: the largest companies, straight there, everybody else. */
function orderOf(pairs: readonly Pair[], side: "first" | "last"): { id: string; people: number }[] {
  const sums = new Map<string, number>();
  for (const pair of pairs) sums.set(pair[side], (sums.get(pair[side]) ?? 0) + pair.people);
  const companies = [...sums]
    .filter(([id]) => id !== NODE_OTHER && id !== NODE_STRAIGHT)
    .toSorted((a, b) => b[1] - a[1]);
  const named = companies.slice(0, NAMED_IN_COLUMN);
  const others =
    (sums.get(NODE_OTHER) ?? 0) + companies.slice(NAMED_IN_COLUMN).reduce((sum, [, people]) => sum + people, 0);
  return [
    ...named.map(([id, people]) => ({ id, people })),
    { id: NODE_STRAIGHT, people: sums.get(NODE_STRAIGHT) ?? 0 },
    { id: NODE_OTHER, people: others },
  ].filter(({ people }) => people > 0);
}

/** The pairs between the drawn bars. Pairs with the same ends and colour are joined. */
function drawnPairs(pairs: readonly Pair[], firsts: ReadonlySet<string>, lasts: ReadonlySet<string>): Pair[] {
  const drawn = new Map<string, Pair>();
  for (const pair of pairs) {
    const first = firsts.has(pair.first) ? pair.first : NODE_OTHER;
    const last = lasts.has(pair.last) ? pair.last : NODE_OTHER;
    const line = first === NODE_OTHER || last === NODE_OTHER ? undefined : pair.line;
    const key = `${first} ${last} ${line ?? ""}`;
    drawn.set(key, { first, last, line, people: pair.people + (drawn.get(key)?.people ?? 0) });
  }
  return [...drawn.values()];
}

/** How many people took each drawn pair of first and last stop, most people first, and the pair of all others last. */
export function drawnWays(answer: WaysAnswer): { first: string; last: string; people: number }[] {
  const pairs = pairsOf(answer).map((pair) => ({ ...pair, line: undefined }));
  const ids = (side: "first" | "last") => new Set(orderOf(pairs, side).map(({ id }) => id));
  const isOther = ({ first, last }: Pair): number => (first === NODE_OTHER && last === NODE_OTHER ? 1 : 0);
  return drawnPairs(pairs, ids("first"), ids("last"))
    .toSorted((a, b) => isOther(a) - isOther(b) || b.people - a.people)
    .map(({ first, last, people }) => ({ first, last, people }));
}

function band(x0: number, y0: number, x1: number, y1: number, height: number): string {
  const middle = round((x0 + x1) / 2);
  const [a, b, c, d] = [y0, y1, y1 + height, y0 + height].map(round);
  return `M${x0} ${a}C${middle} ${a} ${middle} ${b} ${x1} ${b}L${x1} ${c}C${middle} ${c} ${middle} ${d} ${x0} ${d}Z`;
}

/**
 * Lays out the ways from one stop to another, each as a band from end to end. x is in percent of the width, y in px.
 */
export function layWays(answer: WaysAnswer, names: WayNames): LaidFlow {
  const pairs = pairsOf(answer);
  const [firsts, lasts] = [orderOf(pairs, "first"), orderOf(pairs, "last")];
  const total = pairs.reduce((sum, { people }) => sum + people, 0);
  if (total === 0) return { height: 0, nodes: [], ribbons: [] };
  const rows = Math.max(firsts.length, lasts.length);
  const height = Math.max(LEAST_HEIGHT, rows * ROW);
  const scale = (height - (rows + 1) * GAP) / total;
  const known = new Map(answer.columns.flatMap(({ rows: all }) => all.map(({ id, name }) => [id, name] as const)));
  const namesOfNodes = new Map([...known, [NODE_OTHER, "Other stops"], [NODE_STRAIGHT, "straight there"]]);
  const nodeOf = (id: string, people: number): FlowNode => ({
    id,
    people,
    name: namesOfNodes.get(id) ?? "",
    href: known.has(id) ? `/company/${id}` : undefined,
  });
  const place = (column: number, all: readonly { id: string; people: number }[]): LaidNode[] => {
    const used = total * scale + (all.length - 1) * GAP;
    let y = (height - used) / 2;
    return all.map(({ id, people }) => {
      const node = {
        ...nodeOf(id, people),
        column,
        x: WAY_PLACES[column] ?? 0,
        y: round(y),
        height: round(people * scale),
      };
      y += people * scale + GAP;
      return node;
    });
  };
  const ends = { y: round((height - total * scale) / 2), height: round(total * scale), people: total, isHub: true };
  const columns = [place(1, firsts), place(2, lasts)] as const;
  const drawn = drawnPairs(pairs, new Set(firsts.map(({ id }) => id)), new Set(lasts.map(({ id }) => id)));
  return {
    height,
    nodes: [
      { id: NODE_START, name: names.from, column: 0, x: WAY_PLACES[0], ...ends },
      ...columns[0],
      ...columns[1],
      { id: GOAL, name: names.to, column: 3, x: WAY_PLACES[3], ...ends },
    ],
    ribbons: ribbonsOf(drawn, { columns, ends: ends.y, scale, names }),
  };
}

function ribbonsOf(
  drawn: readonly Pair[],
  laid: { columns: readonly (readonly LaidNode[])[]; ends: number; scale: number; names: WayNames },
): LaidRibbon[] {
  const { columns, ends, scale, names } = laid;
  const [firsts = [], lasts = []] = columns;
  const at = (nodes: readonly LaidNode[], id: string): number => nodes.findIndex((node) => node.id === id);
  const byFirst = drawn.toSorted(
    (a, b) => at(firsts, a.first) - at(firsts, b.first) || at(lasts, a.last) - at(lasts, b.last),
  );
  const byLast = drawn.toSorted(
    (a, b) => at(lasts, a.last) - at(lasts, b.last) || at(firsts, a.first) - at(firsts, b.first),
  );
  const stacked = (pairs: readonly Pair[], startOf: (pair: Pair) => number | undefined): Map<Pair, number> => {
    const places = new Map<Pair, number>();
    let y = 0;
    let last: number | undefined;
    for (const pair of pairs) {
      const start = startOf(pair);
      if (start !== undefined && start !== last) {
        y = start;
        last = start;
      }
      places.set(pair, y);
      y += pair.people * scale;
    }
    return places;
  };
  const nodeY = (nodes: readonly LaidNode[], id: string): number | undefined => nodes[at(nodes, id)]?.y;
  const [start, first, last, goal] = [
    stacked(byFirst, () => ends),
    stacked(byFirst, (pair) => nodeY(firsts, pair.first)),
    stacked(byLast, (pair) => nodeY(lasts, pair.last)),
    stacked(byLast, () => ends),
  ];
  const nameOf = (nodes: readonly LaidNode[], id: string): string => nodes[at(nodes, id)]?.name ?? "";
  return drawn.flatMap((pair, index) => {
    const way = [names.from, nameOf(firsts, pair.first), nameOf(lasts, pair.last), names.to];
    const title = `${[...new Set(way)].join(", ")}: ${numberText(pair.people)}`;
    return [start, first, last].map((from, column) => {
      const to = [first, last, goal][column];
      return {
        key: `${index} ${column}`,
        path: band(
          WAY_PLACES[column] ?? 0,
          from.get(pair) ?? 0,
          WAY_PLACES[column + 1] ?? 0,
          to?.get(pair) ?? 0,
          pair.people * scale,
        ),
        line: pair.line,
        title,
      };
    });
  });
}
