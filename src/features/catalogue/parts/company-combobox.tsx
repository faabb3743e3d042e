import { numberText } from "#core/number-text.ts";
import { Search } from "lucide-react";
import { useState, type ReactNode } from "react";
import { Combobox } from "#ui/combobox.tsx";
import { useLookup } from "#ui/form-lookup.ts";
import { Mark } from "#features/drawing/parts/marks.tsx";
import { choiceOf, COMPANY_DELAY_MS, findCompanies, namedExactly, type CompanyChoice } from "./company-lookup.ts";

/** Draws in the browser only (see ClientOnly). */

export function CompanyMark(props: { name: string; logo: string }): ReactNode {
  return (
    <span className="st st--s st--plain" data-kind="full">
      <Mark name={props.name} logo={props.logo} />
    </span>
  );
}

/**
 * A company: one of ours with its mark and how many people stopped there (from five on), or, with `offersTyped`, any
 * other name. `onPick` runs after `onChange` if a company of the list was chosen.
 */
export function CompanyCombobox(props: {
  label: ReactNode;
  value: CompanyChoice;
  onChange: (choice: CompanyChoice) => void;
  onPick?: () => void;
  onBlur?: () => void;
  offersTyped?: boolean;
  placeholder?: string;
  name?: string;
  error?: string | undefined;
  isRequired?: boolean;
  autoFocus?: boolean;
  fieldPath?: string;
  className?: string;
  hidesLabel?: boolean;
}): ReactNode {
  const { value, onChange, onPick, onBlur, placeholder, ...rest } = props;
  const [isOpen, setOpen] = useState(false);
  const found = useLookup(isOpen ? value.companyName : undefined, findCompanies, COMPANY_DELAY_MS);

  return (
    <Combobox
      {...rest}
      value={value.companyName}
      onType={(companyName) => onChange({ companyId: "", companyName, logo: "" })}
      onPick={(key) => {
        const company = found.options.find((option) => option._id === key);
        if (!company) return;
        onChange(choiceOf(company));
        onPick?.();
      }}
      onBlur={() => {
        // A name typed out is that company, whether or not its row was pressed.
        const company = value.companyId === "" ? namedExactly(found.options, value.companyName) : undefined;
        if (company) onChange(choiceOf(company));
        onBlur?.();
      }}
      options={found.options.map((company) => ({
        key: company._id,
        text: company.displayName,
        mark: <CompanyMark name={company.displayName} logo={company.logo} />,
        ...(company.people > 0
          ? { note: numberText(company.people), noteWord: company.people === 1 ? "person" : "people" }
          : {}),
      }))}
      isLoading={found.isLoading}
      failure={found.failure}
      empty="No company on this site with that name :/"
      onOpenChange={setOpen}
      before={
        value.companyId === "" ? (
          <Search className="icon" size={16} strokeWidth={2} aria-hidden="true" />
        ) : (
          <CompanyMark name={value.companyName} logo={value.logo} />
        )
      }
      placeholder={placeholder ?? "Search companies"}
    />
  );
}
