import { useId, useState, type ReactNode } from "react";
import { guessColumns } from "#features/import/pure/ask-columns.ts";
import type { ColumnAnswer, ColumnQuestion as Question } from "#features/import/rules.ts";
import { SelectField } from "#ui/select-field.tsx";

const COLUMNS = ["company", "title", "start", "end"] as const;
type Column = (typeof COLUMNS)[number];

const LABELS: Readonly<Record<Column, string>> = { company: "Company", title: "Title", start: "Start", end: "End" };
const NONE = "none";

/** Why the answer is not complete yet; undefined if it is. */
function problemWith(places: ColumnAnswer["places"]): string | undefined {
  if (places.company === undefined || places.title === undefined) return "Choose the columns of company and title.";
  const chosen = COLUMNS.flatMap((column) => places[column] ?? []);
  return new Set(chosen).size < chosen.length ? "Choose a different column for each." : undefined;
}

/** Asks what the columns of a table are. The shown rows never leave the device. */
export function ColumnQuestion(props: {
  question: Question;
  onAnswer: (answer: ColumnAnswer) => void;
  onNone: () => void;
}): ReactNode {
  const { question } = props;
  const heading = useId();
  const lack = useId();
  const [places, setPlaces] = useState<ColumnAnswer["places"]>(() => guessColumns(question));
  const nameOf = (at: number): string => question.names[at] || `Column ${at + 1}`;
  const options = [
    { value: NONE, label: "Not in the file" },
    ...question.names.map((_, at) => ({ value: String(at), label: nameOf(at) })),
  ];
  const why = problemWith(places);
  return (
    <section className="panel imp-ask" aria-labelledby={heading}>
      <div>
        <h2 className="h-sec" id={heading} tabIndex={-1} data-field="import-columns">
          Which column is which?
        </h2>
        <p className="ui dim imp-ask__w">
          “{question.file}” calls its columns by names that we do not know. Choose the four that a job needs.
        </p>
      </div>
      {/* A wide table scrolls by itself, by the keyboard too. */}
      <div className="imp-ask__t" role="region" aria-label="The first rows of the file" tabIndex={0}>
        <table className="tbl">
          <thead>
            <tr>
              {question.names.map((_, at) => (
                <th key={options[at + 1]?.value} scope="col">
                  {nameOf(at)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {question.sample.map((row, index) => (
              // Rows of a file never change order.
              // oxlint-disable-next-line react/no-array-index-key
              <tr key={index}>
                {question.names.map((_, at) => (
                  <td key={options[at + 1]?.value}>{row[at]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="imp-ask__f">
        {COLUMNS.map((column) => (
          <SelectField
            key={column}
            label={LABELS[column]}
            value={String(places[column] ?? NONE)}
            options={options}
            onChange={(value) =>
              setPlaces(({ [column]: _before, ...rest }) =>
                value === NONE ? rest : { ...rest, [column]: Number(value) },
              )
            }
          />
        ))}
      </div>
      <div className="imp-ask__b">
        <p className="small dim grow" id={lack} role="status">
          {why}
        </p>
        <button type="button" className="btn btn--g" onClick={props.onNone}>
          This is not a list of jobs
        </button>
        <button
          type="button"
          className="btn btn--p"
          disabled={why !== undefined}
          aria-describedby={lack}
          onClick={() => props.onAnswer({ line: question.line, separator: question.separator, places })}
        >
          Read the file
        </button>
      </div>
    </section>
  );
}
