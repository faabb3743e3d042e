import fc from "fast-check";
import { expect, test } from "vitest";
import {
  daysInMonth,
  EARLIEST_DATE,
  isInRange,
  LATEST_DATE,
  toDate,
  weekdayOf,
  WEEKDAY_NAMES,
} from "#core/calendar.ts";
import { dateText, dayAfterKey, heldInRange, moveByMonths, moveDay, parseDate, weeksOf } from "./form-day.ts";

test.each([
  ["15 March 2022", "2022-03-15"],
  ["  15  march 2022 ", "2022-03-15"],
  ["15 Mar 2022", "2022-03-15"],
  ["15. March 2022", "2022-03-15"],
  ["15th March, 2022", "2022-03-15"],
  ["March 15, 2022", "2022-03-15"],
  ["March 15 2022", "2022-03-15"],
  ["Mar. 3rd, 2022", "2022-03-03"],
  ["Sept 5,2019", "2019-09-05"],
  ["2022-03-15", "2022-03-15"],
  ["2022/3/5", "2022-03-05"],
  ["2022.03.15", "2022-03-15"],
  // A whole month is its first day.
  ["March 2022", "2022-03-01"],
  ["03/2022", "2022-03-01"],
  ["2022-03", "2022-03-01"],
  ["1 March 2022", "2022-03-01"],
  // Any year is read here; the field's range decides whether the day is accepted.
  ["1949-12-31", "1949-12-31"],
  ["31 December 1949", "1949-12-31"],
  ["2 January 2030", "2030-01-02"],
  // Leap days.
  ["29 February 2024", "2024-02-29"],
  ["February 29, 2000", "2000-02-29"],
  ["2023-02-29", undefined],
  ["29 February 2023", undefined],
  ["29 February 1900", undefined],
  ["31 April 2022", undefined],
  ["0 March 2022", undefined],
  ["2022-13-01", undefined],
  ["2022-03/15", undefined],
  ["15 Marble 2022", undefined],
  ["15 Ma 2022", undefined],
  ["15 March 22", undefined],
  ["15 March", undefined],
  ["2022", undefined],
  // Day first with dots; with other marks only where one reading is a date, or both are the same.
  ["15.3.2022", "2022-03-15"],
  ["15. 3. 2022", "2022-03-15"],
  ["03.04.2022", "2022-04-03"],
  ["3.15.2022", undefined],
  ["15/03/2022", "2022-03-15"],
  ["15-3-2022", "2022-03-15"],
  ["03/15/2022", "2022-03-15"],
  ["05/05/2022", "2022-05-05"],
  ["29/02/2023", undefined],
  ["32/03/2022", undefined],
  ["15/03.2022", undefined],
  ["15/03/22", undefined],
  // March to some and April to others.
  ["03/04/2022", undefined],
  ["", undefined],
])("%j is %s", (text, date) => {
  expect(parseDate(text)).toBe(date);
});

/** Every day that may be chosen, by the runtime's own calendar. */
function everyDay(): Date[] {
  const days: Date[] = [];
  for (let at = Date.UTC(1950, 0, 1); at <= Date.UTC(2030, 0, 1); at += 86_400_000) days.push(new Date(at));
  return days;
}
const ALL = everyDay().map((day) => day.toISOString().slice(0, 10));

test("every day from 1950 to 2030 is read back from what the field shows of it", () => {
  expect(ALL).toHaveLength(29_221);
  expect(ALL.filter((date) => parseDate(dateText(date)) !== date)).toEqual([]);
  expect(ALL.filter((date) => parseDate(date) !== date)).toEqual([]);
});

test("a day and its month never look the same, but for the first", () => {
  expect(dateText("2022-03-01")).toBe("March 2022");
  expect(dateText("2022-03-02")).toBe("2 March 2022");
  expect(dateText("2022-03-31")).toBe("31 March 2022");
  expect(new Set(ALL.map(dateText)).size).toBe(ALL.length);
});

test("the weekday of every day is the calendar's", () => {
  const wrong = everyDay().filter((day) => weekdayOf(day.toISOString().slice(0, 10)) !== (day.getUTCDay() + 6) % 7);
  expect(wrong).toEqual([]);
  expect(WEEKDAY_NAMES[weekdayOf("2024-02-29")]).toBe("Thursday");
});

