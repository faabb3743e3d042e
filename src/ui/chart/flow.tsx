import { numberText } from "#core/number-text.ts";
import type { ReactNode } from "react";
import type { LaidFlow, LaidNode } from "./flow-layout.ts";
import { lineOf } from "./plot.ts";

const LABEL = 26;
const BAR = 8;
const HUB = 24;
const DISC = 52;

/** The side of a column's labels. */
export type LabelSide = "left" | "right";

function NodeLabel({ node, mark, side }: { node: LaidNode; mark: ReactNode; side: LabelSide }) {
  const words = (
    <>
      {mark}
      <span className="ch-flow__name">{node.name}</span> <span className="ch-flow__n">{numberText(node.people)}</span>
    </>
  );
  return (
    <div className={`ch-flow__l ch-flow__l--${side}${node.line === undefined ? " ch-flow__l--none" : ""}`}>
      {node.href === undefined ? (
        <span className="ch-flow__c" title={node.name}>
          {words}
        </span>
      ) : (
        <a className="ch-flow__c" href={node.href} title={node.name}>
          {words}
        </a>
      )}
    </div>
  );
}

/** The stop that it is all about: an interchange with its mark. */
function Hub({ node, mark }: { node: LaidNode; mark: ReactNode }) {
  const middle = node.y + node.height / 2;
  const height = Math.max(node.height, DISC + HUB);
  return (
    <svg x={`${node.x}%`} className="ch-over">
      <rect x={-HUB / 2} width={HUB} y={middle - height / 2} height={height} rx={HUB / 2} className="ch-capsule" />
      <foreignObject x={-DISC / 2} y={middle - DISC / 2} width={DISC} height={DISC}>
        {mark}
      </foreignObject>
    </svg>
  );
}

/**
 * Shows where people went, stop by stop. Bars are nodes, bands are people, and each node with an address is a link. On
 * narrow screens the page shows lists instead. `marks` by id are drawn beside the names.
 */
export function FlowChart(props: {
  label: string;
  flow: LaidFlow;
  heads: readonly { x: number; text: string }[];
  sides: readonly LabelSide[];
  /** The room for a label, in percent of the width. */
  room: number;
  marks?: ReadonlyMap<string, ReactNode>;
}) {
  const { flow, room } = props;
  return (
    <div className="ch-flow" role="group" aria-label={props.label}>
      <svg width="100%" height="24" aria-hidden="true">
        {props.heads.map(({ x, text }) => (
          <text key={x} x={`${x}%`} y="14" className="ch-t">
            {text}
          </text>
        ))}
      </svg>
      <svg className="ch-flow__d" width="100%" height={flow.height}>
        <svg
          width="100%"
          height={flow.height}
          viewBox={`0 0 100 ${Math.max(1, flow.height)}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          {flow.ribbons.map(({ key, path, line, title }) => (
            <path key={key} d={path} className={`ch-ribbon ${lineOf(line)}`}>
              <title>{title}</title>
            </path>
          ))}
        </svg>
        {flow.nodes.map((node) =>
          node.isHub === true ? null : (
            <svg key={`${node.column} ${node.id}`} x={`${node.x}%`} className={`ch-over ${lineOf(node.line)}`}>
              <rect x={-BAR / 2} width={BAR} y={node.y} height={node.height} rx="2" className="ch-bar" />
            </svg>
          ),
        )}
        {flow.nodes.map((node) => {
          const side = props.sides[node.column] ?? "right";
          if (node.isHub === true) return <Hub key={node.id} node={node} mark={props.marks?.get(node.id)} />;
          const y = node.y + node.height / 2 - LABEL / 2;
          return (
            <foreignObject
              key={`${node.column} ${node.id}`}
              x={`${side === "left" ? node.x - room : node.x}%`}
              y={y}
              width={`${room}%`}
              height={LABEL}
            >
              <NodeLabel node={node} mark={props.marks?.get(node.id)} side={side} />
            </foreignObject>
          );
        })}
      </svg>
    </div>
  );
}
