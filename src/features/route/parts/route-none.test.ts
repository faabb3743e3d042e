import { expect, it } from "vitest";
import type { Link } from "#features/path/pure/types.ts";
import type { StepView } from "#features/route/pure/view.ts";
import { whereItEnds } from "./route-none.tsx";

const figma = { sign: "mark", name: "Figma" } as StepView;
const staff = { sign: "chevrons-up", name: "Staff or above" } as StepView;
const next: Link = { between: "next", limit: null };
const soon: Link = { between: "any", limit: 24 };

it.each([
  [19, staff, next, "19 people got that far, and none of them was Staff or above at the next stop."],
  [19, figma, soon, "19 people got that far, and none of them went to Figma later within 2 years."],
  [null, figma, next, "Fewer than 5 got that far, and none of them went to Figma at the next stop."],
  [1, staff, next, "1 person got that far, and was not Staff or above at the next stop."],
  [1, figma, next, "1 person got that far, and did not go to Figma at the next stop."],
])("a route that %s people took up to its last step says so", (people, gone, link, sentence) => {
  const steps = [
    { ...figma, name: "Monzo", people },
    { ...gone, people: 0 },
  ];
  expect(whereItEnds({ steps, links: [link] })).toBe(`The line ends after Monzo. ${sentence}`);
});

it.each([[[0, 0]], [[5, 7]]])("a route of %s people has no such place", (people) => {
  const steps = people.map((count) => ({ ...figma, people: count }));
  expect(whereItEnds({ steps, links: [next] })).toBe("");
});
