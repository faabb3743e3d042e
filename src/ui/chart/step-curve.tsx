import { lineOf, type LineNumber } from "./plot.ts";
import type { StepPaths } from "./step-layout.ts";

/**
 * A curve of the people who remain, with its band, inside a plot. Without `line` it stands for everybody and is dashed.
 */
export function StepCurve({ paths, height, line }: { paths: StepPaths; height: number; line?: LineNumber }) {
  return (
    <svg
      width="100%"
      height={height}
      viewBox={`0 0 100 ${height}`}
      preserveAspectRatio="none"
      className={`ch-over ${lineOf(line)}`}
    >
      {paths.band === "" || line === undefined ? null : <path d={paths.band} className="ch-band" />}
      <path d={paths.line} className={line === undefined ? "ch-dash" : "ch-curve"} />
    </svg>
  );
}
