import { round } from "#core/round.ts";
import type { Count, Flow, FlowLink, Hop } from "#features/path/pure/types.ts";
import { layFlow, type FlowLink as DrawnLink, type FlowNode, type LaidFlow } from "#ui/chart/flow-layout.ts";
import type { LabelSide } from "#ui/chart/flow.tsx";
import type { FigureTable } from "#ui/chart/figure-section.tsx";
import type { LineNumber } from "#ui/chart/plot.ts";
import { hasFlow } from "./is-drawn.ts";
import { NAMED_IN_A_COLUMN } from "#features/insight/rules.ts";
import { countText } from "#features/insight/words.ts";
import { numberText, peopleText } from "#core/number-text.ts";

/** Rows of a column's table. */
const NAMED_IN_A_TABLE = 20;
const OTHER = "other";
const STAYED = "stayed";
const ENDED = "ended";
const START = "start";

/** The company or school in the middle of a flow. */
export type Hub = { name: string; logo: string; isSchool: boolean };
type FlowList = { title: string; rows: (FlowNode & { share: number })[] };
export type FlowView = {
  label: string;
  hub: Hub;
  /** Does a column name a company, or people who stayed? Otherwise the drawing is one grey band. */
  isNamed: boolean;
  drawing: LaidFlow;
  heads: { x: number; text: string }[];
  sides: LabelSide[];
  room: number;
  /** The same for narrow screens, column by column. */
  lists: FlowList[];
  tables: FigureTable[];
  logos: Record<string, string>;
  people: string;
  /** "17 still there." */
  rest: string;
};

/** Colours by company, the same in every column. Companies get their own colours first, then others in order. */
class Colours {
  readonly #lines = new Map<string, LineNumber>();

