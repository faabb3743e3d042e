import { useId } from "react";
import { AxisLabels, LABEL_ROW, Plot } from "./axis.tsx";
import { Hatch } from "./hatch.tsx";
import { yOf } from "./plot.ts";
import type { Slot } from "./scale-layout.ts";

/** A part of a column: `tint` 0 to 3 from light to hatched, `share` 0 to 1; null: too few people. */
type StackPart = { name: string; tint: 0 | 1 | 2 | 3; share: number | null };
export type StackColumn = { label: string; people: string; slot: Slot; parts: readonly StackPart[] };

const HEIGHT = 300;
/** Thinner parts have no room for their number, which the table has. */
const LEAST_FOR_TEXT = 0.06;

function sharesOf(parts: readonly StackPart[]): number {
  return Math.min(
    1,
    parts.reduce((sum, part) => sum + (part.share ?? 0), 0),
  );
}

/** The rest of a column, whose parts are too small to show. */
function Undisclosed({ column: { slot, parts } }: { column: StackColumn }) {
  const shown = sharesOf(parts);
  if (parts.every((part) => part.share !== null) || shown >= 0.995) return null;
  return (
    <rect
      x={`${slot.left}%`}
      width={`${slot.width}%`}
      y={yOf(1, HEIGHT)}
      height={yOf(shown, HEIGHT) - yOf(1, HEIGHT) - 2}
      className="ch-tint--few"
    >
      <title>Parts of under 5 people</title>
    </rect>
  );
}

function Column({ column, hatch }: { column: StackColumn; hatch: string }) {
  const { slot, parts } = column;
  const tinted = (tint: number) => (tint === 3 ? { fill: `url(#${hatch})` } : { className: `ch-tint--${tint}` });
  const drawn = parts.map((part, n) => {
    const bottom = yOf(sharesOf(parts.slice(0, n)), HEIGHT);
    const top = yOf(sharesOf(parts.slice(0, n + 1)), HEIGHT);
    if (part.share === null || part.share === 0) return null;
    const percent = `${Math.round(part.share * 100)}%`;
    return (
      <g key={part.name}>
        <title>{`${part.name}: ${percent}`}</title>
        <rect
          x={`${slot.left}%`}
          width={`${slot.width}%`}
          y={top}
          height={Math.max(1, bottom - top - 1.5)}
          {...tinted(part.tint)}
        />
        {part.share < LEAST_FOR_TEXT ? null : (
          <text
            x={`${slot.middle}%`}
            y={(top + bottom) / 2 + 4}
            className={`ch-t ch-in--${part.tint}${part.tint === 3 ? " ch-t--halo" : ""}`}
          >
            {percent}
          </text>
        )}
      </g>
    );
  });
  return (
    <>
      {drawn}
      <Undisclosed column={column} />
    </>
  );
}

/** Columns of parts of a whole, in tints of a blue. The last is hatched, distinct in greyscale. */
export function Stacks({ label, columns }: { label: string; columns: readonly StackColumn[] }) {
  const hatch = useId();
  return (
    <Plot label={label} height={HEIGHT} rows={2}>
      <defs>
        <Hatch id={hatch} />
      </defs>
      {columns.map((column) => (
        <Column key={column.label} column={column} hatch={hatch} />
      ))}
      <AxisLabels ticks={columns.map(({ slot, label: text }) => ({ at: slot.middle, label: text }))} y={HEIGHT + 20} />
      <AxisLabels
        ticks={columns.map(({ slot, people }) => ({ at: slot.middle, label: people }))}
        y={HEIGHT + LABEL_ROW + 18}
        isStrong
      />
    </Plot>
  );
}

/** The meaning of the tints. */
export function StackKey({ names }: { names: readonly string[] }) {
  return (
    <ul className="ch-key">
      {names.map((name, tint) => (
        <li key={name}>
          <span className={`ch-key__t ch-key__t--${tint}`} />
          {name}
        </li>
      ))}
    </ul>
  );
}
