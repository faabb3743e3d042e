import { useState } from "react";

/** Gone when it fails to load, also when that was before the page came alive: a browser's mark for it would lie over the default. */
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
 * A person's picture, ringed by nothing, or the default one: head a ring,
 * shoulders track, in the line colour of the nearest `line-N`. The default lies
 * under every picture, so that one that fails to load shows it.
 * Decoration: the name stands beside it.
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
