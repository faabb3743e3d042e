import { ScaleAxis } from "./axis.tsx";
import { lineOf, type LineNumber } from "./plot.ts";
import type { Tick } from "./scale-layout.ts";

const CAP = 6;
/** More in one plot are drawn smaller: on a phone they would lie on each other. */
const MOST_LARGE = 12;

/**
 * A value with its interval in a plot, as a ring with a line. `x` in percent, heights in px; `title` shows on hover.
 * `among`: how many there are in the plot.
 */
export function Whisker(props: { x: number; at: number; low: number; high: number; title: string; among: number }) {
  const isOfMany = props.among > MOST_LARGE;
  const cap = isOfMany ? CAP / 2 : CAP;
  return (
    <svg x={`${props.x}%`} className={`ch-over ${lineOf(0)}${isOfMany ? " ch-over--many" : ""}`}>
      <title>{props.title}</title>
      <path
        d={`M0 ${props.low}V${props.high}M${-cap} ${props.low}h${2 * cap}M${-cap} ${props.high}h${2 * cap}`}
        className="ch-whisker"
      />
      <circle cy={props.at} r={isOfMany ? 4 : 7.5} className="ch-ring" />
    </svg>
  );
}

const MIDDLE = 12;

/**
 * The same drawing, horizontal and with its own scale. All places are in percent. `reference` is the dashed mark of all
 * companies.
 */
export function WhiskerScale(props: {
  label: string;
  ticks: readonly Tick[];
  at: number;
  low: number | null;
  high: number | null;
  reference?: number | undefined;
  line?: LineNumber;
}) {
  const { low, high, reference } = props;
  return (
    <svg className={`ch-scale ${lineOf(props.line ?? 0)}`} width="100%" height="38" role="img" aria-label={props.label}>
      <ScaleAxis ticks={props.ticks} y={MIDDLE} />
      {reference === undefined ? null : (
        <line x1={`${reference}%`} x2={`${reference}%`} y1="1" y2="23" className="ch-dash" />
      )}
      {low === null || high === null ? null : (
        <>
          <line x1={`${low}%`} x2={`${high}%`} y1={MIDDLE} y2={MIDDLE} className="ch-whisker" />
          {[low, high].map((end, n) => (
            <line
              key={n === 0 ? "low" : "high"}
              x1={`${end}%`}
              x2={`${end}%`}
              y1={MIDDLE - CAP}
              y2={MIDDLE + CAP}
              className="ch-whisker"
            />
          ))}
        </>
      )}
      <circle cx={`${props.at}%`} cy={MIDDLE} r="7" className="ch-ring" />
    </svg>
  );
}
