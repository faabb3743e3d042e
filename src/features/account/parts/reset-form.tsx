import { useRef, useState, type ReactNode, type SubmitEvent } from "react";
import { api, ApiError } from "#core/api-client.ts";
import { FormError } from "#ui/form-error.tsx";
import { SubmitButton } from "#ui/form-submit.tsx";
import { checkNewPassword, PASSWORD_MIN } from "#features/account/rules.ts";
import { forgetUser } from "./display-copy.ts";
import { GateDone } from "./gate-done.tsx";
import { PasswordField } from "./password-field.tsx";
import { useLinkToken } from "./use-link-token.ts";

const NO_LINK = "This page works by the link in a mail alone. Open that link again, or ask for a new one.";

/** A new password by a mailed link. All sessions end with the old one, so it leads to the login. */
export function ResetForm(): ReactNode {
  const token = useLinkToken();
  const [state, setState] = useState<"writing" | "loading" | "done">("writing");
  const [problem, setProblem] = useState<{ at: "link" | "password"; message: string }>();
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
      await api.request<string>("GET", "/api/token");
      await api.request<{ message: string }>("POST", "/api/user/reset", { token, password });
      forgetUser();
      setState("done");
    } catch (failure) {
      const isLink = failure instanceof ApiError && failure.code === "bad-link";
      const message = failure instanceof ApiError ? failure.message : "Something went wrong. Try again.";
      setProblem({ at: isLink ? "link" : "password", message });
      setState("writing");
      if (!isLink) field.current?.focus();
    }
  };

  if (state === "done") {
    return (
      <GateDone title="Your password was changed.">
        {/* A whole document: the session that may have been here has ended. */}
        <a className="btn btn--p btn--lg btn--wide gate__go" href="/login">
          Log in
        </a>
      </GateDone>
    );
  }
  const linkError = token === "" ? NO_LINK : problem?.at === "link" ? problem.message : undefined;
  return (
    <form className="gate__f" method="post" noValidate onSubmit={(event) => void submit(event)}>
      <FormError message={linkError} />
      <PasswordField
        name="password"
        label="New password"
        autoComplete="new-password"
        error={problem?.at === "password" ? problem.message : undefined}
        inputRef={field}
        hint={`At least ${PASSWORD_MIN} characters, no spaces.`}
      />
      <SubmitButton
        className="btn btn--p btn--lg btn--wide gate__go"
        isLoading={state === "loading"}
        isDisabled={!token}
        loadingLabel="Saving"
      >
        Save password
      </SubmitButton>
    </form>
  );
}
