import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from "react";
import type { PipelineDraft } from "#features/pipeline/draft.ts";
import type { SchoolChoice } from "#features/school/parts/school-combobox.tsx";
import type { Resolution } from "#features/transfer/pure/names.ts";
import type { ImportRow } from "#features/transfer/pure/stops.ts";
import { problemText, type Problem, type ReadResult } from "#features/transfer/rules.ts";
import "#ui/form-import.css";
import { findSchool } from "./candidates.ts";
import { ImportBar } from "./import-bar.tsx";
import type { Taken } from "./import-review.tsx";
import { dropOthers, keepWaiting, readImport } from "./import-store.ts";
import type { PersonNow } from "./person-choice.tsx";
import { ProblemList } from "./problem-list.tsx";

/** The comparison and its list come with the first file. */
const ImportReview = lazy(async () => ({ default: (await import("./import-review.tsx")).ImportReview }));

type Found = {
  found: ReadResult;
  resolutions: ReadonlyMap<string, Resolution>;
  isListMissing: boolean;
  last: ImportRow[] | undefined;
};

type State =
  | { is: "waiting" }
  | { is: "reading" }
  | ({ is: "found" } & Found)
  | { is: "nothing"; problems: readonly Problem[] }
  | { is: "taken"; words: string };

/** What goes into the editor's form; nothing of it is saved. */
export type ImportChange = {
  pipeline: PipelineDraft;
  firstName?: string;
  lastName?: string;
  school?: SchoolChoice;
  location?: string;
};

const NOT_COME: Problem = {
  file: "",
  line: 0,
  why: "The part of this page that reads files did not come. Check the connection and choose the file again.",
};

function takenWords({ count, name, location, schoolName, problems }: Taken): string {
  const what = [
    ...(count === 0 ? [] : [`${count} ${count === 1 ? "job" : "jobs"}`]),
    ...(name ? ["your name"] : []),
    ...(location === undefined ? [] : ["your location"]),
    ...(schoolName === undefined ? [] : ["your school"]),
  ];
  const last = what.pop() ?? "";
  const list = what.length === 0 ? last : `${what.join(", ")} and ${last}`;
  return [`Added ${list}. Nothing is saved yet.`, ...problems.map(problemText)].join(" ");
}

/** Files in, a review of what is in them, and what was ticked into the line. */
export function ImportSection(props: {
  profileId: string;
  pipeline: PipelineDraft;
  now: PersonNow;
  onTake: (change: ImportChange) => void;
  /** A school that was taken, once it is found in the list. */
  onSchool: (typed: string, school: SchoolChoice) => void;
}): ReactNode {
  const { profileId, pipeline } = props;
  const [state, setState] = useState<State>({ is: "waiting" });
  const root = useRef<HTMLDivElement>(null);
  /** Of several imports begun one after the other the last one counts. */
  const turn = useRef(0);

  useEffect(() => dropOthers(profileId, localStorage), [profileId]);

  const focusOn = (field: string): void => {
    root.current?.querySelector<HTMLElement>(`[data-field="${field}"]`)?.focus();
  };

  const read = async (files: File[]): Promise<void> => {
    turn.current += 1;
    const mine = turn.current;
    setState({ is: "reading" });
    let next: State;
    try {
      const { understand } = await import("./understand.ts");
      const { found, ...rest } = await understand(files, pipeline.stops);
      const isNothing = found.positions.length === 0 && found.education.length === 0 && !found.profile;
      next = isNothing
        ? { is: "nothing", problems: found.problems }
        : { is: "found", found, ...rest, last: readImport(profileId, localStorage) };
    } catch {
      next = { is: "nothing", problems: [NOT_COME] };
    }
    if (turn.current === mine) setState(next);
  };

  const take = (taken: Taken): void => {
    const { name, location, schoolName } = taken;
    keepWaiting(profileId, taken.rows, localStorage);
    setState({ is: "taken", words: takenWords(taken) });
    props.onTake({
      pipeline: taken.pipeline,
      ...(name ? { firstName: name.firstName, lastName: name.lastName } : {}),
      ...(location === undefined ? {} : { location }),
      ...(schoolName === undefined ? {} : { school: { schoolId: "", schoolName, logo: "" } }),
    });
    if (schoolName === undefined) return;
    void findSchool(schoolName).then((found) => {
      if (found) props.onSchool(schoolName, found);
    });
  };

  return (
    <div ref={root} className="imp">
      <ImportBar onFiles={(files) => void read(files)} isReading={state.is === "reading"} />
      {state.is === "nothing" && <ProblemList problems={state.problems} isNothingElse />}
      <p className={state.is === "taken" ? "alert alert--pos imp-bad" : "sr"} role="status">
        {state.is === "taken" ? state.words : ""}
      </p>
      {state.is === "found" && (
        <Suspense>
          <Arrival onArrive={() => focusOn("import-review")}>
            <ImportReview
              key={turn.current}
              found={state.found}
              resolutions={state.resolutions}
              isListMissing={state.isListMissing}
              last={state.last}
              pipeline={pipeline}
              now={props.now}
              onTake={take}
              onClose={() => {
                turn.current += 1;
                setState({ is: "waiting" });
                focusOn("import");
              }}
            />
          </Arrival>
        </Suspense>
      )}
    </div>
  );
}

/** Leads the focus to what has just come. */
function Arrival(props: { children: ReactNode; onArrive: () => void }): ReactNode {
  const arrive = useRef(props.onArrive);
  useEffect(() => arrive.current(), []);
  return props.children;
}
