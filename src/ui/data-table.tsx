import type { ReactNode } from "react";

export type Column<Row> = {
  label: string;
  cell: (row: Row) => ReactNode;
  /** "main" names the row. */
  kind?: "main" | "number";
};

const CLASSES = { main: "tbl__main", number: "r num" } as const;

/** A table that becomes a stack of rows where it would not fit, each value with its column's name. */
export function DataTable<Row>(props: {
  /** For screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** Buttons at the end of a row. */
  renderActions?: (row: Row) => ReactNode;
}): ReactNode {
  return (
    <table className="tbl tbl--stack">
      <caption className="sr">{props.caption}</caption>
      <thead>
        <tr>
          {props.columns.map(({ label, kind }) => (
            <th key={label} scope="col" className={kind && CLASSES[kind]}>
              {label}
            </th>
          ))}
          {props.renderActions && (
            <th scope="col">
              <span className="sr">Actions</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {props.rows.map((row) => (
          <tr key={props.keyOf(row)} data-row="" tabIndex={-1}>
            {props.columns.map(({ label, kind, cell }) =>
              kind === "main" ? (
                <th key={label} scope="row" className={CLASSES.main}>
                  {cell(row)}
                </th>
              ) : (
                <td key={label} className={kind && CLASSES[kind]} data-label={label}>
                  {cell(row)}
                </td>
              ),
            )}
            {props.renderActions && <td className="tbl__acts">{props.renderActions(row)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
