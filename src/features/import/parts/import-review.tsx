import { useCallback, useEffect, useId, useMemo, useState, type ReactNode } from "react";
import { keyOf } from "#core/text.ts";
import { isEmptyStop, type PipelineDraft } from "#features/pipeline/draft.ts";
import type { SchoolChoice } from "#features/school/parts/school-combobox.tsx";
import { applyReview, leftOut, withRoom, type Done, type NoRoom } from "#features/import/pure/apply-review.ts";
import type { ImportHistory } from "#features/import/pure/import-history.ts";
import type { Candidate, Resolution } from "#features/import/pure/match-names.ts";
import {
  fileSchool,
  firstSchool,
  personChange,
  personDifferences,
  fileValues,
  schoolsOf,
  schoolKey,
  type PersonChange,
  type PersonField,
  type PersonNow,
} from "#features/import/pure/person.ts";
import {
  NO_CHOICES,
  chosenRows,
  placeInFile,
  rememberedCompanies,
  resolutionOf,
  tickedRows,
  tickOf,
  wholeTicks,
  type Fill,
  type ReviewChoices,
} from "#features/import/pure/review-choices.ts";
import { compareWithFile, type ReviewField, type ReviewRow } from "#features/import/pure/compare.ts";
import { returnsIn } from "#features/import/pure/returns.ts";
import type { CompanyChoice } from "#features/import/pure/import-rows.ts";
import type { Problem, ReadResult } from "#features/import/rules.ts";
import "./review.css";
import { PersonChoice } from "./person-choice.tsx";
import { ProblemList } from "./problem-list.tsx";
import { reportHeightAs } from "#ui/bar-height.ts";
import { ReviewRowItem } from "./review-row.tsx";
import { rowText, totalsText } from "./row-texts.ts";
import { schoolChoice, useSchoolLookUp } from "./school-look-up.ts";
import { countTicked, applyButtonText } from "./apply-texts.ts";

export type AppliedReview = {
  pipeline: PipelineDraft;
  done: Done;
  person: PersonChange;
  /** The chosen school; undefined if none is ticked, or while its look-up runs. */
  school: SchoolChoice | undefined;
  /** All rows of the file, for the next import to compare with. */
  said: ImportHistory;
  /** Ticked rows that had no room. */
  problems: Problem[];
  /** How many jobs did not fit, ticked or not, and which limit was reached. */
  noRoom: NoRoom;
};

/** Rows that need a decision come first; unchanged ones are behind a click. */
function sorted(rows: readonly ReviewRow[]): { open: ReviewRow[]; same: ReviewRow[] } {
  return {
    open: rows.filter(({ status }) => status !== "unchanged"),
    same: rows.filter(({ status, file }) => status === "unchanged" && file !== undefined),
  };
}

const reviewHeight = reportHeightAs("--review-h");

