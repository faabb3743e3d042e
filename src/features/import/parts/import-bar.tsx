import { FileUp } from "lucide-react";
import { useEffect, useId, useRef, useState, type ReactNode } from "react";
import { Link } from "react-router";
import { ACCEPTED_LINKEDIN, ACCEPTED_RESUME } from "./accept.ts";
import { entriesOf, filesIn } from "./dropped-files.ts";
import { FileSteps } from "./file-steps.tsx";
import { PasteText } from "./paste-text.tsx";

function hasFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes("Files") ?? false;
}

/** Accepts drops anywhere on the page: elsewhere the browser would open the file and lose what was typed. */
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

const LOOKS = { primary: "btn btn--p btn--lg", large: "btn btn--s btn--lg", small: "btn btn--s btn--sm" } as const;

/** A button that asks for files. Their content decides how they are read, not the button. */
function FileButton(props: {
  label: string;
  accept: string;
  onFiles: (files: File[]) => void;
  fieldPath?: string;
  look?: "primary" | "large";
}): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        className={LOOKS[props.look ?? "small"]}
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
          // So that the same file can be chosen again.
          event.target.value = "";
          if (files.length > 0) props.onFiles(files);
        }}
      />
    </>
  );
}

/** For people without a pipeline: the action for typing, and whether that is the main action. */
export type Start = { onType: () => void; isFirst: boolean };

/** What is being read, and the share that is done (0 to 1). */
export type Step = { what: string; share: number };

function Progress({ step, onStop }: { step: Step; onStop: () => void }): ReactNode {
  return (
    <div className="imp-bar__w">
      {/* Announced once for each file, not at each step of its progress. */}
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

/** Where to get the file, what to do meanwhile, and what happens to it. */
function WhereFrom(): ReactNode {
  return (
    <details className="imp-how small">
      <summary className="link">How do I get the file?</summary>
      <div className="imp-how__t">
        <FileSteps />
        <p className="dim">
          <span className="semi">While LinkedIn prepares it,</span> usually some minutes and at most a day: open your
          LinkedIn profile, choose More, then Save to PDF, and choose that PDF here. It has your jobs too. The ZIP file
          is more exact, and you can choose it later: what is in your line already is not added again.
        </p>
        <p className="dim">
          A résumé as PDF, DOCX or ODT is read as a draft, and so is pasted text: what is not certain is not ticked. A
          ZIP file that was unpacked to a folder works too: choose the CSV files in it. Your own archive from the
          settings is read with all its details.
        </p>
        <p className="dim">
          The file stays on this device: it is read here, and only the rows that you tick and save are sent to us.
          Addresses, birth date, messages and connections are never read.
        </p>
      </div>
    </details>
  );
}

/**
 * Takes dropped or chosen files, and says where to get them. For people without a pipeline it is the start panel, which
 * also names the other ways to begin.
 */
export function ImportBar(props: {
  onFiles: (files: File[]) => void;
  step: Step | undefined;
  onStop: () => void;
  start: Start | undefined;
}): ReactNode {
  const { onFiles, start } = props;
  const { isOver, note } = useDrop(onFiles);
  const heading = useId();
  const linkedIn = (
    <FileButton
      label="Choose your LinkedIn file"
      fieldPath="import"
      accept={ACCEPTED_LINKEDIN}
      onFiles={onFiles}
      {...(start ? { look: start.isFirst ? "primary" : "large" } : {})}
    />
  );
  const resume = <FileButton label="PDF, DOCX or JSON" accept={ACCEPTED_RESUME} onFiles={onFiles} />;
  return (
    <section
      className={`imp-bar${start ? " imp-bar--start panel" : ""}${isOver ? " is-over" : ""}`}
      aria-labelledby={start && heading}
    >
      {start ? (
        <>
          <div className="imp-bar__s">
            <h2 className="h-sub" id={heading}>
              {isOver ? "Drop it here" : "Start your line"}
            </h2>
            <p className="ui dim">
              Your LinkedIn file fills in your stops, your name and your school. You check all of it first.
            </p>
          </div>
          <div className="imp-bar__b">
            {linkedIn}
            <button type="button" className="btn btn--s btn--lg" onClick={start.onType}>
              Type it in
            </button>
            <Link className="link ui imp-bar__l" to="/discover">
              Look around first
            </Link>
          </div>
          <div className="imp-bar__o small">
            <span className="dim">Another file:</span>
            {resume}
            <span className="dim imp-bar__d">Or drop it anywhere on this page.</span>
          </div>
        </>
      ) : (
        <>
          <FileUp className="icon imp-bar__i" size={20} strokeWidth={1.75} aria-hidden="true" />
          <p className="ui grow">
            <span className="semi">{isOver ? "Drop it here." : "Have it written down already?"}</span>{" "}
            <span className="dim">Import it, then check.</span>
          </p>
          <div className="imp-bar__b">
            {linkedIn}
            {resume}
          </div>
        </>
      )}
      <p className={note === "" ? "sr" : "ui imp-bar__n"} role="status">
        {note}
      </p>
      {props.step && <Progress step={props.step} onStop={props.onStop} />}
      <PasteText onFiles={onFiles} />
      <WhereFrom />
    </section>
  );
}
