import { CompanyLogo } from "#features/drawing/parts/marks.tsx";
import { lineView } from "#features/drawing/pure/segments.ts";
import { LinePanel } from "#features/person-card/parts/line-panel.tsx";
import { PersonRow } from "#features/person-card/parts/person-row.tsx";
import type { PublicProfile } from "#features/profile/schema.ts";
import type { SearchPage } from "#features/search/read.server.ts";

type Company = Pick<NonNullable<SearchPage["company"]>, "_id" | "displayName" | "logo">;

/** The heads of the columns. From the searched company's chip a bar runs down through all rows. */
function RowsHead({ company }: { company: Company }) {
  return (
    <div className="rows__h" aria-hidden="true">
      <span className="semi small">Person</span>
      <span className="small faint">Before</span>
      <span className="qchip">
        <CompanyLogo name={company.displayName} logo={company.logo} size="m" ring="ink" />
        <span className="trunc qchip__m">{company.displayName}</span>
      </span>
      <span className="small faint rows__after">After</span>
    </div>
  );
}

/** Whole pipelines of people who stopped at a company. Small screens draw them from top to bottom. */
export function WholeLines({
  company,
  people,
  today,
}: {
  company: Company;
  people: readonly PublicProfile[];
  today: string;
}) {
  return (
    <>
      <div className="rows hide-s">
        <RowsHead company={company} />
        <ol className="rows__l" role="list">
          {people.map((profile) => (
            <PersonRow key={profile._id} profile={profile} companyId={company._id} today={today} />
          ))}
        </ol>
      </div>
      <ul className="rpeople hide-m" role="list">
        {people.map((profile) => (
          <li key={profile._id}>
            <LinePanel
              profile={profile}
              view={lineView(profile.pipeline, today)}
              meta={[profile.location]}
              noteOf={({ companyId }) => (companyId === company._id ? "the stop you searched for" : "")}
              today={today}
            />
          </li>
        ))}
      </ul>
    </>
  );
}
