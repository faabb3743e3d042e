import { CompanyLogo, companyHref } from "#features/drawing/parts/marks.tsx";
import { stayLabel } from "#features/company/parts/company-figures.tsx";
import type { CardView } from "#features/person-card/parts/card.ts";
import { PersonCards } from "#features/person-card/parts/person-card.tsx";
import { PersonRow } from "#features/person-card/parts/person-row.tsx";
import type { PublicProfile } from "#features/profile/schema.ts";
import type { SearchPage } from "#features/search/read.server.ts";
import { searchHref, type Layout } from "#features/search/rules.ts";
import { FaceLabel, isLevel } from "#ui/face.tsx";
import { Icon } from "#ui/icon.tsx";

type Found = Omit<SearchPage, "cards"> & { company: NonNullable<SearchPage["company"]> };

function Headline({ page }: { page: Found }) {
  const name = page.company.displayName;
  const stay = stayLabel(page.averageStayDays);
  return (
    <div className="sr-co">
      <CompanyLogo name={name} logo={page.company.logo} size="l" ring="ink" />
      <h1 className="h-page">
        {`${page.people.toLocaleString("en-US")} ${page.people === 1 ? "person" : "people"} stopped at ${name}`}
      </h1>
      <ul className="sr-facts ui dim" role="list">
        <li>{isLevel(page.ratingLevel) ? <FaceLabel level={page.ratingLevel} ofFive /> : "Not enough ratings yet"}</li>
        {page.interns > 0 ? <li className="num">{`${page.interns.toLocaleString("en-US")} interned here`}</li> : null}
        {stay !== "" ? <li className="num">{`Average stay ${stay}`}</li> : null}
        <li>
          <a className="link" href={companyHref(page.company._id)}>
            Company page
          </a>
        </li>
      </ul>
    </div>
  );
}

/** Links, so that each layout has an address. From 768 px on. */
function LayoutToggle({ company, layout }: { company: string; layout: Layout }) {
  const link = (to: Layout, name: string, icon: "grid" | "stop") => (
    <a
      className={to === layout ? "is-on" : undefined}
      href={searchHref(company, to)}
      aria-current={to === layout ? "true" : undefined}
    >
      <Icon name={icon} /> {name}
    </a>
  );
  return (
    <nav className="seg hide-s" aria-label="Layout">
      {link("grid", "Grid", "grid")}
      {link("pipeline", "Pipeline", "stop")}
    </nav>
  );
}

/** The heads of the three columns; the searched company's bar runs down from its chip through all rows. */
function RowsHead({ page }: { page: Found }) {
  return (
    <div className="rows__h" aria-hidden="true">
      <span className="semi small">Person</span>
      <span className="small faint">Before</span>
      <span className="qchip">
        <CompanyLogo name={page.company.displayName} logo={page.company.logo} size="m" ring="ink" />
        <span className="trunc qchip__m">{page.company.displayName}</span>
      </span>
      <span className="small faint rows__after">After</span>
    </div>
  );
}

/** Small screens always get cards. */
export function Results({
  page,
  cards,
  rows,
  layout,
  today,
}: {
  page: Found;
  cards: readonly CardView[];
  /** The same people in full, for the pipeline layout alone. */
  rows: readonly PublicProfile[];
  layout: Layout;
  today: string;
}) {
  return (
    <>
      <div className="sr-head">
        <Headline page={page} />
        <LayoutToggle company={page.company.name} layout={layout} />
      </div>
      <div role="group" aria-label="People" data-paged>
        {layout === "pipeline" ? (
          <>
            <div className="rows hide-s">
              <RowsHead page={page} />
              <ol className="rows__l" role="list">
                {rows.map((profile) => (
                  <PersonRow key={profile._id} profile={profile} companyId={page.company._id} today={today} />
                ))}
              </ol>
            </div>
            <div className="hide-m">
              <PersonCards cards={cards} level={2} />
            </div>
          </>
        ) : (
          <PersonCards cards={cards} level={2} />
        )}
      </div>
    </>
  );
}
