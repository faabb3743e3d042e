import { useId, type ReactNode, type Ref } from "react";
import { FieldMessage } from "./form-message.tsx";

/** Label, box of several lines, hint or message. */
export function TextArea(props: {
  label: ReactNode;
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  hint?: string;
  rows?: number;
  /** For code: even letters, and no help with the spelling. */
  isCode?: boolean;
  placeholder?: string;
  isRequired?: boolean;
  areaRef?: Ref<HTMLTextAreaElement>;
}): ReactNode {
  const id = useId();
  const hasError = props.error !== undefined;
  const describedBy = hasError ? `${id}-error` : props.hint === undefined ? undefined : `${id}-hint`;
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {props.label}
      </label>
      <textarea
        id={id}
        ref={props.areaRef}
        className={`input input--area${props.isCode ? " input--code" : ""}${hasError ? " is-error" : ""}`}
        rows={props.rows ?? 5}
        value={props.value}
        onChange={(event) => props.onChange(event.target.value)}
        placeholder={props.placeholder}
        spellCheck={props.isCode ? false : undefined}
        aria-required={props.isRequired || undefined}
        aria-invalid={hasError || undefined}
        aria-describedby={describedBy}
      />
      {!hasError && props.hint !== undefined && (
        <p className="hint" id={`${id}-hint`}>
          {props.hint}
        </p>
      )}
      <FieldMessage id={`${id}-error`}>{props.error}</FieldMessage>
    </div>
  );
}
