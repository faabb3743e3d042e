import type { ReactNode } from "react";
import type { ReviewField, ReviewRow } from "#features/import/pure/compare.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { differenceTexts } from "./row-texts.ts";

/**
 * The differences of one job as a table, each field with a checkbox. ARIA roles are written out, because small screens
 * lay the table out as blocks and it would lose its own.
 */
export function RowDifferences(props: {
  row: ReviewRow;
  /** "Engineer at Quarry Lane" */
  name: string;
  ticked: ReadonlySet<ReviewField>;
  onTick: (field: ReviewField, isTicked: boolean) => void;
}): ReactNode {
  const differences = differenceTexts(props.row);
  if (differences.length === 0) return undefined;
  const hasLast = differences.some(({ last }) => last !== undefined);
  return (
    <table className="imp-diff" aria-label={`What differs: ${props.name}`}>
      <thead>
        <tr>
          <th scope="col">
            <span className="sr">Take</span>
          </th>
          <th scope="col">Mine</th>
          {hasLast && <th scope="col">Last import</th>}
          <th scope="col">The file</th>
        </tr>
      </thead>
      <tbody>
        {differences.map(({ field, label, mine, last, file, isConflicting }) => {
          const isTicked = props.ticked.has(field);
          return (
            <tr key={field}>
              <th scope="row">
                <Checkbox
                  size="small"
                  isChecked={isTicked}
                  onChange={(isOn) => props.onTick(field, isOn)}
                  label={
                    <span>
                      {label}
                      <span className="sr">
                        {isConflicting ? ", differs from yours" : ""}: {props.name}
                      </span>
                    </span>
                  }
                />
              </th>
              <td data-of="Mine" className={isTicked ? "is-out" : "is-in"}>
                {mine}
              </td>
              {hasLast && <td data-of="Last import">{last}</td>}
              <td data-of="The file" className={isTicked ? "is-in" : "is-out"}>
                {file}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
