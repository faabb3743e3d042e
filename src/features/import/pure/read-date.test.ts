import { describe, expect, it } from "vitest";
import { dateWords, readDate, type DateHints } from "./read-date.ts";
import { allMonthNames, TWO_MONTHS } from "./months.ts";

const said = (text: string, hints?: DateHints): string => {
  const reading = readDate(text, hints);
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
    ["siječanj 2020", "month 2020-01-01"],
    ["lipanj 2020", "month 2020-06-01"],
    // Two months to two readers.
    ["listopad 2020", "year 2020-01-01"],
    ["15 listopada 2020", "year 2020-01-01"],
    ["lis 2020", "year 2020-01-01"],
    ["srp 2020", "year 2020-01-01"],
    ["lip. 2020", "year 2020-01-01"],
    ["lis 2031", "wrong"],
    ["Jan 1, 2020 12:00", "day 2020-01-01"],
    ["2020-01-02 00:00:00", "day 2020-01-02"],
    ["2020-01-02T10:20:30.123+02:00", "day 2020-01-02"],
    ["1/15/2020 12:00 AM", "day 2020-01-15"],
    ["15.01.2020, 12:00 Uhr", "day 2020-01-15"],
    ["15. Januar 2020 um 12:00", "day 2020-01-15"],
    ["2020-01-02 00:00 UTC", "day 2020-01-02"],
    ["12:00", "wrong"],
    ["-", "empty"],
    ["–", "empty"],
    ["N/A", "empty"],
    ["n. a.", "empty"],
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
    // Both read the same.
    ["03/03/2020", "day 2020-03-03"],
    ["Jan-29", "month 2029-01-01"],
    ["Jan-49", "wrong"],
    ["", "empty"],
    ["Present", "current"],
    ["heute", "current"],
    ["Aujourd'hui", "current"],
    ["至今", "current"],
    ["По настоящее время", "current"],
    ["30 Feb 2020", "month 2020-02-01"],
    ["2021-00", "year 2021-01-01"],
    ["20210901", "day 2021-09-01"],
    ["09/21", "month 2021-09-01"],
    ["Q3 2020", "month 2020-07-01"],
    ["Summer 2019", "year 2019-01-01"],
    ["н.в.", "current"],
    ["till date", "current"],
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
    ["Foo 2020", "“Foo 2020” is not a date we can read."],
  ])("says why %s is none", (text, why) => {
    expect(readDate(text)).toEqual({ is: "wrong", why });
  });
});

/** Written by hand: what people and spreadsheets write, month by month, long and short. */
const MONTHS: Readonly<Record<string, string>> = {
  en: "January Jan|February Feb|March Mar|April Apr|May May|June Jun|July Jul|August Aug|September Sep|October Oct|November Nov|December Dec",
  de: "Januar Jan|Februar Feb|März Mär|April Apr|Mai Mai|Juni Jun|Juli Jul|August Aug|September Sep|Oktober Okt|November Nov|Dezember Dez",
  fr: "janvier janv|février févr|mars mars|avril avr|mai mai|juin juin|juillet juil|août août|septembre sept|octobre oct|novembre nov|décembre déc",
  es: "enero ene|febrero feb|marzo mar|abril abr|mayo may|junio jun|julio jul|agosto ago|septiembre sept|octubre oct|noviembre nov|diciembre dic",
  pt: "janeiro jan|fevereiro fev|março mar|abril abr|maio mai|junho jun|julho jul|agosto ago|setembro set|outubro out|novembro nov|dezembro dez",
  it: "gennaio gen|febbraio feb|marzo mar|aprile apr|maggio mag|giugno giu|luglio lug|agosto ago|settembre set|ottobre ott|novembre nov|dicembre dic",
  nl: "januari jan|februari feb|maart mrt|april apr|mei mei|juni jun|juli jul|augustus aug|september sep|oktober okt|november nov|december dec",
  sv: "januari jan|februari feb|mars mar|april apr|maj maj|juni jun|juli jul|augusti aug|september sep|oktober okt|november nov|december dec",
  da: "januar jan|februar feb|marts mar|april apr|maj maj|juni jun|juli jul|august aug|september sep|oktober okt|november nov|december dec",
  nb: "januar jan|februar feb|mars mar|april apr|mai mai|juni jun|juli jul|august aug|september sep|oktober okt|november nov|desember des",
  fi: "tammikuu tammi|helmikuu helmi|maaliskuu maalis|huhtikuu huhti|toukokuu touko|kesäkuu kesä|heinäkuu heinä|elokuu elo|syyskuu syys|lokakuu loka|marraskuu marras|joulukuu joulu",
  pl: "styczeń sty|luty lut|marzec mar|kwiecień kwi|maj maj|czerwiec cze|lipiec lipca|sierpień sie|wrzesień wrz|październik paź|- -|grudzień gru",
  cs: "leden led|únor úno|březen bře|duben dub|květen kvě|červen čvn|červenec čvc|srpen srpna|září zář|říjen říj|listopadu listopadu|prosinec pro",
  sk: "január jan|február feb|marec mar|apríl apr|máj máj|jún jún|júl júl|august aug|september sep|október okt|november nov|december dec",
  hr: "siječanj sij|veljača velj|ožujak ožu|travanj tra|svibanj svi|lipanj lipnja|srpanj srpnja|kolovoz kol|rujan ruj|- -|studeni stu|prosinac pro",
  hu: "január jan|február febr|március márc|április ápr|május máj|június jún|július júl|augusztus aug|szeptember szept|október okt|november nov|december dec",
  ro: "ianuarie ian|februarie feb|martie mar|aprilie apr|mai mai|iunie iun|iulie iul|august aug|septembrie sept|octombrie oct|noiembrie nov|decembrie dec",
  tr: "Ocak Oca|Şubat Şub|Mart Mar|Nisan Nis|Mayıs May|Haziran Haz|Temmuz Tem|Ağustos Ağu|Eylül Eyl|Ekim Eki|Kasım Kas|Aralık Ara",
  ru: "январь янв|февраль февр|март мар|апрель апр|май мая|июнь июня|июль июля|август авг|сентябрь сент|октябрь окт|ноябрь нояб|декабрь дек",
  uk: "січень січ|лютий лют|березень бер|квітень квіт|травень трав|червень черв|липень лип|серпень серп|вересень вер|жовтень жовт|листопад лист|грудень груд",
  el: "Ιανουάριος Ιαν|Φεβρουάριος Φεβ|Μάρτιος Μαρ|Απρίλιος Απρ|Μάιος Μαΐ|Ιούνιος Ιουν|Ιούλιος Ιουλ|Αύγουστος Αυγ|Σεπτέμβριος Σεπ|Οκτώβριος Οκτ|Νοέμβριος Νοε|Δεκέμβριος Δεκ",
  id: "Januari Jan|Februari Feb|Maret Mar|April Apr|Mei Mei|Juni Jun|Juli Jul|Agustus Agu|September Sep|Oktober Okt|November Nov|Desember Des",
  ja: "1月 一月|2月 二月|3月 三月|4月 四月|5月 五月|6月 六月|7月 七月|8月 八月|9月 九月|10月 十月|11月 十一月|12月 十二月",
  zh: "1月 一月|2月 二月|3月 三月|4月 四月|5月 五月|6月 六月|7月 七月|8月 八月|9月 九月|10月 十月|11月 十一月|12月 十二月",
  ko: "1월 1월|2월 2월|3월 3월|4월 4월|5월 5월|6월 6월|7월 7월|8월 8월|9월 9월|10월 10월|11월 11월|12월 12월",
};

