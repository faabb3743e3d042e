import { ScaleAxis } from "./axis.tsx";
import type { Dots } from "./dot-layout.ts";
import { lineOf, type LineNumber } from "./plot.ts";

const DOT = 9;

/** Where people are on an axis of time, one dot a person. */
export function DotStrip({ label, dots, line = 0 }: { label: string; dots: Dots; line?: LineNumber }) {
  const ground = Math.max(1, dots.rows) * DOT + 6;
  return (
    <figure className="ch-dots">
      <svg className={`ch-scale ${lineOf(line)}`} width="100%" height={ground + 26} role="img" aria-label={label}>
        <ScaleAxis ticks={dots.ticks} y={ground} />
        {dots.dots.map(({ x, row }) => (
          <circle key={`${x} ${row}`} cx={`${x}%`} cy={ground - 8 - row * DOT} r="3.6" className="ch-dot" />
        ))}
      </svg>
      {dots.peopleADot === 1 ? null : (
        <figcaption className="xs faint">{`One dot is up to ${dots.peopleADot} people.`}</figcaption>
      )}
    </figure>
  );
}