  of(id: string): LineNumber {
    const known = this.#lines.get(id);
    if (known !== undefined) return known;
    const order = [1, 2, 3, 4, 5, 6, 7] as const;
    const next = order[this.#lines.size % order.length] ?? 1;
    this.#lines.set(id, next);
    return next;
  }
}

function sum(counts: readonly Count[]): number {
  return counts.reduce<number>((total, count) => total + (count ?? 0), 0);
}

/** The people at companies without a node of their own; null: 1 to 4. */
function othersOf(hop: Hop, named: number): Count {
  const behind = sum(hop.nodes.slice(named).map((one) => one.people));
  return hop.others === null && behind === 0 ? null : (hop.others ?? 0) + behind;
}

/** A column of the drawing: the largest companies, then everybody else together. */
function columnOf(hop: Hop, colours: Colours, end: string | undefined): FlowNode[] {
  const named = hop.nodes.slice(0, NAMED_IN_A_COLUMN);
  const nodes: FlowNode[] = [
    { id: STAYED, name: "Stayed", people: hop.stayed ?? 0, line: 0 },
    ...named.map(({ id, name, people }) => ({ id, name, people, href: `/company/${id}`, line: colours.of(id) })),
    { id: OTHER, name: "Other companies", people: othersOf(hop, NAMED_IN_A_COLUMN) ?? 0 },
    ...(end === undefined ? [] : [{ id: ENDED, name: end, people: hop.ended ?? 0 }]),
  ];
  return nodes.filter((one) => one.people > 0);
}

/** Links between the drawn nodes. Links of companies without their own node go to "others". */
function linksOf(links: readonly FlowLink[], column: number, from: FlowNode[], to: FlowNode[]): DrawnLink[] {
  const place = (nodes: FlowNode[], id: string): string => (nodes.some((one) => one.id === id) ? id : OTHER);
  const summed = new Map<string, DrawnLink>();
  for (const link of links) {
    const [start, goal] = [place(from, link.from), place(to, link.to)];
    const known = summed.get(`${start} ${goal}`);
    const people = (known?.people ?? 0) + (link.people ?? 0);
    summed.set(`${start} ${goal}`, { column, from: start, to: goal, people });
  }
  return [...summed.values()];
}

function tableOf(title: string, hop: Hop, ends: { still: string | undefined; ended: string }): FigureTable {
  const rest: [string, Count][] = [
    ["Stayed", hop.stayed],
    ["Other companies", othersOf(hop, NAMED_IN_A_TABLE)],
    ...(ends.still === undefined ? [] : [[ends.still, hop.stillThere] satisfies [string, Count]]),
    [ends.ended, hop.ended],
  ];
  return {
    caption: hop.people === null ? title : `${title}: ${peopleText(hop.people)}`,
    head: ["Company", "People"],
    rows: [
      ...hop.nodes.slice(0, NAMED_IN_A_TABLE).map(({ name, people }) => [name, countText(people)]),
      ...rest.filter(([, count]) => count !== 0).map(([name, count]) => [name, countText(count)]),
    ],
  };
}

const TITLES = ["Next stop", "Second stop", "Third stop"] as const;
const SCHOOL_TITLES = ["First stop", "Second stop", "Third stop"] as const;

function listOf(title: string, nodes: readonly FlowNode[]): FlowList {
  const most = Math.max(1, ...nodes.map((one) => one.people));
  return { title, rows: nodes.map((one) => ({ ...one, share: round((one.people / most) * 100) })) };
}

/** Where people came from, and their next three stops; undefined for fewer than five people. */
export function flowView(
  hub: Hub,
  flows: { before: Flow | undefined; after: Flow },
  logos: Record<string, string>,
): FlowView | undefined {
  const { before, after } = flows;
  if (!hasFlow(after)) return undefined;
  const colours = new Colours();
  const hubNode: FlowNode = { id: START, name: hub.name, people: after.people, isHub: true };
  const [cameFrom] = before?.hops ?? [];
  const hops = after.hops.filter((hop) => sum([hop.others, hop.stayed, ...hop.nodes.map((one) => one.people)]) > 0);
  const next = hops.map((hop, n) => columnOf(hop, colours, n === 0 ? "No stop after yet" : undefined));
  const came = cameFrom === undefined ? [] : columnOf(cameFrom, colours, "First stop here");
  // Where each number is too small to be shown, nothing is drawn: the layout fails with an empty column.
  const prior = came.length === 0 ? undefined : came;
  const columns = [...(prior === undefined ? [] : [prior]), [hubNode], ...next];
  const first = prior === undefined ? 0 : 1;
  const links = [
    ...(prior ?? []).map((one) => ({ column: 0, from: one.id, to: START, people: one.people })),
    ...hops.flatMap((hop, n) => {
      const [from = [], to = []] = [columns[first + n], columns[first + n + 1]];
      const ended = to.filter((one) => one.id === ENDED);
      return [
        ...linksOf(hop.links, first + n, from, to),
        ...ended.map((one) => ({ column: first + n, from: START, to: ENDED, people: one.people })),
      ];
    }),
  ];
  const places = placesOf(first, next.length);
  const titles = hub.isSchool ? SCHOOL_TITLES : TITLES;
  const heads = [...(prior === undefined ? [] : ["Stop before"]), hub.isSchool ? "School" : "Here", ...titles];
  const still = hub.isSchool ? undefined : "Still there";
  const tables = [
    ...(cameFrom === undefined
      ? []
      : [tableOf("Stop before", cameFrom, { still: undefined, ended: "First stop here" })]),
    ...hops.map((hop, n) =>
      tableOf(titles[n] ?? "", hop, { still: n === 0 ? still : "Still there", ended: "No stop after yet" }),
    ),
  ];
  return {
    label: `Where people came from before ${hub.name} and where they went. ${peopleText(after.people)}.`,
    hub,
    isNamed: [...(prior ?? []), ...next.flat()].some(({ id }) => id !== OTHER && id !== ENDED),
    drawing: layFlow(columns, links, places.at),
    heads: places.at.map((x, n) => ({ x, text: heads[n] ?? "" })),
    sides: columns.map((_, n) => (n < first ? "left" : "right")),
    room: places.room,
    lists: [
      ...(prior === undefined ? [] : [listOf("Stop before", prior)]),
      ...next.map((one, n) => listOf(titles[n] ?? "", one)),
    ],
    tables,
    logos,
    people: peopleText(after.people),
    rest: restOf(hops[0]),
  };
}

/** Columns in percent of the width, and the room beside each for names. */
function placesOf(before: number, after: number): { at: number[]; room: number } {
  const left = before === 0 ? 5 : 19;
  const start = before === 0 ? left : 34;
  const room = round((98 - start) / (after + 0.55));
  const nexts = Array.from({ length: after }, (_, n) => round(start + (n + 0.55) * room));
  return { at: [...(before === 0 ? [] : [left]), start, ...nexts], room: Math.min(room, 19) };
}

function restOf(hop: Hop | undefined): string {
  if (hop === undefined || hop.stillThere === 0) return "";
  return `${hop.stillThere === null ? "Under 5" : numberText(hop.stillThere)} still there.`;
}
