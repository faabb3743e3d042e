import { useEffect, useRef, useState, type ReactNode, type SubmitEvent } from "react";
import { ApiError, callFresh, sentenceOf } from "#core/api-client.ts";
import { PasswordField } from "#features/form-page/parts/password-field.tsx";
import { SubmitButton } from "#ui/form-submit.tsx";
import { TextField } from "#ui/text-field.tsx";
import { useFocusWhenDrawn } from "#ui/use-focus-when-drawn.ts";
import { CodeField, textOf } from "./code-field.tsx";
import { tabHref } from "./tabs.ts";

type Credentials = { email: string; password: string };

/**
 * Sends the login. The server asks for the code only after the right password, so that nobody learns who has a second
 * factor.
 * @returns whether a code is missing, or the error's sentence
 */
async function logIn(credentials: Credentials, code?: string): Promise<"done" | "needs code" | { error: string }> {
  try {
    await callFresh("POST /api/admin/login", { body: { ...credentials, ...(code === undefined ? {} : { code }) } });
    return "done";
  } catch (failure) {
    const needsCode = failure instanceof ApiError && failure.code === "totp-needed";
    return needsCode ? "needs code" : { error: sentenceOf(failure) };
  }
}

export function LoginForm(): ReactNode {
  const [known, setKnown] = useState<Credentials>();
  const [error, setError] = useState<string>();
  const [isLoading, setLoading] = useState(false);
  const email = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const code = useRef<HTMLInputElement>(null);
  const focusEmail = useFocusWhenDrawn(email);

  useEffect(() => {
    if (known) code.current?.focus();
  }, [known]);

  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (isLoading) return;
    const form = new FormData(event.currentTarget);
    const credentials = known ?? { email: textOf(form, "email"), password: textOf(form, "password") };
    setError(undefined);
    setLoading(true);
    const outcome = await logIn(credentials, known ? textOf(form, "code") : undefined);
    if (outcome === "done") return window.location.assign(tabHref(""));
    setLoading(false);
    if (outcome === "needs code") return setKnown(credentials);
    setError(outcome.error);
    (known ? code : password).current?.focus();
  };

  const startAgain = (): void => {
    setKnown(undefined);
    setError(undefined);
    focusEmail();
  };

  return (
    <form className="form-page__f" method="post" noValidate onSubmit={(event) => void submit(event)}>
      {known ? (
        <CodeField error={error} inputRef={code} />
      ) : (
        <>
          <TextField
            label="E-mail"
            name="email"
            inputRef={email}
            inputMode="email"
            autoComplete="username"
            spellCheck={false}
            isRequired
          />
          <PasswordField name="password" autoComplete="current-password" error={error} inputRef={password} />
        </>
      )}
      <SubmitButton
        className="btn btn--p btn--lg btn--wide form-page__go"
        isLoading={isLoading}
        loadingLabel="Logging in"
      >
        Login In
      </SubmitButton>
      {known && (
        <button type="button" className="btn btn--g btn--44" onClick={startAgain}>
          Use another e-mail
        </button>
      )}
    </form>
  );
}
