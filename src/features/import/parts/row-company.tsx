import { useMemo, useState, type ReactNode } from "react";
import { keyOf } from "#core/text.ts";
import type { Candidate, Resolution } from "#features/import/pure/match-names.ts";
import { choiceOf, newCompany } from "#features/import/pure/review-choices.ts";
import type { CompanyChoice } from "#features/import/pure/import-rows.ts";
import { Combobox, type ComboboxOption } from "#ui/combobox.tsx";

/** Suggestions at most. */
const SHOWN = 6;
/** Key of the option for a new company. */
const NEW = "new";

/** Listed companies whose names contain the text. Those that begin with it come first. */
function findListed(typed: string, companies: readonly Candidate[]): Candidate[] {
  const key = keyOf(typed);
  if (key === "") return [];
  const rankOf = ({ displayName, name, aliases = [] }: Candidate): number => {
    const keys = [displayName, name, ...aliases].map(keyOf);
    if (keys.some((one) => one.startsWith(key))) return 0;
    return keys.some((one) => one.includes(key)) ? 1 : 2;
  };
  return companies
    .map((company) => ({ company, rank: rankOf(company) }))
    .filter(({ rank }) => rank < 2)
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, SHOWN)
    .map(({ company }) => company);
}

/**
 * The company of a written name: a similar one, any listed one, or a new one. The list is on the device; typed text is
 * not sent.
 */
export function RowCompany(props: {
  label: ReactNode;
  resolution: Resolution;
  chosen: CompanyChoice;
  companies: readonly Candidate[];
  onPick: (choice: CompanyChoice) => void;
}): ReactNode {
  const { resolution, chosen, companies } = props;
  const { matches } = resolution;
  const [typed, setTyped] = useState<string>();
  // A file without the company's name leaves it to the person.
  const name = resolution.name === "" ? (typed ?? chosen.companyName).trim() : resolution.name;
  const found = useMemo(
    () => (typed === undefined ? matches.map(({ candidate }) => candidate) : findListed(typed, companies)),
    [typed, matches, companies],
  );
  const options: ComboboxOption[] = [
    ...found.map(({ id, displayName }) => ({ key: id, text: displayName })),
    ...(name === "" ? [] : [{ key: NEW, text: `“${name}” as a new company` }]),
  ];
  return (
    <Combobox
      label={props.label}
      value={typed ?? chosen.companyName}
      // The combobox writes the chosen option's text into the field. That of the last option is not a name.
      onType={(text) => setTyped(text === options.at(-1)?.text ? undefined : text)}
      onPick={(key) => {
        const company = found.find(({ id }) => id === key);
        setTyped(undefined);
        props.onPick(company ? choiceOf(company) : newCompany(name));
      }}
      // Text without a choice does not count.
      onBlur={() => setTyped(undefined)}
      options={options}
      empty="No company of this name is listed."
    />
  );
}
