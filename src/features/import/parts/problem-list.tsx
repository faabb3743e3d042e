import { TriangleAlert } from "lucide-react";
import { useEffect, useRef, type ReactNode } from "react";
import { problemText, type Problem } from "#features/import/rules.ts";

/** Sentences shown at once; the rest is behind a click. */
const OPEN = 3;

function Sentences(props: { problems: readonly Problem[] }): ReactNode {
  return (
    <ul className="imp-bad__l">
      {props.problems.map((problem, index) => (
        // Two rows may have the same sentence; the list never changes order.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index}>{problemText(problem)}</li>
      ))}
    </ul>
  );
}

/** Problems of reading: "Positions.csv, line 4: …". */
export function ProblemList(props: { problems: readonly Problem[]; isNothingElse: boolean }): ReactNode {
  const { problems, isNothingElse } = props;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // On a small screen the box may be out of sight, and nothing else shows that the file was read.
    if (isNothingElse) box.current?.scrollIntoView({ block: "nearest" });
  }, [isNothingElse, problems]);
  if (problems.length === 0) return undefined;
  // A problem without a file is that of the reader itself: nobody knows what is in the file.
  const nothing = problems.some(({ file }) => file !== "")
    ? "There is nothing to import in it."
    : "It could not be read.";
  return (
    <div ref={box} className={isNothingElse ? "alert alert--neg imp-bad" : "alert alert--warn imp-bad"} role="alert">
      <TriangleAlert className="icon" size={18} strokeWidth={1.75} aria-hidden="true" />
      <div className="grow">
        <p className="semi">{isNothingElse ? nothing : "Some of it could not be read."}</p>
        <Sentences problems={problems.slice(0, OPEN)} />
        {problems.length > OPEN && (
          <details>
            <summary className="link">{problems.length - OPEN} more</summary>
            <Sentences problems={problems.slice(OPEN)} />
          </details>
        )}
      </div>
    </div>
  );
}
