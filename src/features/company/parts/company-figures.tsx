import { numberText } from "#core/number-text.ts";
import type { ReactNode } from "react";
import { formatMonths } from "#core/calendar.ts";
import { RULE_OF_FIVE, type RatingLevel } from "#features/stats/rules.ts";
import { Face, isLevel, levelName } from "#ui/face.tsx";

export function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="fig">{children}</dd>
    </div>
  );
}

/** Shows "2 yr 8 mo", "41%" or "under 1%" with small units. A text without units stays as it is. */
export function DurationFigure({ text }: { text: string }) {
  if (text.endsWith("%"))
    return (
      <span>
        {text.slice(0, -1)}
        <small className="unit">%</small>
      </span>
    );
  return text.split(/(?<=[a-z]) /).map((part) => {
    const [count, unit] = part.split(" ");
    return (
      <span key={part}>
        {count}
        {unit === undefined ? null : <small>{unit}</small>}
      </span>
    );
  });
}

const DAYS_A_MONTH = 30.44;

/** "2 yr 1 mo" of an average in days; '' for 0, which means unknown. */
export function stayLabel(days: number): string {
  return days === 0 ? "" : formatMonths(days / DAYS_A_MONTH);
}

/** Below the tables that it explains. */
export function RuleOfFive() {
  return <p className="hint">{RULE_OF_FIVE}</p>;
}

/** People are counted exactly, as their lines are listed below. */
export function CompanyFigures({
  people,
  interns,
  averageStayDays,
  ratingLevel,
  back = "",
}: {
  people: number;
  /** People with nothing but internships here. `back` is of all who interned, also of those who came back. */
  interns: number;
  averageStayDays: number;
  ratingLevel: RatingLevel;
  /** The share of interns who came back full-time, "50%"; '' if it is not shown. */
  back?: string;
}) {
  const stay = stayLabel(averageStayDays);
  return (
    <dl className="facts">
      <Figure label="People">{numberText(people)}</Figure>
      {interns > 0 ? <Figure label="Interned only">{numberText(interns)}</Figure> : null}
      {stay !== "" ? (
        <Figure label="Average stay">
          <DurationFigure text={stay} />
        </Figure>
      ) : null}
      {back === "" ? null : (
        <Figure label="Back full-time">
          <DurationFigure text={back} />
        </Figure>
      )}
      <Figure label="Rating">
        {isLevel(ratingLevel) ? (
          <>
            <span className="faced">
              <Face level={ratingLevel} size={28} />
              <span className="sr">{levelName(ratingLevel)}, </span>
            </span>
            <span>
              {ratingLevel}
              <small>of 5</small>
            </span>
          </>
        ) : (
          <small className="fig__t">Not enough ratings yet</small>
        )}
      </Figure>
    </dl>
  );
}
