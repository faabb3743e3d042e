import {
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
import type { PersonChange, PersonNow } from "#features/import/pure/person.ts";
import type { ColumnAnswer, ColumnAnswers, ColumnQuestion as Question, Problem } from "#features/import/rules.ts";
import "./import.css";
import { lazyPart } from "#ui/connection.ts";
import { findSchool } from "./candidates.ts";
import { ColumnQuestion } from "./column-question.tsx";
import { FocusOnOpen } from "./focus-on-open.tsx";
import { ImportBar, type Start, type Step } from "./import-bar.tsx";
import type { ImportHandle } from "./import-handle.ts";
import type { AppliedReview } from "./import-review.tsx";
import { dropOthers, storePending, readImport } from "./import-store.ts";
import { ProblemList } from "./problem-list.tsx";
import { combineReviews, type OpenReview } from "./open-review.ts";
import { readAndMatch } from "./read-and-match.ts";
import { NOT_COME, ReaderError } from "./read-in-worker.ts";
import { ReplaceQuestion } from "./replace-question.tsx";
import { appliedText } from "./apply-texts.ts";
import { useSharedFiles } from "./use-shared-files.ts";

/** Loaded when the first file is read. */
const loadReview = async () => ({ default: (await import("./import-review.tsx")).ImportReview });
const ImportReview = lazyPart(loadReview);

/** The message after the last file: text, or sentences about problems. */
type Outcome = {
  words: string;
  isGood: boolean;
  problems: readonly Problem[];
  /** Undoes an import as long as the pipeline has not changed since. */
  undo?: { undo: () => void; pipeline: PipelineDraft };
};

export const OUTCOME_FIELD = "import-outcome";

const NO_OUTCOME: Outcome = { words: "", isGood: false, problems: [] };
const PUT_ASIDE = "The new file was put aside. Nothing has changed.";
const READ = "The file is read. Check what we found below.";
const JOINED = "The file is read. What we found is below, with the rest.";
const UNDONE = "Your line is as it was before the import.";
const STOPPED = "Reading was stopped. Nothing has changed.";

/** The change to the editor's form. Nothing of it is saved yet. */
export type ImportChange = Omit<PersonChange, "school"> & { pipeline: PipelineDraft; school?: SchoolChoice };

function sentenceOf(failure: unknown): string {
  return failure instanceof ReaderError ? failure.message : NOT_COME;
}

export function ImportSection(props: {
  handle?: Ref<ImportHandle>;
  /** The mark of the account. Past imports are kept under it. */
  owner: string;
  pipeline: PipelineDraft;
  now: PersonNow;
  /** Called when something in the open review is ticked or filled in, and when nothing is any more. */
  onTouched: (isTouched: boolean) => void;
  /** Called when a review opens and when it closes. */
  onReview: (isOpen: boolean) => void;
  /** The start panel, for somebody without a line. */
  start: Start | undefined;
  /** Shown after rows were taken over. */
  next: ReactNode;
  /** Returns a function that undoes the change. */
  onTake: (change: ImportChange) => () => void;
  /** Called when the look-up of an accepted school ends. */
  onSchool: (typed: string, school: SchoolChoice) => void;
}): ReactNode {
  const { owner, pipeline, onTouched, onReview } = props;
  const [current, setCurrent] = useState<OpenReview>();
  /** The open review for code that runs after an `await`. */
  const open = useRef<OpenReview>(undefined);
  const [outcome, setOutcome] = useState<Outcome>(NO_OUTCOME);
  const [step, setStep] = useState<Step>();
  /** A result that waits for the answer to ReplaceQuestion. */
  const [next, setNext] = useState<OpenReview>();
  /** Files with tables whose columns are unknown, the answers so far, and the open questions. */
  const [asked, setAsked] = useState<{ files: File[]; answers: ColumnAnswers; open: readonly Question[] }>();
  const root = useRef<HTMLDivElement>(null);
  /** Counts the imports. */
  const turn = useRef(0);
  const reading = useRef<AbortController>(undefined);
  const isTouched = useRef(false);

  useEffect(() => dropOthers(owner, localStorage), [owner]);
  useEffect(() => () => reading.current?.abort(), []);
  const isReviewing = current !== undefined;
  useEffect(() => onReview(isReviewing), [isReviewing, onReview]);

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

  const show = (shown: OpenReview | undefined): void => {
    open.current = shown;
    setNext(undefined);
    setCurrent(shown);
  };

  /** Focuses the new review, unless the focus has moved elsewhere since the file was chosen. */
  const arrive = (isAsked: boolean, words = READ): void => {
    const at = document.activeElement;
    const isFree = at === null || at === document.body || at.closest(".imp-bar") !== null;
    if (isAsked || isFree) focusOn("import-review");
    else setOutcome({ ...NO_OUTCOME, words });
  };

  const readAll = async (files: File[], answers: ColumnAnswers = new Map()): Promise<void> => {
    reading.current?.abort();
    const mine = new AbortController();
    reading.current = mine;
    turn.current += 1;
    setOutcome(NO_OUTCOME);
    setAsked(undefined);
    setStep({ what: "Reading", share: 0 });
    try {
      const read = await readAndMatch(files, pipeline.stops, {
        signal: mine.signal,
        onProgress: (what, share) => setStep({ what, share }),
        answers,
      });
      // Here a failure is a sentence. While the review is drawn, it would take the editor away.
      await loadReview();
      if (mine.signal.aborted) return;
      const { positions, education, profile, own, problems, ask = [] } = read.result;
      if (ask.length > 0) setAsked({ files, answers, open: ask });
      if (positions.length === 0 && education.length === 0 && !profile && !own) setOutcome({ ...NO_OUTCOME, problems });
      else {
        const added = { ...read, turn: turn.current, last: readImport(owner, localStorage) };
        const both = open.current && combineReviews(open.current, added);
        if (both) {
          open.current = both;
          setCurrent(both);
          arrive(false, JOINED);
        } else if (isTouched.current) setNext(added);
        else show(added);
      }
    } catch (failure) {
      // Stopping shows its own message.
      if (mine.signal.aborted) return;
      setOutcome({ ...NO_OUTCOME, problems: [{ file: "", line: 0, why: sentenceOf(failure) }] });
    }
    setStep(undefined);
  };

  useSharedFiles((files) => void readAll(files));

  /** All questions about the chosen files are answered before the files are read again. */
  const answer = (given: ColumnAnswer | undefined): void => {
    const [first, ...others] = asked?.open ?? [];
    if (!asked || !first) return;
    const answers = given ? new Map([...asked.answers, [first.file, given]]) : asked.answers;
    if (others.length > 0) setAsked({ ...asked, answers, open: others });
    else if (answers.size === 0) {
      setAsked(undefined);
      focusOn("import");
    } else void readAll(asked.files, answers);
  };

  const stopReading = (): void => {
    reading.current?.abort();
    setStep(undefined);
    setOutcome({ ...NO_OUTCOME, words: STOPPED });
    focusOn("import");
  };

  const take = (taken: AppliedReview): void => {
    const { done, person, problems, noRoom } = taken;
    const { school, ...rest } = person;
    const forget = storePending(owner, taken.said, localStorage);
    const undoChange = props.onTake({
      ...rest,
      pipeline: taken.pipeline,
      ...(school ? { school: taken.school ?? { schoolId: "", schoolName: school.name, logo: "" } } : {}),
    });
    const undo = (): void => {
      forget();
      undoChange();
      setOutcome({ ...NO_OUTCOME, words: UNDONE });
    };
    show(undefined);
    setOutcome({
      words: appliedText(done, person, noRoom),
      isGood: true,
      problems,
      undo: { undo, pipeline: taken.pipeline },
    });
    if (!school || taken.school) return;
    void findSchool(school).then((listed) => {
      if (listed) props.onSchool(school.name, listed);
    });
  };

  useImperativeHandle(props.handle, () => ({
    forget: () => setOutcome(NO_OUTCOME),
  }));
  const classOfOthers = outcome.words === "" ? "sr" : "ui dim imp-said";

  return (
    <div
      ref={root}
      className="imp"
      role="group"
      aria-label="Import"
      onKeyDown={(event) => {
        // Enter would save the surrounding form; the review has its own buttons.
        if (event.key === "Enter" && event.target instanceof HTMLInputElement) event.preventDefault();
      }}
    >
      <ImportBar
        onFiles={(files) => void readAll(files)}
        step={step}
        onStop={stopReading}
        start={isReviewing ? undefined : props.start}
      />
      <ProblemList problems={outcome.problems} isNothingElse={!outcome.isGood} />
      <p
        className={outcome.isGood ? "alert alert--pos imp-bad" : classOfOthers}
        role="status"
        tabIndex={-1}
        data-field={OUTCOME_FIELD}
      >
        {outcome.words}
      </p>
      {outcome.isGood && (
        <div className="imp-next">
          {props.next}
          {outcome.undo?.pipeline === pipeline && (
            <button type="button" className="btn btn--g btn--sm" onClick={outcome.undo?.undo}>
              Undo the import
            </button>
          )}
        </div>
      )}
      {asked?.open[0] && (
        <FocusOnOpen key={asked.open[0].file} onArrive={() => focusOn("import-columns")}>
          <ColumnQuestion question={asked.open[0]} onAnswer={answer} onNone={() => answer(undefined)} />
        </FocusOnOpen>
      )}
      {current && (
        <Suspense>
          <FocusOnOpen key={current.turn} onArrive={() => arrive(current.isAsked === true)}>
            <ImportReview
              result={current.result}
              resolutions={current.resolutions}
              companies={current.companies}
              isListMissing={current.isListMissing}
              last={current.last}
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
          </FocusOnOpen>
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
