import { strToU8 } from "fflate";
import { describe, expect, it } from "vitest";
import { isInRange } from "#core/calendar.ts";
import { seedOfTheDay, tries } from "#tests/helpers/amount.ts";
import { EDUCATION_HEADER, FILES, POSITION_HEADER, streamedZip, utf16, zipOf } from "#tests/helpers/archives.ts";
import { diceOf, type Dice, type Some } from "#tests/helpers/dice.ts";
import type { Position } from "#features/import/rules.ts";
import { threadWork } from "#tests/helpers/thread-work.ts";
import { readArchive } from "./read-archive.ts";
import { cleanCell } from "./read-csv.ts";
import { readDate } from "./read-date.ts";
import { readResume } from "./read-resume.ts";
import { compareWithFile } from "./compare.ts";
import { toRow } from "./import-rows.ts";

/**
 * Ten thousand damaged files: none throws, none takes long, and no row comes out that was not put in. The usual run
 * takes every fourth of them, each day others.
 */
const CASES = { archives: 2_500, rows: 2_500, texts: 2_000, dates: 2_000, resumes: 1_000 } as const;
/** Milliseconds of work that no single case may take. */
const SLOW = 3_000;

function each(count: number, seed: number, run: (dice: Dice, index: number) => void): void {
  let slowest = 0;
  const step = tries({ all: 1, some: 4 });
  for (let index = seedOfTheDay() % step; index < count; index += step) {
    slowest = Math.max(
      slowest,
      threadWork(() => run(diceOf(seed * 1_000_003 + index), index)),
    );
  }
  expect(slowest).toBeLessThan(SLOW);
}

const rowText = ({ company, title, start, end, isCurrent, description }: Position): string =>
  JSON.stringify([company, title, start, end, isCurrent, description]);

function damaged(bytes: Uint8Array, dice: Dice): Uint8Array {
  const copy = bytes.slice();
  for (let left = dice.below(8); left >= 0; left -= 1) copy[dice.below(copy.length)] = dice.below(256);
  if (dice.chance(0.2)) return copy.slice(0, dice.below(copy.length));
  if (dice.chance(0.1)) return copy.slice(dice.below(copy.length));
  if (dice.chance(0.2)) {
    const [at, length] = [dice.below(copy.length), dice.below(200)];
    return new Uint8Array(
      Buffer.concat([copy.slice(0, at), copy.slice(dice.below(copy.length)).slice(0, length), copy.slice(at)]),
    );
  }
  return copy;
}

/** A number in the directory or a header set to one that programs stumble over. */
function twisted(bytes: Uint8Array, dice: Dice): Uint8Array {
  const copy = bytes.slice();
  const view = new DataView(copy.buffer);
  const at = dice.below(copy.length - 4);
  view.setUint32(at, dice.of([0, 1, 0xff_ff, 0xff_ff_ff_ff, 0x7f_ff_ff_ff, 0x06_05_4b_50, 0x02_01_4b_50]), true);
  return copy;
}

