import { MONOGRAM_BANDS, monogramOf, monogramType } from "#core/monogram.ts";
import { dashArray, octilinearLength, octilinearPath } from "#features/drawing/pure/octilinear.ts";
import {
  HERO,
  HERO_LOGOS,
  SMALL_HERO,
  type HeroInterchange,
  type HeroLabel,
  type HeroNetwork,
  type HeroStop,
  type HeroTrack,
} from "./hero-lines.ts";

/** Dashes from the edge of one mark to the edge of the next. */
function dashes({ points, radius, marks: [from, to] }: HeroTrack) {
  return { strokeDasharray: dashArray(octilinearLength(points, radius) - from - to), strokeDashoffset: -from };
}

function Track({ track }: { track: HeroTrack }) {
  return (
    <path
      className={`map__t-${track.kind} line-${track.line}`}
      d={octilinearPath(track.points, track.radius)}
      {...(track.kind === "intern" ? dashes(track) : {})}
    />
  );
}

function Label({ text, label, bold = false }: { text: string; label: HeroLabel | undefined; bold?: boolean }) {
  if (label === undefined) return null;
  return (
    <text className={bold ? "map__t map__b" : "map__t"} x={label.x} y={label.y} textAnchor={label.anchor}>
      {text}
    </text>
  );
}

/** A stored logo at 55 % of its ring's width, on white. */
function LogoImage({ slug, x, y, size }: { slug: string; x: number; y: number; size: number }) {
  const width = size * 0.55;
  return <image href={`/logos/${slug}.svg`} x={x - width / 2} y={y - width / 2} width={width} height={width} />;
}

/** A monogram cut to its ring; `size` is the ring's outer width. */
function Mark({
  name,
  x,
  y,
  size,
  square = false,
}: {
  name: string;
  x: number;
  y: number;
  size: number;
  square?: boolean;
}) {
  const { letters, colour, band } = monogramOf(name);
  const { size: fontSize, baseline } = monogramType(letters);
  return (
    <svg
      className={`mono hue-${colour}`}
      x={x - size / 2}
      y={y - size / 2}
      width={size}
      height={size}
      viewBox="0 0 40 40"
    >
      {square ? (
        <rect className="mono__field" width="40" height="40" rx="11" />
      ) : (
        <circle className="mono__field" cx="20" cy="20" r="20" />
      )}
      {/* The band ends at the ring, which covers its corners. */}
      <path d={MONOGRAM_BANDS[band]} clipPath={square ? "url(#map-terminus)" : "url(#map-disc)"} />
      <text x="20" y={baseline} fontSize={fontSize}>
        {letters}
      </text>
    </svg>
  );
}

function School({ stop }: { stop: HeroStop }) {
  return (
    <g className={`line-${stop.line}`}>
      <Mark name={stop.name} x={stop.x} y={stop.y} size={30} square />
      <rect className="map__ring" x={stop.x - 15} y={stop.y - 15} width="30" height="30" rx="8" strokeWidth="3.5" />
      <Label text={stop.text ?? stop.name} label={stop.label} />
    </g>
  );
}

function Stop({ stop, radius }: { stop: HeroStop; radius: number }) {
  const slug = HERO_LOGOS[stop.name];
  return (
    <g className={`line-${stop.line}`}>
      {slug === undefined ? (
        <Mark name={stop.name} x={stop.x} y={stop.y} size={radius * 2} />
      ) : (
        <>
          <circle className="map__station" cx={stop.x} cy={stop.y} r={radius} />
          <LogoImage slug={slug} x={stop.x} y={stop.y} size={radius * 2} />
        </>
      )}
      <circle className="map__ring" cx={stop.x} cy={stop.y} r={radius} strokeWidth={stop.thin ? 3 : 3.5} />
      <Label text={stop.name} label={stop.label} />
    </g>
  );
}

