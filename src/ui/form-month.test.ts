import fc from "fast-check";
import { expect, test } from "vitest";
import { formatDate, formatShortDate, isInRange, partsOf, toDate } from "#core/calendar.ts";
import { heldInRange, moveByMonths } from "./form-day.ts";
import { monthsByKey, parseMonth, yearAfterKey } from "./form-month.ts";

test.each([
  ["March 2022", "2022-03-01"],
  ["  march   2022 ", "2022-03-01"],
  ["Mar 2022", "2022-03-01"],
  ["mar. 2022", "2022-03-01"],
  ["Sept 2019", "2019-09-01"],
  ["March, 2022", "2022-03-01"],
  ["03/2022", "2022-03-01"],
  ["3/2022", "2022-03-01"],
  ["03.2022", "2022-03-01"],
  ["03-2022", "2022-03-01"],
  ["2022-03", "2022-03-01"],
  ["2022/3", "2022-03-01"],
  ["2022-03-17", undefined],
  ["2022 March", "2022-03-01"],
  ["May2020", "2020-05-01"],
  ["January 1949", "1949-01-01"],
  ["", undefined],
  ["2022", undefined],
  ["March", undefined],
  ["Ma 2022", undefined],
  ["Marble 2022", undefined],
  ["13/2022", undefined],
  ["00/2022", undefined],
  ["2022-0", undefined],
  ["3/22", undefined],
  ["March 20222", undefined],
])("%j is %s", (text, date) => {
  expect(parseMonth(text)).toBe(date);
});

const anyMonth = fc.record({ year: fc.integer({ min: 1950, max: 2030 }), month: fc.integer({ min: 1, max: 12 }) });

test("every way the site writes a month is read back", () => {
  fc.assert(
    fc.property(anyMonth, ({ year, month }) => {
      const date = toDate(year, month);
      for (const text of [formatDate(date), formatShortDate(date), `${month}/${year}`, date.slice(0, 7)]) {
        expect(parseMonth(text)).toBe(date);
      }
    }),
  );
});

test.each([
  [1949, 12, false],
  [1950, 1, true],
  [2029, 12, true],
  [2030, 1, true],
  [2030, 2, false],
])("%i-%i allowed: %s", (year, month, allowed) => {
  expect(isInRange(toDate(year, month))).toBe(allowed);
});

test.each([
  ["ArrowLeft", "2021-12-01"],
  ["ArrowRight", "2022-02-01"],
  ["ArrowUp", "2021-09-01"],
  ["ArrowDown", "2022-05-01"],
  ["PageUp", "2021-01-01"],
  ["PageDown", "2023-01-01"],
  ["Home", "2022-01-01"],
  ["End", "2022-12-01"],
])("from January 2022, %s", (key, expected) => {
  expect(moveByMonths("2022-01-01", monthsByKey(key, 1) ?? Number.NaN)).toBe(expected);
});

test("other keys do not move", () => {
  expect(monthsByKey("x", 1)).toBeUndefined();
});

test("no key leaves the range", () => {
  const keys = fc.constantFrom("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "PageUp", "PageDown", "Home", "End");
  fc.assert(
    fc.property(anyMonth, fc.array(keys, { maxLength: 30 }), (start, list) => {
      let at = heldInRange(toDate(start.year, start.month));
      for (const key of list) at = moveByMonths(at, monthsByKey(key, partsOf(at)?.month ?? 0) ?? 0);
      expect(isInRange(at)).toBe(true);
    }),
  );
});

test("years stop at both ends", () => {
  expect(yearAfterKey(1950, "ArrowUp")).toBe(1950);
  expect(yearAfterKey(2022, "ArrowDown")).toBe(2026);
  expect(yearAfterKey(2029, "ArrowDown")).toBe(2030);
  expect(yearAfterKey(2000, "Home")).toBe(1950);
  expect(yearAfterKey(2000, "End")).toBe(2030);
  expect(yearAfterKey(2000, "a")).toBeUndefined();
});
