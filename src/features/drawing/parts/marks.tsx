import { useState } from "react";
import { isPublicId } from "#core/ids.ts";
import { MONOGRAM_BANDS, monogramOf, monogramType, UNDISCLOSED, UNDISCLOSED_BAR } from "#core/monogram.ts";
import { hash32 } from "#core/text.ts";

/** The monogram of a name without a logo, in Overpass and in the theme's colours. It fills its ring. */
export function Monogram({ name }: { name: string }) {
  if (name === UNDISCLOSED) return <Undisclosed />;
  const { letters, colour, band } = monogramOf(name);
  const { size, baseline } = monogramType(letters);
  return (
    <svg className={`mark mono hue-${colour}`} viewBox="0 0 40 40" aria-hidden="true">
      <path d={MONOGRAM_BANDS[band]} />
      <text x="20" y={baseline} fontSize={size}>
        {letters}
      </text>
    </svg>
  );
}

/** The mark of an undisclosed company: no letters, no colour, the same for all. */
function Undisclosed() {
  return (
    <svg className="mark kept" viewBox="0 0 40 40" aria-hidden="true">
      <path d={UNDISCLOSED_BAR} />
    </svg>
  );
}

/** A logo that is missing or fails to load gives way to the monogram, also one that failed before the page came alive. */
function Logo({ name, src }: { name: string; src: string }) {
  const [hasFailed, setFailed] = useState(false);
  if (hasFailed) return <Monogram name={name} />;
  return (
    <img
      className="logo"
      src={src}
      alt=""
      data-of={name}
      width="24"
      height="24"
      loading="lazy"
      decoding="async"
      onError={() => setFailed(true)}
      ref={(image) => {
        if (image?.complete && image.naturalWidth === 0 && image.src !== "") setFailed(true);
      }}
    />
  );
}

/** The content of a ring: the stored logo, or a monogram if the address is one of our monograms. */
export function Mark({ name, logo }: { name: string; logo: string }) {
  return logo === "" || logo.startsWith("/monogram/") ? <Monogram name={name} /> : <Logo name={name} src={logo} />;
}

type StationSize = "s" | "m" | "l" | "xl";

/** data-kind of a ring: thin, bold, dotted. */
type StationKind = "i" | "f" | "n";

/** The address of a company's page; undefined for a company that has none (deleted, undisclosed). */
export function companyHref(companyId: string): string | undefined {
  return companyId === "" ? undefined : `/company/${companyId}`;
}

/**
 * A company's logo in a station's ring. With `href` the ring is a link with the company's name; otherwise it is
 * decoration beside the name. A given label is always read out.
 */
export function CompanyLogo({
  name,
  logo,
  size,
  kind = "f",
  ring = "line",
  href,
  label,
}: {
  name: string;
  logo: string;
  size: StationSize;
  kind?: StationKind;
  /** `line` takes the person's colour, `plain` a hairline, `ink` the map's ink. */
  ring?: "line" | "plain" | "ink";
  href?: string | undefined;
  label?: string;
}) {
  const className = `st st--${size}${ring === "line" ? "" : ` st--${ring}`}`;
  const mark = <Mark name={name} logo={logo} />;
  return href === undefined ? (
    <span className={className} data-kind={kind}>
      {mark}
      {label === undefined ? null : <span className="sr">{label}</span>}
    </span>
  ) : (
    <a className={className} data-kind={kind} href={href}>
      {mark}
      <span className="sr">{label ?? name}</span>
    </a>
  );
}

/** The address of a school's page; undefined for a school we do not list. */
export function schoolHref(school: string): string | undefined {
  return isPublicId(school) ? `/school/${school}` : undefined;
}

/** A school's mark in a terminus, the square ring. With `href` it links to the school; otherwise it is decoration. */
export function SchoolLogo({
  name,
  logo,
  size,
  ring = "line",
  href,
}: {
  name: string;
  logo: string;
  size: "s" | "m" | "l" | "xl";
  ring?: "line" | "plain" | "ink";
  href?: string | undefined;
}) {
  const className = `st st--${size}${ring === "line" ? "" : ` st--${ring}`}`;
  const mark = <Mark name={name} logo={logo} />;
  return href === undefined ? (
    <span className={className} data-kind="school">
      {mark}
    </span>
  ) : (
    <a className={className} data-kind="school" href={href}>
      {mark}
      <span className="sr">{name}</span>
    </a>
  );
}

/** The eight line colours in the order of the classes `line-0` … `line-7` (ui/measures.css). */
export const LINES = ["blue", "vermilion", "green", "ochre", "plum", "sky", "umber", "rose"] as const;

/** The class that sets a person's line colour: the same person has the same colour everywhere. */
export function lineClass(profileId: string): string {
  return `line-${hash32(profileId) % LINES.length}`;
}

/**
 * Removes the picture if it fails to load, even before the page's script runs: the browser's symbol for a broken
 * picture would cover the default one.
 */
function Picture({ src, size }: { src: string; size: number }) {
  const [failed, setFailed] = useState("");
  if (failed === src) return null;
  return (
    <img
      className="avatar__img"
      src={src}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      decoding="async"
      onError={() => setFailed(src)}
      ref={(image) => {
        if (image?.complete && image.naturalWidth === 0) setFailed(src);
      }}
    />
  );
}

/**
 * A person's picture without a ring, or the default one: the head is a ring, the shoulders are track, in the line
 * colour of the nearest `line-N`. The default one is under every picture, so it shows if the picture fails to load. It
 * is decoration, because the name is beside it.
 */
export function Avatar({ pfp = "", size }: { pfp?: string; size: 32 | 36 | 40 | 44 | 104 }) {
  return (
    <span className={`avatar avatar--${size}`}>
      <svg className="avatar__svg" viewBox="0 0 48 48" aria-hidden="true">
        <path d="M9 50V41a8 8 0 0 1 8-8H31a8 8 0 0 1 8 8v9" />
        <circle cx="24" cy="18.5" r="7" />
      </svg>
      {pfp === "" ? null : <Picture src={pfp} size={size} />}
    </span>
  );
}