describe("months", () => {
  it.each(Object.entries(MONTHS))(
    "of %s are read, long and short, in any case, with and without accents",
    (language, row) => {
      const months = row.split("|");
      expect(months).toHaveLength(12);
      const isEast = ["ja", "zh", "ko"].includes(language);
      for (const [index, names] of months.entries()) {
        const two = String(index + 1).padStart(2, "0");
        // These names mean different months in two languages; they have their own test.
        if (names === "- -") continue;
        for (const name of names.split(" ")) {
          const spellings = [
            name,
            name.toUpperCase(),
            name.toLowerCase(),
            name.normalize("NFD"),
            ...(isEast ? [] : [`${name}.`, name.normalize("NFD").replace(/\p{M}+/gu, "")]),
          ];
          for (const spelling of spellings) {
            const text = isEast ? `2021年${spelling}` : `${spelling} 2021`;
            expect(`${text}: ${said(text)}`).toBe(`${text}: month 2021-${two}-01`);
            const day = isEast ? `${text}15日` : `15 ${text}`;
            expect(`${day}: ${said(day)}`).toBe(`${day}: day 2021-${two}-15`);
          }
        }
      }
    },
  );

  it("whose name is that of two are told by the other months of the file", () => {
    const among = (text: string, ...others: string[]): string => said(text, { words: dateWords([text, ...others]) });
    expect(among("lis 2020", "sty 2019", "Present")).toBe("month 2020-11-01");
    expect(among("lis 2020", "úno 2019")).toBe("month 2020-11-01");
    expect(among("lis 2020", "velj 2019")).toBe("month 2020-10-01");
    expect(among("listopad 2020", "siječanj 2019")).toBe("month 2020-10-01");
    expect(among("15 listopada 2020", "stycznia 2019")).toBe("day 2020-11-15");
    expect(among("srp 2020", "květen 2019")).toBe("month 2020-08-01");
    expect(among("srp 2020", "svi 2019")).toBe("month 2020-07-01");
    expect(among("lip 2020", "maj 2019", "gru 2021")).toBe("month 2020-07-01");
    expect(among("lip 2020", "svi 2019")).toBe("month 2020-06-01");
    // Only one language has all three.
    expect(among("lip 2020", "srp 2019", "lis 2018")).toBe("month 2020-06-01");
    // Both have both; neither has "Jan".
    expect(among("lip 2020", "lis 2019")).toBe("year 2020-01-01");
    expect(among("lis 2020", "Jan 2019")).toBe("year 2020-01-01");
    expect(readDate("lis 2020")).toEqual({
      is: "date",
      known: { date: "2020-01-01", precision: "year" },
      notice:
        "“lis 2020” is November in one language and October in another, so we took only the year. Check the month.",
    });
  });

  it("are those of the platform too, and all that stand for two are written down", () => {
    const { names, doubtful } = allMonthNames();
    expect([...doubtful].toSorted()).toEqual(Object.keys(TWO_MONTHS).toSorted());
    expect(names.size).toBeGreaterThan(300);
    for (const name of ["maj", "mar", "mai", "set", "oct"]) expect(names.has(name)).toBe(true);
  });
});

describe("years of two digits", () => {
  it.each([
    ["Mar-26", "month 2026-03-01"],
    ["Mar-27", "wrong"],
    ["Mar-29", "wrong"],
    ["Mar '29", "wrong"],
    ["Mar-98", "month 1998-03-01"],
    ["Mar 2029", "month 2029-03-01"],
  ])("%s is read as %s in 2026", (text, expected) => {
    expect(said(text, { thisYear: 2026 })).toBe(expected);
  });

  it("says what to do", () => {
    expect(readDate("Mar-29", { thisYear: 2026 })).toEqual({
      is: "wrong",
      why: "“Mar-29” may be a day or a year that has not come. Write its year in four digits.",
    });
  });
});
