import { Suspense, useEffect, useImperativeHandle, useRef, useState, type ReactNode, type Ref } from "react";
import type { PipelineDraft } from "#features/pipeline/draft.ts";
import type { SchoolChoice } from "#features/school/parts/school-combobox.tsx";
import type { PersonChange, PersonNow } from "#features/import/pure/person.ts";
import type { Problem } from "#features/import/rules.ts";
import "./import.css";
import { lazyPart } from "#ui/connection.ts";
import { findSchool } from "./candidates.ts";
import { ColumnQuestion } from "./column-question.tsx";
import { FocusOnOpen } from "./focus-on-open.tsx";
import { ImportBar, type Start } from "./import-bar.tsx";
import type { ImportHandle } from "./import-handle.ts";
import type { AppliedReview } from "./use-review.ts";
import { dropOthers, storePending, readImport } from "./import-store.ts";
import { ProblemList } from "./problem-list.tsx";
import { ReplaceQuestion } from "./replace-question.tsx";
import { appliedText } from "./apply-texts.ts";
import { useOpenReview } from "./use-open-review.ts";
import { useReading } from "./use-reading.ts";
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

function OutcomeMessage(props: { outcome: Outcome; pipeline: PipelineDraft; next: ReactNode }): ReactNode {
  const { words, isGood, problems, undo } = props.outcome;
  const look = words === "" ? "sr" : "ui dim imp-said";
  return (
    <>
      <ProblemList problems={problems} isNothingElse={!isGood} />
      <p className={isGood ? "alert alert--pos imp-bad" : look} role="status" tabIndex={-1} data-field={OUTCOME_FIELD}>
        {words}
      </p>
      {isGood && (
        <div className="imp-next">
          {props.next}
          {undo?.pipeline === props.pipeline && (
            <button type="button" className="btn btn--g btn--sm" onClick={undo.undo}>
              Undo the import
            </button>
          )}
        </div>
      )}
    </>
  );
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
  const [outcome, setOutcome] = useState<Outcome>(NO_OUTCOME);
  const say = (words: string): void => setOutcome({ ...NO_OUTCOME, words });
  const { current, waiting, touch, receive, show, putAside } = useOpenReview(onTouched, onReview);
  const root = useRef<HTMLDivElement>(null);

  useEffect(() => dropOthers(owner, localStorage), [owner]);

  const focusOn = (field: string): void => {
    root.current?.querySelector<HTMLElement>(`[data-field="${field}"]`)?.focus();
  };

  /** Focuses the new review, unless the focus has moved elsewhere since the file was chosen. */
  const arrive = (isAsked: boolean | undefined, words = READ): void => {
    const at = document.activeElement;
    const isFree = at === null || at === document.body || at.closest(".imp-bar") !== null;
    if (isAsked || isFree) focusOn("import-review");
    else say(words);
  };

  const { step, read, question, answer, stop } = useReading({
    stops: pipeline.stops,
    load: loadReview,
    onBegin: () => setOutcome(NO_OUTCOME),
    onFound: (found) => {
      const isJoined = receive({ ...found, last: readImport(owner, localStorage) });
      if (isJoined) arrive(false, JOINED);
    },
    onNothing: (problems) => setOutcome({ ...NO_OUTCOME, problems }),
    onUnanswered: () => focusOn("import"),
  });
  useSharedFiles(read);

  const stopReading = (): void => {
    stop();
    say(STOPPED);
    focusOn("import");
  };

  const take = (taken: AppliedReview): void => {
    const { school, ...rest } = taken.person;
    const forget = storePending(owner, taken.said, localStorage);
    const undoChange = props.onTake({
      ...rest,
      pipeline: taken.pipeline,
      ...(school ? { school: taken.school ?? { schoolId: "", schoolName: school.name, logo: "" } } : {}),
    });
    const undo = (): void => {
      forget();
      undoChange();
      say(UNDONE);
    };
    show(undefined);
    const words = appliedText(taken.done, taken.person, taken.noRoom);
    setOutcome({ words, isGood: true, problems: taken.problems, undo: { undo, pipeline: taken.pipeline } });
    if (!school || taken.school) return;
    void findSchool(school).then((listed) => {
      if (listed) props.onSchool(school.name, listed);
    });
  };

  const close = (): void => {
    show(undefined);
    setOutcome(NO_OUTCOME);
    focusOn("import");
  };

  useImperativeHandle(props.handle, () => ({ forget: () => setOutcome(NO_OUTCOME) }));

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
        onFiles={read}
        step={step}
        onStop={stopReading}
        start={current === undefined ? props.start : undefined}
      />
      <OutcomeMessage outcome={outcome} pipeline={pipeline} next={props.next} />
      {question && (
        <FocusOnOpen key={question.file} onArrive={() => focusOn("import-columns")}>
          <ColumnQuestion question={question} onAnswer={answer} onNone={() => answer(undefined)} />
        </FocusOnOpen>
      )}
      {current && (
        <Suspense>
          <FocusOnOpen key={current.turn} onArrive={() => arrive(current.isAsked)}>
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
              onClose={close}
            />
          </FocusOnOpen>
        </Suspense>
      )}
      {waiting && (
        <ReplaceQuestion
          onKeep={() => {
            putAside();
            say(PUT_ASIDE);
          }}
          onReplace={() => show({ ...waiting, isAsked: true })}
        />
      )}
    </div>
  );
}
