import { Eye, EyeOff } from "lucide-react";
import { useState, type ReactNode, type Ref } from "react";
import { TextField } from "#ui/text-field.tsx";

/** A password that can be shown. */
export function PasswordField(props: {
  name: string;
  /** "Password" without it. */
  label?: string;
  autoComplete: "current-password" | "new-password";
  hint?: string;
  error: string | undefined;
  inputRef?: Ref<HTMLInputElement>;
}): ReactNode {
  const [isShown, setShown] = useState(false);
  const EyeIcon = isShown ? EyeOff : Eye;
  return (
    <TextField
      label={props.label ?? "Password"}
      name={props.name}
      type={isShown ? "text" : "password"}
      autoComplete={props.autoComplete}
      spellCheck={false}
      isRequired
      error={props.error}
      errorRole="alert"
      {...(props.hint === undefined ? {} : { hint: props.hint })}
      {...(props.inputRef === undefined ? {} : { inputRef: props.inputRef })}
      after={
        <button
          type="button"
          className="btn btn--g btn--icon input__eye"
          aria-label={isShown ? "Hide password" : "Show password"}
          onClick={() => setShown(!isShown)}
        >
          <EyeIcon className="icon" size={17} strokeWidth={1.75} aria-hidden="true" />
        </button>
      }
    />
  );
}
