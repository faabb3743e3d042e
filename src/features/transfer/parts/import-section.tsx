import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from "react";
import type { PipelineDraft } from "#features/pipeline/draft.ts";
import type { SchoolChoice } from "#features/school/parts/school-combobox.tsx";
import type { ImportRow } from "#features/transfer/pure/stops.ts";
import { problemText, type Problem } from "#features/transfer/rules.ts";
import "#ui/form-import.css";
import { findSchool } from "./candidates.ts";
import { ImportBar, type Step } from "./import-bar.tsx";
import type { Taken } from "./import-review.tsx";
import { dropOthers, keepWaiting, readImport } from "./import-store.ts";
import type { PersonNow } from "./person-choice.tsx";
import { ProblemList } from "./problem-list.tsx";
import { NOT_COME, ReaderError, type Reading } from "./reader.ts";

/** The comparison and its list come with the first file. */
const ImportReview = lazy(async () => ({ default: (await import("./import-review.tsx")).ImportReview }));

type Found = Reading & {
  /** Tells one import from the next. */
  turn: number;
  isListMissing: boolean;
  last: ImportRow[] | undefined;
};

/** What came of the last file: words that are good news or none, or sentences about what is wrong. */
type Outcome = { words: string; isGood: boolean; problems: readonly Problem[] };

const NO_OUTCOME: Outcome = { words: "", isGood: false, problems: [] };
const STOPPED = "Reading was stopped. Nothing has changed.";

/** What goes into the editor's form; nothing of it is saved. */
export type ImportChange = {
  pipeline: PipelineDraft;
  firstName?: string;
  lastName?: string;
  school?: SchoolChoice;
  location?: string;
};

/** The sentence for files that could not be read at all. */
function sentenceOf(failure: unknown): string {
  return failure instanceof ReaderError ? failure.message : NOT_COME;
}

function takenWords({ count, name, location, schoolName, problems }: Taken): string {
  const what = [
    ...(count === 0 ? [] : [`${count} ${count === 1 ? "job" : "jobs"}`]),
    ...(name ? ["your name"] : []),
    ...(location === undefined ? [] : ["your location"]),
    ...(schoolName === undefined ? [] : ["your school"]),
  ];
  const last = what.pop() ?? "";
  const list = what.length === 0 ? last : `${what.join(", ")} and ${last}`;
  return [`Added ${list}. Nothing is saved yet.`, ...problems.map(problemText)].join(" ");
}

/** Files in, a review of what is in them, and what was ticked into the line. */
export function ImportSection(props: {
  profileId: string;
  pipeline: PipelineDraft;
  now: PersonNow;
  onTake: (change: ImportChange) => void;
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
    const { name, location, schoolName } = taken;
    keepWaiting(profileId, taken.rows, localStorage);
    setFound(undefined);
    setOutcome({ ...NO_OUTCOME, words: takenWords(taken), isGood: true });
    props.onTake({
      pipeline: taken.pipeline,
      ...(name ? { firstName: name.firstName, lastName: name.lastName } : {}),
      ...(location === undefined ? {} : { location }),
      ...(schoolName === undefined ? {} : { school: { schoolId: "", schoolName, logo: "" } }),
    });
    if (schoolName === undefined) return;
    void findSchool(schoolName).then((school) => {
      if (school) props.onSchool(schoolName, school);
    });
  };

  return (
    <div ref={root} className="imp">
      <ImportBar onFiles={(files) => void read(files)} step={step} onStop={stopReading} />
      <ProblemList problems={outcome.problems} isNothingElse />
      <p className={outcome.isGood ? "alert alert--pos imp-bad" : outcome.words === "" ? "sr" : "ui dim"} role="status">
        {outcome.words}
      </p>
      {found && (
        <Suspense>
          <Arrival key={found.turn} onArrive={() => focusOn("import-review")}>
            <ImportReview
              found={found.found}
              resolutions={found.resolutions}
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
