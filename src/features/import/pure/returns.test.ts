import { describe, expect, it } from "vitest";
import { importRow } from "#tests/helpers/import-rows.ts";
import { applyReview } from "./apply-review.ts";
import { compareWithFile, defaultTicks, type ReviewRow } from "./compare.ts";
import type { ImportRow } from "./import-rows.ts";
import { returnsIn } from "./returns.ts";

const review = (...file: ImportRow[]): ReviewRow[] => compareWithFile([], undefined, file);
const returns = (...file: ImportRow[]): number[] =>
  [...returnsIn(review(...file))].map((id) => Number(id.replace("file-", "")));

describe("somebody who comes back", () => {
  it.each([
    [
      "with another stop between",
      [
        ["Acme", "2015-01", "2016-06"],
        ["Otter", "2016-07", "2018-12"],
        ["Acme", "2019-01", ""],
      ],
      [2],
    ],
    [
      "after years alone",
      [
        ["Acme", "2015", "2016"],
        ["Acme", "2019", "2020"],
      ],
      [1],
    ],
    [
      "after three months",
      [
        ["Acme", "2015-01", "2016-06"],
        ["Acme", "2016-09", "2018-01"],
      ],
      [1],
    ],
    [
      "with another legal form",
      [
        ["Acme GmbH", "2015-01", "2016-06"],
        ["Acme", "2019-01", "2020-01"],
      ],
      [1],
    ],
    [
      "in the file's other order",
      [
        ["Acme", "2019-01", "2020-01"],
        ["Acme", "2015-01", "2016-06"],
      ],
      [0],
    ],
    [
      "three times",
      [
        ["Acme", "2010-01", "2011-01"],
        ["Acme", "2013-01", "2014-01"],
        ["Acme", "2019-01", "2020-01"],
      ],
      [1, 2],
    ],
  ] as const)("%s has a further stay", (_what, rows, expected) => {
    expect(returns(...rows.map(([company, start, end], at) => importRow(company, `Title ${at}`, start, end)))).toEqual(
      expected,
    );
  });

  it.each([
    [
      "a promotion",
      [
        ["Acme", "2015-01", "2016-06"],
        ["Acme", "2016-07", "2018-01"],
      ],
    ],
    [
      "a break of two months",
      [
        ["Acme", "2015-01", "2016-06"],
        ["Acme", "2016-08", "2018-01"],
      ],
    ],
    [
      "a year after a year",
      [
        ["Acme", "2015", "2016"],
        ["Acme", "2017", "2018"],
      ],
    ],
    [
      "a second role beside the first",
      [
        ["Acme", "2015-01", ""],
        ["Acme", "2018-01", "2019-01"],
      ],
    ],
    [
      "another company",
      [
        ["Acme", "2015-01", "2016-01"],
        ["Otter", "2019-01", "2020-01"],
      ],
    ],
    [
      "a job without dates",
      [
        ["Acme", "2015-01", "2016-01"],
        ["Acme", "", ""],
      ],
    ],
  ] as const)("%s is none", (_what, rows) => {
    expect(returns(...rows.map(([company, start, end], at) => importRow(company, `Title ${at}`, start, end)))).toEqual(
      [],
    );
  });

  it("keeps both stays: one stop, two roles of the same title, each with its own dates", () => {
    const rows = review(
      importRow("Acme", "Engineer", "2015", "2016"),
      importRow("Otter", "Cook", "2017-01", "2018-12"),
      importRow("Acme", "Engineer", "2019-03", "2020-05"),
    );
    expect(rows.map(({ isTicked, isTwice }) => [isTicked, isTwice])).toEqual(rows.map(() => [true, false]));
    const { draft, done } = applyReview({ stops: [], nextId: 1 }, rows, defaultTicks(rows));
    expect(done.added).toBe(3);
    expect(
      draft.stops.map(({ companyName, roles }) => [
        companyName,
        ...roles.map(
          ({ title, startDate, endDate, datePrecision }) => `${title} ${startDate} ${endDate} ${datePrecision}`,
        ),
      ]),
    ).toEqual([
      ["Acme", "Engineer 2015-01-01 2016-01-01 year", "Engineer 2019-03-01 2020-05-01 month"],
      ["Otter", "Cook 2017-01-01 2018-12-01 month"],
    ]);
  });
});
