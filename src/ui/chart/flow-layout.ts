import { round } from "#core/round.ts";
import { numberText } from "#core/number-text.ts";
import { sankey, type SankeyLink, type SankeyNode } from "d3-sankey";
import { area, curveBumpX } from "d3-shape";
import type { LineNumber } from "./plot.ts";

/** A node of a column. `line` undefined: grey, for all others together. Ids are unique within a column. */
export type FlowNode = {
  id: string;
  name: string;
  people: number;
  href?: string | undefined;
  line?: LineNumber | undefined;
  /** The stop that the drawing is about. */
  isHub?: boolean;
};
/** From a node in column n to a node in column n + 1. */
export type FlowLink = { column: number; from: string; to: string; people: number };
export type LaidNode = FlowNode & { column: number; x: number; y: number; height: number };
export type LaidRibbon = { key: string; path: string; line: LineNumber | undefined; title: string };
export type LaidFlow = { height: number; nodes: LaidNode[]; ribbons: LaidRibbon[] };

/** Between two nodes, in px: a label has room beside the thinnest. */
const PADDING = 30;
const LEAST_HEIGHT = 220;
const ROW = 58;
/** A node of one among 5,000 is seen too. */
const LEAST_NODE = 2;

type Node = { key: string; column: number; node: FlowNode };
type Link = { people: number };

/**
 * Lays out people's moves, column by column, as a Sankey diagram: x in percent of the width, y in px. Nodes keep their
 * order.
 * @param places the x of each column's bars, in percent
 */
export function layFlow(
  columns: readonly (readonly FlowNode[])[],
  links: readonly FlowLink[],
  places: readonly number[],
): LaidFlow {
  const keyOf = (column: number, id: string): string => `${column} ${id}`;
  const nodes = columns.flatMap((all, column) => all.map((node) => ({ key: keyOf(column, node.id), column, node })));
  if (nodes.length === 0) return { height: 0, nodes: [], ribbons: [] };
  const known = new Set(nodes.map((one) => one.key));
  const drawn = links
    .map(({ column, from, to, people }) => ({
      source: keyOf(column, from),
      target: keyOf(column + 1, to),
      people,
      value: people,
    }))
    .filter((one) => one.people > 0 && known.has(one.source) && known.has(one.target));
  const order = new Map(nodes.map((one, index) => [one.key, index]));
  const placeOf = (end: SankeyEnd): number => order.get(typeof end === "object" ? end.key : String(end)) ?? 0;
  // If a band's other end is too small to be shown, the band goes to the others. So a bar may have bands for more
  // people than its own.
  const passing = (key: string): number =>
    Math.max(sumOf(drawn.filter((one) => one.source === key)), sumOf(drawn.filter((one) => one.target === key)));
  const tallest = Math.max(...columns.map((all) => all.length));
  const height = Math.max(LEAST_HEIGHT, tallest * ROW);
  const laid = sankey<Node, Link>()
    .nodeId((one) => one.key)
    .nodeAlign((one) => one.column)
    .nodeSort(null)
    .linkSort((a, b) => placeOf(a.target) - placeOf(b.target) || placeOf(a.source) - placeOf(b.source))
    .nodeWidth(0)
    .nodePadding(PADDING)
    .extent([
      [0, PADDING / 2],
      [100, height - PADDING / 2],
    ])({
    nodes: nodes.map((one) => ({ ...one, fixedValue: Math.max(one.node.people, passing(one.key)) })),
    links: drawn,
  });
  gatherAlone(laid.nodes);
  const x = (column: number): number => places[column] ?? 0;
  return {
    height,
    nodes: laid.nodes.map((one) => ({
      ...one.node,
      column: one.column,
      x: x(one.column),
      y: round(one.y0 ?? 0),
      height: round(Math.max(LEAST_NODE, (one.y1 ?? 0) - (one.y0 ?? 0))),
    })),
    ribbons: laid.links.map((link) => ribbonOf(link, x)),
  };
}

/** Puts a node without bands next to another node of its column. Alone it would seem to float. */
function gatherAlone(nodes: readonly EndNode[]): void {
  for (const [at, one] of [...nodes.entries()].toReversed()) {
    const next = nodes[at + 1];
    const isAlone = (one.sourceLinks ?? []).length + (one.targetLinks ?? []).length === 0;
    if (!isAlone || next === undefined || next.column !== one.column) continue;
    const down = (next.y0 ?? 0) - PADDING - (one.y1 ?? 0);
    if (down <= 0) continue;
    one.y0 = (one.y0 ?? 0) + down;
    one.y1 = (one.y1 ?? 0) + down;
  }
}

type EndNode = SankeyNode<Node, Link>;
type SankeyEnd = EndNode | string | number;

function sumOf(links: readonly Link[]): number {
  return links.reduce((sum, one) => sum + one.people, 0);
}

function endOf(end: SankeyEnd): EndNode {
  // After the layout both ends are nodes; the library's types do not say so.
  if (typeof end !== "object") throw new Error("A link without its node.");
  return end;
}

function ribbonOf(link: SankeyLink<Node, Link>, x: (column: number) => number): LaidRibbon {
  const source = endOf(link.source);
  const target = endOf(link.target);
  const half = Math.max(LEAST_NODE / 2, (link.width ?? 0) / 2);
  const ends: [x: number, y: number][] = [
    [x(source.column), link.y0 ?? 0],
    [x(target.column), link.y1 ?? 0],
  ];
  const path = area<[number, number]>(
    ([at]) => at,
    ([, y]) => y - half,
    ([, y]) => y + half,
  )
    .curve(curveBumpX)
    .digits(2)(ends);
  return {
    key: `${source.key} ${target.key}`,
    path: path ?? "",
    // A band has the colour of its target. A band into the middle has the colour of its source.
    line: target.node.isHub === true ? source.node.line : target.node.line,
    title: `${source.node.name} → ${target.node.name}: ${numberText(link.people)}`,
  };
}
