import type { ReactNode } from "react";

/** A key figure in a `dl.facts`: the label small, the number large. */
export function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="fig">{children}</dd>
    </div>
  );
}

/** "2 yr 8 mo" with small units, as a figure shows it. `text` is such a label. */
export function DurationFigure({ text }: { text: string }) {
  return text.split(/(?<=[a-z]) /).map((part) => {
    const [count, unit] = part.split(" ");
    return (
      <span key={unit}>
        {count}
        <small>{unit}</small>
      </span>
    );
  });
}
