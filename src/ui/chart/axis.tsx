import type { ReactNode } from "react";
import { yOf } from "./plot.ts";
import type { Tick } from "./scale-layout.ts";

const SHARES = [0, 0.25, 0.5, 0.75, 1] as const;
/** The height of a row of labels under a plot, in px. */
export const LABEL_ROW = 24;

/**
 * A plot of shares. The labels have their own column. Positions in the field are percent of its width, so it fits every
 * width while letters and marks keep their size. `label` describes the plot in words.
 */
export function Plot(props: {
  label: string;
  /** The height of the field in px, without the labels under it. */
  height: number;
  /** Rows of labels under the field. */
  rows: number;
  /** Room at the right end for names of curves. */
  hasEnds?: boolean;
  children: ReactNode;
}) {
  const all = props.height + props.rows * LABEL_ROW + 4;
  return (
    <div className={props.hasEnds === true ? "ch ch--ends" : "ch"} role="img" aria-label={props.label}>
      <svg className="ch__y" width="40" height={all} aria-hidden="true">
        {SHARES.map((share) => (
          <text key={share} x="36" y={yOf(share, props.height) + 4} className="ch-t ch-t--end">
            {share === 1 ? "100%" : share * 100}
          </text>
        ))}
      </svg>
      <svg className="ch__plot" width="100%" height={all} aria-hidden="true">
        {SHARES.map((share) => (
          <line
            key={share}
            x1="0"
            x2="100%"
            y1={yOf(share, props.height)}
            y2={yOf(share, props.height)}
            className={share === 0 ? "ch-ax ch-ax--0" : "ch-ax"}
          />
        ))}
        {props.children}
      </svg>
    </div>
  );
}

/** A row of labels at their places under a plot. */
export function AxisLabels({ ticks, y, isStrong = false }: { ticks: readonly Tick[]; y: number; isStrong?: boolean }) {
  return ticks.map(({ at, label, needsRoom = false, isEnd = false }) => (
    <text
      key={`${at} ${label}`}
      x={`${at}%`}
      y={y}
      className={`ch-t${isStrong ? " ch-t--n" : ""}${needsRoom ? " ch-t--wide" : ""}${isEnd ? " ch-t--end" : ""}`}
    >
      {label}
    </text>
  ));
}

/** A line with ticks and labels, under a whisker or a capsule. */
export function ScaleAxis({ ticks, y }: { ticks: readonly Tick[]; y: number }) {
  return (
    <>
      <line x1="0" x2="100%" y1={y} y2={y} className="ch-ax ch-ax--0" />
      {ticks.map(({ at }) => (
        <line key={at} x1={`${at}%`} x2={`${at}%`} y1={y - 3} y2={y + 3} className="ch-ax ch-ax--0" />
      ))}
      <AxisLabels ticks={ticks} y={y + 22} />
    </>
  );
}
