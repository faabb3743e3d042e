import {
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
  type ReactNode,
  type Ref,
} from "react";
import type { PipelineDraft } from "#features/pipeline/draft.ts";
import type { SchoolChoice } from "#features/school/parts/school-combobox.tsx";
import { joined } from "#features/transfer/pure/join.ts";
import type { LastImport } from "#features/transfer/pure/last-import.ts";
import type { Candidate } from "#features/transfer/pure/names.ts";
import type { PersonChange, PersonNow } from "#features/transfer/pure/person.ts";
import type { Problem } from "#features/transfer/rules.ts";
import "#ui/form-import.css";
import { findSchool } from "./candidates.ts";
import { ImportBar, type Step } from "./import-bar.tsx";
import type { ImportHandle, ReviewHandle } from "./import-handle.ts";
import type { Taken } from "./import-review.tsx";
import { dropOthers, keepWaiting, readImport } from "./import-store.ts";
import { ProblemList } from "./problem-list.tsx";
import { NOT_COME, ReaderError, type Reading } from "./reader.ts";
import { ReplaceQuestion } from "./replace-question.tsx";
import { takenWords } from "./take-words.ts";

/** The comparison and its list come with the first file. */
const ImportReview = lazy(async () => ({ default: (await import("./import-review.tsx")).ImportReview }));

