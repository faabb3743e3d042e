import { useEffect, useRef, useState, type ReactNode, type SubmitEvent } from "react";
import { callFresh, sentenceOf } from "#core/api-client.ts";
import { ERRORS } from "#core/errors.ts";
import { useLinkToken } from "#features/form-page/parts/use-link-token.ts";
import type { FormResult } from "#server/page-context.ts";
import { SubmitButton } from "#ui/form-submit.tsx";
import { TextField } from "#ui/text-field.tsx";

/**
 * Where a person with an invitation goes after the code. The sign-up page sends signed-in people on to their editor.
 */
const START = "/signup?next=/edit";

/** Asks for the secret code, which an invitation's link fills in. Then opens home, or the sign-up page. */
export function CodeForm({ result }: { result?: FormResult | undefined }): ReactNode {
  const [error, setError] = useState(result?.error);
  const [isLoading, setLoading] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const linked = useLinkToken() ?? "";
  useEffect(() => {
    if (linked === "" || !field.current) return;
    field.current.value = linked;
    setError(undefined);
  }, [linked]);

  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (isLoading) return;
    const code = (field.current?.value ?? "").trim();
    setError(code === "" ? ERRORS["no-code"].sentence : undefined);
    if (code === "") {
      field.current?.focus();
      return;
    }
    setLoading(true);
    try {
      await callFresh("POST /api/earlyAccess/check", { body: { code } });
      window.location.assign(linked === "" ? "/" : START);
    } catch (failure) {
      setError(sentenceOf(failure));
      setLoading(false);
      field.current?.focus();
    }
  };

  return (
    <form className="form-page__f" method="post" action="/code" noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        label="Secret code"
        name="code"
        autoComplete="off"
        spellCheck={false}
        placeholder="ABCD-EFGH-JKMN"
        maxLength={200}
        defaultValue={result?.values["code"] ?? ""}
        error={error}
        errorRole="alert"
        inputRef={field}
        isRequired
      />
      {/* The role makes screen readers say that the code was filled in. */}
      <p className="hint" role="status">
        {linked === "" ? "" : "Your invitation filled the code in."}
      </p>
      <SubmitButton
        className="btn btn--p btn--lg btn--wide form-page__go"
        isLoading={isLoading}
        loadingLabel="Checking"
      >
        Open the doors
      </SubmitButton>
    </form>
  );
}
