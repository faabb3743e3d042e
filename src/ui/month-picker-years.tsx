import { useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { EARLIEST_YEAR, LATEST_YEAR } from "#core/calendar.ts";
import { yearAfterKey } from "./form-month.ts";
import { useFocusOnTarget } from "./use-focus-on-target.ts";

const YEARS = Array.from({ length: LATEST_YEAR - EARLIEST_YEAR + 1 }, (_, index) => EARLIEST_YEAR + index);

/** All years that may be chosen, four in a row. */
export function Years(props: {
  year: number;
  chosen: number | undefined;
  takesFocus: boolean;
  onChoose: (year: number) => void;
}): ReactNode {
  const grid = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(props.year);
  useFocusOnTarget(grid, String(at), props.takesFocus);
  const move = (event: KeyboardEvent): void => {
    const next = yearAfterKey(at, event.key);
    if (next === undefined) return;
    event.preventDefault();
    setAt(next);
  };
  return (
    <>
      <div className="mp__h">
        <span className="small semi mp__title">Choose a year</span>
      </div>
      <div ref={grid} className="mp__g mp__g--y num" role="group" aria-label="Year" onKeyDown={move}>
        {YEARS.map((year) => (
          <button
            key={year}
            type="button"
            className="mp__m"
            tabIndex={year === at ? 0 : -1}
            aria-pressed={year === props.chosen}
            onClick={() => props.onChoose(year)}
          >
            {year}
          </button>
        ))}
      </div>
      <p className="xs faint mp__f num">{`${EARLIEST_YEAR} to ${LATEST_YEAR}`}</p>
    </>
  );
}
