import { renderToStaticMarkup } from "react-dom/server";
import { createElement } from "react";
import { expect, test } from "vitest";
import type { SchoolInsights } from "#features/path/pure/types.ts";
import { SchoolFiguresDrawn } from "./figures-drawn.ts";
import { schoolLinks } from "./school-view.ts";

const HUB = { name: "Northwall", logo: "", isSchool: true };
const NONE: SchoolInsights = {
  firstStops: { rows: [], others: 0 },
  companies: { rows: [], others: 0 },
  after: { people: null, hops: [] },
  levelsAfter: [],
  interned: null,
};
const FULL: SchoolInsights = {
  firstStops: { rows: [{ id: "a", name: "Quillon", people: 8 }], others: 0 },
  companies: { rows: [], others: 0 },
  after: { people: 8, hops: [] },
  levelsAfter: [{ years: 0, people: 8, levels: [] }],
  interned: { people: 5, of: 12, low: 0.2, high: 0.6 },
};

test.each([
  ["nothing", NONE],
  ["everything", FULL],
  ...(["after", "levelsAfter", "interned", "firstStops"] as const).flatMap((name): [string, SchoolInsights][] => [
    [`${name} alone`, { ...NONE, [name]: FULL[name] }],
    [`all but ${name}`, { ...FULL, [name]: NONE[name] }],
  ]),
  ["companies alone", { ...NONE, companies: FULL.firstStops }],
])("the links above a school's figures lead to the sections that are there: %s", (_, insights) => {
  const markup = renderToStaticMarkup(createElement(SchoolFiguresDrawn, { hub: HUB, insights, logos: {} }));
  const sections = [...markup.matchAll(/<section[^>]* id="([^"]+)"/g)].map((match) => match[1]);
  expect(schoolLinks(insights).map(([id]) => id)).toEqual(sections);
});
