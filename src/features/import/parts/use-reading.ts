import { useEffect, useRef, useState } from "react";
import type { StopDraft } from "#features/pipeline/draft.ts";
import type { ColumnAnswer, ColumnAnswers, ColumnQuestion, Problem } from "#features/import/rules.ts";
import type { Step } from "./import-bar.tsx";
import type { OpenReview } from "./open-review.ts";
import { readAndMatch } from "./read-and-match.ts";
import { NOT_COME, ReaderError } from "./read-in-worker.ts";

/** What a review shows, without what was imported before. */
type Found = Omit<OpenReview, "last">;

/** Reads files in the background, and asks about tables whose columns are unknown. */
export function useReading(options: {
  stops: readonly StopDraft[];
  /** Loads the code that shows what was found. Called when the files are read. */
  load: () => Promise<unknown>;
  onBegin: () => void;
  onFound: (found: Found) => void;
  /** Called where nothing was found, with the reasons. */
  onNothing: (problems: readonly Problem[]) => void;
  /** Called when no question was answered. */
  onUnanswered: () => void;
}): {
  step: Step | undefined;
  read: (files: File[]) => void;
  /** The question about the first table whose columns are unknown. */
  question: ColumnQuestion | undefined;
  /** Undefined leaves the table out. */
  answer: (given: ColumnAnswer | undefined) => void;
  stop: () => void;
} {
  const [step, setStep] = useState<Step>();
  /** Files with such tables, the answers so far, and the open questions. */
  const [asked, setAsked] = useState<{ files: File[]; answers: ColumnAnswers; open: readonly ColumnQuestion[] }>();
  /** Counts the imports. */
  const turn = useRef(0);
  const reading = useRef<AbortController>(undefined);
  useEffect(() => () => reading.current?.abort(), []);

  const readAll = async (files: File[], answers: ColumnAnswers = new Map()): Promise<void> => {
    reading.current?.abort();
    const controller = new AbortController();
    const { signal } = controller;
    reading.current = controller;
    turn.current += 1;
    options.onBegin();
    setAsked(undefined);
    setStep({ what: "Reading", share: 0 });
    try {
      const onProgress = (what: Step["what"], share: number): void => setStep({ what, share });
      const found = await readAndMatch(files, options.stops, { signal, onProgress, answers });
      // Here a failure is a sentence. While the review is drawn, it would take the editor away.
      await options.load();
      if (signal.aborted) return;
      const { positions, education, profile, own, problems, ask = [] } = found.result;
      if (ask.length > 0) setAsked({ files, answers, open: ask });
      const isEmpty = positions.length === 0 && education.length === 0 && !profile && !own;
      if (isEmpty) options.onNothing(problems);
      else options.onFound({ ...found, turn: turn.current });
    } catch (failure) {
      // Stopping shows its own message.
      if (signal.aborted) return;
      const why = failure instanceof ReaderError ? failure.message : NOT_COME;
      options.onNothing([{ file: "", line: 0, why }]);
    }
    setStep(undefined);
  };

  const question = asked?.open[0];
  return {
    step,
    read: (files) => void readAll(files),
    question,
    /** All questions about the chosen files are answered before the files are read again. */
    answer: (given) => {
      if (!asked || !question) return;
      const others = asked.open.slice(1);
      const answers = given ? new Map([...asked.answers, [question.file, given]]) : asked.answers;
      if (others.length > 0) setAsked({ ...asked, answers, open: others });
      else if (answers.size === 0) {
        setAsked(undefined);
        options.onUnanswered();
      } else void readAll(asked.files, answers);
    },
    stop: () => {
      reading.current?.abort();
      setStep(undefined);
    },
  };
}
