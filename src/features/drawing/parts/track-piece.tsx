import { growClass, TRACK, type LineEnd, type TrackKind } from "#features/drawing/pure/segments.ts";

export function TrackPiece({ kind, months }: { kind: TrackKind; months: number }) {
  return <li className={`${TRACK[kind]} ${growClass(months)}`} aria-hidden="true" />;
}

/** Marks the beginning of a later role at the same stop by a tick across the track. Only companies have rings. */
export function RoleTick() {
  return <li className="tick" aria-hidden="true" />;
}

export function LineEndPiece({ end }: { end: LineEnd }) {
  if (end === "none") return null;
  return <li className={end === "arrow" ? "trk trk--arrow" : "trk trk--end"} aria-hidden="true" />;
}

export type SchoolOfLine = { school: string; schoolName: string; schoolLogo: string };
