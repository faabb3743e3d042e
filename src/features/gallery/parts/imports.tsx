import { useState, type ReactNode } from "react";
import { ColumnQuestion } from "#features/import/parts/column-question.tsx";
import { FileSteps } from "#features/import/parts/file-steps.tsx";
import { PasteText } from "#features/import/parts/paste-text.tsx";
import { ProblemList } from "#features/import/parts/problem-list.tsx";
import { ReviewRowItem } from "#features/import/parts/review-row.tsx";
import {
  NO_CHOICES,
  chosenRows,
  resolveAll,
  tickedRows,
  tickOf,
  wholeTicks,
  type Fill,
} from "#features/import/pure/review-choices.ts";
import { compareWithFile } from "#features/import/pure/compare.ts";
import type { ImportRow } from "#features/import/pure/import-rows.ts";
import type { KnownDate } from "#features/import/rules.ts";
import { ClientOnly } from "#ui/client-only.tsx";
import "#features/import/parts/import.css";
import "#features/import/parts/review.css";
import { lineOf, position, Reviews } from "./reviews.tsx";
import { Specimen, State } from "./specimen.tsx";

const month = (date: string): KnownDate => ({ date, precision: "month" });
const year = (date: string): KnownDate => ({ date, precision: "year" });

const POSITIONS = [
  position({ company: "Quillon", title: "Engineer", start: month("2022-03-01"), end: undefined }),
  position({
    company: "Quillon",
    title: "Software Engineering Intern",
    start: year("2019-01-01"),
    end: year("2019-01-01"),
  }),
  position({ company: "Kestrel & Row", title: "", start: undefined, end: month("2018-03-01") }),
  position({
    company: "The Extraordinarily Long Name of a Company That Does Not End",
    title: "Analyst",
    start: month("2014-01-01"),
    end: month("2016-01-01"),
  }),
];
const WORDS = ["ready", "needs months", "needs more", "differs"];
const LISTED = [{ id: "a", name: "kestrel and rowe", displayName: "Kestrel & Rowe" }];

/** A pipeline with one job that differs from the file. */
const MINE = { company: POSITIONS[3]?.company ?? "", title: "Analyst", start: "2014-01-01", end: "2015-06-01" };

/** The same job as the last import told it. */
function asTold(row: ImportRow): ImportRow {
  return { ...row, title: "Junior Analyst", end: month("2015-12-01") };
}

function Rows(): ReactNode {
  const [ticks, setTicks] = useState<ReadonlyMap<string, boolean>>(new Map());
  const tick = (all: [string, boolean][]): void => setTicks((before) => new Map([...before, ...all]));
  const [fill, setFill] = useState<Fill>();
  const resolutions = resolveAll(["Quillon", "Kestrel & Row", POSITIONS[3]?.company ?? ""], LISTED);
  const file = chosenRows(POSITIONS, resolutions, NO_CHOICES);
  const rows = compareWithFile(lineOf([MINE]).stops, file.slice(3).map(asTold), file);
  const ticked = tickedRows(rows, { ticks });
  return rows.map((row, index) => (
    <State key={row.id} name={WORDS[index] ?? ""}>
      <ul className="imp-rows">
        <ReviewRowItem
          row={row}
          ticked={ticked.get(row.id)}
          onTick={(of, isTicked, field) =>
            tick(field === undefined ? wholeTicks(of, isTicked) : [[tickOf(of.id, field), isTicked]])
          }
          position={POSITIONS[index]}
          resolution={resolutions.get((POSITIONS[index]?.company ?? "").toLowerCase())}
          picked={undefined}
          companies={LISTED}
          onPick={() => undefined}
          fill={fill}
          onFill={(_row, next) => setFill(next)}
        />
      </ul>
    </State>
  ));
}

const PROBLEMS = [2, 4, 7, 9].map((line) => ({
  file: "Positions.csv",
  line,
  why: "The row has no company, so we left it out.",
}));

const COLUMNS = {
  file: "Positions.csv",
  line: 1,
  separator: ",",
  names: ["Wo", "Was", "Erster Tag", "Letzter Tag", ""],
  sample: [
    ["Quillon", "Engineer", "2020-03", "heute", ""],
    ["The Extraordinarily Long Name of a Company That Does Not End", "Analyst", "2014-01", "2016-01", "x"],
  ],
};

/** The screens of an import: rows to tick, and messages about what could not be read. */
export function Imports(): ReactNode {
  return (
    <>
      <Specimen name="PasteText">
        <PasteText onFiles={() => undefined} />
      </Specimen>
      <Specimen name="ReviewRowItem">
        <ClientOnly>{() => <Rows />}</ClientOnly>
      </Specimen>
      <Specimen name="FileSteps">
        <FileSteps />
      </Specimen>
      <Specimen name="ProblemList">
        <State name="some of it">
          <ProblemList problems={PROBLEMS} isNothingElse={false} />
        </State>
        <State name="all of it">
          <ProblemList problems={PROBLEMS.slice(0, 1)} isNothingElse />
        </State>
      </Specimen>
      <Specimen name="ColumnQuestion">
        <ColumnQuestion question={COLUMNS} onAnswer={() => undefined} onNone={() => undefined} />
      </Specimen>
      <ClientOnly>{() => <Reviews />}</ClientOnly>
    </>
  );
}
