import { numberText } from "#core/number-text.ts";
import type { NeighbourView } from "#features/company/schema.ts";
import { CompanyLogo, companyHref } from "#features/drawing/parts/marks.tsx";

export function NeighbourTable({
  title,
  counts,
  rows,
}: {
  title: string;
  /** A sentence that says what a number counts. */
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
                <td className="r">{numberText(row.people)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {rows.length === 0 ? null : <p className="hint">{counts}</p>}
    </section>
  );
}
