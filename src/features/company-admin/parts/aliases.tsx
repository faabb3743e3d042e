import { X } from "lucide-react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { sentenceOf } from "#core/api-client.ts";
import { TextField } from "#ui/text-field.tsx";
import { changeAlias, readAliases } from "./calls.ts";

/** Further names of a company, which find it too. Each change is saved at once, independent of the company's form. */
export function Aliases(props: { companyId: string; onChange?: (aliases: string[]) => void }): ReactNode {
  const { companyId } = props;
  const [aliases, setAliases] = useState<readonly string[]>();
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();
  const [said, setSaid] = useState("");
  const [isBusy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => {
    let isHere = true;
    readAliases(companyId).then(
      (found) => isHere && setAliases(found),
      (failure: unknown) => isHere && setError(sentenceOf(failure)),
    );
    return () => {
      isHere = false;
    };
  }, [companyId]);

  const change = async (what: "add" | "remove", alias: string): Promise<void> => {
    if (isBusy) return;
    if (alias === "") {
      setError("Type a name first.");
      field.current?.focus();
      return;
    }
    setBusy(true);
    setError(undefined);
    try {
      const now = await changeAlias(companyId, what, alias);
      setAliases(now);
      props.onChange?.(now);
      setSaid(what === "add" ? `${alias} added.` : `${alias} removed.`);
      if (what === "add") setText("");
    } catch (failure) {
      setError(sentenceOf(failure));
    }
    setBusy(false);
    field.current?.focus();
  };

  return (
    <div className="cmp-alias">
      <h3 className="h-sub" id="cmp-alias-names">
        Further names
      </h3>
      {aliases?.length === 0 && <p className="small faint">None yet.</p>}
      {aliases !== undefined && aliases.length > 0 && (
        <ul className="cmp-alias__l" aria-labelledby="cmp-alias-names">
          {aliases.map((alias) => (
            <li key={alias} className="chip">
              <span className="trunc">{alias}</span>
              <button type="button" aria-label={`Remove ${alias}`} onClick={() => void change("remove", alias)}>
                <X className="icon" size={14} strokeWidth={2} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <form
        className="cmp-alias__add"
        method="post"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void change("add", text.trim());
        }}
      >
        <TextField
          label="Another name"
          value={text}
          onChange={setText}
          autoComplete="off"
          error={error}
          errorRole="alert"
          inputRef={field}
        />
        <button type="submit" className="btn btn--s btn--44" aria-disabled={isBusy || undefined}>
          Add name
        </button>
      </form>
      <p className="sr" role="status">
        {said}
      </p>
    </div>
  );
}
