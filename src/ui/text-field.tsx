import { useId, type HTMLInputAutoCompleteAttribute, type ReactNode, type Ref } from "react";
import { FieldMessage } from "./form-message.tsx";

type TextFieldProps = {
  label: ReactNode;
  name?: string;
  type?: "text" | "email" | "password" | "search" | "date";
  /** Give value and onChange, or defaultValue, never both. */
  value?: string;
  defaultValue?: string;
  onChange?: (value: string) => void;
  onBlur?: () => void;
  /** The error message. It marks the field and is shown under it. */
  error?: string | undefined;
  /** "alert" for messages that come back from the server. */
  errorRole?: "alert";
  hint?: string;
  placeholder?: string;
  autoComplete?: HTMLInputAutoCompleteAttribute;
  inputMode?: "email" | "text" | "numeric" | "url";
  maxLength?: number;
  isRequired?: boolean;
  spellCheck?: boolean;
  /** Shown inside the box, before and after the text. */
  before?: ReactNode;
  after?: ReactNode;
  inputRef?: Ref<HTMLInputElement>;
  /** Names the field for "move to the first error". */
  fieldPath?: string;
};

/** A field for one line of text, with label, hint or error. Works on the server too. */
export function TextField(props: TextFieldProps): ReactNode {
  const id = useId();
  const hasError = props.error !== undefined;
  const describedBy = hasError ? `${id}-error` : props.hint === undefined ? undefined : `${id}-hint`;
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {props.label}
      </label>
      <div className={hasError ? "input is-error" : "input"}>
        {props.before}
        <input
          id={id}
          ref={props.inputRef}
          name={props.name}
          type={props.type ?? "text"}
          value={props.value}
          defaultValue={props.defaultValue}
          onChange={props.onChange && ((event) => props.onChange?.(event.target.value))}
          onBlur={props.onBlur}
          placeholder={props.placeholder}
          autoComplete={props.autoComplete}
          autoCapitalize={props.type === "email" || props.type === "password" ? "none" : undefined}
          inputMode={props.inputMode}
          maxLength={props.maxLength}
          spellCheck={props.spellCheck}
          aria-required={props.isRequired || undefined}
          aria-invalid={hasError || undefined}
          aria-describedby={describedBy}
          data-field={props.fieldPath}
        />
        {props.after}
      </div>
      {!hasError && props.hint !== undefined && (
        <p className="hint" id={`${id}-hint`}>
          {props.hint}
        </p>
      )}
      <FieldMessage id={`${id}-error`} {...(props.errorRole ? { role: props.errorRole } : {})}>
        {props.error}
      </FieldMessage>
    </div>
  );
}
