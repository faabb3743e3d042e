import { useEffect, useRef, useState, type ComponentType, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { Icon } from "#ui/icon.tsx";
import { TextField } from "#ui/text-field.tsx";
import type { CountryProps } from "./country-combobox.tsx";

/** A text field that becomes a list of countries once that chunk is loaded. Keeps text and focus. Only owners load the chunk. */
export function CountryField(props: CountryProps): ReactNode {
  const { name } = props;
  const plain = useRef<HTMLInputElement>(null);
  const [wasFocused, setWasFocused] = useState(false);
  const [Live, setLive] = useState<ComponentType<CountryProps & { autoFocus?: boolean }>>();
  useEffect(() => {
    let isGone = false;
    // The chunk failed to load: the plain text field still works.
    void import("./country-combobox.tsx").then(
      (part) => {
        if (isGone) return;
        const [from, to] = [plain.current?.selectionStart ?? 0, plain.current?.selectionEnd ?? 0];
        // Synchronously, with the focus: a letter typed in between would be lost.
        flushSync(() => {
          setWasFocused(document.activeElement === plain.current);
          setLive(() => part.CountryCombobox);
        });
        const field = document.activeElement;
        if (field instanceof HTMLInputElement && field.name === name) field.setSelectionRange(from, to);
      },
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [name]);

  if (Live) return <Live {...props} autoFocus={wasFocused} />;
  return (
    <TextField
      {...props}
      inputRef={plain}
      autoComplete="country-name"
      spellCheck={false}
      after={
        <span className="combo__open" aria-hidden="true">
          <Icon name="chevron-down" size={16} />
        </span>
      }
    />
  );
}
