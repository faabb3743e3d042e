import { numberText } from "#core/number-text.ts";
import type { ReactNode } from "react";
import { CompanyLogo, SchoolLogo } from "#features/drawing/parts/marks.tsx";
import { BarList } from "#ui/chart/bar-list.tsx";
import { FigureSection } from "#ui/chart/figure-section.tsx";
import { FlowChart } from "#ui/chart/flow.tsx";
import type { FlowView } from "./flow-view.ts";

function markOf(id: string, name: string, view: FlowView): ReactNode {
  const logo = id === "stayed" ? view.hub.logo : view.logos[id];
  return logo === undefined ? null : <CompanyLogo name={id === "stayed" ? view.hub.name : name} logo={logo} size="s" />;
}

function HubMark({ hub }: { hub: FlowView["hub"] }) {
  const Logo = hub.isSchool ? SchoolLogo : CompanyLogo;
  return <Logo name={hub.name} logo={hub.logo} size="l" ring="ink" />;
}

/** Where people came from, and their next three stops: bands on wide screens, otherwise lists with bars. */
export function FlowSection(props: { title: string; view: FlowView; aside?: ReactNode; method: ReactNode }) {
  const { view } = props;
  const marks = new Map<string, ReactNode>(
    view.drawing.nodes.map((node) => [
      node.id,
      node.isHub === true ? <HubMark key={node.id} hub={view.hub} /> : markOf(node.id, node.name, view),
    ]),
  );
  return (
    <FigureSection id="flow" title={props.title} aside={props.aside} method={props.method} tables={view.tables} isPanel>
      {view.isNamed ? (
        <>
          <div className="in-wide">
            <FlowChart
              label={view.label}
              flow={view.drawing}
              heads={view.heads}
              sides={view.sides}
              room={view.room}
              marks={marks}
            />
          </div>
          <div className="in-narrow">
            {view.lists.map(({ title, rows }) => (
              <div key={title}>
                <h3 className="in-list__h">{title}</h3>
                <BarList
                  rows={rows.map((row) => ({
                    ...row,
                    people: numberText(row.people),
                    mark: markOf(row.id, row.name, view),
                  }))}
                />
              </div>
            ))}
          </div>
        </>
      ) : (
        <p className="ui">Everyone went their own way. No step led 5 people or more to the same company.</p>
      )}
      <p className="small in-rest">
        <b className="semi">{view.people}.</b> {view.rest}
      </p>
    </FigureSection>
  );
}
