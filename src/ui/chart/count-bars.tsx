import { AxisLabels } from "./axis.tsx";
import type { Slot } from "./scale-layout.ts";

/** `share` of the highest bar, 0 to 1. `brief` replaces `people` where the drawing is narrow. */
export type CountBar = { label: string; people: string; brief: string; slot: Slot; share: number; isMost: boolean };

const HEIGHT = 168;
/** Over the highest bar, for its number. */
const TOP = 22;
/** A bar of a few people beside one of thousands is still seen. */
const LEAST = 2;
/** A number of at most so many letters fits over its bar at every width. */
const SHORT = 3;

/**
 * One bar for each number of people, with the number above it. The highest bar has another colour. In a narrow drawing, long
 * numbers would overlap, so they are shortened ("125k").
 */
export function CountBars({ label, bars }: { label: string; bars: readonly CountBar[] }) {
  return (
    <div className="ch-counts">
      <svg width="100%" height={HEIGHT + 24} role="img" aria-label={label}>
        {bars.map(({ label: name, people, brief, slot, share, isMost }) => {
          const isShort = people.length <= SHORT;
          const texts = isShort
            ? [["", people]]
            : [
                [" ch-counts__wide", people],
                [" ch-counts__narrow", brief],
              ];
          const height = Math.max(LEAST, share * (HEIGHT - TOP));
          return (
            <g key={name}>
              <rect
                x={`${slot.left}%`}
                width={`${slot.width}%`}
                y={HEIGHT - height}
                height={height}
                className={isMost ? "ch-tint--2" : "ch-tint--1"}
              />
              {texts.map(([where, text]) => (
                <text
                  key={where}
                  x={`${slot.middle}%`}
                  y={HEIGHT - height - 7}
                  className={`ch-t${isMost ? " ch-t--n" : ""}${where}`}
                >
                  {text}
                </text>
              ))}
            </g>
          );
        })}
        <line x1="0" x2="100%" y1={HEIGHT} y2={HEIGHT} className="ch-ax ch-ax--0" />
        <AxisLabels ticks={bars.map((bar) => ({ at: bar.slot.middle, label: bar.label }))} y={HEIGHT + 18} />
      </svg>
    </div>
  );
}
