import { useEffect, useRef, useState, type ReactNode, type SubmitEvent } from "react";
import { ApiError, callFresh } from "#core/api-client.ts";
import { FALLBACK, LOCK_MS } from "#features/newsletter/rules.ts";
import type { FormResult } from "#server/page-context.ts";
import { SubmitButton } from "#ui/form-submit.tsx";
import { Icon } from "#ui/icon.tsx";

const SENT = "Check your inbox: the link in our e-mail puts you on the list.";

/** The server's message, or our own without one. */
function sentenceOf(failure: unknown): string {
  return failure instanceof ApiError && failure.status !== 0 && failure.code !== "" ? failure.message : FALLBACK;
}

/**
 * Asks for an address to write to when the site opens. After sending, the form is locked for three seconds, and longer
 * if the answer takes longer.
 */
export function NewsletterForm({ result }: { result?: FormResult | undefined }): ReactNode {
  const [state, setState] = useState<"idle" | "loading" | "success">("idle");
  const [isLocked, setLocked] = useState(false);
  const [said, setSaid] = useState(result === undefined ? "" : result.error || SENT);
  const field = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const isShut = isLocked || state === "loading";
  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (isShut) return;
    const email = (field.current?.value ?? "").trim();
    if (email === "") {
      setSaid("Enter your e-mail address.");
      field.current?.focus();
      return;
    }
    setLocked(true);
    setState("loading");
    setSaid("");
    timer.current = setTimeout(() => {
      setLocked(false);
      setState((now) => (now === "success" ? "idle" : now));
    }, LOCK_MS);
    try {
      await callFresh("POST /api/email/newsletter", { body: { email } });
      setState("success");
      setSaid(SENT);
    } catch (failure) {
      setState("idle");
      setSaid(sentenceOf(failure));
    }
  };

  return (
    <div className="news">
      <form className="news__f" method="post" action="/newsletter" noValidate onSubmit={(event) => void submit(event)}>
        <label className="sr" htmlFor="newsletter-email">
          E-mail
        </label>
        <input
          className="news__i"
          id="newsletter-email"
          ref={field}
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          placeholder="you@example.org"
          defaultValue={result?.values["email"] ?? ""}
          aria-required
          aria-describedby="newsletter-said"
          readOnly={isShut}
        />
        <SubmitButton
          className="btn btn--sign btn--lg"
          isLoading={state === "loading"}
          isDisabled={isLocked && state !== "loading"}
          loadingLabel="Sending"
        >
          {state === "success" ? (
            <span role="img" aria-label="Sent">
              <Icon name="check" size={20} />
            </span>
          ) : (
            "Notify Me!"
          )}
        </SubmitButton>
      </form>
      <p className="news__say" id="newsletter-said" aria-live="polite">
        {said}
      </p>
    </div>
  );
}
