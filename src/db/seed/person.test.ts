import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isInRange } from "#core/calendar.ts";
import { inventPerson, type DemoPerson } from "./person.ts";
import { addRows, copyLine, noRows, personAt } from "./rows.ts";
import { openWorld } from "./world.ts";

const INDUSTRIES = [
  "internet",
  "software",
  "ai",
  "finance",
  "consulting",
  "semiconductors",
  "automotive",
  "research",
  "retail",
];
const COUNTRIES = ["US", "DE", "IN", "BR", "GB", "CA", "JP", "NG"];
const companies = Array.from({ length: 200 }, (_, index) => ({
  id: index + 1,
  name: `company ${index}`,
  displayName: `Company ${index}`,
  country: COUNTRIES[index % COUNTRIES.length] ?? "US",
  industry: INDUSTRIES[index % INDUSTRIES.length] ?? "software",
}));
const schools = Array.from({ length: 80 }, (_, index) => ({
  id: index + 1,
  country: COUNTRIES[index % COUNTRIES.length] ?? "US",
  domains: [`school${index}.example`],
}));
const world = openWorld(companies, schools);
const TODAY = "2026-03-14";

const peopleOf = (count: number, seed = 1, today = TODAY): DemoPerson[] =>
  Array.from({ length: count }, (_, index) => inventPerson(world, seed, index, today));
const rolesOf = (person: DemoPerson) => person.stops.flatMap(({ roles }) => roles);

/** Everything that the database or the rules of a pipeline would refuse. */
function faultsOf(person: DemoPerson): string[] {
  const faults: string[] = [];
  const check = (isRight: boolean, fault: string): void => {
    if (!isRight) faults.push(fault);
  };
  check(person.firstName.length > 0 && person.lastName.length > 0, "no name");
  check(person.firstName.length <= 80 && person.lastName.length <= 80, "name too long");
  const { username } = person;
  check(username === undefined || /^(?=.{3,32}$)[a-z0-9_](?:[._]?[a-z0-9])*$/.test(username), `username ${username}`);
  check(/^[a-z0-9-]{0,100}$/.test(person.linkedin), `handle ${person.linkedin}`);
  check(person.visibility === "public" || (username === undefined && person.linkedin === ""), "a hidden person tells");
  check(person.visibility === "anonymous" || !person.showMonths, "months of somebody else");
  check(person.schoolText === "" || (person.school === -1 && person.schoolText.length <= 200), "two schools");
  check(person.school >= -1 && person.school < schools.length, "no such school");
  check(person.stops.length >= 1 && person.stops.length <= 50, `${person.stops.length} stops`);
  check(new Set(person.stops.map(({ company }) => company)).size === person.stops.length, "a company twice");
  for (const { company, roles } of person.stops) {
    check(world.companies[company] !== undefined, "no such company");
    check(roles.length >= 1 && roles.length <= 20, `${roles.length} roles`);
    for (const { title, startDate, endDate, datePrecision, rating } of roles) {
      check(title.length > 0 && title.length <= 120, `title ${title}`);
      check(
        isInRange(startDate) && (endDate === undefined || (isInRange(endDate) && endDate >= startDate)),
        `${startDate}..${endDate}`,
      );
      for (const date of [startDate, endDate ?? startDate]) {
        if (datePrecision === "month") check(date.endsWith("-01"), `${date} is not a month`);
        if (datePrecision === "year") check(date.endsWith("-01-01"), `${date} is not a year`);
      }
      check(rating === undefined || [20, 40, 60, 80, 100].includes(rating), `rating ${rating}`);
    }
  }
  return faults;
}

