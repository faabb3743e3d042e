import { numberText } from "#core/number-text.ts";
import { useId } from "react";
import { CompanyLogo } from "#features/drawing/parts/marks.tsx";
import { PersonCards } from "#features/person-card/parts/person-card.tsx";
import { BarList } from "#ui/chart/bar-list.tsx";
import { CapsuleScale } from "#ui/chart/capsule.tsx";
import { FigureSection } from "#ui/chart/figure-section.tsx";
import { Hatch } from "#ui/chart/hatch.tsx";
import { DurationFigure } from "#features/company/parts/company-figures.tsx";
import { Icon } from "#ui/icon.tsx";
import { CurveChart } from "./curve-chart.tsx";
import { TitleCompanies, TitleSpread } from "./title-split.tsx";
import type { TitleView } from "./title-view.ts";

function HowLong({ view, median }: { view: NonNullable<TitleView["howLong"]>; median: string }) {
  return (
    <FigureSection
      id="long"
      title="How long it takes"
      headline={<DurationFigure text={median} />}
      sentence={
        <>
          median from the first full-time job. <span className="dim">{view.sentence}</span>
        </>
      }
      method="Each person once, from their first full-time job to the first time they held the title. The capsule is the middle half of people, the ring the median."
      tables={[view.table]}
      isPanel
    >
      <div className="in-line">
        <CapsuleScale label={view.label} capsule={view.capsule} ticks={view.ticks} />
      </div>
    </FigureSection>
  );
}

function Promotion({ promotion }: { promotion: NonNullable<TitleView["promotion"]> }) {
  const { promoted, hired, share } = promotion;
  const hatch = useId();
  return (
    <div className="in-split">
      <svg
        width="100%"
        height="16"
        className="line-0"
        role="img"
        aria-label={`${promoted} promoted inside, ${hired} moved company for it`}
      >
        <defs>
          <Hatch id={hatch} />
        </defs>
        <rect width={`${share}%`} height="16" rx="2" className="ch-bar" />
        <rect x={`${share}%`} width={`${100 - share}%`} height="16" rx="2" fill={`url(#${hatch})`} />
      </svg>
      <ul className="ch-key">
        <li>
          <span className="ch-key__t ch-key__t--2" />
          {`${numberText(promoted)} promoted inside`}
        </li>
        <li>
          <span className="ch-key__t in-split__k" />
          {`${numberText(hired)} moved company for it`}
        </li>
      </ul>
    </div>
  );
}

/** How people get a title. `logos` by company. */
export function TitleSections({ view, logos }: { view: TitleView; logos: Readonly<Record<string, string>> }) {
  const { from, companies } = view;
  const blue = (id: string) => ({ line: id === "other" ? undefined : (0 as const) });
  return (
    <>
      {view.howLong === undefined ? null : <HowLong view={view.howLong} median={view.median} />}
      {view.spread === undefined && view.reached === undefined ? null : (
        <div className="in-2">
          {view.spread === undefined ? null : <TitleSpread spread={view.spread} />}
          {view.reached === undefined ? null : (
            <FigureSection
              id="likely"
              title="How many get there"
              headline={<DurationFigure text={view.reached.headline} />}
              sentence={view.reached.sentence}
              method={view.reached.method}
              tables={[view.reached.table]}
            >
              <CurveChart curve={view.reached.curve} />
            </FigureSection>
          )}
        </div>
      )}
      {from.rows.length === 0 ? null : (
        <FigureSection
          id="from"
          title={from.title}
          method="The title right before, each person once, at the first time they held this one."
        >
          <div className="in-short">
            {view.promotion === undefined ? null : <Promotion promotion={view.promotion} />}
            <BarList rows={from.rows.map((row) => ({ ...row, ...blue(row.id) }))} />
          </div>
        </FigureSection>
      )}
      {view.split === undefined ? null : <TitleCompanies title={companies.title} split={view.split} logos={logos} />}
      {view.split !== undefined || companies.rows.length === 0 ? null : (
        <FigureSection
          id="companies"
          title={companies.title}
          method="Each person once per company. Companies with fewer than 5 people are not listed."
        >
          <div className="in-short">
            <BarList
              rows={companies.rows.map((row) => ({
                ...row,
                ...blue(row.id),
                mark: <CompanyLogo name={row.name} logo={logos[row.id] ?? ""} size="s" ring="plain" />,
              }))}
            />
          </div>
        </FigureSection>
      )}
      <section className="sec">
        <div className="row between row--wrap">
          <h2 className="h-sec">Lines that got there</h2>
          <a className="link link--arrow" href={`/search?stop=title:${view.slug}`}>
            Search this route <Icon name="arrow-right" />
          </a>
        </div>
        {view.cards.length === 0 ? (
          <p className="nodata">No one to show yet.</p>
        ) : (
          <div className="sec__cards">
            <PersonCards cards={view.cards} />
          </div>
        )}
      </section>
    </>
  );
}
