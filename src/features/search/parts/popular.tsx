import { peopleText } from "#core/number-text.ts";
import { CompanyLogo } from "#features/drawing/parts/marks.tsx";
import { MIN_PEOPLE } from "#features/stats/rules.ts";
import type { SearchPage } from "#features/search/read.server.ts";
import { searchHref, type Layout } from "#features/search/rules.ts";

/** Companies with similar names, in case of a typing error. */
export function AlikeCompanies({ alike, layout }: { alike: SearchPage["alike"]; layout: Layout }) {
  if (alike.length === 0) return null;
  return (
    <nav className="sr-alike" aria-labelledby="alike">
      <h2 className="h-sub" id="alike">
        Did you mean …?
      </h2>
      <ul role="list">
        {alike.map((company) => (
          <li key={company._id}>
            <a className="pop" href={searchHref(company.name, layout)}>
              <CompanyLogo name={company.displayName} logo={company.logo} size="l" ring="ink" />
              <span className="pop__n">{company.displayName}</span>
              {company.people > 0 ? <span className="small faint num">{peopleText(company.people)}</span> : null}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

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
                {company.people > 0 ? <span className="small faint num">{peopleText(company.people)}</span> : null}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
