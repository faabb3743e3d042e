import { useState, type ReactNode } from "react";
import { CompanyFigures, DurationFigure, Figure, RuleOfFive } from "#features/company/parts/company-figures.tsx";
import { AnonymityScale } from "#features/anonymity/parts/anonymity-scale.tsx";
import { SHARING_STEPS } from "#features/anonymity/rules.ts";
import { RatingInput } from "#features/pipeline/parts/rating-input.tsx";
import { briefText, numberText } from "#core/number-text.ts";
import { CountBars } from "#ui/chart/count-bars.tsx";
import { laySlots } from "#ui/chart/scale-layout.ts";
import { Face, FaceLabel, FaceScale, type Level } from "#ui/face.tsx";
import { Specimen, State } from "./specimen.tsx";

const LEVELS = [1, 2, 3, 4, 5] as const;

function Scale(props: { start: Level | 0 }): ReactNode {
  const [level, setLevel] = useState<Level | 0>(props.start);
  return <FaceScale name={`scale-${props.start}`} label={`From ${props.start}`} level={level} onLevel={setLevel} />;
}

function Rated(props: { start: number }): ReactNode {
  const [rating, setRating] = useState<number>(props.start);
  return <RatingInput value={rating} onChange={setRating} />;
}

/** The anonymity check; faces as pictures and as a choice; figures. */
export function Ratings(): ReactNode {
  return (
    <>
      <Specimen name="AnonymityScale">
        {([undefined, ...SHARING_STEPS] as const).map((step) => (
          <State key={step ?? "none"} name={step ?? "Not counted yet"}>
            <AnonymityScale sharing={step} isTrial={step === "5-19"} />
          </State>
        ))}
      </Specimen>
      <Specimen name="CountBars">
        {[
          [9, 19, 34, 50, 66, 45, 33, 24, 16, 9, 7],
          [5, 12_345],
          [0, 0, 0],
          Array.from({ length: 10 }, () => 888_888),
        ].map((people) => (
          <State key={people.length} name={`${people.length} bars`}>
            <CountBars
              label={`${people.length} bars`}
              bars={laySlots(people.length, 0.1).map((slot, n) => ({
                label: String(n),
                people: numberText(people[n] ?? 0),
                brief: briefText(people[n] ?? 0),
                slot,
                share: (people[n] ?? 0) / Math.max(1, ...people),
                isMost: (people[n] ?? 0) === Math.max(...people),
              }))}
            />
          </State>
        ))}
      </Specimen>
      <Specimen name="Face">
        <div className="gal__row">
          {LEVELS.map((level) => (
            <Face key={level} level={level} size={32} />
          ))}
        </div>
      </Specimen>
      <Specimen name="FaceLabel">
        {LEVELS.map((level) => (
          <FaceLabel key={level} level={level} ofFive={level > 3} />
        ))}
      </Specimen>
      <Specimen name="FaceScale">
        {([0, ...LEVELS] as const).map((level) => (
          <State key={level} name={level === 0 ? "None chosen" : `${level} chosen`}>
            <Scale start={level} />
          </State>
        ))}
      </Specimen>
      <Specimen name="RatingInput">
        <Rated start={0} />
        <Rated start={80} />
      </Specimen>
      <Specimen name="CompanyFigures">
        <State name="Known">
          <CompanyFigures people={12_418} interns={902} averageStayDays={783} ratingLevel={4} />
        </State>
        <State name="Fewer than five">
          <CompanyFigures people={3} interns={0} averageStayDays={0} ratingLevel={0} />
        </State>
      </Specimen>
      <Specimen name="Figure">
        <dl className="facts">
          <Figure label="People">1,204</Figure>
        </dl>
      </Specimen>
      <Specimen name="RuleOfFive">
        <RuleOfFive />
      </Specimen>
      <Specimen name="DurationFigure">
        <dl className="facts">
          <Figure label="Average stay">
            <DurationFigure text="2 yr 8 mo" />
          </Figure>
        </dl>
      </Specimen>
    </>
  );
}
