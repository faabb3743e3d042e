import { useState, type ReactNode } from "react";
import { Combobox } from "#ui/combobox.tsx";
import { findCountries } from "./countries.ts";

/** Draws in the browser only (see ClientOnly). */

export type CountryProps = {
  label: string;
  name: string;
  value: string;
  onChange: (country: string) => void;
  error?: string | undefined;
};

/** Choose a country of the list, or type any other place. Opened without typing, it lists all countries. */
export function CountryCombobox(props: CountryProps & { autoFocus?: boolean }): ReactNode {
  const { onChange, ...rest } = props;
  const [isTyped, setTyped] = useState(false);
  return (
    <Combobox
      {...rest}
      onType={(text) => {
        setTyped(true);
        onChange(text);
      }}
      onPick={(name) => {
        setTyped(false);
        onChange(name);
      }}
      onBlur={() => setTyped(false)}
      options={findCountries(isTyped ? props.value : "").map(({ name }) => ({ key: name, text: name }))}
      offersTyped={isTyped}
      empty="No country of this name."
      autoComplete="country-name"
    />
  );
}
