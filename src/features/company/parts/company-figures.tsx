import { formatMonths } from "#core/calendar.ts";
import { MIN_PEOPLE, type RatingLevel } from "#features/tally/rules.ts";
import { Face, isLevel, levelName } from "#ui/face.tsx";
import { DurationFigure, Figure } from "#ui/figure.tsx";

const DAYS_A_MONTH = 30.44;

/** "2 yr 1 mo" of an average in days; '' for 0, which means unknown. */
export function stayLabel(days: number): string {
  return days === 0 ? "" : formatMonths(days / DAYS_A_MONTH);
}

/** Counts from five people up; below, that is all that is said. */
export function CompanyFigures({
  people,
  interns,
  averageStayDays,
  ratingLevel,
}: {
  people: number;
  interns: number;
  averageStayDays: number;
  ratingLevel: RatingLevel;
}) {
  const isKnown = people >= MIN_PEOPLE;
  const stay = stayLabel(averageStayDays);
  return (
    <dl className="facts">
      <Figure label="People">
        {isKnown ? people.toLocaleString("en-US") : <small className="fig__t">Fewer than 5</small>}
      </Figure>
      {isKnown && interns >= MIN_PEOPLE ? <Figure label="Interned">{interns.toLocaleString("en-US")}</Figure> : null}
      {isKnown && stay !== "" ? (
        <Figure label="Average stay">
          <DurationFigure text={stay} />
        </Figure>
      ) : null}
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