type Found = Reading & {
  /** Tells one import from the next. */
  turn: number;
  /** The person has just asked to see it. */
  isAsked?: true;
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

/** Names what is said of an import for the focus. */
export const OUTCOME_FIELD = "import-outcome";

const NO_OUTCOME: Outcome = { words: "", isGood: false, problems: [] };
const PUT_ASIDE = "The new file was put aside. Nothing has changed.";
const READ = "The file is read. Check below what we found.";
const JOINED = "The file is read. What we found in it stands below with the rest.";
const UNDONE = "Your line is as it was before the import.";
const STOPPED = "Reading was stopped. Nothing has changed.";

/** What goes into the editor's form; nothing of it is saved. */
export type ImportChange = Omit<PersonChange, "school"> & { pipeline: PipelineDraft; school?: SchoolChoice };

/** Both under one check, which goes on as it stands; undefined where the new one would take the place of the other. */
function joinFound(open: Found, come: Found): Found | undefined {
  const found = joined(open.found, come.found);
  // Names mean what the list said that came with them.
  const names = come.found.positions.length > 0 ? come : open;
  return (
    found && {
      ...open,
      found,
      resolutions: names.resolutions,
      companies: names.companies,
      isListMissing: names.isListMissing,
    }
  );
}

/** The sentence for files that could not be read at all. */
function sentenceOf(failure: unknown): string {
  return failure instanceof ReaderError ? failure.message : NOT_COME;
}

/** Files in, a review of what is in them, and what was ticked into the line. */
export function ImportSection(props: {
  handle?: Ref<ImportHandle>;
  profileId: string;
  pipeline: PipelineDraft;
  now: PersonNow;
  /** Told when something in the open review is ticked or filled in, and when nothing is any more. */
  onTouched: (isTouched: boolean) => void;
  /** Gives what takes all of it back. */
  onTake: (change: ImportChange) => () => void;
  /** A school that was taken, once it is found in the list. */
  onSchool: (typed: string, school: SchoolChoice) => void;
}): ReactNode {
  const { profileId, pipeline, onTouched } = props;
  const [found, setFound] = useState<Found>();
  /** The same, for a file that was read meanwhile. */
  const open = useRef<Found>(undefined);
  const [outcome, setOutcome] = useState<Outcome>(NO_OUTCOME);
  const [step, setStep] = useState<Step>();
  /** Read, and waiting for an answer beside the review of another. */
  const [next, setNext] = useState<Found>();
  const root = useRef<HTMLDivElement>(null);
  /** Of several imports begun one after the other the last one counts. */
  const turn = useRef(0);
  const reading = useRef<AbortController>(undefined);
  const review = useRef<ReviewHandle>(null);
  const isTouched = useRef(false);
  /** The look-up of a school that was taken before its meaning was shown. */
  const schoolFound = useRef<Promise<void>>(Promise.resolve());

  useEffect(() => dropOthers(profileId, localStorage), [profileId]);
  useEffect(() => () => reading.current?.abort(), []);

  const focusOn = (field: string): void => {
    root.current?.querySelector<HTMLElement>(`[data-field="${field}"]`)?.focus();
  };

  const touch = useCallback(
    (is: boolean): void => {
      isTouched.current = is;
      onTouched(is);
    },
    [onTouched],
  );

  const show = (shown: Found | undefined): void => {
    open.current = shown;
    setNext(undefined);
    setFound(shown);
  };

  /** Leads to the review that has come, unless the focus has gone on to something else since the file was chosen. */
  const arrive = (isAsked: boolean, words = READ): void => {
    const at = document.activeElement;
    const isFree = at === null || at === document.body || at.closest(".imp-bar") !== null;
    if (isAsked || isFree) focusOn("import-review");
    else setOutcome({ ...NO_OUTCOME, words });
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
      const { positions, education, profile, own, problems } = understood.found;
      if (positions.length === 0 && education.length === 0 && !profile && !own) setOutcome({ ...NO_OUTCOME, problems });
      else {
        const come = { ...understood, turn: turn.current, last: readImport(profileId, localStorage) };
        const both = open.current && joinFound(open.current, come);
        if (both) {
          open.current = both;
          setFound(both);
          arrive(false, JOINED);
        } else if (isTouched.current) setNext(come);
        else show(come);
      }
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
    const { done, person, problems, noRoom } = taken;
    const { school, ...rest } = person;
    const forget = keepWaiting(profileId, taken.said, localStorage);
    const takeBack = props.onTake({
      ...rest,
      pipeline: taken.pipeline,
      ...(school ? { school: taken.school ?? { schoolId: "", schoolName: school.name, logo: "" } } : {}),
    });
    const undo = (): void => {
      forget();
      takeBack();
      setOutcome({ ...NO_OUTCOME, words: UNDONE });
    };
    show(undefined);
    setOutcome({
      words: takenWords(done, person, noRoom),
      isGood: true,
      problems,
      undo: { undo, pipeline: taken.pipeline },
    });
    if (!school || taken.school) return;
    schoolFound.current = findSchool(school).then((listed) => {
      if (listed) props.onSchool(school.name, listed);
    });
  };

  useImperativeHandle(props.handle, () => ({
    hasTicked: () => review.current?.hasTicked === true,
    take: async () => {
      review.current?.take();
      await schoolFound.current;
    },
    forget: () => setOutcome(NO_OUTCOME),
  }));

  return (
    <div
      ref={root}
      className="imp"
      role="group"
      aria-label="Import"
      onKeyDown={(event) => {
        // The form around it would be saved: the review has its own buttons.
        if (event.key === "Enter" && event.target instanceof HTMLInputElement) event.preventDefault();
      }}
    >
      <ImportBar onFiles={(files) => void read(files)} step={step} onStop={stopReading} />
      <ProblemList problems={outcome.problems} isNothingElse={!outcome.isGood} />
      <p
        className={outcome.isGood ? "alert alert--pos imp-bad" : outcome.words === "" ? "sr" : "ui dim imp-said"}
        role="status"
        tabIndex={-1}
        data-field={OUTCOME_FIELD}
      >
        {outcome.words}
      </p>
      {outcome.undo?.pipeline === pipeline && (
        <button type="button" className="btn btn--s btn--sm imp-undo" onClick={outcome.undo?.undo}>
          Undo the import
        </button>
      )}
      {found && (
        <Suspense>
          <Arrival key={found.turn} onArrive={() => arrive(found.isAsked === true)}>
            <ImportReview
              handle={review}
              found={found.found}
              resolutions={found.resolutions}
              companies={found.companies}
              isListMissing={found.isListMissing}
              last={found.last}
              pipeline={pipeline}
              now={props.now}
              onTouched={touch}
              onTake={take}
              onClose={() => {
                show(undefined);
                setOutcome(NO_OUTCOME);
                focusOn("import");
              }}
            />
          </Arrival>
        </Suspense>
      )}
      {next && (
        <ReplaceQuestion
          onKeep={() => {
            setNext(undefined);
            setOutcome({ ...NO_OUTCOME, words: PUT_ASIDE });
          }}
          onReplace={() => show({ ...next, isAsked: true })}
        />
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
