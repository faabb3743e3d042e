import type { ReactNode, RefObject } from "react";
import { formatDate, formatDay, isInRange, partsOf, toDate, WEEKDAY_NAMES } from "#core/calendar.ts";
import { dayAfterKey, weeksOf } from "./form-day.ts";

/** One month's days in weeks from Monday. */
export function MonthDays(props: {
  grid: RefObject<HTMLDivElement | null>;
  /** The day that Tab reaches. */
  at: string;
  chosen: string | undefined;
  onMove: (date: string) => void;
  onChoose: (date: string) => void;
}): ReactNode {
  const { year, month } = partsOf(props.at) ?? { year: 2020, month: 1 };
  // The first day means the whole month, which has its own button.
  const isChosen = (date: string): boolean => date === props.chosen && partsOf(date)?.day !== 1;
  return (
    <div
      ref={props.grid}
      className="mp__days num"
      role="grid"
      tabIndex={-1}
      aria-label={formatDate(toDate(year, month))}
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const next = dayAfterKey(props.at, event.key, event.shiftKey);
        if (next === undefined) return;
        event.preventDefault();
        props.onMove(next);
      }}
    >
      <div role="row" className="mp__w xs faint">
        {WEEKDAY_NAMES.map((name) => (
          <span key={name} role="columnheader" aria-label={name}>
            {name.slice(0, 2)}
          </span>
        ))}
      </div>
      {weeksOf(year, month).map((week) => (
        <div key={week.find(Boolean)} role="row" className="mp__w">
          {WEEKDAY_NAMES.map((weekday, place) => {
            const date = week[place];
            // Another month's.
            if (date === undefined) return <span key={weekday} aria-hidden="true" />;
            return (
              <div key={weekday} role="gridcell" aria-selected={isChosen(date)}>
                <button
                  type="button"
                  className="mp__m mp__d"
                  tabIndex={date === props.at ? 0 : -1}
                  disabled={!isInRange(date)}
                  aria-label={`${weekday}, ${formatDay(date)}`}
                  aria-pressed={isChosen(date)}
                  onClick={() => props.onChoose(date)}
                >
                  {partsOf(date)?.day}
                </button>
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}
