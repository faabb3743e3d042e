import { AxisLabels, LABEL_ROW, Plot } from "#ui/chart/axis.tsx";
import { Capsule } from "#ui/chart/capsule.tsx";
import { lineOf, yOf } from "#ui/chart/plot.ts";
import { StepCurve } from "#ui/chart/step-curve.tsx";
import { CURVE_HEIGHT } from "./curve-size.ts";
import type { CurveView } from "./curve-view.ts";

const HEIGHT = CURVE_HEIGHT;
const HALF = yOf(0.5, HEIGHT);
const END = 110;

/** Curves with their bands, names at their ends and, under the axis, how many are still counted. */
export function CurveChart({ curve }: { curve: CurveView }) {
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
      {curve.series.map(({ name, line, paths: { end }, labelY }) =>
        end === undefined ? null : (
          <g key={name} className={lineOf(line)}>
            {line === undefined ? null : <circle cx={`${end.x}%`} cy={end.y} r="5" className="ch-ring" />}
            <foreignObject x={`${end.x}%`} y={labelY - 9} width={END} height="18">
              <span className={line === undefined ? "ch-end ch-end--all" : "ch-end"}>{name}</span>
            </foreignObject>
          </g>
        ),
      )}
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
