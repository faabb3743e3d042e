import { lineOf } from "./plot.ts";

/** A share of all years with its interval, across a whole plot; heights in px. */
export function Band(props: { at: number; low: number; high: number }) {
  return (
    <g className={lineOf(0)}>
      <rect x="0" width="100%" y={props.high} height={Math.max(1, props.low - props.high)} className="ch-band" />
      <line x1="0" x2="100%" y1={props.at} y2={props.at} className="ch-mean" />
    </g>
  );
}

/** Everybody's value across a plot: dashed, as on every screen. */
export function Reference({ at }: { at: number }) {
  return <line x1="0" x2="100%" y1={at} y2={at} className="ch-dash" />;
}
