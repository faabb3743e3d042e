import { growClass, TRACK, type LineEnd, type TrackKind } from "#features/drawing/pure/segments.ts";

export function TrackPiece({ kind, months }: { kind: TrackKind; months: number }) {
  return <li className={`${TRACK[kind]} ${growClass(months)}`} aria-hidden="true" />;
}

/** Where a later role of the same station begins: a tick across the track, since only companies have rings. */
export function RoleTick() {
  return <li className="tick" aria-hidden="true" />;
}

export function LineEndPiece({ end }: { end: LineEnd }) {
  if (end === "none") return null;
  return <li className={end === "arrow" ? "trk trk--arrow" : "trk trk--end"} aria-hidden="true" />;
}

export type SchoolOfLine = { school: string; schoolName: string; schoolLogo: string };
