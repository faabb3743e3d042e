import { RuleOfFive } from "#features/company/parts/company-figures.tsx";
import { NeighbourTable } from "#features/company/parts/neighbours.tsx";
import { drawn, freshMarkup, keptMarkup, type Page } from "#features/drawing/parts/draw.tsx";
import type { Drawn } from "#features/drawing/parts/drawn-part.tsx";
import type { SchoolInsights } from "#features/path/pure/types.ts";
import { drawMadeCards } from "#features/person-card/parts/draw-cards.tsx";
import { PeopleSection } from "#features/person-card/parts/person-card.tsx";
import { FirstStops } from "#features/school/parts/first-stops.tsx";
import type { SchoolPage } from "#features/school/read.server.ts";
import type { Piece } from "#server/kept-markup.ts";
import { SchoolFiguresDrawn } from "./figures-drawn.ts";
import { hasFlow } from "./is-drawn.ts";
import { CountedNote, NotReady } from "./notes.tsx";

type Figures = { insights: SchoolInsights; logos: Record<string, string> };
type School = SchoolPage<Piece>;

function Companies({ school, common, flow }: Pick<School, "school" | "common" | "flow">) {
  return (
    <>
      <div className={flow === undefined ? "g2e" : "g2 g2e--first"}>
        {flow === undefined ? null : <FirstStops school={school} rows={flow} />}
        <NeighbourTable
          title="Most Common Companies"
          counts="People from this school who stopped there at any time, each once."
          rows={common}
        />
      </div>
      <RuleOfFive />
    </>
  );
}

/** For the loader: a school's page below its head. `figures` is undefined if they are not shown. */
export function schoolBody(
  drawing: Page,
  { school, people, common, flow, cards, page, pages, ends }: School,
  { figures, isReady }: { figures: Figures | undefined; isReady: boolean },
): Drawn {
  const hub = { name: school.name, logo: school.logo, isSchool: true };
  const older = figures !== undefined && hasFlow(figures.insights.after) ? undefined : flow;
  return drawn(
    drawing,
    figures === undefined ? "" : keptMarkup(drawing, SchoolFiguresDrawn, { hub, ...figures }),
    isReady ? "" : freshMarkup(<NotReady />),
    keptMarkup(drawing, Companies, { school, common, flow: older }),
    freshMarkup(
      <>
        <PeopleSection
          title="Lines that start here"
          all={{ href: `/search?stop=school:${school._id}`, people }}
          count={cards.length}
          first={`/school/${school._id}`}
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
