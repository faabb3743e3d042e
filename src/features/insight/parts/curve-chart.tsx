import type { ReactNode } from "react";
import { AxisLabels, LABEL_ROW, Plot } from "#ui/chart/axis.tsx";
import { Capsule } from "#ui/chart/capsule.tsx";
import { lineOf, yOf } from "#ui/chart/plot.ts";
import { StepCurve } from "#ui/chart/step-curve.tsx";
import { CURVE_HEIGHT } from "./curve-size.ts";
import type { CurveSeries, CurveView } from "./curve-view.ts";

const HEIGHT = CURVE_HEIGHT;
const HALF = yOf(0.5, HEIGHT);
const END = 110;
const MARK = 26;

/** The end of a curve with its name. A name away from the end repeats the curve's ring. */
function Ending({ series, mark, hasMarks }: { series: CurveSeries; mark: ReactNode; hasMarks: boolean }) {
  const { name, line, labelX, labelY } = series;
  const { end } = series.paths;
  if (end === undefined) return null;
  const kinds = [
    line === undefined ? " ch-end--all" : hasMarks ? " ch-end--mark" : "",
    labelX === end.x ? "" : " ch-end--away",
  ];
  return (
    <g className={lineOf(line)}>
      {line === undefined ? null : <End x={end.x} y={end.y} mark={mark} />}
      <foreignObject x={`${labelX}%`} y={labelY - 9} width={END} height="18">
        <span className={`ch-end${kinds.join("")}`} data-line={line}>
          {name}
        </span>
      </foreignObject>
    </g>
  );
}

function End({ x, y, mark }: { x: number; y: number; mark: ReactNode }) {
  if (mark === undefined) return <circle cx={`${x}%`} cy={y} r="5" className="ch-ring" />;
  return (
    <svg x={`${x}%`} className="ch-over">
      <foreignObject x={-MARK / 2} y={y - MARK / 2} width={MARK} height={MARK}>
        {mark}
      </foreignObject>
    </svg>
  );
}

/**
 * Curves with their bands, names at their ends and, under the axis, how many are still counted.
 * @param marks by name, for curves that end in a mark
 */
export function CurveChart({ curve, marks }: { curve: CurveView; marks?: ReadonlyMap<string, ReactNode> }) {
  const { half } = curve;
  return (
    <Plot label={curve.label} height={HEIGHT} rows={2 + curve.counted.length} hasEnds>
      {curve.series.toReversed().map((one) => (
        <StepCurve
          key={one.name}
          paths={one.paths}
          height={HEIGHT}
          {...(one.line === undefined ? {} : { line: one.line })}
        />
      ))}
      {curve.series.map((one) => (
        <Ending key={one.name} series={one} mark={marks?.get(one.name)} hasMarks={marks !== undefined} />
      ))}
      {half === undefined ? null : (
        <g className="line-0">
          <line x1={`${half.capsule.at}%`} x2={`${half.capsule.at}%`} y1={HALF} y2={HEIGHT} className="ch-dash" />
          <Capsule capsule={half.capsule} y={HALF} height={18} />
          <text
            x={`${half.capsule.at}%`}
            dx={half.isLate ? -6 : 12}
            y={HALF - 16}
            className={`ch-t ch-t--n ch-t--halo ${half.isLate ? "ch-t--end" : "ch-t--start"}`}
          >
            {half.text}
          </text>
        </g>
      )}
      <AxisLabels ticks={curve.ticks} y={HEIGHT + 20} />
      <text x="0" y={HEIGHT + LABEL_ROW + 20} className="ch-t ch-t--start">
        People still counted
      </text>
      {curve.counted.map(({ name, line, ticks }, row) => (
        <g key={name} className={lineOf(line)}>
          <AxisLabels ticks={ticks} y={HEIGHT + (row + 2) * LABEL_ROW + 18} isStrong={row === 0} />
          <foreignObject x="100%" y={HEIGHT + (row + 2) * LABEL_ROW + 4} width={END} height="18">
            <span className="ch-end ch-end--row" data-line={line}>
              {name}
            </span>
          </foreignObject>
        </g>
      ))}
    </Plot>
  );
}
