import type { ReactNode } from "react";
import { lineOf, type LineNumber } from "./plot.ts";

type BarRow = {
  id: string;
  name: string;
  /** As shown: "12" or "under 5". */
  people: string;
  /** Percent of the longest bar; 0 = no bar. */
  share: number;
  href?: string | undefined;
  line?: LineNumber | undefined;
  mark?: ReactNode;
};

/** Names with their numbers and a bar below each. Shows a flow on a phone, and lists of shares everywhere. */
export function BarList({ rows }: { rows: readonly BarRow[] }) {
  return (
    <ol className="ch-bars">
      {rows.map((row) => (
        <li key={row.id} className={lineOf(row.line)}>
          <span className="ch-bars__m">{row.mark}</span>
          {row.href === undefined ? (
            <span className="ch-bars__n">{row.name}</span>
          ) : (
            <a className="ch-bars__n" href={row.href}>
              {row.name}
            </a>
          )}
          <span className="ch-bars__v">{row.people}</span>
          <svg className="ch-bars__b" width="100%" height="4" aria-hidden="true">
            <rect width={`${row.share}%`} height="4" rx="1" className="ch-bar" />
          </svg>
        </li>
      ))}
    </ol>
  );
}
