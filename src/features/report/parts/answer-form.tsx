import { useEffect, useState, type ReactNode } from "react";
import { FormDone } from "#features/form-page/parts/form-done.tsx";
import { NO_LINK, useLinkToken } from "#features/form-page/parts/use-link-token.ts";
import { MAX_ANSWER } from "#features/report/rules.ts";
import type { FormResult } from "#server/page-context.ts";
import { FormError } from "#ui/form-error.tsx";
import { TextField } from "#ui/text-field.tsx";

/** The token is stored in the tab: after a refused answer the page loads again without it in the address. */
const STORED = "report-answer";

function useKeptToken(): string | undefined {
  const linked = useLinkToken();
  const [kept, setKept] = useState<string>();
  useEffect(() => {
    if (linked === undefined) return;
    if (linked !== "") sessionStorage.setItem(STORED, linked);
    setKept(linked === "" ? (sessionStorage.getItem(STORED) ?? "") : linked);
  }, [linked]);
  return kept;
}

/** A plain form. The script only copies the token from the link's fragment into it. */
export function AnswerForm(props: { isSent: boolean; result: FormResult | undefined }): ReactNode {
  const token = useKeptToken();
  if (props.isSent) {
    return (
      <FormDone title="Your answer is in.">
        <p>A person reads it. What was hidden until you answered is back.</p>
      </FormDone>
    );
  }
  return (
    <form className="form-page__f" method="post" action="/reply" data-hold="">
      <FormError message={props.result?.error ?? (token === "" ? NO_LINK : undefined)} />
      {token === undefined ? null : <input type="hidden" name="token" value={token} />}
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
      <div className="field">
        <label className="label" htmlFor="answer-text">
          Your answer
        </label>
        <textarea
          id="answer-text"
          className="input input--area"
          name="text"
          rows={6}
          maxLength={MAX_ANSWER}
          required
          defaultValue={props.result?.values["text"] ?? ""}
        />
      </div>
      <button className="btn btn--p btn--lg btn--wide form-page__go" type="submit" disabled={token === ""}>
        Send answer
      </button>
    </form>
  );
}
