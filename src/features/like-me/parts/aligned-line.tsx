import { CompanyLogo } from "#features/drawing/parts/marks.tsx";
import type { AlignedLine } from "#features/like-me/pure/align.ts";

const MIDDLE = 22;
const HEIGHT = 72;
const RING = 26;
const LABEL_WIDTH = 110;

/** Where "now" stands, in percent: five of eleven years. */
export const NOW_AT = 45.5;

/** A line around the point where it is lined up: what came before is faint, what came after carries words. */
export function AlignedLineView({ line, isOwn = false }: { line: AlignedLine; isOwn?: boolean }) {
  return (
    <svg className="lm__svg" width="100%" height={HEIGHT} aria-hidden="true">
      <svg x={`${NOW_AT}%`} className="ch-over">
        <rect className="lm__bar" x="-7" y="-1" width="14" height={HEIGHT + 2} />
      </svg>
      {line.tracks.map((track, at) => (
        <line
          key={at}
          className={`lm__t lm__t--${track.kind}${track.isPast && !isOwn ? " is-past" : ""}`}
          x1={`${track.from}%`}
          x2={`${track.to}%`}
          y1={MIDDLE}
          y2={MIDDLE}
        />
      ))}
      {line.end === "arrow" ? (
        <svg x={`${line.endsAt}%`} className="ch-over">
          <path className="lm__arrow" d={`M-2 ${MIDDLE - 8}L10 ${MIDDLE}L-2 ${MIDDLE + 8}Z`} />
        </svg>
      ) : null}
      {isOwn ? <line className="lm__next" x1={`${NOW_AT + 2}%`} x2="100%" y1={MIDDLE} y2={MIDDLE} /> : null}
      {line.stops.map((stop) => (
        <svg key={stop.key} x={`${stop.x}%`} className="ch-over">
          {stop.isShared && !isOwn ? <circle className="lm__shared" cx="0" cy={MIDDLE} r="17" /> : null}
          {stop.isPast && !stop.isShared && !isOwn ? (
            <circle className="lm__small" cx="0" cy={MIDDLE} r="5" />
          ) : (
            <foreignObject x={-RING / 2} y={MIDDLE - RING / 2} width={RING} height={RING}>
              <CompanyLogo name={stop.name} logo={stop.logo} size="s" kind={stop.kind} />
            </foreignObject>
          )}
          {stop.hasLabel ? (
            <foreignObject x="-12" y={MIDDLE + 17} width={LABEL_WIDTH} height="34">
              <div className="lm__w">
                <span className="lm__co">{stop.name}</span>
                <span className="lm__ti">{stop.title}</span>
              </div>
            </foreignObject>
          ) : null}
        </svg>
      ))}
    </svg>
  );
}
