import { KeyRound } from "lucide-react";
import { useEffect, useRef, useState, type ReactNode, type SubmitEvent } from "react";
import { MAX_PASSKEY_NAME } from "#features/passkey/rules.ts";
import type { PasskeyView } from "#features/passkey/schema.ts";
import { Dotted } from "#ui/dotted.tsx";
import { TextField } from "#ui/text-field.tsx";
import { dayName, lastUse } from "./when.ts";

/** A passkey, whose name can be edited in place. */
export function PasskeyRow(props: {
  passkey: PasskeyView;
  now: string;
  isBusy: boolean;
  error: string | undefined;
  /** @returns whether it was done */
  onRename: (name: string) => Promise<boolean>;
  onRemove: () => void;
}): ReactNode {
  const { passkey, isBusy } = props;
  const [state, setState] = useState<"shown" | "naming" | "named">("shown");
  const [isEmpty, setEmpty] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const rename = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (state === "naming") field.current?.select();
    if (state === "named") rename.current?.focus();
  }, [state]);

  const save = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const name = (field.current?.value ?? "").trim();
    setEmpty(name === "");
    if (name === passkey.name) setState("named");
    else if (name !== "" && (await props.onRename(name))) setState("named");
    else field.current?.focus();
  };

  if (state === "naming") {
    return (
      <li>
        <form
          className="set__row grow"
          method="post"
          noValidate
          onSubmit={(event) => void save(event)}
          onKeyDown={(event) => {
            if (event.key === "Escape") setState("named");
          }}
        >
          <TextField
            label={`New name of “${passkey.name}”`}
            name="name"
            autoComplete="off"
            defaultValue={passkey.name}
            maxLength={MAX_PASSKEY_NAME}
            isRequired
            error={isEmpty ? "Give it a name, so that you know it again." : props.error}
            errorRole="alert"
            inputRef={field}
          />
          <div className="row set__acts">
            <button type="submit" className="btn btn--s set__b" aria-disabled={isBusy || undefined}>
              Save name
            </button>
            <button type="button" className="btn btn--g set__b" onClick={() => setState("named")}>
              Cancel
            </button>
          </div>
        </form>
      </li>
    );
  }
  return (
    <li>
      <KeyRound className="icon" size={20} strokeWidth={1.75} aria-hidden="true" />
      <div className="grow">
        <p className="ui semi set__name">{passkey.name}</p>
        <p className="small faint">
          <Dotted parts={[lastUse(passkey.lastUsed, props.now), `added on ${dayName(passkey.createdOn)}`]} />
        </p>
      </div>
      <div className="row set__acts">
        <button
          type="button"
          className="btn btn--g set__b"
          aria-label={`Rename ${passkey.name}`}
          ref={rename}
          onClick={() => {
            setEmpty(false);
            setState("naming");
          }}
        >
          Rename
        </button>
        <button
          type="button"
          className="btn btn--g set__b"
          aria-label={`Remove ${passkey.name}`}
          aria-disabled={isBusy || undefined}
          onClick={props.onRemove}
        >
          Remove
        </button>
      </div>
    </li>
  );
}