const quote = (cell: string): string => (/[",;\t\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

const COMPANIES = [
  "Northwind",
  "Quarry Lane, Inc.",
  'The "Works"',
  "Zürich Söhne",
  "株式会社",
  "O'Hara; Sons",
] as const;
const TITLES = ["Engineer", "Lead, Platform", "Intern\nSummer", 'So-called "Guru"', "Stażystka"] as const;
type Truth = { date: string; precision: string };
const truthOf = (date: string, precision: string): Truth => ({ date, precision });
/** Written by hand: what each text means. */
const STARTS: Some<readonly [string, Truth]> = [
  ["Jan 2020", truthOf("2020-01-01", "month")],
  ["2020", truthOf("2020-01-01", "year")],
  ["2020-03", truthOf("2020-03-01", "month")],
  ["März 2019", truthOf("2019-03-01", "month")],
  ["15 Jan 2018", truthOf("2018-01-15", "day")],
  ["2020年1月", truthOf("2020-01-01", "month")],
  ["Oct-17", truthOf("2017-10-01", "month")],
  ["2016-12-31 00:00:00", truthOf("2016-12-31", "day")],
  ["31.12.2016", truthOf("2016-12-31", "day")],
];
const ENDS: Some<readonly [string, Truth | "current"]> = [
  ["", "current"],
  ["Present", "current"],
  ["-", "current"],
  ["N/A", "current"],
  ["heute", "current"],
  ["Dec 2021", truthOf("2021-12-01", "month")],
  ["2022", truthOf("2022-01-01", "year")],
  ["Feb 2023", truthOf("2023-02-01", "month")],
  ["30 Nov 2021", truthOf("2021-11-30", "day")],
  ["2021-05-06 12:30", truthOf("2021-05-06", "day")],
];

/** A whole row, as it must come out. */
const wholeOf = (
  company: string,
  title: string,
  start: Truth | undefined,
  end: Truth | "current" | undefined,
  more: readonly unknown[] = [],
): string =>
  JSON.stringify([
    cleanCell(company),
    cleanCell(title),
    start,
    end === "current" ? undefined : end,
    end === "current",
    ...more,
  ]);
const wholeRow = ({ company, title, start, end, isCurrent }: Position, more: readonly unknown[] = []): string =>
  JSON.stringify([company, title, start, end, isCurrent, ...more]);

/** A job that names no company: it stays. */
const NOBODY = wholeOf("", "Nobody", truthOf("2020-01-01", "year"), "current", [undefined, 0, undefined]);

type Made = { text: string; isGood: boolean; row: string };

/** A row, and the result that reading it must have. */
function makeRow(dice: Dice, index: number, separator: string): Made {
  const company = `${dice.of(COMPANIES)} ${index}`;
  const title = dice.of(TITLES);
  const [start, from] = dice.of(STARTS);
  const [end, to] = dice.of(ENDS);
  const cells = [company, title, "", "", start, end].map(quote);
  const row = wholeOf(company, title, from, to);
  const whole = cells.join(separator);
  if (dice.chance(0.5)) return { text: whole, isGood: true, row };
  // Empty cells at the end are left off or doubled by programs that save the table again.
  if (end === "" && dice.chance(0.5)) return { text: cells.slice(0, 5).join(separator), isGood: true, row };
  // A row that lacks its company or its title stays, and asks for it.
  if (dice.chance(0.2)) {
    const text = ["", ...cells.slice(1)].join(separator);
    return { text, isGood: true, row: wholeOf("", title, from, to) };
  }
  if (dice.chance(0.1)) {
    const text = [cells[0], "", ...cells.slice(2)].join(separator);
    return { text, isGood: true, row: wholeOf(company, "", from, to) };
  }
  if (dice.chance(0.2)) return { text: whole + separator.repeat(1 + dice.below(3)), isGood: true, row };
  const broken = dice.of([
    cells.slice(0, 4).join(separator),
    [...cells, "more"].join(separator),
    // A cell lost or doubled before the dates.
    [...cells.slice(0, 2), ...cells.slice(3)].join(separator),
    [...cells.slice(0, 2), "half a title", ...cells.slice(2)].join(separator),
    [`"${index} left open`, ...cells.slice(1)].join(separator),
    [cells[0], `"quoted"${index}`, ...cells.slice(2)].join(separator),
    "",
    separator.repeat(5),
  ]);
  return { text: broken, isGood: false, row };
}

const MONTHS: Readonly<Record<string, string>> = {
  en: "January February March April May June July August September October November December",
  de: "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
  fr: "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
  es: "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
  pl: "stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października stycznia grudnia",
  tr: "Ocak Şubat Mart Nisan Mayıs Haziran Temmuz Ağustos Eylül Ekim Kasım Aralık",
  ru: "января февраля марта апреля мая июня июля августа сентября октября ноября декабря",
};

/** A date written in one of many ways, together with its true value. */
function makeDate(dice: Dice): { text: string; truth: Truth } {
  const [year, month, day] = [1_950 + dice.below(80), 1 + dice.below(12), 1 + dice.below(28)];
  const two = (value: number): string => String(value).padStart(2, "0");
  const language = dice.of(["en", "de", "fr", "es", "tr", "ru", ...(month === 11 ? [] : (["pl"] as const))]);
  const name = (MONTHS[language] ?? "").split(" ")[month - 1] ?? "";
  const inMonth = truthOf(`${year}-${two(month)}-01`, "month");
  const onDay = truthOf(`${year}-${two(month)}-${two(day)}`, "day");
  const [text, truth] = dice.of([
    [`${year}`, truthOf(`${year}-01-01`, "year")],
    [`${name} ${year}`, inMonth],
    [`${name.toUpperCase()}, ${year}`, inMonth],
    [`${year}-${two(month)}`, inMonth],
    [`${month}/${year}`, inMonth],
    [`${year}年${month}月`, inMonth],
    [`${day}. ${name} ${year}`, onDay],
    [`${name} ${day}, ${year}`, onDay],
    [`${year}-${two(month)}-${two(day)}`, onDay],
    [`${day}.${month}.${year}`, onDay],
    [`${year}年${month}月${day}日`, onDay],
    [`${year}/${month}/${day}`, onDay],
  ]);
  const time = truth === onDay ? dice.of(["", "", " 00:00:00", " 12:30", ", 9:05 PM"]) : "";
  return { text: `${text}${time}`, truth };
}

/** All texts and numbers of a JSON file; undefined if it is not UTF-8, because its letters are then a guess. */
function wordsIn(bytes: Uint8Array): Set<string> | undefined {
  const words = new Set<string>();
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    JSON.parse(text, (_key, value: unknown) => {
      if (typeof value === "string" || typeof value === "number") words.add(cleanCell(String(value)));
      return value;
    });
  } catch (error) {
    return error instanceof SyntaxError ? new Set() : undefined;
  }
  return words;
}

describe("ten thousand damaged files", () => {
  const before = process.cpuUsage();

  it("are ten thousand", () => {
    expect(Object.values(CASES).reduce<number>((sum, count) => sum + count, 0)).toBe(10_000);
  });

  it("archives with flipped, cut and doubled bytes", () => {
    const files = { ...FILES, "inner.zip": zipOf({ "Positions.csv": FILES["Positions.csv"] ?? "" }) };
    const whole = [zipOf(files), zipOf(files, 0), streamedZip(FILES)] as const;
    const known = new Set(readArchive([{ name: "export.zip", bytes: whole[0] }]).positions.map(rowText));
    expect(known.size).toBe(3);
    let read = 0;
    each(CASES.archives, 1, (dice) => {
      const bytes = dice.of(whole);
      const { positions } = readArchive([
        { name: "export.zip", bytes: dice.chance(0.7) ? damaged(bytes, dice) : twisted(bytes, dice) },
      ]);
      read += positions.length;
      for (const position of positions) expect(known.has(rowText(position))).toBe(true);
    });
    // Many of them still are archives: it is the reading that is tried.
    expect(read).toBeGreaterThan(tries({ all: 500, some: 125 }));
  });

  it("CSVs with broken rows between whole ones: every whole row survives, no other appears", () => {
    let broken = 0;
    each(CASES.rows, 2, (dice) => {
      const separator = dice.of([",", ";", "\t"]);
      const made = Array.from({ length: dice.below(12) }, (_, index) => makeRow(dice, index, separator));
      const header = POSITION_HEADER.replaceAll(",", separator);
      const notes = dice.chance(0.3) ? 'Notes:\n"One, two"\n\n' : "";
      const text = `${notes}${dice.chance(0.3) ? header.toUpperCase() : header}\n${made.map((row) => row.text).join("\n")}\n`;
      const ended = dice.chance(0.5) ? text.replaceAll("\n", "\r\n") : text;
      const bytes = dice.chance(0.2)
        ? utf16(ended, dice.chance(0.5))
        : strToU8(`${dice.chance(0.3) ? "\uFEFF" : ""}${ended}`);
      const { positions } = readArchive([{ name: "Positions.csv", bytes }]);
      expect(positions.map((position) => wholeRow(position))).toEqual(
        made.filter(({ isGood }) => isGood).map(({ row }) => row),
      );
      broken += made.filter(({ isGood }) => !isGood).length;
      for (const { line } of positions.map(({ from }) => from)) expect(line).toBeGreaterThan(1);
    });
    expect(broken).toBeGreaterThan(tries({ all: 1_000, some: 250 }));
  });

  it("texts of any kind: what is read stands in them", () => {
    const pieces = [
      POSITION_HEADER,
      EDUCATION_HEADER,
      "\n",
      "\r",
      "\r\n",
      ",",
      ";",
      "\t",
      '"',
      '""',
      "Acme",
      "Engineer",
      "Jan 2020",
      "\uFEFF",
      "\u0000",
      "\ud800",
      "\u202e",
      "'=",
      "Notes:",
      " ",
      "2020",
      "株",
      "é",
      "x".repeat(300),
      ",".repeat(50),
      "\n\n",
    ] as const;
    let read = 0;
    each(CASES.texts, 3, (dice) => {
      const cells = Array.from({ length: dice.below(60) }, () => dice.of(pieces)).join("");
      const text = `${dice.chance(0.7) ? `${POSITION_HEADER}\n` : ""}${cells}`.toWellFormed();
      const isWhole = dice.chance(0.8);
      const bytes = isWhole ? strToU8(text) : damaged(strToU8(`${text} `), dice);
      const name = dice.of(["Positions.csv", "Education.csv", "Profile.csv", "any.csv", "any.zip"]);
      const { positions } = readArchive([{ name, bytes }]);
      compareWithFile(
        [],
        undefined,
        positions.map((one) => toRow(one)),
      );
      if (!isWhole) return;
      read += positions.length;
      const seen = cleanCell(text, 1_000_000).replaceAll('"', "");
      for (const { company, title } of positions) {
        expect(seen).toContain(company.replaceAll('"', ""));
        expect(seen).toContain(title.replaceAll('"', ""));
      }
    });
    expect(read).toBeGreaterThan(tries({ all: 20, some: 5 }));
  });

  it("dates written in many ways are read to the day, the month or the year that they say", () => {
    each(CASES.dates / 2, 6, (dice) => {
      const { text, truth } = makeDate(dice);
      expect([text, readDate(text)]).toEqual([text, { is: "date", known: truth }]);
    });
  });

  it("dates of odd pieces: what is read is in the calendar and stands in the text", () => {
    const words: readonly (readonly [string, number])[] = [
      ["jan", 1],
      ["février", 2],
      ["märz", 3],
      ["мая", 5],
      ["sept", 9],
    ];
    const pieces = [
      "Jan",
      "january",
      "märz",
      "sept.",
      "février",
      "мая",
      "年",
      "月",
      "日",
      "1",
      "01",
      "12",
      "13",
      "31",
      "32",
      "2020",
      "1949",
      "2030",
      "2031",
      "98",
      "-",
      "/",
      ".",
      " ",
      ",",
      "de",
      "'",
      "T00:00:00Z",
      "Present",
      "٢٠٢٠",
      "２０２１",
      "\u0000",
      "99999",
    ] as const;
    let dates = 0;
    each(CASES.dates / 2, 4, (dice) => {
      const text = Array.from({ length: 1 + dice.below(6) }, () => dice.of(pieces)).join(dice.of(["", " ", "-", "/"]));
      const reading = readDate(text);
      if (reading.is !== "date") return;
      dates += 1;
      const { date, precision } = reading.known;
      expect(isInRange(date)).toBe(true);
      const plain = text.normalize("NFKC").toLowerCase();
      expect(plain.includes(date.slice(0, 4)) || plain.includes(date.slice(2, 4))).toBe(true);
      expect(precision === "year" ? date.slice(4) : precision === "month" ? date.slice(7) : "").toMatch(
        /^(?:-01){0,2}$/,
      );
      // "20210901" is three numbers.
      const apart = plain.replace(/(?<!\d)(\d{4})(\d{2})(\d{2})?(?!\d)/g, "$1 $2 $3");
      const numbers = (apart.match(/\d+/g) ?? []).map(Number);
      const [month, day] = [Number(date.slice(5, 7)), Number(date.slice(8))];
      const named = words.filter(([word]) => plain.includes(word)).map(([, number]) => number);
      // If the date contains the name of a month, the month comes from the name.
      if (precision !== "year") expect(named.length > 0 ? named : numbers).toContain(month);
      if (precision === "day") expect(numbers).toContain(day);
    });
    expect(dates).toBeGreaterThan(tries({ all: 50, some: 12 }));
  });

  it("résumés of jobs and of things that are none: every job comes out whole, and nothing else", () => {
    let rows = 0;
    each(CASES.resumes / 2, 7, (dice) => {
      const isOurs = dice.chance(0.5);
      const jobs = Array.from({ length: dice.below(8) }, (_, index) => {
        const [start, from] = dice.of(STARTS);
        const [end, to] = dice.of(ENDS);
        const [company, title] = [`${dice.of(COMPANIES)} ${index}`, dice.of(TITLES)];
        const item: Record<string, unknown> = { name: company, position: title, startDate: start };
        if (end !== "" || dice.chance(0.5)) item["endDate"] = end;
        for (const junk of ["url", "summary", "highlights", "location", "stop", "__proto__x"]) {
          if (dice.chance(0.2)) item[junk] = dice.of([null, 7, [], {}, "words", true]);
        }
        const kind = isOurs ? dice.of(["contract", "research", "founder"]) : undefined;
        const rating = isOurs ? dice.of([0, 20, 60, 100]) : 0;
        return {
          item,
          extra: {
            name: company,
            position: title,
            startDate: start,
            stop: index,
            role: 0,
            kind,
            rating,
            isCurrent: to === "current",
            undisclosed: index % 2 === 0,
          },
          truth: wholeOf(company, title, from, to, [kind, rating, isOurs ? index % 2 === 0 : undefined]),
        };
      });
      // Our own file is in the order of its stops, whatever order the other file has.
      const inFile = isOurs ? jobs.toReversed() : jobs;
      const nobody = { position: "Nobody", startDate: "2020" };
      const work: unknown[] = inFile.flatMap(({ item }) =>
        dice.chance(0.3) ? [dice.of<unknown>([null, 7, "x", [], {}, { startDate: "2020" }, nobody]), item] : [item],
      );
      const nobodies = work.filter((one) => one === nobody).map(() => NOBODY);
      // In the file's order; of ours, behind the stops that are ours.
      const truths = isOurs
        ? [...jobs.map(({ truth }) => truth), ...nobodies]
        : work.flatMap((one) => (one === nobody ? [NOBODY] : (jobs.find(({ item }) => item === one)?.truth ?? [])));
      const meta = isOurs
        ? { pipelines: { visibility: "public", work: inFile.map(({ extra }) => extra) } }
        : dice.of<unknown>([null, 7, {}]);
      const { positions } = readResume(
        "resume.json",
        strToU8(JSON.stringify({ basics: dice.of<unknown>([7, {}, null]), work, meta })),
      );
      expect(positions.map((one) => wholeRow(one, [one.kind, one.rating, one.undisclosed]))).toEqual(truths);
      rows += positions.length;
    });
    expect(rows).toBeGreaterThan(tries({ all: 1_000, some: 250 }));
  });

  it("résumés with changed letters", () => {
    const resume = JSON.stringify({
      basics: { name: "Nova Quill", location: { countryCode: "DE" } },
      work: [
        { name: "Northwind", position: "Engineer", startDate: "2020-01", endDate: "2021" },
        { name: "Quarry Lane", position: "Intern" },
      ],
      education: [{ institution: "Harbour College" }],
      meta: {
        pipelines: {
          visibility: "public",
          school: {},
          work: [{ name: "Northwind", position: "Engineer", startDate: "2020-01", kind: "intern", rating: 20 }],
        },
      },
    });
    const values = [
      "null",
      "1e999",
      "[]",
      "{}",
      '"__proto__"',
      "-1",
      "[[[[",
      "true",
      '"\\ud800"',
      '"constructor"',
    ] as const;
    each(CASES.resumes / 2, 5, (dice) => {
      const bytes = dice.chance(0.5)
        ? damaged(strToU8(resume), dice)
        : strToU8(resume.replace(/"[^"]+"(?=[,}])/g, (text) => (dice.chance(0.2) ? dice.of(values) : text)));
      const { positions, problems } = readResume("resume.json", bytes);
      // There are only as many positions as jobs with a name, and each name or title is a whole text of the file.
      expect(positions.length).toBeLessThanOrEqual(2);
      const words = wordsIn(bytes);
      for (const { company, title } of positions) {
        expect(`${company}${title}`).not.toBe("");
        if (words)
          expect([company === "" || words.has(company), title === "" || words.has(title)]).toEqual([true, true]);
      }
      for (const { why } of problems) expect(why).toMatch(/\.$/);
      compareWithFile(
        [],
        undefined,
        positions.map((one) => toRow(one)),
      );
    });
  });

  it("take less than twenty seconds of work in all", () => {
    expect(process.cpuUsage(before).user / 1_000_000).toBeLessThan(20);
  });
});