describe("an invented person", () => {
  it("is valid, whatever seed, place and day", () => {
    fc.assert(
      fc.property(
        fc.nat(2 ** 31 - 1),
        fc.nat(5_000_000),
        fc.integer({ min: 1990, max: 2029 }),
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 28 }),
        (seed, index, year, month, day) => {
          const today = `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
          expect(faultsOf(inventPerson(world, seed, index, today))).toEqual([]);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it("is the same for the same seed, and another for another", () => {
    expect(peopleOf(200, 7)).toEqual(peopleOf(200, 7));
    expect(peopleOf(20, 7)).toEqual(peopleOf(200, 7).slice(0, 20));
    expect(peopleOf(200, 7)).not.toEqual(peopleOf(200, 8));
  });
});

describe("the world of many", () => {
  const people = peopleOf(6_000);
  const share = (isOne: (person: DemoPerson) => boolean): number => people.filter(isOne).length / people.length;
  const kindsAt = (person: DemoPerson): string[][] => person.stops.map(({ roles }) => roles.map(({ kind }) => kind));

  it("has about a third anonymous, and each username once", () => {
    expect(share(({ visibility }) => visibility === "anonymous")).toBeCloseTo(0.35, 1);
    const usernames = people.flatMap(({ username }) => username ?? []);
    expect(new Set(usernames).size).toBe(usernames.length);
    expect(usernames.length).toBeGreaterThan(2_000);
  });

  it("knows conversions, promotions, returns, gaps, years without months, current and incoming jobs", () => {
    expect(
      share((person) => kindsAt(person).some((kinds) => kinds[0] === "intern" && kinds.includes("full-time"))),
    ).toBeGreaterThan(0.1);
    expect(
      share((person) => kindsAt(person).some((kinds) => kinds.filter((kind) => kind === "full-time").length > 1)),
    ).toBeGreaterThan(0.25);
    expect(share((person) => rolesOf(person).some(({ endDate }) => endDate === undefined))).toBeGreaterThan(0.5);
    expect(share((person) => rolesOf(person).some(({ startDate }) => startDate > TODAY))).toBeGreaterThan(0.02);
    expect(share((person) => rolesOf(person).some(({ datePrecision }) => datePrecision === "year"))).toBeCloseTo(
      0.1,
      1,
    );
    expect(
      share((person) => rolesOf(person).every(({ endDate }) => endDate !== undefined && endDate < TODAY)),
    ).toBeGreaterThan(0.02);
    const isReturn = (person: DemoPerson): boolean => {
      const starts = person.stops
        .flatMap(({ company, roles }) => roles.map(({ startDate }) => ({ company, startDate })))
        .toSorted((a, b) => (a.startDate < b.startDate ? -1 : 1));
      return starts.some(
        ({ company }, at) =>
          at >= 2 &&
          starts[at - 1]?.company !== company &&
          starts.slice(0, at - 1).some((one) => one.company === company),
      );
    };
    expect(share(isReturn)).toBeGreaterThan(0.03);
  });

  it("begins with internships", () => {
    const first = people.map(
      (person) => rolesOf(person).toSorted((a, b) => (a.startDate < b.startDate ? -1 : 1))[0]?.kind,
    );
    expect(first.filter((kind) => kind === "intern" || kind === "co-op").length / people.length).toBeGreaterThan(0.55);
  });

  it("crowds at few companies: the tenth that is best known has over a third of the stops", () => {
    const counts = companies.map(
      (_, index) => people.filter(({ stops }) => stops.some(({ company }) => company === index)).length,
    );
    const sorted = counts.toSorted((a, b) => b - a);
    const sum = (list: readonly number[]): number => list.reduce((total, count) => total + count, 0);
    expect(sum(sorted.slice(0, 20)) / sum(sorted)).toBeGreaterThan(0.33);
    expect(sorted.filter((count) => count > 0).length).toBeGreaterThan(150);
  });

  it("never repeats a title as a promotion", () => {
    const repeats = people.flatMap((person) =>
      person.stops.filter(({ roles }) =>
        roles.some(
          (role, at) =>
            role.kind === "full-time" &&
            roles[at - 1]?.title === role.title &&
            roles[at - 1]?.endDate?.slice(0, 4) === role.startDate.slice(0, 4),
        ),
      ),
    );
    expect(repeats.length).toBeLessThan(people.length / 100);
  });
});

describe("the rows of many", () => {
  it("hold each person once, whatever the number, and neighbours joined at different times", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3_000 }), (of) => {
        const numbers = Array.from({ length: of }, (_, at) => personAt({ at, of }));
        expect(new Set(numbers).size).toBe(of);
        expect(numbers.every((number) => Number.isInteger(number) && number >= 0 && number < of)).toBe(true);
      }),
      { numRuns: 200 },
    );
    for (const of of [600, 20_000, 100_000, 1_000_000, 5_000_000]) {
      const early = [0.1, 0.5, 0.9].map((share) => {
        const from = Math.floor(share * (of - 300));
        const some = Array.from({ length: 300 }, (_, at) => personAt({ at: from + at, of }));
        expect(some.every((number) => Number.isSafeInteger(number))).toBe(true);
        return some.filter((number) => number < of / 2).length / some.length;
      });
      for (const share of early) expect(share, `${of}`).toBeCloseTo(0.5, 0);
    }
  });

  it("have rising keys of 52 bits, each once, that are others each time", () => {
    const fill = () => {
      const rows = noRows();
      for (let at = 0; at < 500; at += 1) {
        const place = { at, of: 500 };
        addRows(rows, { world, faces: [] }, inventPerson(world, 1, personAt(place), TODAY), place);
      }
      return rows;
    };
    const [one, two] = [fill(), fill()];
    for (const table of ["profile", "stop", "role"] as const) {
      const keys = one[table].map(([key]) => Number(key));
      expect(keys).toEqual([...new Set(keys)].toSorted((a, b) => a - b));
      expect(keys.every((key) => Number.isSafeInteger(key) && key > 0 && key <= 2 ** 52)).toBe(true);
      expect(two[table].map(([key]) => key)).not.toEqual(keys);
    }
  });
});

describe("copyLine", () => {
  it("writes the text form of COPY", () => {
    expect(copyLine(["a\tb\\c\nd", 7, true, false, undefined, ""])).toBe("a\\tb\\\\c\\nd\t7\tt\tf\t\\N\t\n");
  });
});
