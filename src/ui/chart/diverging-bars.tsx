import type { Part } from "./diverging-layout.ts";

const WORDS = { worse: "less happy", same: "the same", better: "happier" } as const;
/** Narrower parts have no room for their number, which the table has. In percent. */
const LEAST_FOR_TEXT = 9;
const BAR = 28;
/** Length in px of the two short lines that mark the centre: above and below a bar. A whole line would cross numbers. */
const TICK = 6;

export type DivergingRow = { name: string; people: string; parts: readonly Part[] };

/** Less, the same and happier around a centre line, a bar a row; shades differ in light too, and each has its number. */
export function DivergingBars({ label, rows }: { label: string; rows: readonly DivergingRow[] }) {
  return (
    <div className="ch-div" role="img" aria-label={label}>
      {rows.map((row) => (
        <div key={row.name} className="ch-div__r">
          <p className="ch-div__n">
            {row.name}
            <small>{row.people}</small>
          </p>
          <svg width="100%" height={BAR + 2 * TICK} aria-hidden="true">
            {row.parts.map((part) => (
              <g key={part.kind} className={`ch-felt ch-felt--${part.kind}`}>
                <title>{`${part.share}% ${WORDS[part.kind]}`}</title>
                <rect x={`${part.left}%`} width={`${part.width}%`} y={TICK} height={BAR} />
                {part.width < LEAST_FOR_TEXT ? null : (
                  <text x={`${part.left + part.width / 2}%`} y={BAR / 2 + TICK + 4}>
                    {`${part.share}%`}
                  </text>
                )}
              </g>
            ))}
            <line x1="50%" x2="50%" y1="0" y2={TICK} className="ch-whisker" />
            <line x1="50%" x2="50%" y1={BAR + TICK} y2={BAR + 2 * TICK} className="ch-whisker" />
          </svg>
        </div>
      ))}
      <div className="ch-div__r" aria-hidden="true">
        <span />
        <p className="ch-div__ends">
          <span>Less happy</span>
          <span>The same</span>
          <span>Happier</span>
        </p>
      </div>
    </div>
  );
}
