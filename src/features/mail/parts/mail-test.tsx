import { useEffect, useRef, useState, type ReactNode } from "react";
import { api, ApiError } from "#core/api-client.ts";
import { checkRecipient, EMAIL_FAILED } from "#features/mail/rules.ts";
import { FieldMessage } from "#ui/form-message.tsx";

/** The server's sentence, or that the e-mail could not be sent. */
export function mailProblem(failure: unknown): string {
  return failure instanceof ApiError && failure.code !== "" && failure.code !== "network"
    ? failure.message
    : EMAIL_FAILED;
}

/**
 * Sends a test of the mail to one address. The default is the administrator's own.
 * @param props.check checks the mail itself and shows its errors; true: send the test
 */
export function MailTest(props: {
  subject: string;
  body: string;
  check: () => boolean;
  /** @param jobId undefined if the same test was sent before */
  onSent: (email: string, jobId: string | undefined) => void;
}): ReactNode {
  const [email, setEmail] = useState("");
  const [error, setError] = useState<string>();
  const [isSending, setSending] = useState(false);
  const isTouched = useRef(false);
  const lastJob = useRef("");
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    api.request("GET /api/admin/me").then(
      (me) => {
        if (!isTouched.current) setEmail(me.email);
      },
      () => undefined,
    );
  }, []);

  const send = async (): Promise<void> => {
    if (isSending) return;
    const wrong = checkRecipient(email.trim());
    setError(wrong);
    if (!props.check()) return;
    if (wrong !== undefined) {
      field.current?.focus();
      return;
    }
    setSending(true);
    try {
      const input = { subject: props.subject.trim(), body: props.body, testEmail: email.trim() };
      const { jobId } = await api.request("POST /api/email/send", { query: { test: "true" }, body: input });
      props.onSent(email.trim(), jobId === lastJob.current ? undefined : jobId);
      lastJob.current = jobId;
    } catch (failure) {
      setError(mailProblem(failure));
    }
    setSending(false);
  };

  return (
    <div className="field">
      <label className="label" htmlFor="mail-test">
        Send a test first
      </label>
      <div className="em__test">
        <div className={error === undefined ? "input" : "input is-error"}>
          <input
            id="mail-test"
            ref={field}
            type="email"
            inputMode="email"
            autoComplete="email"
            value={email}
            onChange={(event) => {
              isTouched.current = true;
              setEmail(event.target.value);
              setError(undefined);
            }}
            onKeyDown={(event) => {
              // Enter in this field sends the test, never the broadcast.
              if (event.key !== "Enter") return;
              event.preventDefault();
              void send();
            }}
            aria-invalid={error !== undefined || undefined}
            aria-describedby={error === undefined ? undefined : "mail-test-error"}
          />
        </div>
        <button
          type="button"
          className="btn btn--s em__tb"
          aria-disabled={isSending || undefined}
          onClick={() => void send()}
        >
          {isSending ? "Sending" : "Send test"}
        </button>
      </div>
      <FieldMessage id="mail-test-error" role="alert">
        {error}
      </FieldMessage>
    </div>
  );
}
