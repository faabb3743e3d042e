import { sankey, type SankeyLink, type SankeyNode } from "d3-sankey";
import { flowColours } from "./flow-colours.ts";
import type { FlowPicture, FlowRow, FlowStop } from "./schema.ts";

/** A row's height, the gap between two flows, and the least height of a flow: in one unit, and drawn as percent. */
const ROW = 62;
const PADDING = 30;
const LEAST = 2;
/** Rows a picture is high at least, so that its hub has room. */
const LEAST_ROWS = 3;

type Node = { row: FlowRow | undefined };
type Link = { side: "prior" | "next"; row: FlowRow };

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** A ribbon between two heights: cubic, its control points half way; the field is 100 wide and 100 high. */
function ribbon(from: [x: number, y: number], to: [x: number, y: number], width: number): string {
  const middle = (from[0] + to[0]) / 2;
  const half = width / 2;
  const curve = (a: [number, number], b: [number, number], shift: number) =>
    `C${middle} ${round(a[1] + shift)} ${middle} ${round(b[1] + shift)} ${b[0]} ${round(b[1] + shift)}`;
  return `M${from[0]} ${round(from[1] - half)}${curve(from, to, -half)}V${round(to[1] + half)}${curve(to, from, half)}Z`;
}

/**
 * Lays out where people came from and went to as a Sankey diagram with its hub
 * in the middle, or at the left edge where there is but one side. Everything is
 * percent: the picture takes the width and the row height of its container.
 * Undefined when there is nothing to draw.
 */
export function layFlow(
  prior: readonly FlowRow[],
  next: readonly FlowRow[],
  hubX: 0 | 50 = 50,
): FlowPicture | undefined {
  if (prior.length + next.length === 0) return undefined;
  const rows = Math.max(prior.length, next.length, LEAST_ROWS);
  const height = rows * ROW;
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
  const percent = (value: number) => (value / height) * 100;
  const centre = laid.nodes[hub];
  const middle = ((centre?.y0 ?? 0) + (centre?.y1 ?? height)) / 2;
  const colours = flowColours(prior, next);
  const stops = (side: Link["side"]): FlowStop[] => {
    const own = laid.links.filter((link) => link.side === side);
    let y = middle - own.reduce((sum, link) => sum + (link.width ?? 0), 0) / 2;
    return own.map((link) => {
      const width = link.width ?? 0;
      const end = side === "prior" ? link.source : link.target;
      const node = typeof end === "object" ? end : undefined;
      const at = percent(((node?.y0 ?? 0) + (node?.y1 ?? 0)) / 2);
      const drawn = percent(Math.max(LEAST, width));
      const inside = percent(y + width / 2);
      y += width;
      return {
        ...link.row,
        colour: colours.get(link.row.companyId),
        at: round(at),
        width: round(drawn),
        path: side === "prior" ? ribbon([0, at], [hubX, inside], drawn) : ribbon([hubX, inside], [100, at], drawn),
      };
    });
  };
  return { rows, prior: stops("prior"), next: stops("next") };
}
