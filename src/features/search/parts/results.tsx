import { Fragment } from "react";
import { CompanyLogo, companyHref } from "#features/company/parts/company-logo.tsx";
import { stayLabel } from "#features/company/parts/company-figures.tsx";
import { MIN_PEOPLE } from "#features/tally/rules.ts";
import type { CardView } from "#features/profile/parts/card.ts";
import { PersonCards } from "#features/profile/parts/person-card.tsx";
import { PersonRow } from "#features/profile/parts/person-row.tsx";
import type { PublicProfile } from "#features/profile/schema.ts";
import type { SearchPage } from "#features/search/read.server.ts";
import { searchHref, type Layout } from "#features/search/rules.ts";
import { FaceLabel, isLevel } from "#ui/face.tsx";
import { Icon } from "#ui/icon.tsx";

type Found = Omit<SearchPage, "cards"> & { company: NonNullable<SearchPage["company"]> };

function Headline({ page }: { page: Found }) {
  const name = page.company.displayName;
  const isKnown = page.people >= MIN_PEOPLE;
  const stay = stayLabel(page.averageStayDays);
  return (
    <div className="sr-co">
      <CompanyLogo name={name} logo={page.company.logo} size="l" ring="ink" />
      <h1 className="h-page">
        {isKnown
          ? `${page.people.toLocaleString("en-US")} people stopped at ${name}`
          : `Fewer than 5 people stopped at ${name}`}
      </h1>
      <ul className="sr-facts ui dim" role="list">
        <li>{isLevel(page.ratingLevel) ? <FaceLabel level={page.ratingLevel} ofFive /> : "Not enough ratings yet"}</li>
        {isKnown && page.interns >= MIN_PEOPLE ? (
          <li className="num">{`${page.interns.toLocaleString("en-US")} interned here`}</li>
        ) : null}
        {isKnown && stay !== "" ? <li className="num">{`Average stay ${stay}`}</li> : null}
        <li>
          <a className="link" href={companyHref(page.company._id)}>
            Company page
          </a>
        </li>
      </ul>
    </div>
  );
}

/** Two links, so that the layout has an address. From 768 px on. */
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

/** What was found, as cards or as aligned lines. Small screens always get the cards. */
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
      {page.people < MIN_PEOPLE ? (
        <p className="alert sr-few">
          <Icon name="alert" />
          <span>We show counts from five people up, so nobody can be picked out.</span>
        </p>
      ) : null}
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

/** For whoever mistyped: the companies whose names come closest. */
export function AlikeCompanies({ alike, layout }: { alike: SearchPage["alike"]; layout: Layout }) {
  if (alike.length === 0) return null;
  return (
    <p className="sr-alike">
      Did you mean{" "}
      {alike.map((company, n) => (
        <Fragment key={company._id}>
          {n === 0 ? "" : n === alike.length - 1 ? " or " : ", "}
          <a className="link" href={searchHref(company.name, layout)}>
            {company.displayName}
          </a>
        </Fragment>
      ))}
      ?
    </p>
  );
}

/** Companies to begin with, where nothing was searched or found. */
export function PopularCompanies({ popular, layout }: { popular: SearchPage["popular"]; layout: Layout }) {
  if (popular.length === 0) return null;
  return (
    <section className="sec">
      <h2 className="h-sec">
        {popular.every(({ people }) => people >= MIN_PEOPLE)
          ? "Companies many lines stop at"
          : "Companies you can put on your line"}
      </h2>
      <ul className="pops" role="list">
        {popular.map((company) => (
          <li key={company._id}>
            <a className="pop" href={searchHref(company.name, layout)}>
              <CompanyLogo name={company.displayName} logo={company.logo} size="m" ring="plain" />
              <span className="grow">
                <span className="pop__n trunc">{company.displayName}</span>
                {company.people >= MIN_PEOPLE ? (
                  <span className="small faint num">{`${company.people.toLocaleString("en-US")} people`}</span>
                ) : null}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
