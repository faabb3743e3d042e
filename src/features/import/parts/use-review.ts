import { useCallback, useEffect, useMemo, useState } from "react";
import { keyOf } from "#core/text.ts";
import { isEmptyStop, type PipelineDraft } from "#features/pipeline/draft.ts";
import type { SchoolChoice } from "#features/school/parts/school-combobox.tsx";
import { applyReview, leftOut, withRoom, type Done, type NoRoom } from "#features/import/pure/apply-review.ts";
import { compareWithFile, type ReviewField, type ReviewRow } from "#features/import/pure/compare.ts";
import type { ImportHistory } from "#features/import/pure/import-history.ts";
import type { CompanyChoice } from "#features/import/pure/import-rows.ts";
import type { Resolution } from "#features/import/pure/match-names.ts";
import {
  fileSchool,
  fileValues,
  firstSchool,
  personChange,
  personDifferences,
  schoolKey,
  schoolsOf,
  type PersonChange,
  type PersonField,
  type PersonNow,
} from "#features/import/pure/person.ts";
import { returnsIn } from "#features/import/pure/returns.ts";
import {
  NO_CHOICES,
  chosenRows,
  placeInFile,
  rememberedCompanies,
  resolutionOf,
  tickOf,
  tickedRows,
  wholeTicks,
  type Fill,
  type ReviewChoices,
} from "#features/import/pure/review-choices.ts";
import type { Problem, ReadResult } from "#features/import/rules.ts";
import { schoolChoice, useSchoolLookUp } from "./school-look-up.ts";

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

export type ReviewInput = {
  result: ReadResult;
  /** Matches of the written company names, by `keyOf` of the name. */
  resolutions: ReadonlyMap<string, Resolution>;
  last: ImportHistory | undefined;
  pipeline: PipelineDraft;
  now: PersonNow;
  /** Called with true when something is first ticked or filled in, and with false when the review ends. */
  onTouched?: (isTouched: boolean) => void;
};

/** What somebody has chosen so far. At first that is nothing but the companies of the last import. */
function useChoices(last: ImportHistory | undefined) {
  const [remembered] = useState<ReviewChoices["companies"]>(() => rememberedCompanies(last?.rows ?? []));
  const [companies, setCompanies] = useState(remembered);
  const [fills, setFills] = useState<ReviewChoices["fills"]>(new Map());
  const [ticks, setTicks] = useState<ReviewChoices["ticks"]>(new Map());
  const [personTicks, setPersonTicks] = useState<ReadonlyMap<PersonField, boolean>>(new Map());
  const [school, setSchool] = useState<number>();

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
  const onPersonTick = (field: PersonField, isTicked: boolean): void =>
    setPersonTicks((before) => new Map([...before, [field, isTicked]]));
  const onSchool = (place: number): void => {
    setSchool(place);
    onPersonTick("school", true);
  };

  const isTouched =
    companies !== remembered || fills.size > 0 || ticks.size > 0 || personTicks.size > 0 || school !== undefined;
  return {
    companies,
    fills,
    ticks,
    personTicks,
    /** The place of the chosen school in the file. */
    school,
    isTouched,
    tick,
    onTick,
    onPick,
    onFill,
    onPersonTick,
    onSchool,
  };
}

/** What somebody chose in the review of a file, and the rows as they are with these choices. */
export function useReview({ result, resolutions, last, pipeline, now, onTouched }: ReviewInput) {
  const choices = useChoices(last);
  const { companies, fills, ticks, personTicks } = choices;
  // Schools may come after the jobs.
  const [thisYear] = useState(() => new Date().getFullYear());
  const schools = schoolsOf(result);
  const school = choices.school ?? firstSchool(schools, thisYear);
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
  const differences = personDifferences(result, now, {
    last: last?.person,
    school,
    isPipelineEmpty: pipeline.stops.every(isEmptyStop),
  });
  const who = new Set(
    differences.filter(({ field, isTicked }) => personTicks.get(field) ?? isTicked).map(({ field }) => field),
  );
  const tickedSchool = who.has("school") ? schools[school] : undefined;
  const theSchool = useSchoolLookUp(tickedSchool && fileSchool(result, tickedSchool));
  const hasNothing = tickable.length === 0 && differences.length === 0;

  const isTouched = choices.isTouched || theSchool.isTouched;
  useEffect(() => {
    if (!isTouched) return;
    onTouched?.(true);
    return () => onTouched?.(false);
  }, [isTouched, onTouched]);

  const take = (): AppliedReview => {
    const { draft, done, problems, refused } = applyReview(pipeline, rows, ticked);
    // Do not remember rows without room: the person did not decline them.
    const becomes = theSchool.lookUp?.meaning && schoolChoice(theSchool.lookUp);
    const noRoom = leftOut(draft, rows, ticked, refused);
    const inLine = new Set(rows.filter(({ id, mine }) => mine !== undefined || ticked.has(id)).map((row) => row.file));
    return {
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
    };
  };

  return {
    rows,
    open,
    same,
    atOnce,
    hasNothing,
    ticked,
    tick: choices.tick,
    onTick: choices.onTick,
    /** What `ReviewRowItem` needs to know about a row. */
    detailsOf: (row: ReviewRow) => {
      const place = placeInFile(row) ?? -1;
      return {
        isReturn: returns.has(row.id),
        ticked: ticked.get(row.id),
        position: result.positions[place],
        resolution: meant[place],
        picked: companies.get(keyOf(row.file?.said ?? "")),
        fill: fills.get(place),
      };
    },
    onPick: choices.onPick,
    onFill: choices.onFill,
    person: {
      differences,
      ticked: who,
      onTick: choices.onPersonTick,
      school,
      onSchool: choices.onSchool,
      lookUp: theSchool.lookUp,
      onMeaning: theSchool.onChoose,
    },
    take,
  };
}
