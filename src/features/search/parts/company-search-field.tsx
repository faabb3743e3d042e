import { Search, X } from "lucide-react";
import { useEffect, useId, useRef, useState, type ComponentType, type MouseEvent, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { CompanyLogo } from "#features/drawing/parts/marks.tsx";
import { matchRange } from "#ui/form-match.ts";
import type { CompanyChoice } from "#features/catalogue/parts/company-lookup.ts";

const NONE: CompanyChoice = { companyId: "", companyName: "", logo: "" };

type LiveProps = {
  label: ReactNode;
  value: CompanyChoice;
  onChange: (choice: CompanyChoice) => void;
  onPick: (choice: CompanyChoice) => void;
  name: string;
  placeholder: string;
  autoFocus: boolean;
  className: string;
  hidesLabel: boolean;
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

/**
 * The company search of public pages: a plain field of a GET form that works without script. Suggestions are loaded on
 * the first focus and replace the field, text and focus kept. Choosing one submits the form.
 */
export function CompanySearchField(props: {
  label: ReactNode;
  /** The form's field, e.g. "company". */
  name: string;
  defaultValue?: string;
  /** The chosen company. Its logo is in front of its name. */
  chosen?: CompanyChoice | undefined;
  /** Id of an empty search form, which the clear button submits while no script runs. */
  clearForm?: string;
  placeholder?: string;
  /** Classes of the box besides "input". */
  className?: string;
  hidesLabel?: boolean;
  /** Instead of submitting the form. */
  onPick?: (choice: CompanyChoice) => void;
}): ReactNode {
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const plain = useRef<HTMLInputElement>(null);
  const [Live, setLive] = useState<ComponentType<LiveProps>>();
  const [hasFailed, setFailed] = useState(false);
  const [wasFocused, setWasFocused] = useState(false);
  const [choice, setChoice] = useState<CompanyChoice>(
    props.chosen ?? { ...NONE, companyName: props.defaultValue ?? "" },
  );

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
  useEffect(() => {
    const host = root.current;
    // Without a highlighted option, the list would use Enter to close. Here Enter searches for the first option.
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
        if (offer !== undefined) {
          flushSync(() => setChoice(offer));
          if (plain.current) plain.current.value = offer.companyName;
        }
        form.requestSubmit();
      });
    };
    host?.addEventListener("keydown", onKey, true);
    return () => host?.removeEventListener("keydown", onKey, true);
  }, []);
  const clear = (event: MouseEvent): void => {
    event.preventDefault();
    if (plain.current) plain.current.value = "";
    flushSync(() => setChoice(NONE));
    root.current?.querySelector("input")?.focus();
  };
  const canClear = props.clearForm !== undefined && choice.companyName !== "";
  const placeholder = props.placeholder ?? "Search companies";
  const className = props.className ?? "";

  return (
    <div ref={root} className="combo-host">
      {Live ? (
        <Live
          label={props.label}
          value={choice}
          onChange={setChoice}
          onPick={(picked) => {
            if (props.onPick) props.onPick(picked);
            // Wait until the picked name is in the field.
            else setTimeout(() => root.current?.closest("form")?.requestSubmit());
          }}
          name={props.name}
          placeholder={placeholder}
          autoFocus={wasFocused}
          className={className}
          hidesLabel={props.hidesLabel ?? false}
        />
      ) : (
        <div className="field">
          <label className={props.hidesLabel ? "sr" : "label"} htmlFor={id}>
            {props.label}
          </label>
          <div className={`input ${className}`.trim()}>
            {choice.companyId === "" ? (
              <Search className="icon" size={16} strokeWidth={2} aria-hidden="true" />
            ) : (
              <CompanyLogo name={choice.companyName} logo={choice.logo} size="s" ring="plain" />
            )}
            <input
              id={id}
              ref={plain}
              name={props.name}
              defaultValue={choice.companyName}
              placeholder={placeholder}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              onFocus={() => void load()}
              onInput={(event) => {
                setChoice({ ...NONE, companyName: event.currentTarget.value });
                void load();
              }}
            />
          </div>
          <p className="hint" role="status" hidden={!hasFailed}>
            {hasFailed ? "Looking things up failed. Check your connection." : ""}
          </p>
        </div>
      )}
      {canClear ? (
        <button type="submit" form={props.clearForm} className="combo__clear" onClick={clear}>
          <X className="icon" size={18} strokeWidth={2} aria-hidden="true" />
          <span className="sr">Clear the company</span>
        </button>
      ) : null}
    </div>
  );
}
