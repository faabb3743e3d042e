import { numberText, percentText } from "#core/number-text.ts";
import type { ReactNode } from "react";
import { formatMonths } from "#core/calendar.ts";
import type { InternedFirst, Spread } from "#features/path/pure/types.ts";

/** "7 yr 4 mo" with its units small. */
export function MonthsFigure({ months }: { months: number }) {
  return (
    <>
      {formatMonths(months)
        .split(" ")
        .map((part, index) =>
          /^\d/.test(part) ? <span key={index}>{part}</span> : <small key={index}>{part} </small>,
        )}
    </>
  );
}

/** A figure with its name above and its basis below. */
export function Fact({ name, value, note }: { name: string; value: ReactNode; note: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="fig">{value}</dd>
      {note === "" ? null : <dd className="fig__s">{note}</dd>}
    </div>
  );
}

function MedianTime({ months }: { months: Spread }) {
  if (months === null) return null;
  const half = `middle half ${formatMonths(months.q1)} to ${formatMonths(months.q3)}`;
  return (
    <Fact
      name="Median time"
      value={<MonthsFigure months={months.median} />}
      note={months.isAbout ? `about; ${half}` : half}
    />
  );
}

function Interned({ interned }: { interned: InternedFirst }) {
  if (interned === null || interned.people === null) return null;
  return (
    <Fact
      name={interned.isTwice ? "Interned twice or more" : "Interned first"}
      value={
        <>
          {percentText(interned.people / interned.of).slice(0, -1)}
          <small className="unit">%</small>
        </>
      }
      note={`${numberText(interned.people)} of ${numberText(interned.of)}`}
    />
  );
}

/** The figures of a route, without those that may not be shown. */
export function RouteFacts({
  months,
  interned,
  between,
  children,
}: {
  months: Spread;
  interned: InternedFirst;
  between: Spread;
  /** Figures that come first. */
  children?: ReactNode;
}) {
  if (months === null && interned === null && between === null && children === undefined) return null;
  return (
    <dl className="rfacts">
      {children}
      <MedianTime months={months} />
      <Interned interned={interned} />
      {between === null ? null : (
        <Fact name="Stops in between" value={Math.round(between.median * 10) / 10} note="median" />
      )}
    </dl>
  );
}
