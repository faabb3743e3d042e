import type { ReactNode } from "react";
import { suggestTitles } from "#features/title/rules.ts";
import { Combobox } from "#ui/combobox.tsx";

/** Draws in the browser only (see ClientOnly). */

const SHOWN = 40;

/** A job title: the catalogue's by prefix, or any other as typed. */
export function TitleCombobox(props: {
  label: ReactNode;
  value: string;
  onChange: (title: string) => void;
  onBlur?: () => void;
  error?: string | undefined;
  isRequired?: boolean;
  fieldPath?: string;
}): ReactNode {
  const { value, onChange, ...rest } = props;
  return (
    <Combobox
      {...rest}
      value={value}
      onType={onChange}
      onPick={onChange}
      options={suggestTitles(value.trim(), SHOWN).map((title) => ({ key: title, text: title }))}
      offersTyped
      empty="Type a title."
      placeholder="Software Engineer"
    />
  );
}
