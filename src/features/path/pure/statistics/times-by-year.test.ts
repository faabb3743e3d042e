import fc from "fast-check";
import { expect, it } from "vitest";
import { TimesByYear } from "./times-by-year.ts";
import { TimeTable } from "./time-table.ts";

const MOST = 5;

type Person = {
  name: string;
  isPublic: boolean;
  times: { year: number; months: number; isEnded: boolean; isOnYear: boolean }[];
};

const time = fc.record({
  year: fc.integer({ min: 2010, max: 2014 }),
  months: fc.integer({ min: 1, max: 9 }),
  isEnded: fc.boolean(),
  isOnYear: fc.boolean(),
});
const people = fc
  .array(fc.record({ isPublic: fc.boolean(), times: fc.array(time, { maxLength: 4 }) }), { maxLength: 40 })
  .map((drawn) => drawn.map((one, index): Person => ({ ...one, name: String(index) })));
const span = fc.record({ since: fc.integer({ min: 2009, max: 2015 }), years: fc.integer({ min: 0, max: 6 }) });

function note(times: TimesByYear, person: Person, by: 1 | -1): void {
  for (const one of person.times) times.add(one);
  times.closePerson(() => person.name, person.isPublic, by);
}

/** The same of the times within the span alone, counted at once. */
function tableOf(all: readonly Person[], isAsked: (year: number) => boolean): TimeTable {
  const table = new TimeTable();
  for (const { isPublic, times } of all) {
    for (const { year, months, isEnded, isOnYear } of times) if (isAsked(year)) table.add(months, isEnded, isOnYear);
    table.closePerson(isPublic);
  }
  return table;
}

it("tells of any span of years what its times alone tell, after people came and went", () => {
  fc.assert(
    fc.property(people, span, fc.nat(3), (drawn, { since, years }, part) => {
      const isAsked = (year: number): boolean => year >= since && year <= since + years;
      const stays = drawn.filter((_, index) => index % 4 !== part);
      const times = new TimesByYear(MOST);
      for (const person of drawn) note(times, person, 1);
      for (const person of drawn) if (!stays.includes(person)) note(times, person, -1);
      const [got, expected] = [times.within(isAsked), tableOf(stays, isAsked)];
      expect([got.people, got.endedPeople, got.total, got.onYears, got.table()]).toEqual([
        expected.people,
        expected.endedPeople,
        expected.total,
        expected.onYears,
        expected.table(),
      ]);
      expect([0, 3, 9].map(got.atRisk)).toEqual([0, 3, 9].map((months) => expected.atRisk(months)));
      // After a person with one of the longest times was removed, the next one may be unknown; `isComplete` is false
      // then.
      if (times.isComplete)
        for (let most = 1; most <= MOST; most += 1) expect(got.lastMonthWith(most)).toBe(expected.lastMonthWith(most));
    }),
    { numRuns: 500 },
  );
});

it("says that who comes next has to be looked for once one of the longest is gone, and only then", () => {
  const times = new TimesByYear(MOST);
  const person = (months: number): Person => ({
    name: String(months),
    isPublic: true,
    times: [{ year: 2012, months, isEnded: true, isOnYear: false }],
  });
  for (let months = 1; months <= 8; months += 1) note(times, person(months), 1);
  note(times, person(2), -1);
  expect(times.isComplete).toBe(true);
  note(times, person(7), -1);
  expect(times.isComplete).toBe(false);
});
