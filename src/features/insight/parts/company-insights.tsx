import type { ReactNode } from "react";
import { DurationFigure } from "#features/company/parts/company-figures.tsx";
import type { InsightKind } from "#features/path/pure/types.ts";
import { AxisLabels, LABEL_ROW, Plot } from "#ui/chart/axis.tsx";
import { Band, Reference } from "#ui/chart/band.tsx";
import { DivergingBars } from "#ui/chart/diverging-bars.tsx";
import { FigureSection, TooFew } from "#ui/chart/figure-section.tsx";
import { ChartKey } from "#ui/chart/key.tsx";
import { Whisker } from "#ui/chart/whisker.tsx";
import type { CompanyInsightsView, ConversionView, HappierView, StaysView } from "./company-view.ts";
import { CurveChart } from "./curve-chart.tsx";
import { CURVE_HEIGHT } from "./curve-size.ts";
import { FlowSection } from "./flow-section.tsx";
import { LevelsSection } from "./levels-section.tsx";
import { NamedLists } from "./named-lists.tsx";

const KINDS: readonly [InsightKind, string][] = [
  ["full-time", "Full-time"],
  ["intern", "Interns"],
  ["everyone", "Everyone"],
];

/** Links that choose whose stays and moves are counted. They work without script. */
function KindLinks({ kind, label, at }: { kind: InsightKind; label: string; at: string }) {
  return (
    <nav className="seg" aria-label={label}>
      {KINDS.map(([value, name]) => (
        <a
          key={value}
          href={`?kind=${value}#${at}`}
          {...(value === kind ? { "aria-current": true, className: "is-on" } : {})}
        >
          {name}
        </a>
      ))}
    </nav>
  );
}

function Conversion({ view, id }: { view: ConversionView; id: string }) {
  return (
    <FigureSection
      id={id}
      title="Intern to full-time"
      headline={<DurationFigure text={view.headline} />}
      sentence={
        <>
          came back or stayed. <span className="dim">{`${view.sentence} ${view.noFullTimeYet}`}</span>
        </>
      }
      method="People whose last internship here ended at least 12 months ago and who have had a full-time job since; yes if the first one is here. Years are joined until those who did, and those who did not, are either none or at least 5."
      tables={[view.table]}
    >
      <Plot label={view.label} height={CURVE_HEIGHT} rows={3}>
        <Band {...view.band} />
        {view.reference === undefined ? null : <Reference at={view.reference} />}
        {view.whiskers.map((mark) => (
          <Whisker key={mark.title} {...mark} among={view.whiskers.length} />
        ))}
        {view.labels.map((ticks, row) => (
          <AxisLabels key={row === 0 ? "first" : "last"} ticks={ticks} y={CURVE_HEIGHT + 20 + row * 16} />
        ))}
        <AxisLabels ticks={view.people} y={CURVE_HEIGHT + 2 * LABEL_ROW + 12} isStrong />
      </Plot>
      <ChartKey
        items={[
          { mark: "whisker", text: "share and its 95% interval, with the number of people" },
          { mark: "mean", text: `all years, ${view.headline}` },
          ...(view.everywhere === "" ? [] : [{ mark: "dash" as const, text: `all companies, ${view.everywhere}` }]),
        ]}
      />
    </FigureSection>
  );
}

function Stays({ view, kinds }: { view: StaysView; kinds: ReactNode }) {
  return (
    <FigureSection
      id="stay"
      title="How long people stay"
      aside={kinds}
      {...(view.headline === "" ? {} : { headline: <DurationFigure text={view.headline} /> })}
      sentence={
        <>
          {view.headline === "" ? "Half have not left yet. " : view.isAbout ? "median stay, about. " : "median stay. "}
          <span className="dim">{view.sentence}</span>
        </>
      }
      method={view.method}
      tables={[view.table]}
    >
      <CurveChart curve={view.curve} />
    </FigureSection>
  );
}

function Happier({ view }: { view: HappierView }) {
  return (
    <FigureSection
      id="happy"
      title="Happier after the move?"
      headline={<DurationFigure text={view.headline} />}
      sentence={<span>{view.sentence}</span>}
      method="People who rated both stops. Ratings are never shown one by one: they are counted in batches and in whole fives, from 20 answers on."
      tables={[view.table]}
    >
      <DivergingBars label={view.label} rows={view.rows} />
    </FigureSection>
  );
}

function Empty({ id, title, aside, children }: { id: string; title: string; aside?: ReactNode; children?: ReactNode }) {
  return (
    <FigureSection id={id} title={title} aside={aside}>
      <TooFew>
        <b className="semi">Not enough answers yet.</b> {children}
      </TooFew>
    </FigureSection>
  );
}

/** A company's figures from pipelines, each with its table and how it is counted. */
export function CompanyInsights({ view }: { view: CompanyInsightsView }) {
  const kinds = (label: string, at: string) => <KindLinks kind={view.kind} label={label} at={at} />;
  const stay = "How long people stay";
  return (
    <>
      <div className="in-2">
        {view.conversion === undefined ? (
          <Empty id="back" title="Intern to full-time">
            This needs 5 interns who came back and 5 who did not.
          </Empty>
        ) : (
          <Conversion id="back" view={view.conversion} />
        )}
        {view.stays === undefined ? (
          <Empty id="stay" title={stay} aside={kinds(stay, "stay")}>
            This needs 5 people who have left.
          </Empty>
        ) : (
          <Stays view={view.stays} kinds={kinds("Whose stays", "stay")} />
        )}
      </div>
      {view.flow === undefined ? null : (
        <FlowSection
          title="Before and after"
          view={view.flow}
          aside={kinds("Whose moves", "flow")}
          method="Each person once, from the stop of their first role here: the stop right before, and the next three. A band that ends stands for people who are still there. Moves made by fewer than 5 people are grouped with other companies."
        />
      )}
      <div className="in-2">
        {view.happier === undefined ? (
          <Empty id="happy" title="Happier after the move?">
            This needs 20 people who rated both stops.{" "}
            <a className="link" href="/edit">
              Rate your stops
            </a>
          </Empty>
        ) : (
          <Happier view={view.happier} />
        )}
        {view.levels === undefined ? (
          <Empty id="levels" title="Careers after">
            This needs 5 people with a full-time job here.
          </Empty>
        ) : (
          <LevelsSection
            view={view.levels}
            aside="Level by years after joining, wherever they were by then"
            method="People who joined full-time, each once, from the month they joined. A person counts at year N if they joined at least N years ago. Levels are read from titles."
          />
        )}
      </div>
      {view.lists.length === 0 ? null : (
        <NamedLists
          id="joins"
          title={`Who joins ${view.name}`}
          lists={view.lists}
          method="Each person once, by their first role here. Rows have 5 people or more."
        />
      )}
    </>
  );
}
