import { companyMarkAddress, monogramOf } from "#core/monogram.ts";
import {
  neighboursOf,
  type CompanyNumbers,
  type Neighbour,
  type NeighbourColumns,
  type Neighbourhood,
  type Side,
} from "#features/stats/read.server.ts";
import { MIN_PEOPLE, otherPeople } from "#features/stats/rules.ts";
import type { FlowPicture, FlowRow, FlowRows, FlowStop, NeighbourView } from "./schema.ts";

/** Companies named on either side of the diagram; the others are one flow together. */
export const FLOW_COMPANIES = 5;
/** Companies named in the diagram of a school's first stops. */
export const FIRST_STOPS = 6;

/** A row's height, the gap between two flows, and the least height of a flow: in one unit, and drawn as percent. */
const ROW = 62;
const PADDING = 30;
const LEAST = 2;
/** Rows a picture is high at least, so that its hub has room. */
const LEAST_ROWS = 3;

/** A flow with its middle and its width, in the unit of ROW. */
type Flow = { row: FlowRow; at: number; width: number };

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

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
  for (const [id, name] of [...named].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
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

type CompanyWithNeighbours = CompanyNumbers & NeighbourColumns;

export function neighbourViews(rows: readonly Neighbour[]): NeighbourView[] {
  return rows.map((row) => ({
    companyId: row.public_id,
    displayName: row.display_name,
    logo: row.logo === "" ? companyMarkAddress(row.display_name) : row.logo,
    people: row.people,
  }));
}

export function neighbourTable(company: CompanyWithNeighbours, side: Side): NeighbourView[] {
  return neighbourViews(neighboursOf(company, side, undefined).rows);
}

/** One side of the diagram: people without a stop on that side first, the other companies together last. */
function flowRows({ rows, others, end }: Neighbourhood, endName: string): FlowRow[] {
  const row = (kind: FlowRow["kind"], displayName: string, people: number): FlowRow[] =>
    people === 0 ? [] : [{ kind, companyId: "", displayName, logo: "", people }];
  return [
    ...row("end", endName, end),
    ...neighbourViews(rows).map((one) => ({ ...one, kind: "company" as const })),
    ...row("others", "Other companies", others),
  ];
}

/** The rows of where people came from and went to; undefined for a company with fewer than 5 people. */
export function companyFlowRows(company: CompanyWithNeighbours): FlowRows | undefined {
  if (company.employees + company.interns < MIN_PEOPLE) return undefined;
  return {
    prior: flowRows(neighboursOf(company, "prior", FLOW_COMPANIES), "First stop"),
    next: flowRows(neighboursOf(company, "next", FLOW_COMPANIES), "Still here"),
  };
}

/** The same for a diagram, which `layFlow` lays out where it is drawn; undefined if there is nothing to draw. */
export function companyFlow(company: CompanyWithNeighbours): FlowRows | undefined {
  const rows = companyFlowRows(company);
  return rows && rows.prior.length + rows.next.length > 0 ? rows : undefined;
}

/** The first stops of a school's people; each person has one. Empty for fewer than 5 people. */
export function schoolFirstStops(first: readonly Neighbour[], people: number): FlowRow[] {
  if (people < MIN_PEOPLE) return [];
  return flowRows({ rows: [...first], others: otherPeople(people, first), end: 0 }, "");
}

export function schoolFlow(first: readonly Neighbour[], people: number): FlowPicture | undefined {
  return people < MIN_PEOPLE ? undefined : layFlow([], schoolFirstStops(first, people), 0);
}
