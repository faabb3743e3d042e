import { useState, type ReactNode } from "react";
import { TextArea } from "#ui/text-area.tsx";

/** The extension says that it is a text for people and not a table. */
const NAME = "Pasted text.txt";

const TOO_SHORT = "Paste the whole text: the jobs with their dates.";
/** A shorter text cannot contain a job. */
const LEAST = 30;

/** Reads pasted text like a file. */
export function PasteText(props: { onFiles: (files: File[]) => void }): ReactNode {
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  const read = (): void => {
    if (text.trim().length < LEAST) {
      setError(TOO_SHORT);
      return;
    }
    setOpen(false);
    setText("");
    props.onFiles([new File([text], NAME, { type: "text/plain" })]);
  };
  return (
    <details className="imp-how small" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="link">Paste text instead</summary>
      <div className="imp-how__t imp-paste">
        <TextArea
          label="Text of a profile or a CV"
          value={text}
          onChange={(value) => {
            setError(undefined);
            setText(value);
          }}
          rows={6}
          error={error}
          hint="On your LinkedIn profile or in your CV, mark everything, copy it, and paste it here. It is read on this device."
        />
        <button type="button" className="btn btn--s btn--sm" onClick={read}>
          Read the text
        </button>
      </div>
    </details>
  );
}
