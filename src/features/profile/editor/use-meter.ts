import { useEffect, useState } from "react";
import { api, ApiError } from "#core/api-client.ts";
import type { MeterAnswer } from "#features/meter/schema.ts";
import type { MeterQuestion } from "./meter-question.ts";

export type MeterOutcome = "nothing" | "asking" | "used-up" | "offline" | "failed" | MeterAnswer;

/** So long nothing may change before the server is asked: sixty times a day is not often. */
const PAUSE_MS = 600;

/**
 * The meter's answer to a question, asked once the form rests. What was asked
 * before is not asked again, so that undoing costs nothing.
 */
export function useMeter(question: MeterQuestion | undefined): { outcome: MeterOutcome; retry: () => void } {
  const key = question === undefined ? "" : JSON.stringify(question.body);
  const [told, setTold] = useState<ReadonlyMap<string, MeterAnswer>>(new Map());
  const [problem, setProblem] = useState<"used-up" | "offline" | "failed">();
  const isKnown = key === "" || told.has(key);
  const retry = (): void => setProblem(undefined);

  useEffect(() => {
    if (isKnown || problem !== undefined) return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      api.request<MeterAnswer>("POST", "/api/profile/meter", JSON.parse(key), { signal: stop.signal }).then(
        (meter) => setTold((before) => new Map(before).set(key, meter)),
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
  return { outcome: told.get(key) ?? problem ?? "asking", retry };
}
