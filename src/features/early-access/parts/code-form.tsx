import { useRef, useState, type ReactNode, type SubmitEvent } from "react";
import { api, ApiError } from "#core/api-client.ts";
import { ERRORS } from "#core/errors.ts";
import { SubmitButton } from "#ui/form-submit.tsx";
import { TextField } from "#ui/text-field.tsx";

/** The secret code, tried once; the right one leads home. */
export function CodeForm(): ReactNode {
  const [error, setError] = useState<string>();
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
      // A browser that was never here has no token yet; asked for first, it spares a refusal.
      await api.request<string>("GET", "/api/token");
      await api.request<{ code: string }>("POST", "/api/earlyAccess/check", { code });
      // A whole document: nothing of the closed site is kept.
      window.location.assign("/");
    } catch (failure) {
      setError(failure instanceof ApiError ? failure.message : "Something went wrong. Try again.");
      setLoading(false);
      field.current?.focus();
    }
  };

  return (
    <form className="gate__f" method="post" noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        label="Secret code"
        name="code"
        autoComplete="off"
        spellCheck={false}
        placeholder="ABCD-EFGH-JKMN"
        maxLength={200}
        error={error}
        errorRole="alert"
        inputRef={field}
        isRequired
      />
      <SubmitButton className="btn btn--p btn--lg btn--wide gate__go" isLoading={isLoading} loadingLabel="Checking">
        Open the doors
      </SubmitButton>
    </form>
  );
}
