import { strToU8 } from "fflate";
import { describe, expect, it } from "vitest";
import { isInRange } from "#core/calendar.ts";
import {
  EDUCATION_HEADER,
  FILES,
  POSITION_HEADER,
  seeded,
  streamedZip,
  utf16,
  zipOf,
} from "#tests/helpers/archives.ts";
import type { Position } from "#features/transfer/rules.ts";
import { readArchive } from "./archive.ts";
import { cleanCell } from "./csv.ts";
import { readDate } from "./dates.ts";
import { fromResume } from "./resume-in.ts";
import { differ } from "./review.ts";
import { toRows } from "./stops.ts";

/**
 * Ten thousand damaged files, the same on every run: none throws, none takes
 * long, and no row comes out that was not put in.
 */
const CASES = { archives: 2_500, rows: 2_500, texts: 2_000, dates: 2_000, resumes: 1_000 } as const;
/** Milliseconds that no single case may take; far above what one does on a loaded machine. */
const SLOW = 3_000;

type Dice = {
  below: (limit: number) => number;
  of: <One>(list: readonly [One, ...One[]]) => One;
  chance: (share: number) => boolean;
};

function diceOf(seed: number): Dice {
  const next = seeded(seed);
  const below = (limit: number): number => Math.floor(next() * limit);
  return { below, of: (list) => list[below(list.length)] ?? list[0], chance: (share) => next() < share };
}

function each(count: number, seed: number, run: (dice: Dice, index: number) => void): void {
  let slowest = 0;
  for (let index = 0; index < count; index += 1) {
    const started = performance.now();
    run(diceOf(seed * 1_000_003 + index), index);
    slowest = Math.max(slowest, performance.now() - started);
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
const DATES = ["Jan 2020", "2020", "2020-03", "März 2019", "15 Jan 2018", "2020年1月"] as const;
const ENDS = ["", "Present", "Dec 2021", "2022", "Feb 2023"] as const;

type Made = { text: string; isGood: boolean; row: string };

/** A row and what must come of it. */
function makeRow(dice: Dice, index: number, separator: string): Made {
  const [company, title, start, end] = [
    `${dice.of(COMPANIES)} ${index}`,
    dice.of(TITLES),
    dice.of(DATES),
    dice.of(ENDS),
  ];
  const cells = [company, title, "", "", start, end].map(quote);
  const row = JSON.stringify([cleanCell(company), cleanCell(title)]);
  const whole = cells.join(separator);
  if (dice.chance(0.6)) return { text: whole, isGood: true, row };
  const broken = dice.of([
    cells.slice(0, 4).join(separator),
    [...cells, "more"].join(separator),
    [`"${index} left open`, ...cells.slice(1)].join(separator),
    [cells[0], `"quoted"${index}`, ...cells.slice(2)].join(separator),
    ["", ...cells.slice(1)].join(separator),
    "",
    separator.repeat(5),
  ]);
  return { text: broken, isGood: false, row };
}

describe("ten thousand damaged files", () => {
  it("are ten thousand", () => {
    expect(Object.values(CASES).reduce<number>((sum, count) => sum + count, 0)).toBe(10_000);
  });

  it("archives with flipped, cut and doubled bytes", { timeout: 60_000 }, () => {
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
    expect(read).toBeGreaterThan(500);
  });

  it(
    "CSVs with broken rows between whole ones: every whole row survives, no other appears",
    { timeout: 60_000 },
    () => {
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
        expect(positions.map(({ company, title }) => JSON.stringify([company, title]))).toEqual(
          made.filter(({ isGood }) => isGood).map(({ row }) => row),
        );
        broken += made.filter(({ isGood }) => !isGood).length;
        for (const { line } of positions.map(({ from }) => from)) expect(line).toBeGreaterThan(1);
      });
      expect(broken).toBeGreaterThan(1_000);
    },
  );

  it("texts of any kind: what is read stands in them", { timeout: 60_000 }, () => {
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
      differ([], undefined, toRows(positions));
      if (!isWhole) return;
      read += positions.length;
      const seen = cleanCell(text, 1_000_000).replaceAll('"', "");
      for (const { company, title } of positions) {
        expect(seen).toContain(company.replaceAll('"', ""));
        expect(seen).toContain(title.replaceAll('"', ""));
      }
    });
    expect(read).toBeGreaterThan(20);
  });

  it("dates: what is read is in the calendar, and its year stands in the text", { timeout: 60_000 }, () => {
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
    each(CASES.dates, 4, (dice) => {
      const text = Array.from({ length: 1 + dice.below(6) }, () => dice.of(pieces)).join(dice.of(["", " ", "-", "/"]));
      const reading = readDate(text);
      if (reading.is !== "date") return;
      dates += 1;
      const { date, precision } = reading.known;
      expect(isInRange(date)).toBe(true);
      const plain = text.normalize("NFKC");
      expect(plain.includes(date.slice(0, 4)) || plain.includes(date.slice(2, 4))).toBe(true);
      expect(precision === "year" ? date.slice(4) : precision === "month" ? date.slice(7) : "").toMatch(
        /^(?:-01){0,2}$/,
      );
    });
    expect(dates).toBeGreaterThan(50);
  });

  it("résumés with changed letters", { timeout: 60_000 }, () => {
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
    each(CASES.resumes, 5, (dice) => {
      const bytes = dice.chance(0.5)
        ? damaged(strToU8(resume), dice)
        : strToU8(resume.replace(/"[^"]+"(?=[,}])/g, (text) => (dice.chance(0.2) ? dice.of(values) : text)));
      const { positions, problems } = fromResume("resume.json", bytes);
      expect(positions.length).toBeLessThanOrEqual(2 + resume.length);
      for (const { why } of problems) expect(why).toMatch(/\.$/);
      differ([], undefined, toRows(positions));
    });
  });
});
