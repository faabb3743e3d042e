import { describe, expect, it } from "vitest";
import { readDate } from "./dates.ts";
import { allMonthNames, MONTH_LANGUAGES } from "./months.ts";

const said = (text: string): string => {
  const reading = readDate(text);
  return reading.is === "date" ? `${reading.known.precision} ${reading.known.date}` : reading.is;
};

describe("readDate", () => {
  it.each([
    ["Jan 2020", "month 2020-01-01"],
    ["January 2020", "month 2020-01-01"],
    ["JANUARY 2020", "month 2020-01-01"],
    ["Sept. 2019", "month 2019-09-01"],
    ["2020", "year 2020-01-01"],
    [" 2020 ", "year 2020-01-01"],
    ["2020-01", "month 2020-01-01"],
    ["2020/1", "month 2020-01-01"],
    ["01/2020", "month 2020-01-01"],
    ["1.2020", "month 2020-01-01"],
    ["2020-01-15", "day 2020-01-15"],
    ["2020-01-15T00:00:00Z", "day 2020-01-15"],
    ["15 Jan 2020", "day 2020-01-15"],
    ["Jan 15, 2020", "day 2020-01-15"],
    ["15. Januar 2020", "day 2020-01-15"],
    ["15.01.2020", "day 2020-01-15"],
    ["1/15/2020", "day 2020-01-15"],
    ["15/1/2020", "day 2020-01-15"],
    ["1st March 2021", "day 2021-03-01"],
    ["Jan-20", "month 2020-01-01"],
    ["Jan '98", "month 1998-01-01"],
    ["märz 2020", "month 2020-03-01"],
    ["Maerz 2020", "month 2020-03-01"],
    ["MÄRZ 2020", "month 2020-03-01"],
    ["Marz 2020", "month 2020-03-01"],
    ["Mrz. 2020", "month 2020-03-01"],
    ["Jänner 2020", "month 2020-01-01"],
    ["août 2020", "month 2020-08-01"],
    ["aout 2020", "month 2020-08-01"],
    ["févr. 2020", "month 2020-02-01"],
    ["1er février 2020", "day 2020-02-01"],
    ["enero de 2020", "month 2020-01-01"],
    ["15 de enero de 2020", "day 2020-01-15"],
    ["fev. de 2020", "month 2020-02-01"],
    ["dezembro 2020", "month 2020-12-01"],
    ["gennaio 2020", "month 2020-01-01"],
    ["mrt. 2020", "month 2020-03-01"],
    ["maj 2020", "month 2020-05-01"],
    ["czerwca 2020", "month 2020-06-01"],
    ["lipiec 2020", "month 2020-07-01"],
    ["červenec 2020", "month 2020-07-01"],
    ["června 2020", "month 2020-06-01"],
    ["listopad 2020", "month 2020-11-01"],
    ["Ağustos 2020", "month 2020-08-01"],
    ["NİSAN 2020", "month 2020-04-01"],
    ["январь 2020 г.", "month 2020-01-01"],
    ["15 января 2020 г.", "day 2020-01-15"],
    ["мая 2020", "month 2020-05-01"],
    ["2020年1月", "month 2020-01-01"],
    ["2020 年 1 月 15 日", "day 2020-01-15"],
    ["2020年十二月", "month 2020-12-01"],
    ["２０２０年１月", "month 2020-01-01"],
    ["2020년 1월", "month 2020-01-01"],
    ["2020년 1월 15일", "day 2020-01-15"],
    // Two readers would read two days.
    ["03/04/2020", "year 2020-01-01"],
    ["03.04.2020", "day 2020-04-03"],
    ["", "empty"],
    ["Present", "current"],
    ["heute", "current"],
    ["Aujourd'hui", "current"],
    ["至今", "current"],
    ["По настоящее время", "current"],
    ["30 Feb 2020", "wrong"],
    ["31/31/2020", "wrong"],
    ["13/2020", "wrong"],
    ["1949", "wrong"],
    ["Feb 2030", "wrong"],
    ["2031", "wrong"],
    ["Jan", "wrong"],
    ["Jan 20", "wrong"],
    ["20", "wrong"],
    ["Jan Feb 2020", "wrong"],
    ["Foo 2020", "wrong"],
    ["202", "wrong"],
    ["2020 2021", "wrong"],
    ["Jan 2020 - Feb 2021", "wrong"],
    ["x".repeat(10_000), "wrong"],
    ["9".repeat(10_000), "wrong"],
  ])("reads %s as %s", (text, expected) => {
    expect(said(text)).toBe(expected);
  });

  it.each([
    ["1949", "“1949” is not between 1950 and 2030."],
    ["Feb 2030", "“Feb 2030” is not between 1950 and 2030."],
    ["30 Feb 2020", "“30 Feb 2020” is no day of the calendar."],
    ["Foo 2020", "“Foo 2020” is no date we can read."],
  ])("says why %s is none", (text, why) => {
    expect(readDate(text)).toEqual({ is: "wrong", why });
  });

  it("reads every month of every language as the platform writes it, in any case, with and without dots and accents", () => {
    expect(MONTH_LANGUAGES.length).toBeGreaterThanOrEqual(10);
    for (const language of MONTH_LANGUAGES) {
      for (const length of ["long", "short"] as const) {
        const format = new Intl.DateTimeFormat(language, { month: length, year: "numeric", timeZone: "UTC" });
        const full = new Intl.DateTimeFormat(language, {
          day: "numeric",
          month: length,
          year: "numeric",
          timeZone: "UTC",
        });
        for (let month = 1; month <= 12; month += 1) {
          const date = new Date(Date.UTC(2021, month - 1, 15));
          const two = String(month).padStart(2, "0");
          const written = format.format(date);
          for (const spelling of [
            written,
            written.toUpperCase(),
            written.toLowerCase(),
            written.replaceAll(".", ""),
            written.normalize("NFD").replace(/\p{M}+/gu, ""),
          ]) {
            expect(`${spelling}: ${said(spelling)}`).toBe(`${spelling}: month 2021-${two}-01`);
          }
          expect(`${full.format(date)}: ${said(full.format(date))}`).toBe(`${full.format(date)}: day 2021-${two}-15`);
        }
      }
    }
  });

  it("knows no name that stands for two months", () => {
    const { names, doubtful } = allMonthNames();
    expect([...doubtful]).toEqual([]);
    expect(names.size).toBeGreaterThan(300);
    for (const name of ["listopad", "maj", "mar", "mai", "lip", "set", "oct"]) expect(names.has(name)).toBe(true);
  });
});
