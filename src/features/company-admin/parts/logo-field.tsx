import { Upload } from "lucide-react";
import { useEffect, useId, useRef, useState, type ReactNode } from "react";
import { FieldMessage } from "#ui/form-message.tsx";
import { Mark } from "#features/drawing/parts/marks.tsx";
import { TextField } from "#ui/text-field.tsx";

const TYPES = "image/jpeg,image/png,image/webp";
/** The server's limit (MAX_PICTURE_BYTES), checked before sending. */
const MAX_BYTES = 5 * 1024 * 1024;

/** A preview of the file as a data: address, because our content policy forbids blob: addresses. */
function usePreview(file: File | undefined): string {
  const [shown, setShown] = useState({ file, url: "" });
  useEffect(() => {
    if (!file) return undefined;
    const reader = new FileReader();
    reader.addEventListener("load", () => {
      if (typeof reader.result === "string") setShown({ file, url: reader.result });
    });
    reader.readAsDataURL(file);
    return () => reader.abort();
  }, [file]);
  return shown.file === file ? shown.url : "";
}

export function LogoField(props: {
  /** The company's name, for its monogram. */
  name: string;
  address: string;
  onAddress: (address: string) => void;
  file: File | undefined;
  onFile: (file: File | undefined) => void;
  error: string | undefined;
}): ReactNode {
  const id = useId();
  const picker = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<string>();
  const preview = usePreview(props.file);
  // Only the server fetches pictures from other sites; browsers never do.
  const isOurs = URL.canParse(props.address) && new URL(props.address).origin === window.location.origin;
  const logo = props.file ? preview : isOurs ? new URL(props.address).pathname : "";

  const choose = (file: File | undefined): void => {
    if (!file) return;
    const isFine = file.size <= MAX_BYTES && TYPES.split(",").includes(file.type);
    setFault(isFine ? undefined : "Choose a JPEG, PNG or WebP file of at most 5 MB.");
    if (isFine) props.onFile(file);
  };

  return (
    <div className="cmp-logo">
      <div className="cmp-logo__now">
        <span className="st st--l st--plain cmp-logo__ring" data-kind="f" key={logo}>
          <Mark name={props.name || "?"} logo={logo} />
        </span>
        <p className="small faint">{explain(props, isOurs)}</p>
      </div>
      <TextField
        label="Logo"
        value={props.address}
        onChange={props.onAddress}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        error={props.error}
        fieldPath="logo"
        hint="An https address, fetched once and kept here. Empty for a monogram."
      />
      <div className="cmp-logo__file">
        <label className="btn btn--s btn--44 cmp-file" htmlFor={id}>
          <Upload className="icon" size={16} strokeWidth={2} aria-hidden="true" />
          {props.file ? "Choose another file" : "Upload a file instead"}
          <input
            id={id}
            ref={picker}
            className="sr"
            type="file"
            accept={TYPES}
            aria-describedby={`${id}-fault`}
            onChange={(event) => {
              choose(event.target.files?.[0]);
              // The same file can be chosen again.
              event.target.value = "";
            }}
          />
        </label>
        {props.file && (
          <button
            type="button"
            className="btn btn--g btn--44"
            onClick={() => {
              // This button goes with the file, and would take the focus along.
              picker.current?.focus();
              props.onFile(undefined);
            }}
          >
            Do not use it
          </button>
        )}
      </div>
      <FieldMessage id={`${id}-fault`} role="alert">
        {fault}
      </FieldMessage>
    </div>
  );
}

function explain({ file, address }: { file: File | undefined; address: string }, isOurs: boolean): string {
  if (file) return `${file.name} replaces the logo when you save.`;
  if (address.trim() === "") return "No logo, so a monogram is shown.";
  return isOurs ? "The logo people see." : "Fetched when you save; until then a monogram is shown.";
}
