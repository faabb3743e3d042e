import { expect, test } from "vitest";
import type { Flow, Hop } from "#features/path/pure/types.ts";
import { flowView } from "./flow-view.ts";

const HUB = { name: "Quillon", logo: "", isSchool: false };

function hop(more: Partial<Hop>): Hop {
  return { people: 5, nodes: [], others: 0, stayed: 0, stillThere: 0, ended: 0, links: [], ...more };
}

const company = (id: string, people: number) => ({ id, name: id.toUpperCase(), people });

test.each([null, 0])("a flow of %s people is not drawn", (people) => {
  expect(flowView(HUB, { before: undefined, after: { people, hops: [hop({ people })] } }, {})).toBeUndefined();
});

test("what is too few is said in the table and drawn nowhere", () => {
  const after: Flow = {
    people: 13,
    hops: [hop({ people: 13, nodes: [company("a", 5)], others: null, stillThere: null, ended: null })],
  };
  const view = flowView(HUB, { before: undefined, after }, {});
  expect(view?.tables[0]?.rows).toEqual([
    ["A", "5"],
    ["Other companies", "under 5"],
    ["Still there", "under 5"],
    ["No stop after yet", "under 5"],
  ]);
  expect(view?.drawing.nodes.map((one) => one.id)).toEqual(["start", "a"]);
  expect(view?.rest).toBe("Under 5 still there.");
});

test("where every company is too small to be named, the flow says so", () => {
  const named = { people: 7, hops: [hop({ people: 7, nodes: [company("a", 5)], others: null })] };
  const grouped = { people: 7, hops: [hop({ people: 7, others: 7 })] };
  const isNamed = (after: Flow) => flowView(HUB, { before: undefined, after }, {})?.isNamed;
  expect([isNamed(named), isNamed(grouped)]).toEqual([true, false]);
});

test("where all stops before are too few, there is no column before", () => {
  const links = [{ from: "start", to: "a", people: 5 }];
  const after: Flow = { people: 7, hops: [hop({ people: 7, nodes: [company("a", 5)], others: null, links })] };
  const before: Flow = { people: 7, hops: [hop({ people: 7, others: null, stayed: null, ended: null })] };
  const view = flowView(HUB, { before, after }, {});
  expect(view?.drawing.nodes.map((one) => [one.column, one.id])).toEqual([
    [0, "start"],
    [1, "a"],
  ]);
  expect([view?.sides, view?.heads.map((one) => one.text)]).toEqual([
    ["right", "right"],
    ["Here", "Next stop"],
  ]);
  expect(view?.tables[0]).toMatchObject({
    caption: "Stop before: 7 people",
    rows: [
      ["Stayed", "under 5"],
      ["Other companies", "under 5"],
      ["First stop here", "under 5"],
    ],
  });
});

test("five companies a column are named, the others are one; their links are the others' too", () => {
  const nodes = ["a", "b", "c", "d", "e", "f", "g"].map((id, n) => company(id, 5_000 - n));
  const links = nodes.map(({ id, people }) => ({ from: "start", to: id, people }));
  const after: Flow = { people: 40_000, hops: [hop({ people: 40_000, nodes, others: 10, links })] };
  const view = flowView(HUB, { before: { people: 40_000, hops: [hop({ ended: 40_000 })] }, after }, {});
  const column = view?.drawing.nodes.filter((one) => one.column === 2) ?? [];
  expect(column.map((one) => [one.id, one.people])).toEqual([
    ...nodes.slice(0, 5).map(({ id, people }) => [id, people]),
    ["other", 4_995 + 4_994 + 10],
  ]);
  expect(view?.drawing.ribbons).toHaveLength(1 + 6);
  // Grey nodes have a name too.
  expect(view?.drawing.nodes.filter((one) => one.line === undefined && !one.isHub).map((one) => one.name)).toEqual([
    "First stop here",
    "Other companies",
  ]);
  // In the table more are named.
  expect(view?.tables[1]?.rows.map(([name]) => name)).toEqual([..."ABCDEFG", "Other companies"]);
  expect(view?.sides).toEqual(["left", "right", "right"]);
});

test("a company has one colour in every column", () => {
  const first = hop({ nodes: [company("a", 9), company("b", 5)], links: [{ from: "start", to: "a", people: 9 }] });
  const second = hop({ nodes: [company("b", 9), company("a", 5)], links: [{ from: "a", to: "b", people: 9 }] });
  const view = flowView(HUB, { before: undefined, after: { people: 14, hops: [first, second] } }, {});
  const colours = new Map<string, Set<unknown>>();
  for (const { id, line } of view?.drawing.nodes ?? []) colours.set(id, (colours.get(id) ?? new Set()).add(line));
  expect([colours.get("a")?.size, colours.get("b")?.size]).toEqual([1, 1]);
});
