import { useState, type ReactNode, type SubmitEvent } from "react";
import { callFresh, sentenceOf } from "#core/api-client.ts";
import { FormError } from "#ui/form-error.tsx";
import { SubmitButton } from "#ui/form-submit.tsx";
import { FormDone } from "./form-done.tsx";
import { FormPage } from "./form-page.tsx";
import { NO_LINK, useLinkToken } from "./use-link-token.ts";

/** The page of a mailed link. Opening it changes nothing; its button sends the link's token. */
export function LinkPage(props: {
  title: string;
  lead: string;
  foot: ReactNode;
  call:
    | "POST /api/user/verify-email"
    | "POST /api/user/email/confirm"
    | "POST /api/email/newsletter/confirm"
    | "POST /api/email/newsletter/unsubscribe";
  submit: string;
  loading: string;
  done: string;
  /** Shown once it is done; by default a link to the start page. */
  children?: ReactNode;
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
      await callFresh(props.call, { body: { token } });
      setState("done");
    } catch (failure) {
      setError(sentenceOf(failure));
      setState("ready");
    }
  };

  return (
    <FormPage title={props.title} lead={props.lead} foot={props.foot}>
      {state === "done" ? (
        <FormDone title={props.done}>
          {props.children ?? (
            <a className="btn btn--s btn--wide" href="/">
              Go on to Pipelines
            </a>
          )}
        </FormDone>
      ) : (
        <form className="form-page__f" method="post" onSubmit={(event) => void submit(event)}>
          <FormError message={token === "" ? NO_LINK : error} />
          <SubmitButton
            className="btn btn--p btn--lg btn--wide form-page__go"
            isLoading={state === "loading"}
            isDisabled={!token}
            loadingLabel={props.loading}
          >
            {props.submit}
          </SubmitButton>
        </form>
      )}
    </FormPage>
  );
}

/** The foot of pages that act on an account. */
export function AccountLinkFoot(props: { again: string }): ReactNode {
  return (
    <>
      Link too old?{" "}
      <a className="link" href="/settings">
        {props.again}
      </a>
      <br />
      Not your account? Close this page: nothing has been changed.
    </>
  );
}
