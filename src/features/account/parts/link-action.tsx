import { useState, type ReactNode, type SubmitEvent } from "react";
import { api, ApiError } from "#core/api-client.ts";
import { FormError } from "#ui/form-error.tsx";
import { SubmitButton } from "#ui/form-submit.tsx";
import { GateDone } from "./gate-done.tsx";
import { useLinkToken } from "./use-link-token.ts";

const NO_LINK = "This page works by the link in a mail alone. Open that link again, or ask for a new one.";

/** Sends what a mailed link carries, when the person says so: opening the page changes nothing. */
export function LinkAction(props: {
  path:
    | "/api/user/verify-email"
    | "/api/user/email/confirm"
    | "/api/email/newsletter/confirm"
    | "/api/email/newsletter/unsubscribe";
  submit: string;
  loading: string;
  done: string;
  /** Shown once it is done. */
  children: ReactNode;
}): ReactNode {
  const token = useLinkToken();
  const [state, setState] = useState<"ready" | "loading" | "done">("ready");
  const [error, setError] = useState<string>();

  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (state === "loading" || !token) return;
    setState("loading");
    setError(undefined);
    try {
      // The mail may be opened in a browser that was never here and has no token yet.
      await api.request<string>("GET", "/api/token");
      await api.request<{ message: string }>("POST", props.path, { token });
      setState("done");
    } catch (failure) {
      setError(failure instanceof ApiError ? failure.message : "Something went wrong. Try again.");
      setState("ready");
    }
  };

  if (state === "done") return <GateDone title={props.done}>{props.children}</GateDone>;
  return (
    <form className="gate__f" method="post" onSubmit={(event) => void submit(event)}>
      <FormError message={token === "" ? NO_LINK : error} />
      <SubmitButton
        className="btn btn--p btn--lg btn--wide gate__go"
        isLoading={state === "loading"}
        isDisabled={!token}
        loadingLabel={props.loading}
      >
        {props.submit}
      </SubmitButton>
    </form>
  );
}
