import type { ReactNode } from "react";
import { Icon } from "#ui/icon.tsx";

export type FigureTable = {
  caption: string;
  head: readonly string[];
  /** The first cell of a row names it. */
  rows: readonly (readonly string[])[];
};

/** The numbers of a chart as a table, for people who do not see it. Closed on screens, open in print. */
export function NumbersTable({ tables }: { tables: readonly FigureTable[] }) {
  return (
    <details className="ch-nums">
      <summary>
        <Icon name="chevron-right" size={16} />
        {tables.length === 1 ? "The same as a table" : "The same as tables"}
      </summary>
      <div className="ch-nums__x" tabIndex={0} role="region" aria-label={tables[0]?.caption ?? "Numbers"}>
        {tables.map(({ caption, head, rows }) => (
          <table key={caption} className="tbl ch-tbl">
            <caption>{caption}</caption>
            <thead>
              <tr>
                {head.map((text, n) => (
                  <th key={text} scope="col" className={n === 0 ? "" : "r"}>
                    {text}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(([name = "", ...cells]) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  {cells.map((cell, n) => (
                    <td key={head[n + 1]} className="r">
                      {cell}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        ))}
      </div>
    </details>
  );
}

/** A figure: title, the main number with a sentence, the chart, how it is counted, and the same numbers as a table. */
export function FigureSection(props: {
  id: string;
  title: string;
  aside?: ReactNode;
  /** For example "50%" or "2 yr 1 mo". */
  headline?: ReactNode;
  sentence?: ReactNode;
  method?: ReactNode;
  tables?: readonly FigureTable[];
  isPanel?: boolean;
  children?: ReactNode;
}) {
  const { id, headline, sentence, method, tables = [] } = props;
  return (
    <section className={props.isPanel === true ? "panel ch-panel" : "sec"} id={id} aria-labelledby={`${id}-title`}>
      <div className="row between row--wrap">
        <h2 className="h-sec" id={`${id}-title`}>
          {props.title}
        </h2>
        {props.aside}
      </div>
      {headline === undefined && sentence === undefined ? null : (
        <div className="ch-big">
          {headline === undefined ? null : <p className="fig ch-big__n">{headline}</p>}
          {sentence === undefined ? null : <p className="ch-big__t">{sentence}</p>}
        </div>
      )}
      {props.children}
      {method === undefined ? null : (
        <p className="ch-how">
          <b>How it is counted.</b> {method}
        </p>
      )}
      {tables.length === 0 ? null : <NumbersTable tables={tables} />}
    </section>
  );
}

/** In the place of a chart that would show too few people. */
export function TooFew({ children }: { children: ReactNode }) {
  return (
    <div className="ch-few">
      <svg width="150" height="28" aria-hidden="true">
        <path d="M6 14H50" className="ch-few__t" />
        <circle cx="62" cy="14" r="10" className="ch-few__s" />
        <path d="M80 14H144" className="ch-few__d" />
      </svg>
      <p className="ui">{children}</p>
    </div>
  );
}
