import { useRef, useState, type ReactNode, type SubmitEvent } from "react";
import { callFresh, sentenceOf } from "#core/api-client.ts";
import { keepUser } from "#core/display-copy.ts";
import { checkCredentials, checkNewPassword, PASSWORD_HINT } from "#features/account/rules.ts";
import { PasswordField } from "#features/form-page/parts/password-field.tsx";
import type { FormResult } from "#server/page-context.ts";
import { SubmitButton } from "#ui/form-submit.tsx";
import { TextField } from "#ui/text-field.tsx";
import { logInWithWork } from "./solve-work.ts";

type Credentials = { email: string; password: string };

const KINDS = {
  login: {
    send: logInWithWork,
    action: "/login",
    submit: "Login In",
    loading: "Logging in",
    autoComplete: "current-password",
    hint: {},
    check: checkCredentials,
  },
  signup: {
    send: (body: Credentials) => callFresh("POST /api/user/signup", { body }),
    action: "/signup",
    submit: "Join Pipelines",
    loading: "Joining",
    autoComplete: "new-password",
    hint: { hint: PASSWORD_HINT },
    check: (email: string, password: string) => checkCredentials(email, password) ?? checkNewPassword(password, email),
  },
} as const;

/** E-mail and password. After success, stores the display copy and loads the next page as a new document. */
export function CredentialsForm(props: {
  kind: keyof typeof KINDS;
  /** A path of our own, see safeReturnPath. */
  next: string;
  result?: FormResult | undefined;
}): ReactNode {
  const { kind, next, result } = props;
  const { send, action, submit: label, loading, autoComplete, hint, check } = KINDS[kind];
  const [error, setError] = useState(result?.error);
  const [isLoading, setLoading] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (isLoading) return;
    // Read from the form: password managers fill fields in without an event.
    const form = new FormData(event.currentTarget);
    const email = String(form.get("email") ?? "");
    const password = String(form.get("password") ?? "");
    const wrong = check(email, password);
    setError(wrong);
    if (wrong !== undefined) {
      field.current?.focus();
      return;
    }
    setLoading(true);
    try {
      keepUser(await send({ email, password }));
      window.location.assign(next);
    } catch (failure) {
      setError(sentenceOf(failure));
      setLoading(false);
      field.current?.focus();
    }
  };

  return (
    <form
      className="form-page__f"
      method="post"
      action={next === "/" ? action : `${action}?next=${encodeURIComponent(next)}`}
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
        defaultValue={result?.values["email"] ?? ""}
        isRequired
      />
      <PasswordField name="password" autoComplete={autoComplete} error={error} inputRef={field} {...hint} />
      <SubmitButton className="btn btn--p btn--lg btn--wide form-page__go" isLoading={isLoading} loadingLabel={loading}>
        {label}
      </SubmitButton>
    </form>
  );
}
