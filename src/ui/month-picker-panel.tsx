import { ChevronDown, ChevronLeft, ChevronRight } from "lucide-react";
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from "react";
import { MONTH_NAMES } from "#core/calendar.ts";
import {
  FIRST_YEAR,
  isMonthAllowed,
  LAST_YEAR,
  monthAfterKey,
  moveMonth,
  yearAfterKey,
  type MonthAt,
} from "./form-month.ts";

const MONTHS = MONTH_NAMES.map((name, index) => ({ name, shown: name.slice(0, 3), month: index + 1 }));
const YEARS = Array.from({ length: LAST_YEAR - FIRST_YEAR + 1 }, (_, index) => FIRST_YEAR + index);

type Chosen = { year: number; month: number } | undefined;

/** Puts the focus on the grid's one button that Tab reaches, whenever what it stands for changes. */
function useFocusOnTarget(grid: RefObject<HTMLDivElement | null>, target: string, isMoved: boolean): void {
  useEffect(() => {
    if (!isMoved) return;
    const button = grid.current?.querySelector<HTMLElement>('[tabindex="0"]');
    button?.focus();
    button?.scrollIntoView({ block: "nearest" });
  }, [grid, target, isMoved]);
}

function Years(props: { year: number; chosen: Chosen; onChoose: (year: number) => void }): ReactNode {
  const grid = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(props.year);
  useFocusOnTarget(grid, String(at), true);
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
            aria-pressed={year === props.chosen?.year}
            onClick={() => props.onChoose(year)}
          >
            {year}
          </button>
        ))}
      </div>
      <p className="xs faint mp__f num">1950 to 2030</p>
    </>
  );
}

/** One year's months with a stepper, and behind the year the list of all years. */
export function MonthPickerPanel(props: {
  start: MonthAt;
  chosen: Chosen;
  onChoose: (at: MonthAt) => void;
}): ReactNode {
  const grid = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(props.start);
  const [showsYears, setShowsYears] = useState(false);
  // The stepper keeps the focus it was pressed with; keys and opening move it into the grid.
  const [isMoved, setMoved] = useState(true);
  useFocusOnTarget(grid, `${at.year}-${at.month}-${showsYears}`, isMoved);

  const go = (next: MonthAt, fromGrid: boolean): void => {
    setMoved(fromGrid);
    setAt(next);
  };
  if (showsYears) {
    return (
      <Years
        year={at.year}
        chosen={props.chosen}
        onChoose={(year) => {
          setShowsYears(false);
          go(moveMonth({ year, month: at.month }, 0), true);
        }}
      />
    );
  }
  return (
    <>
      <div className="mp__h">
        <button
          type="button"
          className="btn btn--g btn--icon mp__b"
          aria-label="Previous year"
          disabled={at.year === FIRST_YEAR}
          onClick={() => go(moveMonth(at, -12), false)}
        >
          <ChevronLeft className="icon" size={18} strokeWidth={1.75} aria-hidden="true" />
        </button>
        <button
          type="button"
          className="btn btn--g mp__b num"
          aria-label={`${at.year}, choose another year`}
          onClick={() => {
            setMoved(true);
            setShowsYears(true);
          }}
        >
          {at.year}
          <ChevronDown className="icon" size={16} strokeWidth={2} aria-hidden="true" />
        </button>
        <button
          type="button"
          className="btn btn--g btn--icon mp__b"
          aria-label="Next year"
          disabled={at.year === LAST_YEAR}
          onClick={() => go(moveMonth(at, 12), false)}
        >
          <ChevronRight className="icon" size={18} strokeWidth={1.75} aria-hidden="true" />
        </button>
      </div>
      <div
        ref={grid}
        className="mp__g"
        role="group"
        aria-label={`Months of ${at.year}`}
        onKeyDown={(event) => {
          const next = monthAfterKey(at, event.key);
          if (next === undefined) return;
          event.preventDefault();
          go(next, true);
        }}
      >
        {MONTHS.map(({ name, shown, month }) => (
          <button
            key={month}
            type="button"
            className="mp__m"
            tabIndex={month === at.month ? 0 : -1}
            disabled={!isMonthAllowed(at.year, month)}
            aria-label={`${name} ${at.year}`}
            aria-pressed={at.year === props.chosen?.year && month === props.chosen.month}
            onClick={() => props.onChoose({ year: at.year, month })}
          >
            {shown}
          </button>
        ))}
      </div>
      <p className="xs faint mp__f num">January 1950 to January 2030</p>
    </>
  );
}
