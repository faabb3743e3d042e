import { describe, expect, it } from "vitest";
import { createPathEngine } from "#features/path/pure/engine.ts";
import type { Count, Route } from "#features/path/pure/types.ts";
import {
  engineOf,
  idOf,
  month,
  PAGE,
  roleStep,
  routeOf,
  times,
  toLine,
  TODAY,
  type BriefRole,
} from "#tests/helpers/path-lines.ts";

const SHOPIFY_GOOGLE: BriefRole[] = [
  { at: "Shopify", kind: "intern", from: "2018-05", to: "2018-08" },
  { at: "Shopify", from: "2019-06", to: "2021-01" },
  { at: "Google", level: "senior", from: "2021-02" },
];
const OF_EVERYBODY = { kind: "everyone", since: null, until: null } as const;
const a = (at: string): ReturnType<typeof roleStep> => roleStep({ at });

describe("changes", () => {
  it("move the generation only where something visible changed", () => {
    const engine = createPathEngine({ today: TODAY, nameOfTitle: (slug) => slug });
    const line = toLine({ id: "one", school: "Waterloo", roles: SHOPIFY_GOOGLE });
    const steps: [() => void, number][] = [
      [() => engine.put(line), 1],
      [() => engine.put(toLine({ id: "one", school: "Waterloo", roles: SHOPIFY_GOOGLE })), 0],
      [() => engine.put({ ...line, isPublic: false }), 1],
      [() => engine.rename("company", idOf("Google"), "Google"), 0],
      [() => engine.rename("company", idOf("Google"), "Alphabet"), 1],
      [() => engine.rename("school", idOf("Nowhere"), "Nowhere"), 0],
      [() => engine.setToday(TODAY), 0],
      [() => engine.setToday(TODAY + 1), 1],
      [() => engine.remove(idOf("one")), 1],
      [() => engine.remove(idOf("one")), 0],
    ];
    for (const [act, by] of steps) {
      const before = engine.generation();
      act();
      expect(engine.generation() - before).toBe(by);
    }
    expect([engine.size(), engine.ids()]).toEqual([0, []]);
  });

  it("are seen at once, also when so many lines are replaced that the columns are written anew", () => {
    const roles = (at: string): BriefRole[] => [
      { at: "A", from: "2015-01", to: "2016-01" },
      { at, from: "2017-01" },
    ];
    const engine = engineOf(times(3_000, { roles: roles("B") }));
    const route = routeOf([a("A"), a("C")]);
    expect(engine.search(route, PAGE).people).toBe(0);
    for (const line of times(2_500, { roles: roles("C") })) engine.put(toLine(line));
    expect(engine.search(route, PAGE).people).toBe(2_500);
    expect(engine.search(routeOf([a("A"), a("B")]), PAGE).people).toBe(500);
    for (const line of times(3_000, { roles: [] })) engine.remove(toLine(line).id);
    expect([engine.size(), engine.search(routeOf([a("A")]), PAGE).people]).toEqual([0, 0]);
  });

  it("leave out who was not read with everybody, also when the columns are written anew meanwhile", () => {
    const roles: BriefRole[] = Array.from({ length: 20 }, (_, n) => ({ at: `At ${n}`, from: `20${n + 10}-01` }));
    const changed = roles.slice(1);
    const engine = engineOf(times(3_000, { roles }));
    expect(engine.endReading()).toEqual([]);
    engine.beginReading();
    const all = times(3_000, { roles });
    // Half are as before, half have changed, which fills the columns with lines that are dead; five are gone.
    for (const [n, line] of all.slice(5).entries())
      engine.put(toLine({ ...line, roles: n % 2 === 0 ? roles : changed }));
    engine.remove(idOf("p0"));
    engine.put(toLine({ id: "new", roles }));
    expect(engine.endReading()).toEqual(["p1", "p2", "p3", "p4"].map(idOf));
    // A reading that failed leaves nothing behind.
    engine.beginReading();
    engine.beginReading();
    expect(engine.endReading()).toHaveLength(engine.size());
    expect(engine.endReading()).toEqual([]);
  });

  it("are no longer counted by their marks once they are gone", () => {
    const roles: BriefRole[] = [
      { at: "A", kind: "intern", from: "2015-01", to: "2015-04" },
      { at: "A", from: "2016-01", to: "2017-01" },
      { at: "B", from: "2017-01", level: "senior" },
    ];
    const engine = engineOf(times(3_000, { roles }));
    const routes: [Route, number][] = [
      [routeOf([a("A"), roleStep({ levels: ["senior"] }), a("B")]), 1],
      [routeOf([roleStep({ at: "A", kinds: ["intern"] }), a("B")]), 0],
    ];
    const counted = (): (Count | undefined)[] =>
      routes.map(([route, step]) => engine.search(route, PAGE).peopleAfterEachStep[step]);
    expect(counted()).toEqual([3_000, 3_000]);
    for (const line of times(3, { roles })) engine.remove(toLine(line).id);
    expect(counted()).toEqual([2_997, 2_997]);
    // Newer lines have no marks yet.
    engine.put(toLine({ id: "late", roles }));
    engine.put(toLine({ id: "other", roles: roles.slice(1, 2) }));
    expect(counted()).toEqual([2_998, 2_998]);
  });

  it("leave no names behind that nobody has any more, and the others as they were", () => {
    const engine = createPathEngine({ today: TODAY, nameOfTitle: (slug) => slug });
    const kept = times(40, { roles: SHOPIFY_GOOGLE }).map((line, n) => ({
      ...line,
      school: `School ${n % 3}`,
      roles: [...SHOPIFY_GOOGLE, { at: `Own ${n}`, from: "2022-01", title: `Title ${n}` }],
    }));
    // Somebody saves again and again, each time with names that nobody else has.
    for (let save = 0; save < 400; save += 1) {
      const own = kept[save];
      if (own) engine.put(toLine(own));
      const roles = Array.from({ length: 100 }, (_, n): BriefRole => {
        const name = `${save} ${n}`;
        return { at: `At ${name}`, title: `As ${name}`, from: "2020-01" };
      });
      engine.put(toLine({ id: "busy", school: `Of ${save}`, roles }));
      // What is in use is counted meanwhile, too.
      if (save === 20) engine.company({ ...OF_EVERYBODY, company: idOf("Google") });
    }
    expect(engine.names()).toBeLessThan(60_000);
    engine.remove(idOf("busy"));
    const fresh = engineOf(kept);
    for (const line of kept) expect(engine.holds(toLine(line))).toBe(true);
    for (const at of ["Google", "Own 0", "Own 39", "At 0 0", "At 399 1"]) {
      const asked = { ...OF_EVERYBODY, company: idOf(at) };
      expect(engine.company(asked), at).toEqual(fresh.company(asked));
      expect(engine.search(routeOf([a(at)]), PAGE), at).toEqual(fresh.search(routeOf([a(at)]), PAGE));
    }
    expect(engine.titles()).toEqual(fresh.titles());
    expect(engine.title("mid-software")).toEqual(fresh.title("mid-software"));
    const school = { school: idOf("School 1"), since: null, until: null };
    expect(engine.school(school)).toEqual(fresh.school(school));
    expect(engine.fingerprintOf(idOf(kept[39]?.id ?? ""))).toBe(fresh.fingerprintOf(idOf(kept[39]?.id ?? "")));
  });

  it("keep apart more written titles than two bytes can count", () => {
    const engine = createPathEngine({ today: TODAY, nameOfTitle: (slug) => slug });
    const lineOf = (n: number) => {
      const roles = Array.from({ length: 100 }, (_, at) => ({
        at: "A",
        title: `Title ${n * 100 + at}`,
        from: "2020-01",
      }));
      return toLine({ id: n, roles });
    };
    for (let n = 0; n < 700; n += 1) engine.put(lineOf(n));
    for (const n of [0, 655, 656, 699]) expect(engine.holds(lineOf(n)), `line ${n}`).toBe(true);
    expect(engine.holds({ ...lineOf(699), roles: lineOf(43).roles })).toBe(false);
  });

  it("know exactly what is held, and which lines the days change", () => {
    const engine = engineOf([
      { id: "past", roles: [{ at: "A", from: "2015-01", to: "2016-01" }] },
      { id: "open", roles: [{ at: "A", from: "2015-01" }] },
      { id: "ending", roles: [{ at: "A", from: "2015-01", to: "2027-01" }] },
      { id: "soon", roles: [{ at: "A", from: "2027-02" }] },
    ]);
    expect(engine.agingLines()).toEqual([idOf("ending"), idOf("soon")]);
    const held = toLine({ id: "open", roles: [{ at: "A", from: "2015-01" }] });
    expect(engine.holds(held)).toBe(true);
    expect(engine.holds({ ...held, isPublic: false })).toBe(false);
    expect(engine.holds({ ...held, roles: held.roles.map((role) => ({ ...role, start: month("2015-02") })) })).toBe(
      false,
    );
    expect(engine.holds({ ...held, roles: held.roles.map((role) => ({ ...role, companyName: "Other" })) })).toBe(false);
    expect(engine.holds({ ...held, id: idOf("gone") })).toBe(false);
  });

  it("refuse a line whose id or positions are wrong", () => {
    const engine = engineOf([]);
    const line = toLine({ id: "one", roles: SHOPIFY_GOOGLE });
    expect(() => engine.put({ ...line, id: "one" })).toThrow(RangeError);
    expect(() => engine.put({ ...line, roles: line.roles.slice(1) })).toThrow(RangeError);
  });
});
