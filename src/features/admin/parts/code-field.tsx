import type { ReactNode, RefObject } from "react";
import { TextField } from "#ui/text-field.tsx";

/** The text of a form's field. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}

/** A field for a code of the authenticator app. */
export function CodeField(props: {
  hint?: string;
  error: string | undefined;
  inputRef?: RefObject<HTMLInputElement | null>;
}): ReactNode {
  return (
    <TextField
      label="Code"
      name="code"
      autoComplete="one-time-code"
      inputMode="numeric"
      hint="Enter the code of your authenticator app."
      maxLength={20}
      isRequired
      spellCheck={false}
      errorRole="alert"
      {...props}
    />
  );
}
