import type { ReactNode } from "react";
import { numberText, peopleText } from "#core/number-text.ts";
import { CompanyLogo, companyHref } from "#features/drawing/parts/marks.tsx";
import { stayLabel } from "#features/company/parts/company-figures.tsx";
import type { SearchPage } from "#features/search/read.server.ts";
import { searchHref, type Layout } from "#features/search/rules.ts";
import { FaceLabel, isLevel } from "#ui/face.tsx";
import { Icon } from "#ui/icon.tsx";

export type Found = Omit<SearchPage, "cards"> & { company: NonNullable<SearchPage["company"]> };

function Headline({ page }: { page: Found }) {
  const name = page.company.displayName;
  const stay = stayLabel(page.averageStayDays);
  return (
    <div className="sr-co">
      <CompanyLogo name={name} logo={page.company.logo} size="l" ring="ink" />
      <h1 className="h-page">{`${peopleText(page.people)} stopped at ${name}`}</h1>
      <ul className="sr-facts ui dim" role="list">
        <li>{isLevel(page.ratingLevel) ? <FaceLabel level={page.ratingLevel} ofFive /> : "Not enough ratings yet"}</li>
        {page.interns > 0 ? <li className="num">{`${numberText(page.interns)} interned here`}</li> : null}
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

/** Switches the layout by links, so that each has an address. Shown from 768 px on. */
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

/** Links to the route search with this one stop, which has counts, more filters and its own order. */
function Filters({ companyId }: { companyId: string }) {
  const stop = `/search?stop=company:${companyId}`;
  return (
    <nav className="rfil sr-fil" aria-label="Filters">
      <span className="chip is-on" aria-current="true">
        Anyone
      </span>
      <a className="chip" href={`${stop},kind:intern`}>
        Interns
      </a>
      <a className="chip" href={`${stop},kind:full-time`}>
        Full-time
      </a>
      <a className="chip" href={`${stop}&now=1`}>
        There now
      </a>
      <span className="rfil__bar" aria-hidden="true" />
      {(["Title", "School", "Country", "Years"] as const).map((name) => (
        <a key={name} className="chip" href={`${stop}&filter=${name.toLowerCase()}`}>
          {name} <Icon name="chevron-down" size={14} />
        </a>
      ))}
    </nav>
  );
}

/** A link to the other layout, for phones, where the toggle has no room. */
function PhoneLayoutLink({ company, layout }: { company: string; layout: Layout }) {
  return (
    <a className="link hide-m" href={searchHref(company, layout === "grid" ? "pipeline" : "grid")}>
      {layout === "grid" ? "Show whole lines" : "Show cards"}
    </a>
  );
}

/** People who stopped at a company, as cards or with their whole pipelines. */
export function Results({
  page,
  layout,
  children,
}: {
  page: Found;
  layout: Layout;
  /** The list of people. */
  children: ReactNode;
}) {
  return (
    <>
      <div className="sr-head">
        <Headline page={page} />
        <LayoutToggle company={page.company.name} layout={layout} />
      </div>
      <Filters companyId={page.company._id} />
      <p className="sr-order small faint">
        <span>Listed in an order drawn by lot, the same for everyone.</span>{" "}
        <PhoneLayoutLink company={page.company.name} layout={layout} />
      </p>
      {children}
    </>
  );
}
