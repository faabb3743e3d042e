import { useState } from "react";
import { MONOGRAM_BANDS, monogramOf, monogramType, UNDISCLOSED, UNDISCLOSED_BAR } from "#core/monogram.ts";

/** The mark of a name without a logo, in Overpass and in the theme's colours. Fills the ring it stands in. */
export function Monogram({ name }: { name: string }) {
  if (name === UNDISCLOSED) return <KeptBack />;
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

/** The mark of a company that its person keeps back: no letters, no colour, the same for all. */
function KeptBack() {
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

/** What stands inside a ring: the stored logo, or the monogram where the address is one of ours. */
export function Mark({ name, logo }: { name: string; logo: string }) {
  return logo === "" || logo.startsWith("/monogram/") ? <Monogram name={name} /> : <Logo name={name} src={logo} />;
}
