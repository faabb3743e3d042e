import { useEffect, useState } from "react";
import { api, ApiError } from "#core/api-client.ts";
import type { AnonymityAnswer } from "#features/anonymity/schema.ts";
import type { AnonymityQuestion } from "./anonymity-question.ts";

export type AnonymityOutcome = "nothing" | "asking" | "used-up" | "offline" | "failed" | AnonymityAnswer;

/** The form rests this long before the server is asked, which it may be 60 times a day. */
const PAUSE_MS = 600;

/** The server's answer to a question, asked once the form rests. No question is asked twice, so undoing costs nothing. */
export function useAnonymityCheck(question: AnonymityQuestion | undefined): {
  outcome: AnonymityOutcome;
  retry: () => void;
} {
  const key = question === undefined ? "" : JSON.stringify(question.body);
  const [answers, setAnswers] = useState<ReadonlyMap<string, AnonymityAnswer>>(new Map());
  const [problem, setProblem] = useState<"used-up" | "offline" | "failed">();
  const isKnown = key === "" || answers.has(key);
  const retry = (): void => setProblem(undefined);

  useEffect(() => {
    if (isKnown || problem !== undefined) return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      api.request<AnonymityAnswer>("POST", "/api/profile/meter", JSON.parse(key), { signal: stop.signal }).then(
        (meter) => setAnswers((before) => new Map(before).set(key, meter)),
        (error: unknown) => {
          if (stop.signal.aborted) return;
          const code = error instanceof ApiError ? error.code : "";
          setProblem(code === "network" ? "offline" : code === "too-many-requests" ? "used-up" : "failed");
        },
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [key, isKnown, problem]);

  useEffect(() => {
    if (problem !== "offline") return;
    window.addEventListener("online", retry);
    return () => window.removeEventListener("online", retry);
  }, [problem]);

  if (key === "") return { outcome: "nothing", retry };
  return { outcome: answers.get(key) ?? problem ?? "asking", retry };
}
