import { useCallback, useEffect, useId, useImperativeHandle, useMemo, useState, type ReactNode, type Ref } from "react";
import { keyOf } from "#core/text.ts";
import { isEmptyStop, type PipelineDraft } from "#features/pipeline/draft.ts";
import type { SchoolChoice } from "#features/school/parts/school-combobox.tsx";
import { applyReview, leftOut, withRoom, type Done, type NoRoom } from "#features/transfer/pure/apply.ts";
import type { LastImport } from "#features/transfer/pure/last-import.ts";
import type { Candidate, Resolution } from "#features/transfer/pure/names.ts";
import {
  fileSchool,
  firstSchool,
  personChange,
  personDifferences,
  saidOf,
  schoolsOf,
  takenKey,
  type PersonChange,
  type PersonField,
  type PersonNow,
} from "#features/transfer/pure/person.ts";
import {
  NO_PICKS,
  pickedRows,
  placeInFile,
  rememberedPicks,
  resolutionOf,
  tickedRows,
  tickOf,
  wholeTicks,
  type Fill,
  type Picks,
} from "#features/transfer/pure/picks.ts";
import { differ, type ReviewField, type ReviewRow } from "#features/transfer/pure/review.ts";
import type { CompanyChoice } from "#features/transfer/pure/stops.ts";
import type { Problem, ReadResult } from "#features/transfer/rules.ts";
import "#ui/form-review.css";
import type { ReviewHandle } from "./import-handle.ts";
import { PersonChoice } from "./person-choice.tsx";
import { ProblemList } from "./problem-list.tsx";
import { ReviewRowItem } from "./review-row.tsx";
import { rowText, totalsText } from "./row-words.ts";
import { schoolChoice, useSchoolLookUp } from "./school-look-up.ts";
import { countTicked, takeWords } from "./take-words.ts";

/** What was ticked, for the editor to take. */
export type Taken = {
  pipeline: PipelineDraft;
  done: Done;
  person: PersonChange;
  /** What the school becomes; undefined where none is taken, or where its look-up is not over. */
  school: SchoolChoice | undefined;
  /** All that the files say as it was understood, for the next import to compare with. */
  said: LastImport;
  /** What was ticked and had no room. */
  problems: Problem[];
  /** How many jobs had none, ticked or not, and what it was that was full. */
  noRoom: NoRoom;
};

/** What there is to decide comes first; what stands in the line already is a press away. */
function sorted(rows: readonly ReviewRow[]): { open: ReviewRow[]; same: ReviewRow[] } {
  return {
    open: rows.filter(({ status }) => status !== "unchanged"),
    same: rows.filter(({ status, file }) => status === "unchanged" && file !== undefined),
  };
}

