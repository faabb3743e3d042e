import { useState } from "react";
import { useRevalidator } from "react-router";
import { ApiError } from "#core/api-client.ts";
import { passkeyProblem } from "#features/passkey/parts/passkey-browser.ts";
import { ProofDeclined, useProof } from "./proof.tsx";

type Problem = { at: string; message: string };

type Job = {
  /** The button of the section that is working. */
  name: string;
  act: () => Promise<unknown>;
  /** Said once it is done. */
  done: string;
  /** The field a refusal belongs to; "form" without one. */
  place?: (failure: ApiError) => string;
};

/** Runs a section's changes one at a time, asks for a proof if the API demands one, and reloads the page's data. */
export function useChange() {
  const prove = useProof();
  const { revalidate } = useRevalidator();
  const [busy, setBusy] = useState("");
  const [done, setDone] = useState("");
  const [problem, setProblem] = useState<Problem>();

  const fail = (at: string, message: string): void => {
    setDone("");
    setProblem({ at, message });
  };

  /** @returns whether it was done */
  const run = async (job: Job): Promise<boolean> => {
    if (busy !== "") return false;
    setBusy(job.name);
    setProblem(undefined);
    setDone("");
    try {
      await prove(job.act);
      await revalidate();
      setDone(job.done);
      return true;
    } catch (failure) {
      const place = failure instanceof ApiError ? job.place?.(failure) : undefined;
      if (!(failure instanceof ProofDeclined)) fail(place ?? "form", passkeyProblem(failure));
      return false;
    } finally {
      setBusy("");
    }
  };

  return {
    busy,
    done,
    fail,
    run,
    /** The error at a field, or at the end of the section ("form"). */
    at: (field: string) => (problem?.at === field ? problem.message : undefined),
  };
}
