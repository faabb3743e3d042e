import { sankey, type SankeyLink, type SankeyNode } from "d3-sankey";
import { monogramOf } from "#core/monogram.ts";
import type { FlowPicture, FlowRow, FlowStop } from "./schema.ts";

/** Pixels between two flows, so that the marks beside them never touch; and the least height of a flow. */
const PADDING = 30;
const LEAST = 2;
const HEIGHT_A_FLOW = 62;

type Node = { row: FlowRow | undefined };
type Link = { side: "prior" | "next"; row: FlowRow };

/** The company's colour, or the next one where its neighbour above has the same. */
function coloursOf(rows: readonly FlowRow[]): (number | undefined)[] {
  let above: number | undefined;
  return rows.map((row) => {
    if (row.companyId === "") return undefined;
    const own = monogramOf(row.displayName).colour;
    above = own === above ? (own + 1) % 8 : own;
    return above;
  });
}

/** A ribbon between two heights: cubic, its control points half way; x runs from 0 to 100. */
function ribbon(from: [x: number, y: number], to: [x: number, y: number], width: number): string {
  const middle = (from[0] + to[0]) / 2;
  const half = width / 2;
  const curve = (a: [number, number], b: [number, number], shift: number) =>
    `C${middle} ${round(a[1] + shift)} ${middle} ${round(b[1] + shift)} ${b[0]} ${round(b[1] + shift)}`;
  return `M${from[0]} ${round(from[1] - half)}${curve(from, to, -half)}V${round(to[1] + half)}${curve(to, from, half)}Z`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/**
 * Lays out where people came from and went to as a Sankey diagram with the
 * company in its middle; the heights are pixels, the width is whatever room
 * there is. Undefined when there is nothing to draw.
 */
export function layFlow(prior: readonly FlowRow[], next: readonly FlowRow[]): FlowPicture | undefined {
  if (prior.length + next.length === 0) return undefined;
  const height = Math.max(prior.length, next.length, 2) * HEIGHT_A_FLOW;
  const nodes: SankeyNode<Node, Link>[] = [...prior, undefined, ...next].map((row) => ({ row }));
  const hub = prior.length;
  const links: SankeyLink<Node, Link>[] = [
    ...prior.map((row, n) => ({ side: "prior" as const, row, source: n, target: hub, value: row.people })),
    ...next.map((row, n) => ({ side: "next" as const, row, source: hub, target: hub + 1 + n, value: row.people })),
  ];
  const laid = sankey<Node, Link>()
    .nodeWidth(0)
    .nodePadding(PADDING)
    .nodeSort(null)
    .linkSort(null)
    .iterations(0)
    .extent([
      [0, 0],
      [100, height],
    ])({ nodes, links });
  const centre = laid.nodes[hub];
  const middle = ((centre?.y0 ?? 0) + (centre?.y1 ?? height)) / 2;
  const stops = (side: Link["side"], rows: readonly FlowRow[]): FlowStop[] => {
    const own = laid.links.filter((link) => link.side === side);
    const total = own.reduce((sum, link) => sum + (link.width ?? 0), 0);
    const colours = coloursOf(rows);
    let y = middle - total / 2;
    return own.map((link, n) => {
      const width = link.width ?? 0;
      const end = side === "prior" ? link.source : link.target;
      const node = typeof end === "object" ? end : undefined;
      const at = ((node?.y0 ?? 0) + (node?.y1 ?? 0)) / 2;
      const drawn = Math.max(LEAST, width);
      const inside = y + width / 2;
      y += width;
      return {
        ...link.row,
        colour: colours[n],
        at: round(at),
        width: round(drawn),
        path: side === "prior" ? ribbon([0, at], [50, inside], drawn) : ribbon([50, inside], [100, at], drawn),
      };
    });
  };
  return { height, middle: round(middle), prior: stops("prior", prior), next: stops("next", next) };
}
