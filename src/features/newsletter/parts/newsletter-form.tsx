import { Check } from "lucide-react";
import { useEffect, useRef, useState, type ReactNode, type SubmitEvent } from "react";
import { api, ApiError } from "#core/api-client.ts";
import { FALLBACK, LOCK } from "#features/newsletter/rules.ts";
import { SubmitButton } from "#ui/form-submit.tsx";

const SENT = "Look into your inbox: the link in our letter puts you on the list.";

/** The server's sentence, or ours where there is none. */
function sentenceOf(failure: unknown): string {
  return failure instanceof ApiError && failure.status !== 0 && failure.code !== "" ? failure.message : FALLBACK;
}

/**
 * An address to write to when the site opens. From sending on the form is shut
 * for three seconds, longer only where the answer takes longer.
 */
export function NewsletterForm(): ReactNode {
  const [state, setState] = useState<"idle" | "loading" | "success">("idle");
  const [isLocked, setLocked] = useState(false);
  const [said, setSaid] = useState("");
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
    }, LOCK);
    try {
      // A browser that was never here has no token yet; asked for first, it spares a refusal.
      await api.request<string>("GET", "/api/token");
      await api.request<{ data: { email: string } }>("POST", "/api/email/newsletter", { email });
      setState("success");
      setSaid(SENT);
    } catch (failure) {
      setState("idle");
      setSaid(sentenceOf(failure));
    }
  };

  return (
    <div className="news">
      <form className="news__f" method="post" noValidate onSubmit={(event) => void submit(event)}>
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
          {state === "success" ? <Check size={20} strokeWidth={2.25} aria-label="Sent" /> : "Notify Me!"}
        </SubmitButton>
      </form>
      <p className="news__say" id="newsletter-said" aria-live="polite">
        {said}
      </p>
    </div>
  );
}
