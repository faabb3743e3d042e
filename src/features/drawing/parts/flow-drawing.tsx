import { numberText } from "#core/number-text.ts";
import type { ReactNode } from "react";
import type { FlowPicture, FlowStop } from "#features/company/schema.ts";
import { CompanyLogo, companyHref } from "./marks.tsx";

/** Room for a name in two lines and its number, in px. */
const LABEL = 52;

type SideName = "prior" | "next";

function lineClass(stop: FlowStop): string {
  return stop.colour === undefined ? "flow__none" : `line-${stop.colour}`;
}

function keyOf(stop: FlowStop): string {
  return `${stop.kind} ${stop.companyId}`;
}

function countOf(stop: FlowStop): string {
  return numberText(stop.people);
}

/** "Amazon 13, Other companies 12": one side in words, in the order of the picture. */
export function flowPhrase(stops: readonly FlowStop[]): string {
  return stops.map((stop) => `${stop.displayName} ${countOf(stop)}`).join(", ");
}

/** One side's names and numbers at the height of their flows, with the bars that the ribbons begin at. */
function Side({ side, stops }: { side: SideName; stops: readonly FlowStop[] }) {
  return (
    <svg className={`flow__side flow__side--${side}`} aria-hidden="true">
      {stops.map((stop) => (
        <g key={keyOf(stop)} className={lineClass(stop)}>
          <rect className="flow__bar" y={`${stop.at - stop.width / 2}%`} height={`${stop.width}%`} rx="2" />
          <foreignObject y={`${stop.at}%`} width="100%" height={LABEL} transform={`translate(0 ${-LABEL / 2})`}>
            <div className="flow__label" title={stop.displayName}>
              {stop.kind === "company" ? (
                <CompanyLogo name={stop.displayName} logo={stop.logo} size="s" ring="line" />
              ) : null}
              <span className="flow__text">
                <span className="flow__name">{stop.displayName}</span>{" "}
                <span className="flow__count">{countOf(stop)}</span>
              </span>
            </div>
          </foreignObject>
        </g>
      ))}
    </svg>
  );
}

/** Draws a laid out diagram; `label` says the same. The middle is an interchange or a school's terminus. */
export function FlowDrawing({
  flow,
  label,
  hub,
  isTerminus = false,
}: {
  flow: FlowPicture;
  label: string;
  hub: ReactNode;
  isTerminus?: boolean;
}) {
  const sides = [
    ["prior", flow.prior],
    ["next", flow.next],
  ] as const;
  return (
    <div
      className={`flow__picture flow__picture--${flow.rows}${isTerminus ? " flow__picture--start" : ""}`}
      role="img"
      aria-label={label}
    >
      {isTerminus ? null : <Side side="prior" stops={flow.prior} />}
      <div className="flow__middle">
        <svg className="flow__ribbons" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          {sides.flatMap(([side, stops]) =>
            stops.map((stop) => (
              <path key={`${side} ${keyOf(stop)}`} className={`flow__ribbon ${lineClass(stop)}`} d={stop.path} />
            )),
          )}
        </svg>
        <span className="flow__hub">
          <span className="flow__disc">{hub}</span>
        </span>
      </div>
      <Side side="next" stops={flow.next} />
    </div>
  );
}

function Rows({ title, stops }: { title: string; stops: readonly FlowStop[] }) {
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
            <tr key={keyOf(stop)}>
              <td>
                {href === undefined ? (
                  stop.displayName
                ) : (
                  <a className="co" href={href}>
                    {stop.displayName}
                  </a>
                )}
              </td>
              <td className="r">{countOf(stop)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

export function FlowNumbers({ tables }: { tables: readonly (readonly [title: string, stops: readonly FlowStop[]])[] }) {
  const filled = tables.filter(([, stops]) => stops.length > 0);
  return (
    <details className="flow__numbers">
      <summary>{filled.length === 1 ? "The same as a table" : "The same as tables"}</summary>
      <div className="flow__tables">
        {filled.map(([title, stops]) => (
          <Rows key={title} title={title} stops={stops} />
        ))}
      </div>
    </details>
  );
}
