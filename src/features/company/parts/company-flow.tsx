import type { FlowPicture } from "#features/company/schema.ts";
import { FlowDrawing, FlowNumbers, flowPhrase } from "#features/drawing/parts/flow-drawing.tsx";
import { Mark } from "#features/drawing/parts/marks.tsx";

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
