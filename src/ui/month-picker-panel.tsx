import { ChevronDown, ChevronLeft, ChevronRight } from "lucide-react";
import { useRef, useState, type ReactNode } from "react";
import {
  EARLIEST_DATE,
  EARLIEST_YEAR,
  formatDate,
  formatDay,
  LATEST_DATE,
  LATEST_YEAR,
  partsOf,
  toDate,
} from "#core/calendar.ts";
import { heldInRange, moveByMonths } from "./form-day.ts";
import { MonthDays } from "./month-picker-days.tsx";
import { MonthGrid } from "./month-picker-months.tsx";
import { Years } from "./month-picker-years.tsx";
import { useFocusOnTarget } from "./use-focus-on-target.ts";

type View = "months" | "days" | "years";

/** The shown year or month, with buttons to the one before and after. */
function Stepper(props: {
  /** The unit of a step. */
  unit: "year" | "month";
  title: string;
  isFirst: boolean;
  isLast: boolean;
  onStep: (by: -1 | 1) => void;
  onTitle: () => void;
}): ReactNode {
  const arrow = (by: -1 | 1, Icon: typeof ChevronLeft, name: string, isEnd: boolean): ReactNode => (
    <button
      type="button"
      className="btn btn--g btn--icon mp__b"
      aria-label={`${name} ${props.unit}`}
      disabled={isEnd}
      onClick={() => props.onStep(by)}
    >
      <Icon className="icon" size={18} strokeWidth={1.75} aria-hidden="true" />
    </button>
  );
  return (
    <div className="mp__h">
      {arrow(-1, ChevronLeft, "Previous", props.isFirst)}
      <button
        type="button"
        className="btn btn--g mp__b num"
        aria-label={`${props.title}, choose another ${props.unit}`}
        onClick={props.onTitle}
      >
        <span aria-live="polite">{props.title}</span>
        <ChevronDown className="icon" size={16} strokeWidth={2} aria-hidden="true" />
      </button>
      {arrow(1, ChevronRight, "Next", props.isLast)}
    </div>
  );
}

/**
 * The months of one year with a stepper. The year opens a list of years; people who want an exact day can open the days
 * of a month. `onChoose` gets the day, or the first day for a whole month.
 */
export function MonthPickerPanel(props: {
  /** `YYYY-MM-DD`: where it opens. */
  start: string;
  chosen: string | undefined;
  onChoose: (date: string) => void;
  /** The first view. Default: days if a day is chosen. */
  opensWith?: View;
  /** False if the panel is part of the page and does not open. */
  takesFocus?: boolean;
}): ReactNode {
  const { chosen, takesFocus = true } = props;
  const grid = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(() => heldInRange(props.start));
  const picked = partsOf(chosen ?? "");
  const [view, setView] = useState<View>(props.opensWith ?? ((picked?.day ?? 1) > 1 ? "days" : "months"));
  // A person who came from the days returns to them after choosing a month.
  const [wantsDay, setWantsDay] = useState(view === "days");
  // A press on the stepper keeps the focus there. Keys and opening move it into the grid.
  const [isMoved, setMoved] = useState(takesFocus);
  useFocusOnTarget(grid, `${at} ${view}`, isMoved);
  const { year, month } = partsOf(at) ?? { year: 2020, month: 1 };
  const first = toDate(year, month);

  const go = (next: string): void => {
    setMoved(true);
    setAt(next);
  };
  const look = (next: View, wants = wantsDay): void => {
    setMoved(true);
    setView(next);
    setWantsDay(wants);
  };
  /** A step to the first or last date moves the focus into the grid, because its button is then disabled. */
  const step = (by: number, unit: "year" | "month") => (direction: -1 | 1) => {
    const next = moveByMonths(at, direction * by);
    const length = unit === "year" ? 4 : 7;
    const isEnd = [EARLIEST_DATE, LATEST_DATE].some((end) => end.slice(0, length) === next.slice(0, length));
    setMoved(isEnd);
    setAt(next);
  };

  if (view === "years") {
    return (
      <Years
        year={year}
        chosen={picked?.year}
        takesFocus={takesFocus}
        onChoose={(next) => {
          setAt(moveByMonths(at, (next - year) * 12));
          look("months");
        }}
      />
    );
  }
  if (view === "days") {
    return (
      <>
        <Stepper
          unit="month"
          title={formatDate(at)}
          isFirst={first === EARLIEST_DATE}
          isLast={first === LATEST_DATE}
          onStep={step(1, "month")}
          onTitle={() => look("months", true)}
        />
        <MonthDays grid={grid} at={at} chosen={chosen} onMove={go} onChoose={props.onChoose} />
        <button
          type="button"
          className="mp__m mp__alt"
          aria-label={`Whole month, ${formatDate(at)}`}
          aria-pressed={chosen === first}
          onClick={() => props.onChoose(first)}
        >
          Whole month
        </button>
        <p className="xs faint mp__f num">
          {formatDay(EARLIEST_DATE)} to {formatDay(LATEST_DATE)}
        </p>
      </>
    );
  }
  return (
    <>
      <Stepper
        unit="year"
        title={String(year)}
        isFirst={year === EARLIEST_YEAR}
        isLast={year === LATEST_YEAR}
        onStep={step(12, "year")}
        onTitle={() => look("years")}
      />
      <MonthGrid
        grid={grid}
        at={at}
        chosen={picked}
        onMove={go}
        onChoose={(next) => {
          if (!wantsDay) return props.onChoose(toDate(year, next));
          setAt(moveByMonths(at, next - month));
          look("days");
        }}
      />
      <button
        type="button"
        className="mp__m mp__alt"
        aria-label={`Choose a day in ${formatDate(at)}`}
        onClick={() => look("days", true)}
      >
        Choose a day
      </button>
      <p className="xs faint mp__f num">
        {formatDate(EARLIEST_DATE)} to {formatDate(LATEST_DATE)}
      </p>
    </>
  );
}
