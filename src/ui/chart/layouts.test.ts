import { expect, test } from "vitest";
import { LEAST_ON_SHORT_SCALE, layCapsule } from "./capsule-layout.ts";
import { layDiverging } from "./diverging-layout.ts";
import { layDots } from "./dot-layout.ts";
import { layFlow } from "./flow-layout.ts";
import { layLabels, layMonths, laySlots } from "./scale-layout.ts";
import { layStepCurve, spreadLabels } from "./step-layout.ts";

test.each([
  [0, ["0", "3", "6", "9", "12 mo"]],
  [Number.NaN, ["0", "3", "6", "9", "12 mo"]],
  [5, ["0", "3", "6 mo"]],
  [14, ["0", "6", "12", "18 mo"]],
  [25, ["0", "1", "2", "3 yr"]],
  [72, ["0", "1", "2", "3", "4", "5", "6 yr"]],
  [73, ["0", "2", "4", "6", "8 yr"]],
  [600, ["0", "10", "20", "30", "40", "50 yr"]],
])("an axis to %s months has few labels, the last with its unit", (longest, labels) => {
  const { ticks } = layMonths(longest);
  expect(ticks.map((tick) => tick.label)).toEqual(labels);
  expect(ticks[0]?.at).toBe(0);
  expect(ticks.at(-1)?.at).toBe(100);
});

test("what lies outside an axis stays at its end", () => {
  const { at } = layMonths(12);
  expect([at(-3), at(6), at(40)]).toEqual([0, 50, 100]);
});

test.each([0, 1, 2, 40])("%s columns fit side by side", (count) => {
  const slots = laySlots(count);
  expect(slots).toHaveLength(count);
  for (const [n, slot] of slots.entries()) {
    expect(slot.left).toBeGreaterThanOrEqual(0);
    expect(slot.left + slot.width).toBeLessThanOrEqual(100.02);
    expect(slot.left).toBeGreaterThan(n === 0 ? -1 : (slots[n - 1]?.middle ?? 0));
  }
});

test.each([
  [0, 4, ""],
  [5, 4, "aaaaa"],
  [9, 4, "awawawawa"],
  [17, 4, "a-w-a-w-a-w-a-w-a".replaceAll("-", " ")],
  [34, 4, "w  a  w  a  w  a  w  a  w  a  w  a".padStart(34)],
])("labels of %s columns, %s letters each: always, on wide screens, never", (count, letters, drawn) => {
  const laid = new Map(
    layLabels(
      Array.from({ length: count }, (_, n) => `${n}`),
      letters,
    ).map((one) => [Number(one.label), one.needsRoom]),
  );
  const kinds = Array.from({ length: count }, (_, n) => (laid.has(n) ? (laid.get(n) === true ? "w" : "a") : " "));
  expect(kinds.join("")).toBe(drawn);
});

test("labels of columns do not meet on the smallest phone or on a wide screen, and the last has one", () => {
  const gaps = (at: number[]): number[] => at.slice(1).map((middle, n) => middle - (at[n] ?? 0));
  for (let count = 1; count <= 80; count += 1) {
    for (const letters of [4, 5, 6, 9]) {
      const ticks = layLabels(Array.from({ length: count }, String), letters);
      const phone = ticks.filter((tick) => tick.needsRoom === false);
      expect([ticks.at(-1)?.at, phone.at(-1)?.at]).toEqual([laySlots(count).at(-1)?.middle, ticks.at(-1)?.at]);
      for (const gap of gaps(phone.map(({ at }) => at))) expect((gap / 100) * 248).toBeGreaterThan(letters * 6.5);
      for (const gap of gaps(ticks.map(({ at }) => at))) expect((gap / 100) * 480).toBeGreaterThan(letters * 6.5);
    }
  }
});

test("a capsule of equal values is seen, and none leaves its axis", () => {
  const scale = layMonths(72);
  expect(layCapsule({ q1: 36, median: 36, q3: 36 }, scale)).toEqual({ left: 49, width: 2, at: 50 });
  expect(layCapsule({ q1: 36, median: 36, q3: 36 }, scale, LEAST_ON_SHORT_SCALE)).toEqual({
    left: 43,
    width: 14,
    at: 50,
  });
  const first = layCapsule({ q1: 0, median: 0, q3: 0 }, scale);
  expect(first.left).toBe(0);
  expect(first.width).toBeGreaterThanOrEqual(2);
  const last = layCapsule({ q1: 72, median: 72, q3: 72 }, scale);
  expect(last.left + last.width).toBeLessThanOrEqual(100);
  expect(last.width).toBeGreaterThanOrEqual(2);
});

test("a curve begins with everybody, goes down in steps and has its band", () => {
  const scale = layMonths(12);
  const steps = [
    { months: 3, survival: 0.5, low: 0.25, high: 0.75 },
    { months: 12, survival: 0.5, low: 0.25, high: 0.75 },
  ];
  const { line, band, end } = layStepCurve(steps, scale, 110);
  expect(line).toBe("M0,10L25,10L25,60L100,60L100,60");
  expect(band.startsWith("M0,10L25,10L25,35")).toBe(true);
  expect(end).toEqual({ x: 100, y: 60 });
});

test("a curve without steps draws nothing, one without bounds no band, and one to zero is drawn", () => {
  const scale = layMonths(12);
  expect(layStepCurve([], scale, 110)).toEqual({ line: "", band: "", end: undefined });
  const bare = layStepCurve([{ months: 6, survival: 0, low: null, high: null }], scale, 110);
  expect(bare.band).toBe("");
  expect(bare.line).toBe("M0,10L50,10L50,110");
});

