import { useRef, useState, type ReactNode, type SubmitEvent } from "react";
import { callFresh, sentenceOf } from "#core/api-client.ts";
import { isEmail } from "#core/email.ts";
import type { FormResult } from "#server/page-context.ts";
import { SubmitButton } from "#ui/form-submit.tsx";
import { TextField } from "#ui/text-field.tsx";
import { FormDone } from "#features/form-page/parts/form-done.tsx";

/** Asks for an address. The answer is the same whether or not it has an account. */
export function ForgotForm(props: { isSent: boolean; result: FormResult | undefined }): ReactNode {
  const [state, setState] = useState<"writing" | "loading" | "sent">(props.isSent ? "sent" : "writing");
  const [error, setError] = useState(props.result?.error);
  const field = useRef<HTMLInputElement>(null);

  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (state === "loading") return;
    const email = new FormData(event.currentTarget).get("email");
    const isPossible = typeof email === "string" && isEmail(email.trim());
    setError(isPossible ? undefined : "This is not an e-mail address.");
    if (!isPossible) {
      field.current?.focus();
      return;
    }
    setState("loading");
    try {
      await callFresh("POST /api/user/reset/ask", { body: { email: email.trim() } });
      setState("sent");
    } catch (failure) {
      setError(sentenceOf(failure));
      setState("writing");
      field.current?.focus();
    }
  };

  if (state === "sent") {
    return (
      <FormDone title="Check your inbox.">
        <p className="dim">
          If this address has an account, an e-mail with a link is on its way. The link works for one hour.
        </p>
      </FormDone>
    );
  }
  return (
    <form
      className="form-page__f"
      method="post"
      action="/forgot-password"
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <TextField
        label="E-mail"
        name="email"
        inputMode="email"
        autoComplete="username"
        spellCheck={false}
        placeholder="you@example.org"
        defaultValue={props.result?.values["email"] ?? ""}
        isRequired
        error={error}
        errorRole="alert"
        inputRef={field}
      />
      <SubmitButton
        className="btn btn--p btn--lg btn--wide form-page__go"
        isLoading={state === "loading"}
        loadingLabel="Sending"
      >
        Send me a link
      </SubmitButton>
    </form>
  );
}
