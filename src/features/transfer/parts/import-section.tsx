import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from "react";
import type { PipelineDraft } from "#features/pipeline/draft.ts";
import type { SchoolChoice } from "#features/school/parts/school-combobox.tsx";
import type { LastImport } from "#features/transfer/pure/last-import.ts";
import type { Candidate } from "#features/transfer/pure/names.ts";
import type { PersonChange, PersonNow } from "#features/transfer/pure/person.ts";
import type { Problem } from "#features/transfer/rules.ts";
import "#ui/form-import.css";
import { findSchool } from "./candidates.ts";
import { ImportBar, type Step } from "./import-bar.tsx";
import type { Taken } from "./import-review.tsx";
import { dropOthers, keepWaiting, readImport } from "./import-store.ts";
import { ProblemList } from "./problem-list.tsx";
import { NOT_COME, ReaderError, type Reading } from "./reader.ts";
import { takenWords } from "./take-words.ts";

/** The comparison and its list come with the first file. */
const ImportReview = lazy(async () => ({ default: (await import("./import-review.tsx")).ImportReview }));

type Found = Reading & {
  /** Tells one import from the next. */
  turn: number;
  companies: readonly Candidate[];
  isListMissing: boolean;
  last: LastImport | undefined;
};

/** What came of the last file: words that are good news or none, or sentences about what is wrong. */
type Outcome = {
  words: string;
  isGood: boolean;
  problems: readonly Problem[];
  /** Takes an import back, while the line is as the import left it. */
  undo?: { undo: () => void; pipeline: PipelineDraft };
};

const NO_OUTCOME: Outcome = { words: "", isGood: false, problems: [] };
const UNDONE = "Your line is as it was before the import.";
const STOPPED = "Reading was stopped. Nothing has changed.";

/** What goes into the editor's form; nothing of it is saved. */
export type ImportChange = Omit<PersonChange, "school"> & { pipeline: PipelineDraft; school?: SchoolChoice };

/** The sentence for files that could not be read at all. */
function sentenceOf(failure: unknown): string {
  return failure instanceof ReaderError ? failure.message : NOT_COME;
}

/** Files in, a review of what is in them, and what was ticked into the line. */
export function ImportSection(props: {
  profileId: string;
  pipeline: PipelineDraft;
  now: PersonNow;
  /** Gives what takes all of it back. */
  onTake: (change: ImportChange) => () => void;
  /** A school that was taken, once it is found in the list. */
  onSchool: (typed: string, school: SchoolChoice) => void;
}): ReactNode {
  const { profileId, pipeline } = props;
  const [found, setFound] = useState<Found>();
  const [outcome, setOutcome] = useState<Outcome>(NO_OUTCOME);
  const [step, setStep] = useState<Step>();
  const root = useRef<HTMLDivElement>(null);
  /** Of several imports begun one after the other the last one counts. */
  const turn = useRef(0);
  const reading = useRef<AbortController>(undefined);

  useEffect(() => dropOthers(profileId, localStorage), [profileId]);
  useEffect(() => () => reading.current?.abort(), []);

  const focusOn = (field: string): void => {
    root.current?.querySelector<HTMLElement>(`[data-field="${field}"]`)?.focus();
  };

  const read = async (files: File[]): Promise<void> => {
    reading.current?.abort();
    const mine = new AbortController();
    reading.current = mine;
    turn.current += 1;
    setOutcome(NO_OUTCOME);
    setStep({ what: "Reading", share: 0 });
    try {
      const { understand } = await import("./understand.ts");
      const understood = await understand(files, pipeline.stops, {
        signal: mine.signal,
        tell: (what, share) => setStep({ what, share }),
      });
      if (mine.signal.aborted) return;
      const { positions, education, profile, problems } = understood.found;
      if (positions.length === 0 && education.length === 0 && !profile) setOutcome({ ...NO_OUTCOME, problems });
      else setFound({ ...understood, turn: turn.current, last: readImport(profileId, localStorage) });
    } catch (failure) {
      // Whoever stopped it has said so.
      if (mine.signal.aborted) return;
      setOutcome({ ...NO_OUTCOME, problems: [{ file: "", line: 0, why: sentenceOf(failure) }] });
    }
    setStep(undefined);
  };

  const stopReading = (): void => {
    reading.current?.abort();
    setStep(undefined);
    setOutcome({ ...NO_OUTCOME, words: STOPPED });
    focusOn("import");
  };

  const take = (taken: Taken): void => {
    const { done, person, problems } = taken;
    const { school, ...rest } = person;
    const forget = keepWaiting(profileId, taken.said, localStorage);
    const takeBack = props.onTake({
      ...rest,
      pipeline: taken.pipeline,
      ...(school ? { school: { schoolId: "", schoolName: school.name, logo: "" } } : {}),
    });
    const undo = (): void => {
      forget();
      takeBack();
      setOutcome({ ...NO_OUTCOME, words: UNDONE });
    };
    setFound(undefined);
    setOutcome({ words: takenWords(done, person), isGood: true, problems, undo: { undo, pipeline: taken.pipeline } });
    if (!school) return;
    void findSchool(school.name, school.ownId).then((listed) => {
      if (listed) props.onSchool(school.name, listed);
    });
  };

  return (
    <div ref={root} className="imp">
      <ImportBar onFiles={(files) => void read(files)} step={step} onStop={stopReading} />
      <ProblemList problems={outcome.problems} isNothingElse={!outcome.isGood} />
      <p className={outcome.isGood ? "alert alert--pos imp-bad" : outcome.words === "" ? "sr" : "ui dim"} role="status">
        {outcome.words}
      </p>
      {outcome.undo?.pipeline === pipeline && (
        <button type="button" className="btn btn--s btn--sm imp-undo" onClick={outcome.undo?.undo}>
          Undo the import
        </button>
      )}
      {found && (
        <Suspense>
          <Arrival key={found.turn} onArrive={() => focusOn("import-review")}>
            <ImportReview
              found={found.found}
              resolutions={found.resolutions}
              companies={found.companies}
              isListMissing={found.isListMissing}
              last={found.last}
              pipeline={pipeline}
              now={props.now}
              onTake={take}
              onClose={() => {
                setFound(undefined);
                focusOn("import");
              }}
            />
          </Arrival>
        </Suspense>
      )}
    </div>
  );
}

/** Leads the focus to what has just come. */
function Arrival(props: { children: ReactNode; onArrive: () => void }): ReactNode {
  const arrive = useRef(props.onArrive);
  useEffect(() => arrive.current(), []);
  return props.children;
}
