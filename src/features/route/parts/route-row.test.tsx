import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { personOf, TODAY, type RoleSpec } from "#features/person-card/parts/fixtures.ts";
import { RouteRow } from "./route-row.tsx";

const NAMES = Array.from({ length: 24 }, (_, index) => `Elm ${index + 1}`);
const ROLES = NAMES.map((at, index): RoleSpec => ({
  at,
  title: "Engineer",
  from: `${1990 + index}-01-01`,
  to: `${1990 + index}-08-01`,
}));
const step = { ring: "f", sign: "mark", word: "Stop", name: "Elm", logo: "", stop: "any", people: 5 } as const;

/** The markup of each column of a row. `hits` are the numbers of the person's stops that match the route, from 1. */
function columns(hits: readonly number[], elastic: readonly boolean[]): string[] {
  const profile = personOf("Oslo Brandt", ROLES);
  const matched = hits.map((at) => ({ entry: "", position: profile.pipeline[at - 1]?.roles[0]?.position ?? 0 }));
  const html = renderToStaticMarkup(
    <RouteRow
      line={{ profile, matched, months: 24 }}
      steps={hits.map(() => step)}
      shape={{ isAligned: true, elastic }}
      today={TODAY}
    />,
  );
  return html.split('<div class="arow__c').slice(1);
}

const rings = (html: string | undefined): number => html?.split("st st--xs").length ?? 0;

it.each([
  { what: "few stops", hits: [4, 19], before: [3, ""], after: [5, ""] },
  { what: "many stops", hits: [5, 15], before: [2, "+2"], after: [4, "+5"] },
] as const)("$what before and after a route fit their columns", ({ hits, before, after }) => {
  const all = columns(hits, [true]);
  for (const [html, [count, more]] of [
    [all.at(0), before],
    [all.at(-1), after],
  ] as const) {
    expect(rings(html) - 1).toBe(count);
    expect(/\+\d+/.exec(html ?? "")?.[0] ?? "").toBe(more);
  }
  // Each stop is read out, also those that are only counted.
  for (const name of NAMES) expect(all.join("")).toMatch(new RegExp(`>[^<]*Engineer, ${name},`));
});

it("shows more rings where the last column is wide", () => {
  expect(rings(columns([1, 2], [false]).at(-1)) - 1).toBe(12);
});