test("names at the ends of curves never lie on each other, and stay above the ground", () => {
  expect(spreadLabels([50, 50, 52], 14, 200)).toEqual([50, 64, 78]);
  expect(spreadLabels([198, 199, 200], 14, 200)).toEqual([172, 186, 200]);
  expect(spreadLabels([10, 100], 14, 200)).toEqual([10, 100]);
  expect(spreadLabels([], 14, 200)).toEqual([]);
});

test("the middle of those who felt the same is the centre, on one scale for all rows", () => {
  const [row = [], all = [], none] = layDiverging([
    { worse: 25, same: 50, better: 25 },
    { worse: 0, same: 0, better: 5_000 },
    { worse: 0, same: 0, better: 0 },
  ]);
  const same = row.find((part) => part.kind === "same");
  expect((same?.left ?? 0) + (same?.width ?? 0) / 2).toBe(50);
  expect(row.map((part) => part.share)).toEqual([25, 50, 25]);
  expect(all).toEqual([{ kind: "better", left: 50, width: 50, share: 100 }]);
  expect(none).toEqual([]);
  for (const part of [...row, ...all]) expect(part.left + part.width).toBeLessThanOrEqual(100.01);
});

test("a dot for each of few, one for several of many, none for nobody", () => {
  expect(layDots([])).toMatchObject({ dots: [], rows: 0, peopleADot: 1 });
  expect(layDots([12, 12, 12, 24, 36]).dots).toHaveLength(5);
  const equal = layDots(Array.from({ length: 5_000 }, () => 24));
  expect(equal).toMatchObject({ rows: 20, peopleADot: 250 });
  expect(equal.dots).toHaveLength(20);
  const spread = layDots(Array.from({ length: 5_000 }, (_, n) => n % 120));
  expect(spread.dots.length).toBeLessThanOrEqual(60 * 20);
  expect(spread.rows).toBeLessThanOrEqual(20);
  // The drawing is never taller than 105 px, however many people there are.
  for (const { rows, pitch } of [equal, spread, layDots([24, 24, 24])]) expect(rows * pitch).toBeLessThanOrEqual(105);
});

const node = (id: string, people: number) => ({ id, name: id, people });

test("a flow without people draws nothing", () => {
  expect(layFlow([], [], [])).toEqual({ height: 0, nodes: [], ribbons: [] });
  expect(layFlow([[], []], [], [0, 100]).nodes).toEqual([]);
});

test("bars are as high as their people, in the given order and without touching", () => {
  const columns = [[node("hub", 5_000)], [node("a", 4_990), node("b", 5), node("other", 5)]];
  const links = [
    { column: 0, from: "hub", to: "a", people: 4_990 },
    { column: 0, from: "hub", to: "b", people: 5 },
    { column: 0, from: "hub", to: "gone", people: 5 },
  ];
  const { nodes, ribbons, height } = layFlow(columns, links, [10, 60]);
  const after = nodes.filter((one) => one.column === 1);
  expect(after.map((one) => one.id)).toEqual(["a", "b", "other"]);
  for (const [n, one] of after.entries()) {
    expect(one.x).toBe(60);
    expect(one.height).toBeGreaterThanOrEqual(2);
    expect(one.y + one.height).toBeLessThanOrEqual(height);
    const above = after[n - 1];
    if (above) expect(one.y).toBeGreaterThanOrEqual(above.y + above.height + 20);
  }
  // The link to a node that is not there is left out.
  expect(ribbons.map((one) => one.title)).toEqual(["hub → a: 4,990", "hub → b: 5"]);
  expect(ribbons[0]?.path).toMatch(/^M10,/);
});

test("a stop that no band leads to stands by the next of its column", () => {
  const columns = [
    [node("hub", 100)],
    ["a", "b", "c", "d", "e", "other"].map((id) => node(id, id === "other" ? 60 : 8)),
    [node("x", 5), node("y", 5), node("other", 30)],
  ];
  const links = [
    ...["a", "b", "c", "d", "e"].map((to) => ({ column: 0, from: "hub", to, people: 8 })),
    { column: 0, from: "hub", to: "other", people: 60 },
    { column: 1, from: "other", to: "other", people: 30 },
  ];
  const { nodes } = layFlow(columns, links, [0, 50, 100]);
  const [x, y, other] = nodes.filter((one) => one.column === 2);
  expect(Math.round((other?.y ?? 0) - ((y?.y ?? 0) + (y?.height ?? 0)))).toBe(30);
  expect(Math.round((y?.y ?? 0) - ((x?.y ?? 0) + (x?.height ?? 0)))).toBe(30);
});

test("a stop and the next two, where some stay at each", () => {
  const columns = [[node("hub", 20)], [node("a", 12)], [node("b", 5), node("other", 5)]];
  const links = [
    { column: 0, from: "hub", to: "a", people: 12 },
    { column: 1, from: "a", to: "b", people: 5 },
    { column: 1, from: "a", to: "other", people: 0 },
  ];
  const { nodes, ribbons } = layFlow(columns, links, [0, 50, 100]);
  const [hub, a, b] = nodes;
  expect(hub && a && b && [hub.height > a.height, a.height > b.height]).toEqual([true, true]);
  expect(ribbons).toHaveLength(2);
  expect(nodes.every((one) => Number.isFinite(one.y) && Number.isFinite(one.height))).toBe(true);
});
