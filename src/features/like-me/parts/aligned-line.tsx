import { CompanyLogo } from "#features/drawing/parts/marks.tsx";
import { NOW_AT, type AlignedLine, type AlignedStop, type Label } from "#features/like-me/pure/align.ts";

const MIDDLE = 22;
const HEIGHT = 72;
const RING = 26;

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

/** Half of the ring: a label begins or ends under its edge. */
const EDGE = 12;
/** Clear of the band, which is 14 px wide. */
const BESIDE_BAND = 11;
/** The px of a percent on the narrowest screen, of 320 px. */
const LEAST_PX = 2.9;

/** The x where a label begins, in px from the ring's middle: beside the band, if it would lie on it. */
function labelStart({ x, isPast }: AlignedStop): number {
  return isPast ? -EDGE : Math.round(Math.max(-EDGE, BESIDE_BAND - (x - NOW_AT) * LEAST_PX));
}

/** The right end of a label that stands before its ring, in px from the ring's middle. It stays clear of the band. */
function labelEnd({ x, isPast }: AlignedStop): number {
  return isPast ? Math.round(Math.min(EDGE, (NOW_AT - x) * LEAST_PX - BESIDE_BAND)) : EDGE;
}

function Words({ stop, label, isOwn, where }: { stop: AlignedStop; label: Label; isOwn: boolean; where: string }) {
  const from = stop.x - (label.isBefore ? label.room : 0);
  return (
    <svg x={`${from}%`} width={`${label.room}%`} className={`ch-over ${where}`}>
      <foreignObject x={label.isBefore ? labelEnd(stop) : labelStart(stop)} y={MIDDLE + 17} width="100%" height="34">
        <div className={label.isBefore ? "lm__w is-before" : labelStart(stop) > -EDGE ? "lm__w is-beside" : "lm__w"}>
          <span className="lm__co">{stop.name}</span>
          {isOwn ? null : (
            <>
              <span className="lm__ti">{stop.title}</span>
              <span className="lm__lv">{stop.level}</span>
            </>
          )}
        </div>
      </foreignObject>
    </svg>
  );
}

function Stop({ stop, isOwn }: { stop: AlignedStop; isOwn: boolean }) {
  const { wide, narrow } = stop.label;
  return (
    <>
      <svg x={`${stop.x}%`} className="ch-over">
        {stop.isShared && !isOwn ? <circle className="lm__shared" cx="0" cy={MIDDLE} r="17" /> : null}
        {stop.shown === "dot" ? (
          <circle className="lm__small" cx="0" cy={MIDDLE} r="5" />
        ) : (
          <foreignObject x={-RING / 2} y={MIDDLE - RING / 2} width={RING} height={RING}>
            <CompanyLogo name={stop.name} logo={stop.logo} size="s" kind={stop.kind} />
          </foreignObject>
        )}
      </svg>
      {wide ? <Words stop={stop} label={wide} isOwn={isOwn} where="lm__wide" /> : null}
      {narrow ? <Words stop={stop} label={narrow} isOwn={isOwn} where="lm__narrow" /> : null}
    </>
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
        {/* Dots first: a ring beside one stays whole. */}
        {["dot", "ring"].map((shown) =>
          line.stops
            .filter((stop) => stop.shown === shown)
            .map((stop) => <Stop key={stop.key} stop={stop} isOwn={isOwn} />),
        )}
      </svg>
      {line.unnamed.length === 0 ? null : (
        <p className="lm__also" aria-hidden="true">{`also ${line.unnamed.join(", ")}`}</p>
      )}
    </div>
  );
}
