import { useMemo, useState, type ReactNode } from "react";
import { keyOf } from "#core/text.ts";
import type { Candidate, Resolution } from "#features/transfer/pure/names.ts";
import { choiceOf, newCompany } from "#features/transfer/pure/picks.ts";
import type { CompanyChoice } from "#features/transfer/pure/stops.ts";
import { Combobox, type ComboboxOption } from "#ui/combobox.tsx";

/** Rows shown for what was typed. */
const SHOWN = 6;
/** The file's own word, as a new company. */
const NEW = "new";

/** Listed companies with that in one of their names, those that begin with it first. */
export function findListed(typed: string, companies: readonly Candidate[]): Candidate[] {
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
 * Which company a written name means: one that is like it, any listed one, or a
 * new one. The list is on the device; what is typed here is not sent.
 */
export function RowCompany(props: {
  label: ReactNode;
  resolution: Resolution;
  chosen: CompanyChoice;
  companies: readonly Candidate[];
  onPick: (choice: CompanyChoice) => void;
}): ReactNode {
  const { resolution, chosen, companies } = props;
  const { name, matches } = resolution;
  const [typed, setTyped] = useState<string>();
  const found = useMemo(
    () => (typed === undefined ? matches.map(({ candidate }) => candidate) : findListed(typed, companies)),
    [typed, matches, companies],
  );
  const options: ComboboxOption[] = [
    ...found.map(({ id, displayName }) => ({ key: id, text: displayName })),
    { key: NEW, text: `“${name}” as a new company` },
  ];
  return (
    <Combobox
      label={props.label}
      value={typed ?? chosen.companyName}
      // Choosing writes the option into the field; the words of the last one are no name.
      onType={(text) => setTyped(text === options.at(-1)?.text ? undefined : text)}
      onPick={(key) => {
        const company = found.find(({ id }) => id === key);
        setTyped(undefined);
        props.onPick(company ? choiceOf(company) : newCompany(name));
      }}
      // What is typed and not chosen is no company.
      onBlur={() => setTyped(undefined)}
      options={options}
      empty="No company of this name is listed."
    />
  );
}
