import "./form-pressable.ts";
import { Calendar } from "lucide-react";
import { useEffect, useId, useRef, useState, type ReactNode } from "react";
import { Dialog, Popover } from "react-aria-components";
import { isCalendarDate } from "#core/calendar.ts";
import { dateText, parseDate } from "./form-day.ts";
import { FieldMessage } from "./form-message.tsx";
import { MonthPickerPanel } from "./month-picker-panel.tsx";

/** The month to open without a better one. */
const ANYWHERE = "2020-01-01";

/** The field's text for a value: "March 2022", "15 March 2022", or the typed text if it is not a date. */
function textOf(value: string): string {
  return isCalendarDate(value) ? dateText(value) : value;
}

/**
 * The open state of the picker. When it closes, the focus returns to the button that opened it. The library forgets
 * this if the window lost the focus in the meantime.
 */
function useOpening(): [isOpen: boolean, setOpen: (isOpen: boolean) => void] {
  const opener = useRef<Element>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (!isOpen) return undefined;
    return () => {
      const giveBack = (): void => {
        if (document.activeElement === document.body && opener.current instanceof HTMLElement) opener.current.focus();
      };
      // After the library's own attempt, which waits for a frame.
      requestAnimationFrame(() => requestAnimationFrame(giveBack));
    };
  }, [isOpen]);
  return [
    isOpen,
    (next) => {
      if (next) opener.current = document.activeElement;
      setOpen(next);
    },
  ];
}

/**
 * A field for a month or a day: typed ("March 2022", "03/2022", "2022-03", "2022-03-15", "15 March 2022", "15.3.2022")
 * or picked. `value` and `onChange` use `YYYY-MM-DD`: the first day for a whole month, '' for empty, or the typed text
 * if it is not a date. Draws in the browser only (see ClientOnly).
 */
export function MonthPicker(props: {
  label: string;
  /** Which one of several pickers this is, for screen readers. */
  of?: string;
  /** The id of the label, if it is another element. */
  labelledBy?: string;
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  /** `YYYY-MM-DD`: where the picker opens while the field is empty. */
  suggested: string;
  error?: string | undefined;
  /** A hint below the error, if the error alone does not say what to do. */
  hint?: string | undefined;
  isRequired?: boolean;
  fieldPath?: string;
}): ReactNode {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState<string>();
  const [isOpen, setOpen] = useOpening();
  const hasError = props.error !== undefined;
  const hasHint = hasError && props.hint !== undefined;
  const chosen = isCalendarDate(props.value) ? props.value : undefined;

  return (
    <div className="field">
      {props.labelledBy === undefined && (
        <label className="label" htmlFor={id}>
          {props.label}
          {props.of !== undefined && <span className="sr">: {props.of}</span>}
        </label>
      )}
      <div ref={box} className={hasError ? "input is-error" : "input"}>
        <input
          id={id}
          value={typed ?? textOf(props.value)}
          onChange={(event) => {
            setTyped(event.target.value);
            props.onChange(parseDate(event.target.value) ?? event.target.value.trim());
          }}
          onBlur={() => {
            setTyped(undefined);
            props.onBlur?.();
          }}
          onKeyDown={(event) => {
            if (event.key !== "ArrowDown") return;
            event.preventDefault();
            setOpen(true);
          }}
          placeholder="Month or day"
          autoComplete="off"
          spellCheck={false}
          aria-labelledby={props.labelledBy}
          aria-required={props.isRequired || undefined}
          aria-invalid={hasError || undefined}
          aria-describedby={hasError ? `${id}-error${hasHint ? ` ${id}-hint` : ""}` : undefined}
          data-field={props.fieldPath}
        />
        <button
          type="button"
          className="combo__open"
          aria-label={`Choose ${props.label.toLowerCase()}${props.of === undefined ? "" : `: ${props.of}`}`}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => setOpen(true)}
        >
          <Calendar className="icon" size={16} strokeWidth={2} aria-hidden="true" />
        </button>
      </div>
      <FieldMessage id={`${id}-error`}>{props.error}</FieldMessage>
      {hasHint && (
        <p className="hint" id={`${id}-hint`}>
          {props.hint}
        </p>
      )}
      <Popover
        className="menu mp mp__float"
        triggerRef={box}
        placement="bottom start"
        offset={6}
        containerPadding={8}
        isOpen={isOpen}
        onOpenChange={setOpen}
      >
        <Dialog className="mp__dialog" aria-label={props.label}>
          <MonthPickerPanel
            start={chosen ?? (isCalendarDate(props.suggested) ? props.suggested : ANYWHERE)}
            chosen={chosen}
            onChoose={(date) => {
              setTyped(undefined);
              props.onChange(date);
              setOpen(false);
            }}
          />
        </Dialog>
      </Popover>
    </div>
  );
}
