import { CompanyFlow } from "#features/company/parts/company-flow.tsx";
import { RuleOfFive } from "#features/company/parts/company-figures.tsx";
import { NeighbourTable } from "#features/company/parts/neighbours.tsx";
import { layFlow } from "#features/company/pure/lay-flow.ts";
import type { CompanyPage } from "#features/company/read.server.ts";
import { drawn, freshMarkup, keptMarkup, type Page } from "#features/drawing/parts/draw.tsx";
import type { Drawn } from "#features/drawing/parts/drawn-part.tsx";
import type { CompanyInsights, InsightKind } from "#features/path/pure/types.ts";
import { drawMadeCards } from "#features/person-card/parts/draw-cards.tsx";
import { PeopleSection } from "#features/person-card/parts/person-card.tsx";
import type { ShownAnswers } from "#features/stats/pure/answers.ts";
import type { Piece } from "#server/kept-markup.ts";
import { Icon } from "#ui/icon.tsx";
import { CompanyFiguresDrawn } from "./figures-drawn.ts";
import { hasFlow } from "./is-drawn.ts";
import { CountedNote, NotReady } from "./notes.tsx";

type Figures = { insights: CompanyInsights; answers: ShownAnswers; logos: Record<string, string> };
type Company = Pick<
  CompanyPage<Piece>,
  "company" | "people" | "prior" | "next" | "flow" | "cards" | "page" | "pages" | "ends"
>;

function Neighbours({
  company,
  prior,
  next,
  flow,
  isFirst,
}: Omit<Company, "cards" | "people" | "page" | "pages" | "ends"> & { isFirst: boolean }) {
  const { displayName } = company;
  const picture = flow && layFlow(flow.prior, flow.next);
  return (
    <>
      {picture === undefined ? null : <CompanyFlow company={company} flow={picture} />}
      <div className={isFirst ? "g2e g2e--first" : "g2e"}>
        <NeighbourTable
          title="Prior Companies"
          counts={`People who stopped there at any time before ${displayName}, each once.`}
          rows={prior}
        />
        <NeighbourTable
          title="Next Companies"
          counts={`People who stopped there at any time after ${displayName}, each once.`}
          rows={next}
        />
      </div>
      <RuleOfFive />
    </>
  );
}

/** For the loader: a company's page below its head. `figures` is undefined if they are not shown. */
export function companyBody(
  drawing: Page,
  { company, people, prior, next, flow, cards, page, pages, ends }: Company,
  { figures, kind, isReady }: { figures: Figures | undefined; kind: InsightKind; isReady: boolean },
): Drawn {
  const hub = { name: company.displayName, logo: company.logo, isSchool: false };
  const search = `/search?company=${encodeURIComponent(company.name)}`;
  // The older diagram has its place where the newer one has no numbers.
  const older = figures !== undefined && hasFlow(figures.insights.after) ? undefined : flow;
  return drawn(
    drawing,
    figures === undefined ? "" : keptMarkup(drawing, CompanyFiguresDrawn, { hub, kind, ...figures }),
    isReady ? "" : freshMarkup(<NotReady />),
    keptMarkup(drawing, Neighbours, { company, prior, next, flow: older, isFirst: flow === undefined }),
    freshMarkup(
      <>
        <PeopleSection
          title="People who stopped here"
          aside={
            <a className="link link--arrow" href={search}>
              Search this company <Icon name="arrow-right" />
            </a>
          }
          all={{ href: search, people }}
          count={cards.length}
          first={`/company/${company._id}`}
          page={page}
          pages={pages}
          ends={ends}
        >
          {drawMadeCards(drawing, cards)}
        </PeopleSection>
        {figures === undefined ? null : <CountedNote />}
      </>,
    ),
  );
}