function Interchange({ stop }: { stop: HeroInterchange }) {
  const { letters, colour } = monogramOf(stop.name);
  const slug = HERO_LOGOS[stop.name];
  const middle = (stop.from + stop.to) / 2;
  return (
    <g>
      <rect
        className="map__change"
        x={stop.x - 18}
        y={stop.from - 18}
        width="36"
        height={stop.to - stop.from + 36}
        rx="18"
      />
      {slug === undefined ? (
        <text className={`map__letter hue-${colour}`} x={stop.x} y={middle + 6} textAnchor="middle">
          {letters}
        </text>
      ) : (
        <LogoImage slug={slug} x={stop.x} y={middle} size={36} />
      )}
      <Label text={stop.name} label={stop.label} bold />
    </g>
  );
}

/** Head a ring, shoulders track: the default avatar, 34 wide, on its own centre. */
function Person({ x, y, line }: { x: number; y: number; line: number }) {
  return (
    <svg className={`map__person line-${line}`} x={x} y={y - 17} width="34" height="34" viewBox="0 0 48 48">
      <circle className="map__face" cx="24" cy="24" r="24" />
      <path d="M9 43V41a8 8 0 0 1 8-8H31a8 8 0 0 1 8 8v2" />
      <circle cx="24" cy="18.5" r="7" />
    </svg>
  );
}

function Arrow({ x, y, line }: { x: number; y: number; line: number }) {
  return <path className={`map__arrow line-${line}`} d={`M${x} ${y - 10}l14 10l-14 10Z`} />;
}

function Clips() {
  return (
    <defs>
      <clipPath id="map-disc">
        <circle cx="20" cy="20" r="20" />
      </clipPath>
      <clipPath id="map-terminus">
        <rect width="40" height="40" rx="11" />
      </clipPath>
    </defs>
  );
}

/** Lines are drawn under the marks they meet. `personX` is the left edge of all pictures. */
function Network({ of, stopRadius, personX }: { of: HeroNetwork; stopRadius: number; personX: number }) {
  return (
    <>
      {of.tracks.map((track, index) => (
        <Track key={index} track={track} />
      ))}
      {of.people.map((person) => (
        <Arrow key={person.name} x={person.x} y={person.y} line={person.line} />
      ))}
      {of.schools.map((stop) => (
        <School key={stop.name} stop={stop} />
      ))}
      {of.stops.map((stop) => (
        <Stop key={stop.name} stop={stop} radius={stopRadius} />
      ))}
      {of.interchanges.map((stop) => (
        <Interchange key={stop.name} stop={stop} />
      ))}
      {of.people.map(({ name, y, line }) => (
        <Person key={name} x={personX} y={y} line={line} />
      ))}
    </>
  );
}

/** From 1181 px on: beside and under the title. */
export function HeroMap() {
  return (
    <svg
      className="map"
      viewBox="0 0 1280 696"
      width="1280"
      height="696"
      role="img"
      aria-label="A map of five example pipelines, each a coloured line from a school through companies to a current job"
    >
      <Clips />
      <g transform="translate(0 -14)">
        <path className="map__river" d={octilinearPath(HERO.river, 70)} />
        <Network of={HERO} stopRadius={17} personX={1086} />
        {HERO.people.map(({ name, title, y }) => (
          <g key={name}>
            <text className="map__n" x="1130" y={y - 2}>
              {name}
            </text>
            <text className="map__s" x="1130" y={y + 14}>
              {title}
            </text>
          </g>
        ))}
      </g>
    </svg>
  );
}

/** On smaller screens: under the buttons. */
export function SmallHeroMap() {
  return (
    <svg className="map" viewBox="0 0 358 200" width="358" height="200" aria-hidden="true">
      <path className="map__river map__river--s" d={octilinearPath(SMALL_HERO.river, 40)} />
      <Network of={SMALL_HERO} stopRadius={14} personX={322} />
    </svg>
  );
}
