import { describe, expect, it } from "vitest";
import { createPathEngine } from "#features/path/pure/engine.ts";
import { idOf, PAGE, roleStep, routeOf, times, toLine, TODAY, type BriefRole } from "#tests/helpers/path-lines.ts";
import { Columns } from "./columns.ts";

const OF_EVERYBODY = { kind: "everyone", since: null, until: null } as const;

describe("names are forgotten", () => {
  /** Changes to one role, each to a new company and title, between one forgetting and the next. */
  function changesBetween(columns: Columns, forgettings: number): number[] {
    const counts: number[] = [];
    let changes = 0;
    for (let n = 0; counts.length < forgettings && n < 2_000; n += 1) {
      const before = columns.names();
      columns.put(toLine({ id: "busy", roles: [{ at: `At ${n}`, title: `As ${n}`, from: "2020-01" }] }));
      if (n > 0) changes += 1;
      if (columns.names() > before) continue;
      counts.push(changes);
      changes = 0;
    }
    return counts;
  }

  it("after as many dead roles as a 32nd of all", () => {
    const columns = new Columns(undefined, 10);
    const roles = Array.from({ length: 100 }, (): BriefRole => ({ at: "A", from: "2020-01" }));
    for (const line of times(96, { roles })) columns.put(toLine(line));
    // 9,600 roles with one name; the first time it is not yet known how many roles there are.
    expect(changesBetween(columns, 4)).toEqual([12, 301, 301, 301]);
  });

  it("after as many dead roles as names in use, where these are more", () => {
    const columns = new Columns(undefined, 10);
    for (let n = 0; n < 50; n += 1)
      columns.put(toLine({ id: n, roles: [{ at: `Own ${n}`, title: `Own ${n}`, from: "2020-01" }] }));
    const [, ...counts] = changesBetween(columns, 4);
    expect(counts).toEqual([103, 103, 103]);
  });
});

it("answers stay the same when names are forgotten", () => {
  const engine = createPathEngine({ today: TODAY, nameOfTitle: (slug) => slug });
  const busy = (save: number) =>
    toLine({
      id: "busy",
      school: `Of ${save}`,
      roles: Array.from({ length: 100 }, (_, n): BriefRole => {
        return { at: `At ${save} ${n}`, title: `As ${save} ${n}`, from: "2020-01" };
      }),
    });
  const kept = times(40, {
    roles: [
      { at: "Shopify", kind: "intern", from: "2018-05", to: "2018-08" },
      { at: "Shopify", from: "2019-06", to: "2021-01" },
    ],
  }).map((line, n) =>
    toLine({
      ...line,
      school: `School ${n % 3}`,
      country: ["CA", "DE", "NO"][n % 3] ?? "",
      roles: [
        ...line.roles,
        { at: n % 2 === 0 ? "Google" : "", level: "senior", from: "2021-02", to: "2023-01" },
        { at: `Own ${n}`, title: `Title ${n}`, from: "2023-02" },
      ],
    }),
  );
  // The kept names lie between those that are forgotten, so that their numbers change.
  for (let save = 0; save < 251; save += 1) {
    engine.put(busy(save));
    const line = kept[save];
    if (line) engine.put(line);
  }
  const answers = (): unknown => {
    const some = routeOf([roleStep({ at: "Shopify" }), roleStep({ at: "Google" })]);
    const companies = ["Shopify", "Google", "Own 7", "At 3 7", "At 250 99"];
    return {
      searches: companies.map((at) => engine.search(routeOf([roleStep({ at })]), PAGE)),
      ofRoute: [engine.search(some, PAGE), engine.next(some), engine.times(some), engine.counts([some])],
      ofCountry: engine.search({ ...some, country: "DE" }, PAGE),
      companies: companies.map((at) => engine.company({ ...OF_EVERYBODY, company: idOf(at) })),
      schools: ["School 1", "Of 3", "Of 250"].map((at) =>
        engine.school({ school: idOf(at), since: null, until: null }),
      ),
      titles: [engine.titles(), engine.title("mid-software"), engine.title("senior-software")],
      similar: [engine.similar(idOf("p7")), engine.similar(idOf("busy"))],
      lines: [...kept, busy(250)].map((line) => [engine.holds(line), engine.fingerprintOf(line.id)]),
      ids: engine.ids().toSorted(),
    };
  };
  const [before, names] = [answers(), engine.names()];
  // Twice, because a changed line comes first in lists of the newest: nothing but the forgetting may differ.
  engine.put(busy(251));
  engine.put(busy(250));
  expect(names).toBeGreaterThan(50_000);
  expect(engine.names()).toBeLessThan(1_000);
  expect(answers()).toEqual(before);
});
