import { ScaleAxis } from "./axis.tsx";
import type { Capsule as Laid } from "./capsule-layout.ts";
import { lineOf, type LineNumber } from "./plot.ts";
import type { Tick } from "./scale-layout.ts";

/** The middle half of people, the ring their median; inside a drawing. `y` is the middle, in px. */
export function Capsule({ capsule, y, height = 20 }: { capsule: Laid; y: number; height?: number }) {
  return (
    <>
      <rect
        x={`${capsule.left}%`}
        width={`${capsule.width}%`}
        y={y - height / 2}
        height={height}
        rx={height / 2}
        className="ch-capsule"
      />
      <circle cx={`${capsule.at}%`} cy={y} r={height / 4 + 1} className="ch-ring" />
    </>
  );
}

/** A capsule on a time axis, with the line that leads to it. */
export function CapsuleScale(props: {
  label: string;
  capsule: Laid;
  ticks?: readonly Tick[];
  reference?: number | undefined;
  line?: LineNumber;
}) {
  const { capsule, ticks, reference } = props;
  return (
    <svg
      className={`ch-scale ${lineOf(props.line ?? 0)}`}
      width="100%"
      height={ticks === undefined ? 24 : 46}
      role="img"
      aria-label={props.label}
    >
      {ticks === undefined ? (
        <line x1="0" x2="100%" y1="12" y2="12" className="ch-ax" />
      ) : (
        <ScaleAxis ticks={ticks} y={18} />
      )}
      {reference === undefined ? null : (
        <line x1={`${reference}%`} x2={`${reference}%`} y1="0" y2="24" className="ch-dash" />
      )}
      <Capsule capsule={capsule} y={ticks === undefined ? 12 : 18} height={ticks === undefined ? 14 : 20} />
    </svg>
  );
}
