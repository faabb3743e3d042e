import type { ReactNode, RefObject } from "react";
import { isInRange, MONTH_NAMES, partsOf, toDate } from "#core/calendar.ts";
import { moveByMonths } from "./form-day.ts";
import { monthsByKey } from "./form-month.ts";

const MONTHS = MONTH_NAMES.map((name, index) => ({ name, shown: name.slice(0, 3), month: index + 1 }));

/** The months of one year. */
export function MonthGrid(props: {
  grid: RefObject<HTMLDivElement | null>;
  /** A day of the month that Tab reaches. */
  at: string;
  chosen: { year: number; month: number } | undefined;
  onMove: (date: string) => void;
  /** @param month 1 to 12, of the shown year */
  onChoose: (month: number) => void;
}): ReactNode {
  const { at, chosen } = props;
  const { year, month } = partsOf(at) ?? { year: 2020, month: 1 };
  return (
    <div
      ref={props.grid}
      className="mp__g"
      role="group"
      aria-label={`Months of ${year}`}
      onKeyDown={(event) => {
        const months = monthsByKey(event.key, month);
        if (months === undefined) return;
        event.preventDefault();
        props.onMove(moveByMonths(at, months));
      }}
    >
      {MONTHS.map((one) => (
        <button
          key={one.month}
          type="button"
          className="mp__m"
          tabIndex={one.month === month ? 0 : -1}
          disabled={!isInRange(toDate(year, one.month))}
          aria-pressed={year === chosen?.year && one.month === chosen.month}
          onClick={() => props.onChoose(one.month)}
        >
          <span aria-hidden="true">{one.shown}</span>
          <span className="sr">
            {one.name} {year}
          </span>
        </button>
      ))}
    </div>
  );
}
