import { FileUp } from "lucide-react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { ACCEPTED_LINKEDIN, ACCEPTED_RESUME } from "./accept.ts";
import { entriesOf, filesIn } from "./dropped-files.ts";
import { PasteText } from "./paste-text.tsx";

function hasFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes("Files") ?? false;
}

/** Accepts files anywhere on the page: a file that misses the bar would replace the page and lose what was typed. */
function useDrop(onFiles: (files: File[]) => void): { isOver: boolean; note: string } {
  const [isOver, setOver] = useState(false);
  const [note, setNote] = useState("");
  const take = useRef(onFiles);
  useEffect(() => {
    take.current = onFiles;
  }, [onFiles]);
  useEffect(() => {
    const over = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const out = (event: DragEvent): void => {
      // Only when the pointer leaves the window, not when it moves between elements.
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(false);
      setNote("");
      // Both are unavailable after this event.
      const [files, entries] = [[...(event.dataTransfer?.files ?? [])], entriesOf(event.dataTransfer)];
      if (!entries.some((entry) => entry.isDirectory)) {
        if (files.length > 0) take.current(files);
        return;
      }
      void filesIn(entries).then(({ files: found, note: said }) => {
        setNote(said);
        if (found.length > 0) take.current(found);
      });
    };
    window.addEventListener("dragover", over);
    window.addEventListener("dragleave", out);
    window.addEventListener("drop", drop);
    return () => {
      window.removeEventListener("dragover", over);
      window.removeEventListener("dragleave", out);
      window.removeEventListener("drop", drop);
    };
  }, []);
  return { isOver, note };
}

/** A button that asks for files. The content decides what they are, not the button. */
function FileButton(props: {
  label: string;
  accept: string;
  onFiles: (files: File[]) => void;
  fieldPath?: string;
}): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        className="btn btn--s btn--sm"
        data-field={props.fieldPath}
        onClick={() => input.current?.click()}
      >
        {props.label}
      </button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={props.accept}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // Lets the same file be chosen again.
          event.target.value = "";
          if (files.length > 0) props.onFiles(files);
        }}
      />
    </>
  );
}

/** The current file, and the share that is done (0 to 1). */
export type Step = { what: string; share: number };

function Progress({ step, onStop }: { step: Step; onStop: () => void }): ReactNode {
  return (
    <div className="imp-bar__w">
      {/* Told again with the next file, not with every share of one. */}
      <p className="ui imp-bar__n" role="status">
        {step.what}, on this device
      </p>
      <progress className="imp-bar__p" max={1} value={step.share} aria-label={step.what} />
      <button type="button" className="btn btn--s btn--sm" onClick={onStop}>
        Stop reading
      </button>
    </div>
  );
}

/** Takes dropped or chosen files, and says where to get them. */
export function ImportBar(props: {
  onFiles: (files: File[]) => void;
  step: Step | undefined;
  onStop: () => void;
}): ReactNode {
  const { isOver, note } = useDrop(props.onFiles);
  return (
    <div className={isOver ? "imp-bar is-over" : "imp-bar"}>
      <FileUp className="icon imp-bar__i" size={20} strokeWidth={1.75} aria-hidden="true" />
      <p className="ui grow">
        <span className="semi">{isOver ? "Drop it here." : "Have it written down already?"}</span>{" "}
        <span className="dim">Import it, then check.</span>
      </p>
      <div className="imp-bar__b">
        <FileButton label="LinkedIn export ZIP" fieldPath="import" accept={ACCEPTED_LINKEDIN} onFiles={props.onFiles} />
        <FileButton label="PDF, DOCX or JSON" accept={ACCEPTED_RESUME} onFiles={props.onFiles} />
      </div>
      <p className={note === "" ? "sr" : "ui imp-bar__n"} role="status">
        {note}
      </p>
      {props.step && <Progress step={props.step} onStop={props.onStop} />}
      <PasteText onFiles={props.onFiles} />
      <details className="imp-how small">
        <summary className="link">Where do I get the file?</summary>
        <div className="imp-how__t dim">
          <p>
            On LinkedIn, open Settings &amp; Privacy, then Data privacy, then “Get a copy of your data”. Ask for
            Positions, Education and Profile, or for the whole archive. LinkedIn sends you an e-mail with a ZIP file;
            choose it here as it is, or the CSV files in the folder it was unpacked to.
          </p>
          <p>
            Until it comes, open your LinkedIn profile, choose More, then Save to PDF, and choose that PDF. A résumé as
            PDF, DOCX or ODT is read as a draft, which you check; JSON Resume is read as it is. Your own archive from
            the settings comes back as it is.
          </p>
          <p>
            The file stays on this device: it is read here, and of it only the rows you tick leave it. Addresses, birth
            date, messages and connections are never read.
          </p>
        </div>
      </details>
    </div>
  );
}
