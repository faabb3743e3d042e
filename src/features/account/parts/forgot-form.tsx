import { useRef, useState, type ReactNode, type SubmitEvent } from "react";
import { api, ApiError } from "#core/api-client.ts";
import { SubmitButton } from "#ui/form-submit.tsx";
import { TextField } from "#ui/text-field.tsx";
import { isEmail } from "#features/account/rules.ts";
import { GateDone } from "./gate-done.tsx";

/** An address, answered alike whether it has an account or not. */
export function ForgotForm(): ReactNode {
  const [state, setState] = useState<"writing" | "loading" | "sent">("writing");
  const [error, setError] = useState<string>();
  const field = useRef<HTMLInputElement>(null);

  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (state === "loading") return;
    const email = new FormData(event.currentTarget).get("email");
    const isPossible = typeof email === "string" && isEmail(email.trim());
    setError(isPossible ? undefined : "This is no e-mail address.");
    if (!isPossible) {
      field.current?.focus();
      return;
    }
    setState("loading");
    try {
      await api.request<string>("GET", "/api/token");
      await api.request<{ message: string }>("POST", "/api/user/reset/ask", { email: email.trim() });
      setState("sent");
    } catch (failure) {
      setError(failure instanceof ApiError ? failure.message : "Something went wrong. Try again.");
      setState("writing");
      field.current?.focus();
    }
  };

  if (state === "sent") {
    return (
      <GateDone title="Look into your mailbox.">
        <p className="dim">
          If this address has an account, a mail with a link is on its way. The link works for one hour.
        </p>
      </GateDone>
    );
  }
  return (
    <form className="gate__f" method="post" noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        label="E-mail"
        name="email"
        inputMode="email"
        autoComplete="username"
        spellCheck={false}
        placeholder="you@example.org"
        isRequired
        error={error}
        errorRole="alert"
        inputRef={field}
      />
      <SubmitButton
        className="btn btn--p btn--lg btn--wide gate__go"
        isLoading={state === "loading"}
        loadingLabel="Sending"
      >
        Send me a link
      </SubmitButton>
    </form>
  );
}
