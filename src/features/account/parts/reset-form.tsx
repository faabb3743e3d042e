import { useRef, useState, type ReactNode, type SubmitEvent } from "react";
import { ApiError, callFresh, sentenceOf } from "#core/api-client.ts";
import { forgetUser } from "#core/display-copy.ts";
import { FormError } from "#ui/form-error.tsx";
import type { FormResult } from "#server/page-context.ts";
import { SubmitButton } from "#ui/form-submit.tsx";
import { TextField } from "#ui/text-field.tsx";
import { checkNewPassword, PASSWORD_HINT } from "#features/account/rules.ts";
import { FormDone } from "#features/form-page/parts/form-done.tsx";
import { PasswordField } from "#features/form-page/parts/password-field.tsx";
import { NO_LINK, useLinkToken } from "#features/form-page/parts/use-link-token.ts";

/** Sets a new password by a mailed link. This ends all sessions, so the next page is the login. */
export function ResetForm(props: { isDone: boolean; result: FormResult | undefined }): ReactNode {
  const token = useLinkToken();
  const [state, setState] = useState<"writing" | "loading" | "done">(props.isDone ? "done" : "writing");
  const [problem, setProblem] = useState<{ at: "link" | "password"; message: string } | undefined>(
    props.result && { at: "password", message: props.result.error },
  );
  const field = useRef<HTMLInputElement>(null);

  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (state === "loading" || !token) return;
    const entered = new FormData(event.currentTarget).get("password");
    const password = typeof entered === "string" ? entered : "";
    const wrong = checkNewPassword(password, "");
    setProblem(wrong === undefined ? undefined : { at: "password", message: wrong });
    if (wrong !== undefined) {
      field.current?.focus();
      return;
    }
    setState("loading");
    try {
      await callFresh("POST /api/user/reset", { body: { token, password } });
      forgetUser();
      setState("done");
    } catch (failure) {
      const isLink = failure instanceof ApiError && failure.code === "bad-link";
      setProblem({ at: isLink ? "link" : "password", message: sentenceOf(failure) });
      setState("writing");
      if (!isLink) field.current?.focus();
    }
  };

  if (state === "done") {
    return (
      <FormDone title="Your password was changed.">
        {/* A full page load, because a session in this browser has ended. */}
        <a className="btn btn--p btn--lg btn--wide form-page__go" href="/login">
          Log in
        </a>
      </FormDone>
    );
  }
  const linkError = token === "" ? NO_LINK : problem?.at === "link" ? problem.message : undefined;
  return (
    <form
      className="form-page__f"
      method="post"
      action="/reset-password"
      data-hold=""
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <FormError message={linkError} />
      {/* The token is in the address's fragment, which only a script can read. */}
      <noscript>
        <TextField
          label="Link from the e-mail"
          name="token"
          autoComplete="off"
          spellCheck={false}
          hint="Paste the whole address of the link in the e-mail."
          isRequired
        />
      </noscript>
      {/* Browsers and password managers expect a user name beside a password. */}
      <input type="text" autoComplete="username" hidden readOnly />
      <PasswordField
        name="password"
        label="New password"
        autoComplete="new-password"
        error={problem?.at === "password" ? problem.message : undefined}
        inputRef={field}
        hint={PASSWORD_HINT}
      />
      <SubmitButton
        className="btn btn--p btn--lg btn--wide form-page__go"
        isLoading={state === "loading"}
        isDisabled={token === ""}
        loadingLabel="Saving"
      >
        Save password
      </SubmitButton>
    </form>
  );
}
