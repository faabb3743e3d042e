import { numberText } from "#core/number-text.ts";
import type { ReactNode } from "react";
import type { LaidFlow, LaidNode } from "./flow-layout.ts";
import { lineOf } from "./plot.ts";

const HEIGHT = 430;
const BAR = 8;
const HUB = 20;
const DISC = 52;
const LABEL = 44;

/** A layout from left to right has x in percent of the width, and y in px: here both are turned. */
function turned(node: LaidNode, flow: LaidFlow): { x: number; width: number; y: number } {
  return {
    x: (node.y / flow.height) * 100,
    width: (node.height / flow.height) * 100,
    y: (node.x / 100) * HEIGHT,
  };
}

function Bar({ node, flow, mark }: { node: LaidNode; flow: LaidFlow; mark: ReactNode }) {
  const { x, width, y } = turned(node, flow);
  const middle = `${x + width / 2}%`;
  if (node.isHub === true) {
    return (
      <>
        <rect x={`${x}%`} width={`${width}%`} y={y - HUB / 2} height={HUB} rx={HUB / 2} className="ch-capsule" />
        <svg x={middle} className="ch-over">
          <foreignObject x={-DISC / 2} y={y - DISC / 2} width={DISC} height={DISC}>
            {mark}
          </foreignObject>
        </svg>
      </>
    );
  }
  return (
    <>
      <rect x={`${x}%`} width={`${width}%`} y={y - BAR / 2} height={BAR} rx="2" className="ch-bar" />
      <svg x={middle} className="ch-over">
        <foreignObject x={-LABEL / 2} y={mark === undefined ? y + BAR : y - 12} width={LABEL} height="48">
          <span className="ch-tall__l" title={node.name}>
            {mark}
            <span className="ch-tall__n">{numberText(node.people)}</span>
          </span>
        </foreignObject>
      </svg>
    </>
  );
}

/** Where people went, from top to bottom, for narrow screens. The table below has the names. */
export function TallFlow(props: { label: string; flow: LaidFlow; marks: ReadonlyMap<string, ReactNode> }) {
  const { flow } = props;
  return (
    <svg className="ch-flow__d ch-tall" width="100%" height={HEIGHT} role="img" aria-label={props.label}>
      <svg
        width="100%"
        height={HEIGHT}
        viewBox={`0 0 ${Math.max(1, flow.height)} 100`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <g transform="matrix(0 1 1 0 0 0)">
          {flow.ribbons.map(({ key, path, line }) => (
            <path key={key} d={path} className={`ch-ribbon ${lineOf(line)}`} />
          ))}
        </g>
      </svg>
      {flow.nodes.map((node) => (
        <Bar key={`${node.column} ${node.id}`} node={node} flow={flow} mark={props.marks.get(node.id)} />
      ))}
    </svg>
  );
}
