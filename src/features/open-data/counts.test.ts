import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { OpenDataCounts, type Person } from "./pure/counts.ts";
import { csvLine } from "./pure/format.ts";
import { inFives, MAX_ROUTE } from "./rules.ts";

const NAMES = new Map([..."abcdef"].map((id) => [id, id.toUpperCase()]));

function count(people: readonly Person[]): OpenDataCounts {
  const counts = new OpenDataCounts();
  for (const person of people) counts.add(person, NAMES);
  for (const _ of counts.count());
  return counts;
}

/** The same by the plainest way: every run of every length of everybody, in one table. */
function naive(people: readonly Person[]): { routes: object[]; pairs: object[]; companies: string[] } {
  const tables = [new Map<string, number>(), new Map<string, number>(), new Map<string, number>()] as const;
  const add = (to: Map<string, number>, keys: Set<string>): void =>
    keys.forEach((key) => to.set(key, (to.get(key) ?? 0) + 1));
  for (const { school, runs } of people) {
    const routes = new Set<string>();
    for (const run of runs)
      for (let from = 0; from < run.length; from += 1)
        for (let to = from + 2; to <= Math.min(run.length, from + MAX_ROUTE); to += 1)
          routes.add(run.slice(from, to).join(">"));
    add(tables[0], routes);
    add(tables[1], new Set(school === "" ? [] : runs.flat().map((company) => `${school}>${company}`)));
    add(tables[2], new Set(runs.flat()));
  }
  const shown = (table: Map<string, number>): [string, number | null][] =>
    [...table]
      .map(([key, n]): [string, number | null] => [key, inFives(n)])
      .filter(([, n]) => n !== null)
      .toSorted();
  return {
    routes: shown(tables[0]).map(([key, n]) => ({
      companies: key,
      names: key.toUpperCase().replaceAll(">", " > "),
      people: n,
    })),
    pairs: shown(tables[1]).map(([key, n]) => ({ school: key[0], company: key[2], people: n })),
    companies: shown(tables[2]).map(([key]) => key),
  };
}

describe("what the open data counts", () => {
  const person = fc.record({
    school: fc.constantFrom("", "s", "t"),
    runs: fc.array(fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 6 }), { maxLength: 3 }),
  });

  test("is what counting everything says, of any people", () => {
    fc.assert(
      fc.property(fc.array(person, { maxLength: 60 }), (people) => {
        const counts = count(people);
        const expected = naive(people);
        expect(counts.routes()).toEqual(expected.routes);
        expect(counts.schoolCompanies()).toEqual(expected.pairs);
        expect(counts.companies()).toEqual(expected.companies);
      }),
      { numRuns: 300 },
    );
  });

  test("a route of five is shown with all in it, one of four is not", () => {
    const five = Array.from({ length: 5 }, () => ({ school: "s", runs: [["a", "b", "c", "d"]] }));
    const four = Array.from({ length: 4 }, () => ({ school: "", runs: [["a", "b", "e"]] }));
    const counts = count([...five, ...four]);
    expect(counts.routes().map(({ companies, people }) => [companies, people])).toEqual([
      ["a>b", 5],
      ["a>b>c", 5],
      ["a>b>c>d", 5],
      ["b>c", 5],
      ["b>c>d", 5],
      ["c>d", 5],
    ]);
    expect([counts.company("a"), counts.company("e"), counts.company("f")]).toEqual([5, null, null]);
    expect([counts.school("s"), counts.school("t"), counts.nameOf("b"), counts.nameOf("x")]).toEqual([
      5,
      null,
      "B",
      "",
    ]);
  });

  test("gives other work its turn", () => {
    const counts = new OpenDataCounts();
    for (let n = 0; n < 4_100; n += 1) counts.add({ school: "", runs: [["a", "b"]] }, NAMES);
    // Twice a pass: schools, and routes of two, three and four companies.
    expect([...counts.count()]).toHaveLength(2 * MAX_ROUTE);
  });
});

test("a line of CSV quotes what would end a field or a line, and leaves a hidden number empty", () => {
  expect(csvLine(["a, b", 'the "c"', "d\ne", "f\rg", "plain", null, 5])).toBe(
    '"a, b","the ""c""","d\ne","f\rg",plain,,5\r\n',
  );
});
