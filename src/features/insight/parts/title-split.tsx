import { CompanyLogo } from "#features/drawing/parts/marks.tsx";
import { CapsuleScale } from "#ui/chart/capsule.tsx";
import { CountBars } from "#ui/chart/count-bars.tsx";
import { FigureSection } from "#ui/chart/figure-section.tsx";
import type { CompanyRow, CompanySplitView, SpreadView } from "./title-split-view.ts";

/** How the people who got the title are spread over whole years. */
export function TitleSpread({ spread }: { spread: SpreadView }) {
  return (
    <FigureSection
      id="spread"
      title={spread.title}
      aside={<p className="dim ui">Whole years from first full-time job</p>}
      method="Those who got there, each once. Years are joined until a group has 5 people."
      tables={[spread.table]}
    >
      <CountBars label={spread.label} bars={spread.bars} />
    </FigureSection>
  );
}

function Row({ row, reference, logo }: { row: CompanyRow; reference: number; logo: string }) {
  return (
    <tr>
      <th scope="row">
        <span className="co">
          <CompanyLogo name={row.name} logo={logo} size="s" ring="plain" />
          <a href={`/company/${row.id}`}>{row.name}</a>
        </span>
      </th>
      <td className="r">{row.people}</td>
      <td className="in-co__t">
        {row.drawn === undefined ? null : (
          <CapsuleScale label={row.drawn.label} capsule={row.drawn.capsule} reference={reference} />
        )}
      </td>
      <td className="r nowrap">{row.median || <span className="dim">too few</span>}</td>
      <td className="r in-co__p nowrap">{row.promoted || <span className="dim">too few</span>}</td>
    </tr>
  );
}

/** The companies where people first held a title, how long it took, and who was promoted. `logos` by company. */
export function TitleCompanies({
  title,
  split,
  logos,
}: {
  title: string;
  split: CompanySplitView;
  logos: Readonly<Record<string, string>>;
}) {
  return (
    <FigureSection id="companies" title={title} method={split.method} tables={[split.table]}>
      <table className="tbl in-co">
        <thead>
          <tr>
            <th scope="col">Company</th>
            <th scope="col" className="r">
              People
            </th>
            <th scope="col" className="in-co__t">
              Time from first job, middle half
            </th>
            <th scope="col" className="r">
              Median
            </th>
            <th scope="col" className="r in-co__p">
              Promoted inside
            </th>
          </tr>
        </thead>
        <tbody>
          {split.rows.map((row) => (
            <Row key={row.id} row={row} reference={split.reference} logo={logos[row.id] ?? ""} />
          ))}
        </tbody>
      </table>
    </FigureSection>
  );
}
