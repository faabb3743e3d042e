import { CompanyLogo } from "#features/drawing/parts/marks.tsx";
import type { AlignedLine, AlignedStop } from "#features/like-me/pure/align.ts";

const MIDDLE = 22;
const HEIGHT = 72;
const RING = 26;
const LABEL_WIDTH = 104;

/** The position of "now" in percent: five of eleven years. */
export const NOW_AT = 45.5;

/** The band that runs through all rows at the point where they are lined up. */
function NowBand({ isTop = false }: { isTop?: boolean }) {
  return (
    <svg x={`${NOW_AT}%`} className="ch-over">
      {isTop ? (
        <path className="lm__bar lm__bar--top" d={`M-7 ${HEIGHT + 2}V1a7 7 0 0 1 14 0V${HEIGHT + 2}`} />
      ) : (
        <>
          <rect className="lm__bar" x="-7" width="14" height="100%" />
          <path className="lm__edge" d="M-7 0V400M7 0V400" />
        </>
      )}
    </svg>
  );
}

/** Its words would lie on the band. */
function isAtBand({ x, isPast }: AlignedStop): boolean {
  return !isPast && x < NOW_AT + 3;
}

/** The x where a label begins, in px from the ring's middle. */
function labelAt(stop: AlignedStop): number {
  if (stop.isLabelBefore) return 14 - LABEL_WIDTH;
  return isAtBand(stop) ? 2 : -12;
}

function Stop({ stop, isOwn }: { stop: AlignedStop; isOwn: boolean }) {
  return (
    <svg x={`${stop.x}%`} className="ch-over">
      {stop.isShared && !isOwn ? <circle className="lm__shared" cx="0" cy={MIDDLE} r="17" /> : null}
      {stop.shown === "dot" ? (
        <circle className="lm__small" cx="0" cy={MIDDLE} r="5" />
      ) : (
        <foreignObject x={-RING / 2} y={MIDDLE - RING / 2} width={RING} height={RING}>
          <CompanyLogo name={stop.name} logo={stop.logo} size="s" kind={stop.kind} />
        </foreignObject>
      )}
      {stop.hasLabel ? (
        <foreignObject x={labelAt(stop)} y={MIDDLE + 17} width={LABEL_WIDTH} height="34">
          <div className={stop.isLabelBefore ? "lm__w is-before" : "lm__w"}>
            <span className="lm__co">{stop.name}</span>
            {isOwn ? null : (
              <>
                <span className="lm__ti">{stop.title}</span>
                <span className="lm__lv">{stop.level}</span>
              </>
            )}
          </div>
        </foreignObject>
      ) : null}
    </svg>
  );
}

/** A pipeline around the point of alignment. What came before is faint; what came after has labels. */
export function AlignedLineView({ line, isOwn = false }: { line: AlignedLine; isOwn?: boolean }) {
  return (
    <div className="lm__plot">
      <svg className="lm__svg" width="100%" height={HEIGHT} aria-hidden="true">
        <NowBand isTop={isOwn} />
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
        {line.end === "arrow" && !isOwn ? (
          <svg x={`${line.endsAt}%`} className="ch-over">
            <path className="lm__arrow" d={`M-2 ${MIDDLE - 8}L10 ${MIDDLE}L-2 ${MIDDLE + 8}Z`} />
          </svg>
        ) : null}
        {line.end === "beyond" ? (
          <svg x="100%" className="ch-over">
            <path className="lm__on" d={`M4 ${MIDDLE}H18`} />
          </svg>
        ) : null}
        {isOwn ? <line className="lm__next" x1={`${NOW_AT + 2.5}%`} x2="100%" y1={MIDDLE} y2={MIDDLE} /> : null}
        {line.stops.map((stop) => (stop.shown === "no" ? null : <Stop key={stop.key} stop={stop} isOwn={isOwn} />))}
      </svg>
    </div>
  );
}
