import { data } from "react-router";
import { readPageNumber } from "#core/paging.ts";
import { NeighbourTable } from "#features/company/parts/neighbour-table.tsx";
import { MIN_PEOPLE } from "#features/tally/rules.ts";
import { cardOf } from "#features/profile/parts/card.ts";
import { PeopleSection } from "#features/profile/parts/people-section.tsx";
import { PageError } from "#features/site/parts/page-error.tsx";
import { picturePath } from "#features/link-picture/rules.ts";
import { pageHead } from "#features/site/parts/head.ts";
import { pageContext } from "#server/page-context.ts";
import { Figure } from "#ui/figure.tsx";
import { Icon } from "#ui/icon.tsx";
import type { Route } from "./+types/page.ts";
import { FirstStops } from "./parts/first-stops.tsx";
import { SchoolLogo } from "./parts/school-logo.tsx";
import { readSchoolPage } from "./read.server.ts";

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { db, today, share, viewer } = context.get(pageContext);
  const asked = readPageNumber(new URL(request.url).searchParams.get("page"));
  const page = await readSchoolPage(db, { id: params.id, today, page: asked });
  if (!page) throw data(null, { status: 404 });
  if (!viewer) share([`school:${page.school._id}`]);
  return { ...page, cards: page.cards.map((one) => cardOf(one, today)) };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [{ title: "Not found – Pipelines" }];
  const { _id, name } = loaderData.school;
  return pageHead(matches, {
    title: name,
    description: `Where people from ${name} worked, and in what order.`,
    path: `/school/${_id}`,
    picture: picturePath("school", _id),
  });
}

export default function SchoolPage({ loaderData }: Route.ComponentProps) {
  const { school, people, common, flow, cards, page, pages } = loaderData;
  return (
    <>
      <div className="co-head">
        <div className="wrap co-head__in">
          <SchoolLogo name={school.name} logo={school.logo} size="xl" ring="ink" />
          <div className="grow">
            <h1 className="h-page">{school.name}</h1>
            <p className="dim row co-head__at">
              <Icon name="pin" size={18} />
              <span className="sr">Location: </span>
              {school.country || school.alpha_two_code}
            </p>
          </div>
          <dl className="facts">
            <Figure label="Rank">N/A</Figure>
            <Figure label="People">
              {people >= MIN_PEOPLE ? people.toLocaleString("en-US") : <small className="fig__t">Fewer than 5</small>}
            </Figure>
          </dl>
        </div>
      </div>
      <div className="wrap co-body">
        <div className={flow === undefined ? "g2e g2e--first" : "g2 g2e--first"}>
          {flow === undefined ? null : <FirstStops school={school} flow={flow} />}
          <NeighbourTable title="Most Common Companies" rows={common} />
        </div>
        <PeopleSection
          title="Lines that start here"
          cards={cards}
          first={`/school/${school._id}`}
          page={page}
          pages={pages}
        />
      </div>
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <PageError
      error={error}
      missing="We were unable to find the company you requested!"
      href="/search"
      action="Search companies"
    />
  );
}
