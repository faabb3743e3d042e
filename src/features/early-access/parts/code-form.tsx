import { useRef, useState, type ReactNode, type SubmitEvent } from "react";
import { callFresh, sentenceOf } from "#core/api-client.ts";
import { ERRORS } from "#core/errors.ts";
import type { FormResult } from "#server/page-context.ts";
import { SubmitButton } from "#ui/form-submit.tsx";
import { TextField } from "#ui/text-field.tsx";

/** The secret code, tried once; the right one leads home. */
export function CodeForm({ result }: { result?: FormResult | undefined }): ReactNode {
  const [error, setError] = useState(result?.error);
  const [isLoading, setLoading] = useState(false);
  const field = useRef<HTMLInputElement>(null);

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
      await callFresh<{ code: string }>("/api/earlyAccess/check", { code });
      window.location.assign("/");
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