/** The review: only ticked rows enter the pipeline. */
export function ImportReview(props: {
  result: ReadResult;
  /** Matches of the written company names, by `keyOf` of the name. */
  resolutions: ReadonlyMap<string, Resolution>;
  /** Every listed company, for names without a match. */
  companies: readonly Candidate[];
  isListMissing: boolean;
  last: ImportHistory | undefined;
  pipeline: PipelineDraft;
  now: PersonNow;
  /** Called when something is first ticked or filled in, and when the review ends. */
  onTouched?: (isTouched: boolean) => void;
  onTake: (taken: AppliedReview) => void;
  onClose: () => void;
}): ReactNode {
  const { result, resolutions, last, pipeline, now, onTouched } = props;
  const heading = useId();
  const [remembered] = useState<ReviewChoices["companies"]>(() => rememberedCompanies(last?.rows ?? []));
  const [companies, setCompanies] = useState(remembered);
  const [fills, setFills] = useState<ReviewChoices["fills"]>(new Map());
  const [ticks, setTicks] = useState<ReviewChoices["ticks"]>(new Map());
  const [personTicks, setPersonTicks] = useState<ReadonlyMap<PersonField, boolean>>(new Map());
  const [picked, setSchool] = useState<number>();
  // Schools may come after the jobs.
  const [thisYear] = useState(() => new Date().getFullYear());
  const schools = schoolsOf(result);
  const school = picked ?? firstSchool(schools, thisYear);
  const meant = useMemo(() => result.positions.map((one) => resolutionOf(one, resolutions)), [result, resolutions]);
  const file = useMemo(
    () => chosenRows(result.positions, resolutions, { ...NO_CHOICES, companies, fills }),
    [result, resolutions, companies, fills],
  );
  const rows = useMemo(
    () => withRoom(pipeline, compareWithFile(pipeline.stops, last?.rows, file)),
    [pipeline, last, file],
  );
  const returns = useMemo(() => returnsIn(rows), [rows]);
  const ticked = tickedRows(rows, { ticks });
  const { open, same } = sorted(rows);
  const tickable = open.filter(({ canTick }) => canTick);
  // Removals are ticked one by one.
  const atOnce = tickable.filter(({ status }) => status !== "missing");
  const differences = personDifferences(result, now, last?.person, school, pipeline.stops.every(isEmptyStop));
  const who = new Set(
    differences.filter(({ field, isTicked }) => personTicks.get(field) ?? isTicked).map(({ field }) => field),
  );
  const tickedSchool = who.has("school") ? schools[school] : undefined;
  const theSchool = useSchoolLookUp(tickedSchool && fileSchool(result, tickedSchool));
  const hasNothing = tickable.length === 0 && differences.length === 0;

  const isTouched =
    companies !== remembered ||
    fills.size > 0 ||
    ticks.size > 0 ||
    personTicks.size > 0 ||
    picked !== undefined ||
    theSchool.isTouched;
  useEffect(() => {
    if (!isTouched) return;
    onTouched?.(true);
    return () => onTouched?.(false);
  }, [isTouched, onTouched]);

  const tick = (all: readonly ReviewRow[], isTicked: boolean): void =>
    setTicks((before) => new Map([...before, ...all.flatMap((row) => wholeTicks(row, isTicked))]));
  // Stable functions, so that only changed rows render again.
  const onTick = useCallback((row: ReviewRow, isTicked: boolean, field?: ReviewField): void => {
    const news = field === undefined ? wholeTicks(row, isTicked) : [[tickOf(row.id, field), isTicked] as const];
    setTicks((before) => new Map([...before, ...news]));
  }, []);
  const onPick = useCallback((row: ReviewRow, company: CompanyChoice): void => {
    setCompanies((before) => new Map([...before, [keyOf(row.file?.said ?? ""), company]]));
  }, []);
  const onFill = useCallback((row: ReviewRow, fill: Fill): void => {
    const place = placeInFile(row);
    if (place !== undefined) setFills((before) => new Map([...before, [place, fill]]));
  }, []);

  const take = (): void => {
    const { draft, done, problems, refused } = applyReview(pipeline, rows, ticked);
    // Do not remember rows without room: the person did not decline them.
    const becomes = theSchool.lookUp?.meaning && schoolChoice(theSchool.lookUp);
    const noRoom = leftOut(draft, rows, ticked, refused);
    const inLine = new Set(rows.filter(({ id, mine }) => mine !== undefined || ticked.has(id)).map((row) => row.file));
    props.onTake({
      pipeline: draft,
      done,
      person: personChange(result, who, school),
      school: becomes,
      said: {
        rows: file
          .filter((row) => !noRoom.rows.has(row))
          .map((row) => (inLine.has(row) ? { ...row, wasIn: true as const } : row)),
        person: {
          ...fileValues(result, school),
          ...(becomes && theSchool.lookUp ? { [schoolKey(theSchool.lookUp.name)]: becomes.schoolName } : {}),
        },
      },
      problems,
      noRoom: { count: noRoom.rows.size, isLineFull: noRoom.isLineFull },
    });
  };

  const allTicked = atOnce.every(({ id }) => ticked.has(id));
  return (
    <section className="panel imp-rev" aria-labelledby={heading}>
      <div className="imp-rev__h">
        <h2 className="h-sec" id={heading} tabIndex={-1} data-field="import-review">
          Check what we found
        </h2>
        <p className="ui dim" role="status">
          {hasNothing && result.positions.length > 0
            ? "Nothing to add: everything in this file is in your line already."
            : totalsText(rows, result)}
        </p>
        {result.understood?.map((sentence) => (
          <p key={sentence} className="small dim">
            {sentence}
          </p>
        ))}
      </div>
      <ProblemList problems={result.problems} isNothingElse={false} />
      {props.isListMissing && (
        <p className="alert imp-bad" role="status">
          The list of companies did not load. Names stay as they are written, and are looked up when you save.
        </p>
      )}
      <PersonChoice
        result={result}
        differences={differences}
        ticked={who}
        onTick={(field, isTicked) => setPersonTicks((before) => new Map([...before, [field, isTicked]]))}
        school={school}
        onSchool={(place) => {
          setSchool(place);
          setPersonTicks((before) => new Map([...before, ["school", true]]));
        }}
        lookUp={theSchool.lookUp}
        onMeaning={theSchool.onChoose}
      />
      {atOnce.length > 1 && (
        <button type="button" className="btn btn--g btn--sm imp-rev__all" onClick={() => tick(atOnce, !allTicked)}>
          {allTicked ? "Untick all" : "Tick all"}
        </button>
      )}
      {open.length > 0 && (
        <ul className="imp-rows" aria-label="Jobs found">
          {open.map((row) => {
            const place = placeInFile(row) ?? -1;
            return (
              <ReviewRowItem
                key={row.id}
                row={row}
                isReturn={returns.has(row.id)}
                ticked={ticked.get(row.id)}
                onTick={onTick}
                position={result.positions[place]}
                resolution={meant[place]}
                picked={companies.get(keyOf(row.file?.said ?? ""))}
                companies={props.companies}
                onPick={onPick}
                fill={fills.get(place)}
                onFill={onFill}
              />
            );
          })}
        </ul>
      )}
      {same.length > 0 && (
        <details className="imp-same small">
          <summary className="link">
            {same.length === 1 ? "1 job is" : `${same.length} jobs are`} in your line already
          </summary>
          <ul className="imp-same__l dim">
            {same.map((row) => {
              const { title, company, range } = rowText(row);
              return (
                <li key={row.id}>
                  {title} at {company}, <span className="num">{range}</span>
                </li>
              );
            })}
          </ul>
        </details>
      )}
      {/* It replaces the save bar, so that the page has one main button. */}
      <div className="imp-rev__f" ref={reviewHeight} role="group" aria-label="This check">
        <div className="wrap imp-rev__b">
          <p className="small dim grow">{hasNothing ? "" : "Nothing is saved until you save it."}</p>
          <button type="button" className="btn btn--g" onClick={props.onClose}>
            {hasNothing ? "Close" : "Cancel"}
          </button>
          {!hasNothing && (
            <button type="button" className="btn btn--p" disabled={ticked.size === 0 && who.size === 0} onClick={take}>
              {applyButtonText(countTicked(rows, ticked), who.size > 0)}
            </button>
          )}
        </div>
      </div>
    </section>
  );
}
