import { describe, expect, it } from "vitest";
import { drawnWays, layWays, type WaysAnswer } from "./lay-ways.ts";

const NAMES = { from: "Waterloo", to: "Google" };
const named = (id: string, people: number) => ({ id, name: id.toUpperCase(), people });

const ANSWER: WaysAnswer = {
  routes: [
    { companies: [named("a", 20), named("b", 20)], people: 20 },
    { companies: [], people: 8 },
  ],
  columns: [
    { rows: [named("a", 25)], others: 5 },
    { rows: [named("b", 20)], others: 10 },
  ],
  links: [
    { from: "start", to: "a", people: 25 },
    { from: "start", to: "straight", people: 8 },
    { from: "a", to: "b", people: 20 },
    { from: "a", to: "other", people: 5 },
    { from: "other", to: "other", people: 5 },
  ],
};

describe("the ways of a diagram", () => {
  it("have a band each from end to end, the largest in the first colours, everybody else grey", () => {
    const { ribbons } = layWays(ANSWER, NAMES);
    expect(ribbons).toHaveLength(4 * 3);
    const coloured = new Set(
      ribbons.filter(({ line }) => line !== undefined).map(({ title, line }) => `${line} ${title}`),
    );
    expect([...coloured]).toEqual(["0 Waterloo, A, B, Google: 20", "1 Waterloo, straight there, Google: 8"]);
  });

  it("have bars for the companies, straight there, and the others together, as high as their people are many", () => {
    const { nodes } = layWays(ANSWER, NAMES);
    const first = nodes.filter(({ column }) => column === 1).map(({ name, people }) => [name, people]);
    expect(first).toEqual([
      ["A", 25],
      ["straight there", 8],
      ["Other stops", 5],
    ]);
    const [a, straight] = nodes.filter(({ column }) => column === 1);
    expect((a?.height ?? 0) / (straight?.height ?? 1)).toBeCloseTo(25 / 8, 1);
    expect(drawnWays(ANSWER)).toEqual([
      { first: "a", last: "b", people: 20 },
      { first: "straight", last: "straight", people: 8 },
      { first: "a", last: "other", people: 5 },
      { first: "other", last: "other", people: 5 },
    ]);
  });

  it("fold what has no bar of its own into the others, without losing anybody", () => {
    const many = ["a", "b", "c", "d", "e", "f", "g"];
    const links = many.map((id, at) => ({ from: id, to: "z", people: 20 - at }));
    const { nodes } = layWays({ routes: [], columns: [], links }, NAMES);
    const first = nodes.filter(({ column }) => column === 1);
    expect(first).toHaveLength(6);
    expect(first.reduce((sum, { people }) => sum + people, 0)).toBe(20 + 19 + 18 + 17 + 16 + 15 + 14);
    // The rows of the table are the pairs that the drawing shows.
    expect(drawnWays({ routes: [], columns: [], links }).map(({ first: id, people }) => [id, people])).toEqual([
      ["other", 15 + 14],
      ["a", 20],
      ["b", 19],
      ["c", 18],
      ["d", 17],
      ["e", 16],
    ]);
  });

  it("draw nothing of nobody", () => {
    expect(layWays({ routes: [], columns: [], links: [] }, NAMES).nodes).toEqual([]);
  });
});
