import type { FlowPicture, NeighbourView } from "#features/company/schema.ts";
import { CompanyLogo, companyHref, Mark } from "#features/drawing/parts/marks.tsx";
import { FlowDrawing, FlowNumbers, flowPhrase } from "#features/drawing/parts/flow-drawing.tsx";

function sentence(name: string, { prior, next }: FlowPicture): string {
  const came = prior.length === 0 ? "" : ` Came from: ${flowPhrase(prior)}.`;
  const went = next.length === 0 ? "" : ` Went to: ${flowPhrase(next)}.`;
  return `The stops before and the stops after ${name}.${came}${went}`;
}

/** A Sankey diagram with the company in the middle, and its numbers as tables. */
export function CompanyFlow({ company, flow }: { company: { displayName: string; logo: string }; flow: FlowPicture }) {
  return (
    <section className="panel flow" aria-labelledby="flow-title">
      <h2 className="h-sec" id="flow-title">
        The stops before, and the stops after
      </h2>
      <div className="flow__ends" aria-hidden="true">
        <span>Came from</span>
        <span>Went to</span>
      </div>
      <FlowDrawing
        flow={flow}
        label={sentence(company.displayName, flow)}
        hub={<Mark name={company.displayName} logo={company.logo} />}
      />
      <p className="hint flow__note">
        Everybody counts once at each company that they stopped at before or after, so a side adds up to more stops than
        people.
      </p>
      <FlowNumbers
        tables={[
          ["Came from", flow.prior],
          ["Went to", flow.next],
        ]}
      />
    </section>
  );
}

export function NeighbourTable({
  title,
  counts,
  rows,
}: {
  title: string;
  /** What a number counts, in a sentence. */
  counts: string;
  rows: readonly NeighbourView[];
}) {
  return (
    <section className="sec">
      <h2 className="h-sec">{title}</h2>
      {rows.length === 0 ? (
        <p className="nodata">No data available.</p>
      ) : (
        <table className="tbl">
          <caption className="sr">{title}</caption>
          <thead>
            <tr>
              <th scope="col">Company</th>
              <th scope="col" className="r">
                People
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.companyId}>
                <td>
                  <a className="co" href={companyHref(row.companyId)}>
                    <CompanyLogo name={row.displayName} logo={row.logo} size="s" ring="plain" />
                    {row.displayName}
                  </a>
                </td>
                <td className="r">{row.people.toLocaleString("en-US")}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {rows.length === 0 ? null : <p className="hint">{counts}</p>}
    </section>
  );
}
