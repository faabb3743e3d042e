import { FlowDrawing, FlowNumbers, flowPhrase } from "#features/drawing/parts/flow-drawing.tsx";
import { layFlow } from "#features/company/pure/lay-flow.ts";
import type { FlowRows } from "#features/company/schema.ts";
import { Mark } from "#features/drawing/parts/marks.tsx";

/** A Sankey diagram that starts at the school, and its numbers as a table. */
export function FirstStops({ school, rows }: { school: { name: string; logo: string }; rows: FlowRows }) {
  const flow = layFlow(rows.prior, rows.next, 0);
  if (flow === undefined) return null;
  return (
    <section className="sec flow flow--open" aria-labelledby="first-stops-title">
      <h2 className="h-sec" id="first-stops-title">
        First stops from here
      </h2>
      <FlowDrawing
        flow={flow}
        label={`The first stops of people from ${school.name}: ${flowPhrase(flow.next)}.`}
        hub={<Mark name={school.name} logo={school.logo} />}
        isTerminus
      />
      <FlowNumbers tables={[["First stops from here", flow.next]]} />
    </section>
  );
}
