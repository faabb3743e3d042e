import { DurationFigure } from "#features/company/parts/company-figures.tsx";
import { FigureSection } from "#ui/chart/figure-section.tsx";
import { ChartKey } from "#ui/chart/key.tsx";
import { WhiskerScale } from "#ui/chart/whisker.tsx";
import { FlowSection } from "./flow-section.tsx";
import { LevelsSection } from "./levels-section.tsx";
import { NamedLists } from "./named-lists.tsx";
import type { SchoolInsightsView } from "./school-view.ts";

/** A school's figures from pipelines, each with its table and how it is counted. */
export function SchoolInsights({ view, name }: { view: SchoolInsightsView; name: string }) {
  return (
    <>
      {view.flow === undefined ? null : (
        <FlowSection
          title="Where did they go?"
          view={view.flow}
          method="Each person once: the first stop after the school and the next two. A band that ends stands for people who are still there. Moves made by fewer than 5 people are grouped with other companies."
        />
      )}
      <div className="in-2">
        {view.levels === undefined ? null : (
          <LevelsSection
            view={view.levels}
            aside="Level by years after the first full-time job"
            method="People with a full-time job, each once, from the month it began. A person counts at year N if it began at least N years ago. Levels are read from titles."
          />
        )}
        {view.interned === undefined ? null : (
          <FigureSection
            id="interned"
            title="Interned"
            headline={<DurationFigure text={view.interned.headline} />}
            sentence={
              <>
                had an internship. <span className="dim">{view.interned.sentence}</span>
              </>
            }
            method={`People from ${name} with an internship or a co-op anywhere, among all whose line others can see.`}
            tables={[view.interned.table]}
          >
            <div className="in-scale">
              <WhiskerScale {...view.interned.scale} />
            </div>
            <ChartKey items={[{ mark: "whisker", text: "share and its 95% interval" }]} />
          </FigureSection>
        )}
      </div>
      {view.lists.length === 0 ? null : (
        <NamedLists
          id="companies"
          title="Companies"
          lists={view.lists}
          method="First stops count each person once, companies at any time once per company. Rows have 5 people or more."
        />
      )}
    </>
  );
}
