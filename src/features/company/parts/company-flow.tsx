import type { FlowPicture, FlowStop } from "#features/company/schema.ts";
import { Mark } from "#ui/monogram.tsx";
import { CompanyLogo, companyHref } from "./company-logo.tsx";

const LABEL = 40;

function lineClass(stop: FlowStop): string {
  return stop.colour === undefined ? "flow__none" : `line-${stop.colour}`;
}

/** One side's names and numbers at the height of their flows, with the bars that the ribbons begin at. */
function Side({ side, stops, height }: { side: "prior" | "next"; stops: readonly FlowStop[]; height: number }) {
  return (
    <svg className={`flow__side flow__side--${side}`} height={height} aria-hidden="true">
      {stops.map((stop) => (
        <g key={stop.companyId} className={lineClass(stop)}>
          <rect className="flow__bar" y={stop.at - stop.width / 2} width="8" height={stop.width} rx="2" />
          <foreignObject y={stop.at - LABEL / 2} width="100%" height={LABEL}>
            <div className="flow__label">
              {stop.companyId === "" ? null : (
                <CompanyLogo name={stop.displayName} logo={stop.logo} size="s" ring="line" />
              )}
              <span className="flow__count">{stop.people.toLocaleString("en-US")}</span>
              <span className="flow__name">{stop.displayName}</span>
            </div>
          </foreignObject>
        </g>
      ))}
    </svg>
  );
}

function Rows({ title, stops }: { title: string; stops: readonly FlowStop[] }) {
  if (stops.length === 0) return null;
  return (
    <table className="tbl">
      <caption className="flow__caption">{title}</caption>
      <thead>
        <tr>
          <th scope="col">Company</th>
          <th scope="col" className="r">
            People
          </th>
        </tr>
      </thead>
      <tbody>
        {stops.map((stop) => {
          const href = companyHref(stop.companyId);
          return (
            <tr key={stop.companyId}>
              <td>
                {href === undefined ? (
                  stop.displayName
                ) : (
                  <a className="co" href={href}>
                    {stop.displayName}
                  </a>
                )}
              </td>
              <td className="r">{stop.people.toLocaleString("en-US")}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function phrase(stops: readonly FlowStop[]): string {
  return stops.map((stop) => `${stop.displayName} ${stop.people.toLocaleString("en-US")}`).join(", ");
}

function sentence(name: string, { prior, next }: FlowPicture): string {
  const came = prior.length === 0 ? "" : ` Came from: ${phrase(prior)}.`;
  const went = next.length === 0 ? "" : ` Went to: ${phrase(next)}.`;
  return `The stops before and the stops after ${name}.${came}${went}`;
}

/** Where people came from and went to, as a Sankey diagram with the company as its interchange; the same numbers as tables. */
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
      <div className="flow__picture" role="img" aria-label={sentence(company.displayName, flow)}>
        <Side side="prior" stops={flow.prior} height={flow.height} />
        <div className="flow__middle">
          <svg
            className="flow__ribbons"
            height={flow.height}
            viewBox={`0 0 100 ${flow.height}`}
            preserveAspectRatio="none"
            aria-hidden="true"
          >
            {[
              ...flow.prior.map((stop) => ["prior", stop] as const),
              ...flow.next.map((stop) => ["next", stop] as const),
            ].map(([side, stop]) => (
              <path key={`${side} ${stop.companyId}`} className={`flow__ribbon ${lineClass(stop)}`} d={stop.path} />
            ))}
          </svg>
          <span className="flow__hub">
            <span className="flow__disc">
              <Mark name={company.displayName} logo={company.logo} />
            </span>
          </span>
        </div>
        <Side side="next" stops={flow.next} height={flow.height} />
      </div>
      <p className="hint flow__note">Everybody counts once at each company that they stopped at before or after.</p>
      <details className="flow__numbers">
        <summary>The same as tables</summary>
        <div className="flow__tables">
          <Rows title="Came from" stops={flow.prior} />
          <Rows title="Went to" stops={flow.next} />
        </div>
      </details>
    </section>
  );
}
