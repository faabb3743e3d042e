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

/** The end of a curve with its name. */
function Ending(props: {
  series: CurveSeries;
  mark: ReactNode;
  hasMarks: boolean;
  /** False for a curve alone, which the heading names. */
  isNamed: boolean;
}) {
  const { series, mark, hasMarks } = props;
  const { name, line, labelX, labelY, isAway } = series;
  const { end } = series.paths;
  if (end === undefined) return null;
  const kinds = [line === undefined ? " ch-end--all" : hasMarks ? " ch-end--mark" : "", isAway ? " ch-end--away" : ""];
  return (
    <g className={lineOf(line)}>
      {line === undefined ? null : <End x={end.x} y={end.y} mark={mark} />}
      {props.isNamed ? (
        <foreignObject x={`${labelX}%`} y={labelY - 9} width={END} height="18">
          <span className={`ch-end${kinds.join("")}`} data-line={line}>
            {name}
          </span>
        </foreignObject>
      ) : null}
    </g>
  );
}

function End({ x, y, mark }: { x: number; y: number; mark: ReactNode }) {
  const ring = (
    <circle cx={`${x}%`} cy={y} r="5" className={mark === undefined ? "ch-ring" : "ch-ring ch-ring--narrow"} />
  );
  if (mark === undefined) return ring;
  return (
    <>
      {ring}
      <svg x={`${x}%`} className="ch-over ch-logo">
        <foreignObject x={-MARK / 2} y={y - MARK / 2} width={MARK} height={MARK}>
          {mark}
        </foreignObject>
      </svg>
    </>
  );
}

/** The words at the median, in two lines, so that they fit beside it on a phone. */
function Half({ half }: { half: NonNullable<CurveView["half"]> }) {
  const { capsule, isLate } = half;
  const place = { x: `${capsule.at}%`, dx: isLate ? -12 : 12 };
  return (
    <g className="line-0">
      <line x1={`${capsule.at}%`} x2={`${capsule.at}%`} y1={HALF} y2={HEIGHT} className="ch-dash" />
      <Capsule capsule={capsule} y={HALF} height={18} />
      <text
        y={half.isBelow ? HALF + 26 : HALF - 30}
        className={`ch-t ch-t--n ch-t--halo ch-t--${isLate ? "end" : "start"}`}
      >
        <tspan {...place}>{`${half.words} `}</tspan>
        <tspan {...place} dy="14">
          {half.time}
        </tspan>
      </text>
    </g>
  );
}

/**
 * Curves with their bands, names at their ends and, under the axis, how many are still counted.
 * @param marks by name, for curves that end in a mark
 */
export function CurveChart({ curve, marks }: { curve: CurveView; marks?: ReadonlyMap<string, ReactNode> }) {
  const { half } = curve;
  const isNamed = curve.series.length > 1;
  return (
    <Plot label={curve.label} height={HEIGHT} rows={2 + curve.counted.length} hasEnds={isNamed}>
      {curve.series.toReversed().map((one) => (
        <StepCurve
          key={one.name}
          paths={one.paths}
          height={HEIGHT}
          {...(one.line === undefined ? {} : { line: one.line })}
        />
      ))}
      {curve.series.map((one) => (
        <Ending
          key={one.name}
          series={one}
          mark={marks?.get(one.name)}
          hasMarks={marks !== undefined}
          isNamed={isNamed}
        />
      ))}
      {half === undefined ? null : <Half half={half} />}
      <AxisLabels ticks={curve.ticks} y={HEIGHT + 20} />
      <text x="0" y={HEIGHT + LABEL_ROW + 20} className="ch-t ch-t--start">
        {curve.countedTitle}
      </text>
      {curve.counted.map(({ name, line, ticks }, row) => (
        <g key={name} className={`ch-counted ${lineOf(line)}`}>
          <AxisLabels ticks={ticks} y={HEIGHT + (row + 2) * LABEL_ROW + 18} isStrong={row === 0} />
          {isNamed ? (
            <foreignObject x="100%" y={HEIGHT + (row + 2) * LABEL_ROW + 4} width={END} height="18">
              <span className="ch-end ch-end--row" data-line={line}>
                {name}
              </span>
            </foreignObject>
          ) : null}
        </g>
      ))}
    </Plot>
  );
}
