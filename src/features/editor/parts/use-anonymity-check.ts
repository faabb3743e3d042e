import { useEffect, useEffectEvent, useRef, useState } from "react";
import { api, ApiError } from "#core/api-client.ts";
import type { AnonymityAnswer } from "#features/anonymity/schema.ts";
import type { AnonymityQuestion } from "./anonymity-question.ts";

type AnonymityOutcome = "nothing" | "asking" | "used-up" | "offline" | "failed" | AnonymityAnswer;

export type AnonymityHandle = {
  question: AnonymityQuestion | undefined;
  outcome: AnonymityOutcome;
  retry: () => void;
  /** Asks now, without the delay. Undefined if there is nothing to ask, or the server does not answer in time. */
  settle: () => Promise<AnonymityAnswer | undefined>;
};

/** Delay after the last edit before the request. The server allows 60 of them a day. */
const PAUSE_MS = 600;
/** A save waits no longer than this for an answer. */
const PATIENCE_MS = 4_000;

export function isAnswer(outcome: AnonymityOutcome): outcome is AnonymityAnswer {
  return typeof outcome === "object";
}

/** Asks the server after edits have stopped. Answers are remembered, so undoing an edit sends no request. */
export function useAnonymityCheck(question: AnonymityQuestion | undefined): AnonymityHandle {
  const key = question === undefined ? "" : JSON.stringify(question.body);
  const [answers, setAnswers] = useState<ReadonlyMap<string, AnonymityAnswer>>(new Map());
  const [problem, setProblem] = useState<"used-up" | "offline" | "failed">();
  /** Calls that are under way. */
  const calls = useRef(new Map<string, Promise<AnonymityAnswer>>());
  const isKnown = key === "" || answers.has(key);
  const retry = (): void => setProblem(undefined);

  const ask = (body: AnonymityQuestion["body"]): Promise<AnonymityAnswer> => {
    const asked = JSON.stringify(body);
    const running = calls.current.get(asked);
    if (running) return running;
    const call = api.request("POST /api/profile/meter", { body });
    calls.current.set(asked, call);
    call.then(
      (answer) => setAnswers((before) => new Map(before).set(asked, answer)),
      (error: unknown) => {
        calls.current.delete(asked);
        const code = error instanceof ApiError ? error.code : "";
        setProblem(code === "network" ? "offline" : code === "too-many-requests" ? "used-up" : "failed");
      },
    );
    return call;
  };
  const askInRest = useEffectEvent(() => void (question && ask(question.body).catch(() => undefined)));

  useEffect(() => {
    if (isKnown || problem !== undefined) return;
    const timer = setTimeout(() => askInRest(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [key, isKnown, problem]);

  useEffect(() => {
    if (problem !== "offline") return;
    window.addEventListener("online", retry);
    return () => window.removeEventListener("online", retry);
  }, [problem]);

  const settle = async (): Promise<AnonymityAnswer | undefined> => {
    if (!question) return undefined;
    const known = answers.get(key);
    if (known || problem !== undefined) return known;
    const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), PATIENCE_MS));
    return Promise.race([ask(question.body).catch(() => undefined), late]);
  };

  const outcome = key === "" ? "nothing" : (answers.get(key) ?? problem ?? "asking");
  return { question, outcome, retry, settle };
}
