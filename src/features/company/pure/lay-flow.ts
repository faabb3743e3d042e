import { compareText } from "#core/text.ts";
import { round } from "#core/round.ts";
import { monogramOf } from "#core/monogram.ts";
import type { FlowPicture, FlowRow, FlowStop } from "#features/company/schema.ts";

/** A row's height, the gap between two flows, and the least height of a flow: in one unit, and drawn as percent. */
const ROW = 62;
const PADDING = 30;
const LEAST = 2;
/** Rows a picture is high at least, so that its hub has room. */
const LEAST_ROWS = 3;

/** A flow with its middle and its width, in the unit of ROW. */
type Flow = { row: FlowRow; at: number; width: number };

/** A ribbon between two heights: a cubic curve with its control points half way. The field is 100 wide and 100 high. */
function ribbon(from: [x: number, y: number], to: [x: number, y: number], width: number): string {
  const middle = (from[0] + to[0]) / 2;
  const half = width / 2;
  const curve = (a: [number, number], b: [number, number], shift: number) =>
    `C${middle} ${round(a[1] + shift)} ${middle} ${round(b[1] + shift)} ${b[0]} ${round(b[1] + shift)}`;
  return `M${from[0]} ${round(from[1] - half)}${curve(from, to, -half)}V${round(to[1] + half)}${curve(to, from, half)}Z`;
}

function sumOf(rows: readonly FlowRow[]): number {
  return rows.reduce((sum, row) => sum + row.people, 0);
}

/** Stacks flows from top to bottom; spare height is spread evenly above, between and below them. */
function stack(rows: readonly FlowRow[], height: number, unitsAPerson: number): Flow[] {
  const used = sumOf(rows) * unitsAPerson + (rows.length - 1) * PADDING;
  const spare = (height - used) / (rows.length + 1);
  let y = spare;
  return rows.map((row) => {
    const width = row.people * unitsAPerson;
    const at = y + width / 2;
    y += width + PADDING + spare;
    return { row, at, width };
  });
}

/**
 * Lays out where people came from and went to as a Sankey diagram with the company in the middle, or on the left if
 * there is only one side. All positions are percent, so the picture fits its container. Undefined if there is nothing
 * to draw.
 */
export function layFlow(
  prior: readonly FlowRow[],
  next: readonly FlowRow[],
  hubX: 0 | 50 = 50,
): FlowPicture | undefined {
  if (prior.length + next.length === 0) return undefined;
  const rows = Math.max(prior.length, next.length, LEAST_ROWS);
  const height = rows * ROW;
  // Both sides have one scale, set by the side that needs more height.
  const unitsAPerson = Math.min(
    ...[prior, next]
      .filter((side) => side.length > 0)
      .map((side) => (height - (side.length - 1) * PADDING) / sumOf(side)),
  );
  const percent = (value: number) => (value / height) * 100;
  const colours = flowColours(prior, next);
  const stops = (
    side: readonly FlowRow[],
    curve: (at: number, inside: number, drawn: number) => string,
  ): FlowStop[] => {
    let y = (height - sumOf(side) * unitsAPerson) / 2;
    return stack(side, height, unitsAPerson).map(({ row, ...flow }) => {
      const at = percent(flow.at);
      const drawn = percent(Math.max(LEAST, flow.width));
      const inside = percent(y + flow.width / 2);
      y += flow.width;
      return {
        ...row,
        colour: colours.get(row.companyId),
        at: round(at),
        width: round(drawn),
        path: curve(at, inside, drawn),
      };
    });
  };
  return {
    rows,
    prior: stops(prior, (at, inside, drawn) => ribbon([0, at], [hubX, inside], drawn)),
    next: stops(next, (at, inside, drawn) => ribbon([hubX, inside], [100, at], drawn)),
  };
}

const COLOURS = 8;

type Named = { companyId: string; displayName: string };

/**
 * Chooses the line colour of each company in a diagram, by id, the same on both sides. A company gets its monogram's
 * colour if no neighbour has it. All companies of a side have different colours if eight are enough; neighbours always
 * do. Companies are coloured in the order of their ids, so that a company keeps its colour when other numbers grow.
 * Rows without an id have no colour.
 */
export function flowColours(...sides: readonly (readonly Named[])[]): Map<string, number> {
  const named = new Map(
    sides
      .flat()
      .filter((row) => row.companyId !== "")
      .map((row) => [row.companyId, row.displayName]),
  );
  const colours = new Map<string, number>();
  for (const [id, name] of [...named].toSorted(([a], [b]) => compareText(a, b))) {
    const beside = new Set<number | undefined>();
    const onSide = new Set<number | undefined>();
    for (const side of sides) {
      const place = side.findIndex((row) => row.companyId === id);
      if (place === -1) continue;
      for (const [n, row] of side.entries()) {
        onSide.add(colours.get(row.companyId));
        if (Math.abs(n - place) === 1) beside.add(colours.get(row.companyId));
      }
    }
    const own = monogramOf(name).colour;
    const wheel = Array.from({ length: COLOURS }, (_, n) => (own + n) % COLOURS);
    // There are at most four neighbours, so the second search always finds a colour.
    const colour = wheel.find((one) => !onSide.has(one)) ?? wheel.find((one) => !beside.has(one)) ?? own;
    colours.set(id, colour);
  }
  return colours;
}