/** "Check what we found": nothing goes into the line that is not ticked here. */
export function ImportReview(props: {
  found: ReadResult;
  /** What the written companies mean, by the key of the name. */
  resolutions: ReadonlyMap<string, Resolution>;
  /** Every listed company, for names that mean none by themselves. */
  companies: readonly Candidate[];
  isListMissing: boolean;
  last: LastImport | undefined;
  pipeline: PipelineDraft;
  now: PersonNow;
  handle?: Ref<ReviewHandle>;
  /** Told of the first thing that is ticked or filled in, and of the end. */
  onTouched?: (isTouched: boolean) => void;
  onTake: (taken: Taken) => void;
  onClose: () => void;
}): ReactNode {
  const { found, resolutions, last, pipeline, now, onTouched } = props;
  const heading = useId();
  const [remembered] = useState<Picks["companies"]>(() => rememberedPicks(last?.rows ?? []));
  const [companies, setCompanies] = useState(remembered);
  const [fills, setFills] = useState<Picks["fills"]>(new Map());
  const [ticks, setTicks] = useState<Picks["ticks"]>(new Map());
  const [personTicks, setPersonTicks] = useState<ReadonlyMap<PersonField, boolean>>(new Map());
  const [picked, setSchool] = useState<number>();
  // Schools may come after the jobs.
  const [thisYear] = useState(() => new Date().getFullYear());
  const schools = schoolsOf(found);
  const school = picked ?? firstSchool(schools, thisYear);
  const meant = useMemo(() => found.positions.map((one) => resolutionOf(one, resolutions)), [found, resolutions]);
  const file = useMemo(
    () => pickedRows(found.positions, resolutions, { ...NO_PICKS, companies, fills }),
    [found, resolutions, companies, fills],
  );
  const rows = useMemo(() => withRoom(pipeline, differ(pipeline.stops, last?.rows, file)), [pipeline, last, file]);
  const ticked = tickedRows(rows, { ticks });
  const { open, same } = sorted(rows);
  const tickable = open.filter(({ canTick }) => canTick);
  // What leaves the line is ticked one by one.
  const atOnce = tickable.filter(({ status }) => status !== "missing");
  const differences = personDifferences(found, now, last?.person, school, pipeline.stops.every(isEmptyStop));
  const who = new Set(
    differences.filter(({ field, isTicked }) => personTicks.get(field) ?? isTicked).map(({ field }) => field),
  );
  const tickedSchool = who.has("school") ? schools[school] : undefined;
  const theSchool = useSchoolLookUp(tickedSchool && fileSchool(found, tickedSchool));
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
  // The same functions for every row and press, so that only what changed is drawn again.
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
    // What had no room was not left out by its owner.
    const becomes = theSchool.lookUp?.meaning && schoolChoice(theSchool.lookUp);
    const noRoom = leftOut(draft, rows, ticked, refused);
    const inLine = new Set(rows.filter(({ id, mine }) => mine !== undefined || ticked.has(id)).map((row) => row.file));
    props.onTake({
      pipeline: draft,
      done,
      person: personChange(found, who, school),
      school: becomes,
      said: {
        rows: file
          .filter((row) => !noRoom.rows.has(row))
          .map((row) => (inLine.has(row) ? { ...row, wasIn: true as const } : row)),
        person: {
          ...saidOf(found, school),
          ...(becomes && theSchool.lookUp ? { [takenKey(theSchool.lookUp.name)]: becomes.schoolName } : {}),
        },
      },
      problems,
      noRoom: { count: noRoom.rows.size, isLineFull: noRoom.isLineFull },
    });
  };

  useImperativeHandle(props.handle, () => ({ hasTicked: ticked.size > 0 || who.size > 0, take }));

  const allTicked = atOnce.every(({ id }) => ticked.has(id));
  return (
    <section className="panel imp-rev" aria-labelledby={heading}>
      <div className="imp-rev__h">
        <h2 className="h-sec" id={heading} tabIndex={-1} data-field="import-review">
          Check what we found
        </h2>
        <p className="ui dim" role="status">
          {hasNothing && found.positions.length > 0
            ? "Nothing to add: everything in this file is in your line already."
            : totalsText(rows, found)}
        </p>
      </div>
      <ProblemList problems={found.problems} isNothingElse={false} />
      {props.isListMissing && (
        <p className="alert imp-bad" role="status">
          The list of companies did not come. Names stay as they are written, and are looked up when you save.
        </p>
      )}
      <PersonChoice
        found={found}
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
                ticked={ticked.get(row.id)}
                onTick={onTick}
                position={found.positions[place]}
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
      <div className="imp-rev__f">
        <p className="small dim grow">{hasNothing ? "" : "Nothing is saved until you save it."}</p>
        <button type="button" className="btn btn--g" onClick={props.onClose}>
          {hasNothing ? "Close" : "Cancel"}
        </button>
        {!hasNothing && (
          <button type="button" className="btn btn--p" disabled={ticked.size === 0 && who.size === 0} onClick={take}>
            {takeWords(countTicked(rows, ticked), who.size > 0)}
          </button>
        )}
      </div>
    </section>
  );
}
