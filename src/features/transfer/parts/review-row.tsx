import type { ReactNode } from "react";
import { inferKind } from "#features/title/rules.ts";
import type { Resolution } from "#features/transfer/pure/names.ts";
import type { Fill } from "#features/transfer/pure/picks.ts";
import type { ReviewRow } from "#features/transfer/pure/review.ts";
import { needsText } from "#features/transfer/pure/stops.ts";
import type { Position } from "#features/transfer/rules.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { Mark } from "#ui/monogram.tsx";
import { RowFields } from "./row-fields.tsx";
import { rowText, toldDifferences } from "./row-words.ts";

const STATUS: Readonly<Record<ReviewRow["status"], string>> = {
  added: "New",
  changed: "Changed",
  conflicting: "Differs from yours",
  unchanged: "In your line",
  missing: "Not in the file",
};

function Tags(props: { row: ReviewRow }): ReactNode {
  const { row } = props;
  const isWorth = row.status === "added" && row.needs.length > 0;
  return (
    <span className="imp-row__tags">
      {row.status !== "added" && (
        <span className={row.status === "conflicting" ? "tag tag--warn" : "tag"}>{STATUS[row.status]}</span>
      )}
      {row.wasDeclined && <span className="tag">Left out before</span>}
      {row.status === "added" && (
        <span className={isWorth ? "tag tag--warn" : "tag tag--pos"}>{needsText(row.needs)}</span>
      )}
    </span>
  );
}

function Differences(props: { row: ReviewRow; isTicked: boolean }): ReactNode {
  const told = toldDifferences(props.row);
  if (told.length === 0) return undefined;
  return (
    <table className="imp-diff">
      <thead>
        <tr>
          <th scope="col">
            <span className="sr">What</span>
          </th>
          <th scope="col">Mine</th>
          <th scope="col">The file</th>
        </tr>
      </thead>
      <tbody>
        {told.map(({ field, label, mine, file }) => (
          <tr key={field}>
            <th scope="row">{label}</th>
            <td className={props.isTicked ? "is-out" : "is-in"}>{mine}</td>
            <td className={props.isTicked ? "is-in" : "is-out"}>{file}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export type RowProps = {
  row: ReviewRow;
  isTicked: boolean;
  onTick: (isTicked: boolean) => void;
  /** Of a row that the file holds. */
  position: Position | undefined;
  resolution: Resolution | undefined;
  /** Id of the company picked; undefined = the one found. */
  picked: string | undefined;
  onPick: (companyId: string) => void;
  fill: Fill | undefined;
  onFill: (fill: Fill) => void;
};

/** One job of a review: what it is, what becomes of it, what it lacks. */
export function ReviewRowItem(props: RowProps): ReactNode {
  const { row, isTicked } = props;
  const { title, company, logo, range, kind } = rowText(row);
  const isMissing = row.status === "missing";
  return (
    <li className={isTicked ? "imp-row is-on" : "imp-row"}>
      <div className="imp-row__h">
        <Checkbox
          isChecked={isTicked}
          onChange={props.onTick}
          label={
            <span className="imp-row__l">
              <span className="st st--s st--plain" data-kind="full" aria-hidden="true">
                <Mark name={company} logo={logo} />
              </span>
              <span className="imp-row__t">
                <span className="semi">
                  {isMissing && "Take out of my line: "}
                  {title} <span className="dim imp-row__at">at {company}</span>
                </span>
                <span className="small faint num">
                  {range}&nbsp;· <span className="imp-row__k">{kind}</span>
                </span>
              </span>
            </span>
          }
        />
        <Tags row={row} />
      </div>
      <Differences row={row} isTicked={isTicked} />
      {props.position && props.resolution && !isMissing && (
        <RowFields
          position={props.position}
          resolution={props.resolution}
          picked={props.picked}
          onPick={props.onPick}
          fill={props.fill ?? {}}
          onFill={props.onFill}
          title={title}
          kind={row.file?.kind ?? inferKind(row.file?.title ?? "")}
          isNew={row.status === "added"}
        />
      )}
    </li>
  );
}
