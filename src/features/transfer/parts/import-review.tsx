import { useImperativeHandle, useMemo, useState, type ReactNode, type Ref } from "react";
import { keyOf } from "#core/text.ts";
import type { PipelineDraft } from "#features/pipeline/draft.ts";
import { applyReview } from "#features/transfer/pure/apply.ts";
import type { Resolution } from "#features/transfer/pure/names.ts";
import { NO_PICKS, pickedRows, placeInFile, tickedRows, type Picks } from "#features/transfer/pure/picks.ts";
import { differ, type ReviewRow } from "#features/transfer/pure/review.ts";
import type { ImportRow } from "#features/transfer/pure/stops.ts";
import type { Person, Problem, ReadResult } from "#features/transfer/rules.ts";
import type { ReviewHandle } from "./import-handle.ts";
import { firstPick, PersonChoice, personOffer, type PersonNow } from "./person-choice.tsx";
import { ProblemList } from "./problem-list.tsx";
import { ReviewRowItem } from "./review-row.tsx";
import { rowText, totalsText } from "./row-words.ts";

/** What was ticked, for the editor to take. */
export type Taken = {
  pipeline: PipelineDraft;
  /** Rows of the line. */
  count: number;
  name: Person | undefined;
  location: string | undefined;
  schoolName: string | undefined;
  /** The whole file as it was understood, for the next import to compare with. */
  rows: ImportRow[];
  /** What had no room. */
  problems: Problem[];
};

/** What there is to decide comes first; what stands in the line already is a press away. */
function sorted(rows: readonly ReviewRow[]): { open: ReviewRow[]; same: ReviewRow[] } {
  return {
    open: rows.filter(({ status }) => status !== "unchanged"),
    same: rows.filter(({ status, file }) => status === "unchanged" && file !== undefined),
  };
}

function takeWords(count: number, hasPerson: boolean): string {
  if (count > 0) return `Add ${count} to my line`;
  return hasPerson ? "Take what is ticked" : "Nothing is ticked";
}

/** "Check what we found": nothing goes into the line that is not ticked here. */
export function ImportReview(props: {
  found: ReadResult;
  /** What the written companies mean, by the key of the name. */
  resolutions: ReadonlyMap<string, Resolution>;
  isListMissing: boolean;
  last: readonly ImportRow[] | undefined;
  pipeline: PipelineDraft;
  now: PersonNow;
  handle?: Ref<ReviewHandle>;
  onTake: (taken: Taken) => void;
  onClose: () => void;
}): ReactNode {
  const { found, resolutions, last, pipeline, now } = props;
  const [picks, setPicks] = useState<Picks>(NO_PICKS);
  const [who, setWho] = useState(() => firstPick(found, now));
  const file = useMemo(() => pickedRows(found.positions, resolutions, picks), [found, resolutions, picks]);
  const rows = useMemo(() => differ(pipeline.stops, last, file), [pipeline.stops, last, file]);
  const ticked = tickedRows(rows, picks);
  const { open, same } = sorted(rows);
  const tickable = open.filter(({ canTick }) => canTick);
  const offer = personOffer(found, now);
  const takesName = who.takesName && offer.name !== "";
  const takesSchool = who.takesSchool && offer.schools.length > 0;
  const takesCountry = who.takesCountry && offer.country !== "";
  const hasPerson = takesName || takesCountry || takesSchool;
  const hasOffer = offer.name !== "" || offer.country !== "" || offer.schools.length > 0;
  const hasNothing = tickable.length === 0 && !hasOffer;

  const tick = (ids: readonly string[], isTicked: boolean): void =>
    setPicks((before) => ({
      ...before,
      ticks: new Map([...before.ticks, ...ids.map((id) => [id, isTicked] as const)]),
    }));

  const take = (): void => {
    const { draft, problems } = applyReview(pipeline, rows, ticked);
    props.onTake({
      pipeline: draft,
      count: ticked.size,
      name: takesName ? found.profile : undefined,
      location: takesCountry ? offer.country : undefined,
      schoolName: takesSchool ? offer.schools[who.school]?.school : undefined,
      rows: file,
      problems,
    });
  };

  useImperativeHandle(props.handle, () => ({ hasTicked: ticked.size > 0 || hasPerson, take }));

  const allTicked = tickable.every(({ id }) => ticked.has(id));
  return (
    <section className="panel imp-rev" aria-labelledby="imp-rev">
      <div className="imp-rev__h">
        <h2 className="h-sec" id="imp-rev" tabIndex={-1} data-field="import-review">
          Check what we found
        </h2>
        <p className="ui dim" role="status">
          {hasNothing && found.positions.length > 0
            ? "Nothing to add: everything in this file is in your line already."
            : totalsText(rows)}
        </p>
      </div>
      <ProblemList problems={found.problems} isNothingElse={false} />
      {props.isListMissing && (
        <p className="alert imp-bad" role="status">
          The list of companies did not come. Names stay as they are written, and are looked up when you save.
        </p>
      )}
      <PersonChoice found={found} now={now} pick={who} onPick={setWho} />
      {tickable.length > 1 && (
        <button
          type="button"
          className="btn btn--g btn--sm imp-rev__all"
          onClick={() =>
            tick(
              tickable.map(({ id }) => id),
              !allTicked,
            )
          }
        >
          {allTicked ? "Untick all" : "Tick all"}
        </button>
      )}
      {open.length > 0 && (
        <ul className="imp-rows" aria-label="Jobs found">
          {open.map((row) => {
            const place = placeInFile(row);
            const position = place === undefined ? undefined : found.positions[place];
            const key = keyOf(position?.company ?? "");
            return (
              <ReviewRowItem
                key={row.id}
                row={row}
                isTicked={ticked.has(row.id)}
                onTick={(isTicked) => tick([row.id], isTicked)}
                position={position}
                resolution={resolutions.get(key)}
                picked={picks.companies.get(key)}
                onPick={(id) =>
                  setPicks((before) => ({ ...before, companies: new Map([...before.companies, [key, id]]) }))
                }
                fill={place === undefined ? undefined : picks.fills.get(place)}
                onFill={(fill) => {
                  if (place === undefined) return;
                  setPicks((before) => ({ ...before, fills: new Map([...before.fills, [place, fill]]) }));
                }}
              />
            );
          })}
        </ul>
      )}
      {same.length > 0 && (
        <details className="imp-same small">
          <summary className="link">
            {same.length === 1 ? "1 job is" : `${same.length} jobs are`} in your line already
          </summary>
          <ul className="imp-same__l dim">
            {same.map((row) => {
              const { title, company, range } = rowText(row);
              return (
                <li key={row.id}>
                  {title} at {company}, <span className="num">{range}</span>
                </li>
              );
            })}
          </ul>
        </details>
      )}
      <div className="imp-rev__f">
        <p className="small dim grow">{hasNothing ? "" : "Nothing is saved until you save it."}</p>
        <button type="button" className="btn btn--g" onClick={props.onClose}>
          {hasNothing ? "Close" : "Cancel"}
        </button>
        {!hasNothing && (
          <button type="button" className="btn btn--p" disabled={ticked.size === 0 && !hasPerson} onClick={take}>
            {takeWords(ticked.size, hasPerson)}
          </button>
        )}
      </div>
    </section>
  );
}
