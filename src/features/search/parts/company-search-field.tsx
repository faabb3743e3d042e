import { Search, X } from "lucide-react";
import {
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  type ComponentType,
  type MouseEvent,
  type ReactNode,
  type RefObject,
} from "react";
import { flushSync } from "react-dom";
import { CompanyLogo } from "#features/drawing/parts/marks.tsx";
import { matchRange } from "#ui/form-match.ts";
import type { CompanyChoice } from "#features/catalogue/parts/company-lookup.ts";

const NONE: CompanyChoice = { companyId: "", companyName: "", logo: "" };

const LOOK = {
  label: "Company",
  name: "company",
  hidesLabel: true,
  placeholder: "Search companies",
  className: "qsolo__in",
};

type FieldProps = typeof LOOK & { value: CompanyChoice };
type LiveProps = FieldProps & {
  onChange: (choice: CompanyChoice) => void;
  onPick: () => void;
  autoFocus: boolean;
};

/** After this time, submit the text as typed. The results page then offers similar companies. */
const LONGEST_WAIT_MS = 1_500;

/**
 * The company with this name, otherwise the first whose name begins with the text. Undefined if there is none: then the
 * text itself is searched, and the results page offers similar names.
 */
async function firstOffer(text: string): Promise<CompanyChoice | undefined> {
  if (text.trim() === "") return undefined;
  try {
    const { choiceOf, findCompanies, namedExactly } = await import("#features/catalogue/parts/company-lookup.ts");
    const found = await findCompanies(text.trim(), AbortSignal.timeout(LONGEST_WAIT_MS));
    const meant =
      namedExactly(found, text) ?? found.find(({ displayName }) => matchRange(displayName, text.trim()) !== undefined);
    return meant && choiceOf(meant);
  } catch {
    return undefined;
  }
}

/** Enter in the field searches for the first offer. `onOffer` puts it into the field before the form is submitted. */
function useFirstOfferOnEnter(root: RefObject<HTMLElement | null>, onOffer: (offer: CompanyChoice) => void): void {
  const take = useEffectEvent(onOffer);
  useEffect(() => {
    const host = root.current;
    // If no option is highlighted, Enter would only close the list. It takes the first option instead.
    const onKey = (event: KeyboardEvent): void => {
      const field = event.target;
      if (event.key !== "Enter" || event.isComposing || !(field instanceof HTMLInputElement)) return;
      if ((field.getAttribute("aria-activedescendant") ?? "") !== "" || !field.form) return;
      event.preventDefault();
      event.stopPropagation();
      const { form, value } = field;
      void firstOffer(value).then((offer) => {
        // The person has typed on meanwhile.
        if (root.current?.querySelector("input")?.value !== value) return;
        if (offer !== undefined) take(offer);
        form.requestSubmit();
      });
    };
    host?.addEventListener("keydown", onKey, true);
    return () => host?.removeEventListener("keydown", onKey, true);
  }, [root]);
}

/** The field while suggestions are not loaded, and without script. */
function PlainField(
  props: FieldProps & {
    field: RefObject<HTMLInputElement | null>;
    hasFailed: boolean;
    onFocus: () => void;
    onType: (typed: string) => void;
  },
): ReactNode {
  const { value, hasFailed } = props;
  const id = useId();
  return (
    <div className="field">
      <label className="sr" htmlFor={id}>
        {props.label}
      </label>
      <div className={`input ${props.className}`}>
        {value.companyId === "" ? (
          <Search className="icon" size={16} strokeWidth={2} aria-hidden="true" />
        ) : (
          <CompanyLogo name={value.companyName} logo={value.logo} size="s" ring="plain" />
        )}
        <input
          id={id}
          ref={props.field}
          name={props.name}
          defaultValue={value.companyName}
          placeholder={props.placeholder}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onFocus={props.onFocus}
          onInput={(event) => props.onType(event.currentTarget.value)}
        />
      </div>
      <p className="hint" role="status" hidden={!hasFailed}>
        {hasFailed ? "Looking things up failed. Check your connection." : ""}
      </p>
    </div>
  );
}

/**
 * The company search of public pages: a plain field of a GET form that works without script. Suggestions are loaded on
 * the first focus and replace the field, text and focus kept. Choosing one submits the form.
 */
export function CompanySearchField(props: {
  /** The chosen company, with its logo in front of its name, or the typed text alone. */
  start: CompanyChoice;
  /** Id of an empty search form, which the clear button submits while no script runs. */
  clearForm: string;
}): ReactNode {
  const root = useRef<HTMLDivElement>(null);
  const plain = useRef<HTMLInputElement>(null);
  const [Live, setLive] = useState<ComponentType<LiveProps>>();
  const [hasFailed, setFailed] = useState(false);
  const [wasFocused, setWasFocused] = useState(false);
  const [choice, setChoice] = useState(props.start);

  const load = async (): Promise<void> => {
    if (Live) return;
    // If the code does not load, the plain field still works.
    const part = await import("#features/catalogue/parts/company-combobox.tsx").catch(() => undefined);
    setFailed(!part);
    if (!part) return;
    // Replace the field and move the focus synchronously, or a letter typed in between would be lost.
    flushSync(() => {
      const typed = plain.current?.value;
      if (typed !== undefined) {
        setChoice((before) => (before.companyName === typed ? before : { ...NONE, companyName: typed }));
      }
      setWasFocused(document.activeElement === plain.current);
      setLive(() => part.CompanyCombobox);
    });
  };
  useFirstOfferOnEnter(root, (offer) => {
    flushSync(() => setChoice(offer));
    if (plain.current) plain.current.value = offer.companyName;
  });
  const clear = (event: MouseEvent): void => {
    event.preventDefault();
    if (plain.current) plain.current.value = "";
    flushSync(() => setChoice(NONE));
    root.current?.querySelector("input")?.focus();
  };

  return (
    <div ref={root} className="combo-host">
      {Live ? (
        <Live
          {...LOOK}
          value={choice}
          onChange={setChoice}
          // Wait until the picked name is in the field.
          onPick={() => setTimeout(() => root.current?.closest("form")?.requestSubmit())}
          autoFocus={wasFocused}
        />
      ) : (
        <PlainField
          {...LOOK}
          value={choice}
          field={plain}
          hasFailed={hasFailed}
          onFocus={() => void load()}
          onType={(typed) => {
            setChoice({ ...NONE, companyName: typed });
            void load();
          }}
        />
      )}
      {choice.companyName === "" ? null : (
        <button type="submit" form={props.clearForm} className="combo__clear" onClick={clear}>
          <X className="icon" size={18} strokeWidth={2} aria-hidden="true" />
          <span className="sr">Clear the company</span>
        </button>
      )}
    </div>
  );
}
