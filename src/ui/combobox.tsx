import "./form-pressable.ts";
import { ChevronDown, CornerDownLeft } from "lucide-react";
import {
  type HTMLInputAutoCompleteAttribute,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { Button, ComboBox, Input, Label, ListBox, ListBoxItem, Popover } from "react-aria-components";
import { FieldMessage } from "./form-message.tsx";
import { matchRange } from "./form-match.ts";

const HIDDEN = '[aria-hidden="true"]';

/**
 * While a list of suggestions is open, React Aria hides the rest of the page from assistive technology. But Tab still
 * reaches it, and screen readers would be silent there. This makes visible again only what the library hid.
 */
function useNothingHidden(isOpen: boolean): void {
  const before = useRef<ReadonlySet<Element>>(new Set());
  useLayoutEffect(() => {
    if (isOpen) before.current = new Set(document.querySelectorAll(HIDDEN));
  }, [isOpen]);
  // Runs after the effects of the children, so the library has hidden everything by now.
  useEffect(() => {
    if (!isOpen) return;
    for (const element of document.querySelectorAll(HIDDEN)) {
      if (element instanceof HTMLElement && !before.current.has(element)) element.removeAttribute("aria-hidden");
    }
  }, [isOpen]);
}

export type ComboboxOption = {
  key: string;
  text: string;
  mark?: ReactNode;
  /** Right of the text: a count, a country. */
  note?: string;
  /** Read after the note, e.g. "people". */
  noteWord?: string;
};

type ComboboxProps = {
  label: ReactNode;
  value: string;
  onType: (text: string) => void;
  onPick: (key: string) => void;
  options: readonly ComboboxOption[];
  isLoading?: boolean;
  /** Why the look-up failed. Opening the list again asks again. */
  failure?: string | undefined;
  /** The sentence for an empty list. */
  empty: string;
  /** Also offers the typed text itself. */
  offersTyped?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
  onBlur?: () => void;
  before?: ReactNode;
  placeholder?: string;
  name?: string;
  autoComplete?: HTMLInputAutoCompleteAttribute;
  error?: string | undefined;
  isRequired?: boolean;
  autoFocus?: boolean;
  fieldPath?: string;
  /** Classes of the box; "input" and its error state are always there. */
  className?: string;
  hidesLabel?: boolean;
};

const TYPED = "as typed";

function Marked(props: { text: string; search: string }): ReactNode {
  const range = matchRange(props.text, props.search);
  if (!range) return props.text;
  return (
    <>
      {props.text.slice(0, range[0])}
      <mark>{props.text.slice(...range)}</mark>
      {props.text.slice(range[1])}
    </>
  );
}

function Row(props: { option: ComboboxOption; search: string }): ReactNode {
  const { option } = props;
  const isTyped = option.key === TYPED;
  return (
    <ListBoxItem id={option.key} textValue={option.text} className={isTyped ? "menu__i menu__i--typed" : "menu__i"}>
      {isTyped ? <CornerDownLeft className="icon" size={16} strokeWidth={2} aria-hidden="true" /> : option.mark}
      <span className="combo__text">
        {isTyped ? `Use “${option.text}” as typed` : <Marked text={option.text} search={props.search} />}
      </span>
      {option.note !== undefined && (
        <span className="faint num">
          {option.note}
          {option.noteWord !== undefined && <span className="sr"> {option.noteWord}</span>}
        </span>
      )}
    </ListBoxItem>
  );
}

/** Key of the row that offers the typed text itself. */
export function typedOption(text: string): ComboboxOption {
  return { key: TYPED, text };
}

/** The opened part of a Combobox: its rows, or a sentence that there are none. */
export function ComboboxList(props: {
  rows: readonly ComboboxOption[];
  search: string;
  isLoading: boolean;
  empty: string;
  /** Needed outside a Combobox. */
  label?: string;
}): ReactNode {
  const { search } = props;
  return (
    <ListBox
      className="combo__list"
      items={props.rows}
      dependencies={[search]}
      {...(props.label === undefined ? {} : { "aria-label": props.label })}
      renderEmptyState={() => (
        <p className="ui dim combo__empty">
          {props.isLoading ? "Searching…" : search === "" ? "Type to search." : props.empty}
        </p>
      )}
    >
      {(option) => <Row option={option} search={search} />}
    </ListBox>
  );
}

/** Scrolls within this time after a letter do not close the list. */
const JUST_TYPED = 500;

/**
 * The library closes the list when the page scrolls. But browsers scroll by themselves when somebody types into a field
 * outside the visible area. This hides such scrolls from the library.
 * @returns a function to call for each letter
 */
function useScrollWhileTyping(): () => void {
  const typedAt = useRef(-JUST_TYPED);
  useEffect(() => {
    const keepFromLibrary = (event: Event): void => {
      if (performance.now() - typedAt.current < JUST_TYPED) event.stopImmediatePropagation();
    };
    window.addEventListener("scroll", keepFromLibrary, true);
    return () => window.removeEventListener("scroll", keepFromLibrary, true);
  }, []);
  return () => {
    typedAt.current = performance.now();
  };
}

/**
 * A text field with suggestions: arrow keys, Enter, Escape, Home and End. Free text is allowed. Draws in the browser
 * only (see ClientOnly), because its list positions itself by style attributes.
 */
export function Combobox(props: ComboboxProps): ReactNode {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const noteTyping = useScrollWhileTyping();
  const [isOpen, setOpen] = useState(false);
  useNothingHidden(isOpen);
  // Typing clears the chosen key; otherwise the list would not open again.
  const [chosen, setChosen] = useState<string | null>(null);
  const search = props.value.trim();
  const isListed = props.options.some((option) => option.text.toLowerCase() === search.toLowerCase());
  const rows =
    props.offersTyped && search !== "" && !isListed && !props.isLoading
      ? [...props.options, typedOption(search)]
      : [...props.options];
  const hasError = props.error !== undefined;
  const hasAnswer = isOpen && search !== "" && !props.isLoading;
  const said = !hasAnswer ? "" : (props.failure ?? (rows.length === 0 ? props.empty : ""));

  return (
    <ComboBox
      className="field"
      items={rows}
      inputValue={props.value}
      onInputChange={(text) => {
        setChosen(null);
        noteTyping();
        if (text !== props.value) props.onType(text);
      }}
      selectedKey={chosen}
      onSelectionChange={(key) => {
        if (typeof key !== "string") return;
        setChosen(key);
        if (key !== TYPED) props.onPick(key);
      }}
      allowsCustomValue
      allowsEmptyCollection
      menuTrigger="input"
      onOpenChange={(next) => {
        setOpen(next);
        props.onOpenChange?.(next);
      }}
      isInvalid={hasError}
      onBlur={() => props.onBlur?.()}
      {...(props.isRequired ? { isRequired: true, validationBehavior: "aria" as const } : {})}
      {...(props.autoFocus ? { autoFocus: true } : {})}
      {...(hasError ? { "aria-describedby": `${id}-error` } : {})}
    >
      <Label className={props.hidesLabel ? "sr" : "label"}>{props.label}</Label>
      <div ref={box} className={["input", hasError ? "is-error" : "", props.className ?? ""].filter(Boolean).join(" ")}>
        {props.before}
        <Input
          ref={input}
          spellCheck={false}
          autoCapitalize="none"
          data-field={props.fieldPath}
          {...(props.placeholder === undefined ? {} : { placeholder: props.placeholder })}
          {...(props.name === undefined ? {} : { name: props.name })}
          {...(props.autoComplete === undefined ? {} : { autoComplete: props.autoComplete })}
        />
        <Button className="combo__open" excludeFromTabOrder>
          <ChevronDown className="icon" size={16} strokeWidth={2} aria-hidden="true" />
        </Button>
      </div>
      <FieldMessage id={`${id}-error`}>{props.error}</FieldMessage>
      {/* The library announces the number of rows. This announces that there are none. */}
      <p className="sr" role="status">
        {said}
      </p>
      <Popover
        className="menu combo__float"
        triggerRef={box}
        placement="bottom start"
        offset={6}
        maxHeight={264}
        containerPadding={8}
        style={() => ({ width: box.current?.offsetWidth })}
      >
        {props.failure !== undefined && rows.length > 0 ? (
          <p className="ui dim combo__empty" aria-hidden="true">
            {props.failure}
          </p>
        ) : null}
        <ComboboxList
          rows={rows}
          search={search}
          isLoading={props.isLoading ?? false}
          empty={props.failure ?? props.empty}
        />
      </Popover>
    </ComboBox>
  );
}
