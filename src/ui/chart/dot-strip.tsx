import { ScaleAxis } from "./axis.tsx";
import type { Capsule } from "./capsule-layout.ts";
import type { Dots } from "./dot-layout.ts";
import { lineOf } from "./plot.ts";

/** People on a time axis, one dot a person. The axis shows the middle half and the median. */
export function DotStrip({
  label,
  title,
  dots,
  spread,
}: {
  label: string;
  /** The text above the strip, which says what a dot is. */
  title: string;
  dots: Dots;
  spread: Capsule;
}) {
  const { pitch } = dots;
  const ground = Math.max(1, dots.rows) * pitch + 6;
  const dot =
    dots.dots.length === 0
      ? ""
      : dots.peopleADot === 1
        ? "one dot per person"
        : `one dot is up to ${dots.peopleADot} people`;
  return (
    <figure className="ch-dots">
      <figcaption className="small faint">{[title, dot].filter((text) => text !== "").join(", ")}</figcaption>
      <svg className={`ch-scale ${lineOf(0)}`} width="100%" height={ground + 26} role="img" aria-label={label}>
        <rect className="ch-half" x={`${spread.left}%`} width={`${spread.width}%`} y={ground - 3} height="6" rx="3" />
        <ScaleAxis ticks={dots.ticks} y={ground} />
        {dots.dots.map(({ x, row }) => (
          <circle
            key={`${x} ${row}`}
            cx={`${x}%`}
            cy={ground - pitch / 2 - 3.5 - row * pitch}
            r={pitch * 0.42}
            className="ch-dot"
          />
        ))}
        <svg x={`${spread.at}%`} className="ch-over">
          <path className="ch-mid" d={`M0 ${ground - 5}v10`} />
        </svg>
      </svg>
    </figure>
  );
}
