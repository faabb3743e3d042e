import { describe, expect, it } from "vitest";
import type { Route, RouteChange } from "#features/path/pure/types.ts";
import { lookOf, type Marks } from "./look.ts";
import { looseParts, looseWords } from "./loose-words.ts";

const MARKS: Marks = new Map([
  ["u", { name: "Waterloo", logo: "" }],
  ["d", { name: "Datadog", logo: "" }],
]);
const step = { of: "role" as const, companies: [], titles: [], levels: [], kinds: [] };
const ROUTE: Route = {
  steps: [
    { of: "school", school: "u" },
    { ...step, companies: ["d"], kinds: ["intern"] },
    { ...step, levels: ["staff"] },
  ],
  links: [
    { between: "any", limit: null },
    { between: "next", limit: 24 },
  ],
  isFirst: false,
  isNow: false,
  country: null,
  school: null,
  since: 2019,
  until: 2024,
};
const looks = ROUTE.steps.map((one) => lookOf(one, MARKS));
const words = (...changes: RouteChange[]): string =>
  looseWords(changes, ROUTE, looks)
    .map(({ text, isQuoted }) => (isQuoted ? `“${text}”` : text))
    .join("");

describe("a looser route", () => {
  it.each<[string, RouteChange]>([
    ["if “next stop” before Staff or above becomes “any stops”", { kind: "any-stops", link: 1 }],
    ["without “within 2 years”", { kind: "drop-limit", link: 1 }],
    ["if “Staff or above” becomes “Lead or above”", { kind: "lower-level", step: 2, from: "staff", to: "lead" }],
    ["without the internship at Datadog", { kind: "drop-step", step: 1 }],
    ["from any school", { kind: "drop-school" }],
    ["without the country", { kind: "drop-filter", filter: "country" }],
    ["without “since 2019”", { kind: "drop-filter", filter: "since" }],
    ["without “until 2024”", { kind: "drop-filter", filter: "until" }],
  ])("says %s", (text, change) => expect(words(change)).toBe(text));

  it("says two changes in one sentence", () => {
    expect(words({ kind: "drop-school" }, { kind: "any-stops", link: 1 })).toBe(
      "from any school, and if “next stop” before Staff or above becomes “any stops”",
    );
  });

  it("keeps the kind of a link that loses its limit alone", () => {
    const linksOf = (...changes: RouteChange[]) => looseParts(changes, ROUTE).links.map(({ is }) => is);
    expect(linksOf({ kind: "drop-limit", link: 1 })).toEqual(["same", "freed"]);
    expect(linksOf({ kind: "any-stops", link: 1 }, { kind: "drop-limit", link: 1 })).toEqual(["same", "changed"]);
    expect(linksOf({ kind: "drop-limit", link: 1 }, { kind: "any-stops", link: 1 })).toEqual(["same", "changed"]);
  });

  it("marks what it drops, and the links beside it", () => {
    const { steps, links } = looseParts([{ kind: "drop-step", step: 1 }], ROUTE);
    expect(steps.map(({ is }) => is)).toEqual(["same", "gone", "same"]);
    expect(links.map(({ is }) => is)).toEqual(["changed", "changed"]);
  });
});
