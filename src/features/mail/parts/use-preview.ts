import { useEffect, useState } from "react";
import { api, ApiError, sentenceOf } from "#core/api-client.ts";
import type { MailPreview } from "#features/mail/schema.ts";

/** Without typing, before the preview is updated. */
const PAUSE_MS = 400;

/** The mail as the server would send it. Keeps the last preview until the next one is loaded. */
export function usePreview(
  subject: string,
  body: string,
): {
  preview: MailPreview | undefined;
  /** What is wrong with the body. */ fault: string | undefined;
  again: () => void;
  problem: string | undefined;
} {
  const [preview, setPreview] = useState<MailPreview>();
  const [fault, setFault] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [round, setRound] = useState(0);
  const isEmpty = body.trim() === "";
  useEffect(() => {
    setFault(undefined);
    if (isEmpty) {
      setPreview(undefined);
      setProblem(undefined);
      return;
    }
    const controller = new AbortController();
    const load = async (): Promise<void> => {
      try {
        const input = { subject: subject.trim(), body };
        const answer = await api.request("POST /api/email/preview", { body: input, signal: controller.signal });
        setPreview(answer);
        setProblem(undefined);
      } catch (failure) {
        if (controller.signal.aborted) return;
        const issue = failure instanceof ApiError ? failure.issues.find(({ path }) => path === "body") : undefined;
        setFault(issue?.message);
        setProblem(issue ? undefined : sentenceOf(failure));
      }
    };
    const timer = setTimeout(() => void load(), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [subject, body, isEmpty, round]);
  return { preview, fault, problem, again: () => setRound((now) => now + 1) };
}