test.each([
  ["1949-12-31", false, "1950-01-01"],
  ["1950-01-01", true, "1950-01-01"],
  ["2030-01-01", true, "2030-01-01"],
  ["2030-01-02", false, "2030-01-01"],
  ["2024-02-29", true, "2024-02-29"],
])("%s may be chosen: %s; the nearest is %s", (date, isAllowed, nearest) => {
  expect(isInRange(date)).toBe(isAllowed);
  expect(heldInRange(date)).toBe(nearest);
});

test("a month in weeks from Monday", () => {
  // A Tuesday; 31 days in five weeks.
  const march = weeksOf(2022, 3);
  expect(march[0]).toEqual([undefined, ...[1, 2, 3, 4, 5, 6].map((day) => toDate(2022, 3, day))]);
  expect(march.at(-1)?.slice(0, 5)).toEqual(["2022-03-28", "2022-03-29", "2022-03-30", "2022-03-31", undefined]);
  expect(weeksOf(2021, 2)).toHaveLength(4);
  expect(weeksOf(2022, 10)).toHaveLength(6);
  expect(weeksOf(2024, 2).flat()).toContain("2024-02-29");
  expect(weeksOf(2023, 2).flat()).not.toContain("2023-02-29");
});

const anyMonth = fc.record({ year: fc.integer({ min: 1950, max: 2030 }), month: fc.integer({ min: 1, max: 12 }) });

test("each day of a month stands once, under its weekday", () => {
  fc.assert(
    fc.property(anyMonth, ({ year, month }) => {
      const weeks = weeksOf(year, month);
      const days = weeks.flat().filter((date) => date !== undefined);
      expect(days).toEqual(
        Array.from({ length: daysInMonth(year, month) }, (_, index) => toDate(year, month, index + 1)),
      );
      for (const week of weeks) {
        expect(week).toHaveLength(7);
        week.forEach((date, place) => date === undefined || expect(weekdayOf(date)).toBe(place));
      }
    }),
  );
});

test.each([
  ["ArrowLeft", false, "2024-02-27"],
  ["ArrowRight", false, "2024-02-29"],
  ["ArrowUp", false, "2024-02-21"],
  ["ArrowDown", false, "2024-03-06"],
  ["Home", false, "2024-02-26"],
  ["End", false, "2024-03-03"],
  ["PageUp", false, "2024-01-28"],
  ["PageDown", false, "2024-03-28"],
  ["PageUp", true, "2023-02-28"],
  ["PageDown", true, "2025-02-28"],
  ["x", false, undefined],
])("from Wednesday, 28 February 2024, %s (Shift %s)", (key, isShift, expected) => {
  expect(dayAfterKey("2024-02-28", key, isShift)).toBe(expected);
});

test.each([
  ["2024-01-31", 1, "2024-02-29"],
  ["2023-01-31", 1, "2023-02-28"],
  ["2024-02-29", 12, "2025-02-28"],
  ["2022-12-15", 1, "2023-01-15"],
  ["2022-01-15", -1, "2021-12-15"],
  ["2029-12-31", 1, LATEST_DATE],
  ["1950-06-30", -12, EARLIEST_DATE],
])("%s and %i months is %s", (from, months, expected) => {
  expect(moveByMonths(from, months)).toBe(expected);
});

test("steps of days are the calendar's and stop at both ends", () => {
  expect(moveDay("1950-01-01", -1)).toBe(EARLIEST_DATE);
  expect(moveDay("2029-12-31", 7)).toBe(LATEST_DATE);
  fc.assert(
    fc.property(fc.nat(ALL.length - 1), fc.integer({ min: -40, max: 40 }), (from, by) => {
      const to = Math.min(ALL.length - 1, Math.max(0, from + by));
      expect(moveDay(ALL[from] ?? "", by)).toBe(ALL[to]);
    }),
  );
});

test("no key leaves the range", () => {
  const keys = fc.constantFrom("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "PageUp", "PageDown", "Home", "End");
  fc.assert(
    fc.property(fc.nat(ALL.length - 1), fc.array(fc.tuple(keys, fc.boolean()), { maxLength: 30 }), (start, list) => {
      let at = ALL[start] ?? "";
      for (const [key, isShift] of list) at = dayAfterKey(at, key, isShift) ?? at;
      expect(isInRange(at)).toBe(true);
    }),
  );
});
