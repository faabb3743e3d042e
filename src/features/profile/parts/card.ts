import {
  growClass,
  lineView,
  RING,
  TRACK,
  type LineEnd,
  type StopSegment,
  type TrackKind,
} from "#features/pipeline/parts/segments.ts";
import { stopText, titleOf } from "#features/pipeline/parts/stop-text.ts";
import { shortRangeLabel } from "#features/pipeline/rules.ts";
import type { OwnProfile, PublicProfile } from "#features/profile/schema.ts";

/**
 * A person as a card shows them, worked out once where the data is: pages hold
 * two dozen of these, and what a card does not draw need not travel with it.
 */
export type CardView = {
  id: string;
  name: string;
  pfp: string;
  school: string;
  schoolName: string;
  schoolLogo: string;
  /** The line from the school on; read by pieceOf. */
  pieces: readonly string[];
  end: LineEnd;
  latest: { companyId: string; company: string; logo: string; title: string; range: string } | undefined;
};

/** One piece of a card's line: track, an earlier stop's small ring, or the latest stop. */
export type CardPiece =
  | { is: "track"; className: string }
  | { is: "ring"; kind: "i" | "f" | "n"; text: string }
  | { is: "folded"; stops: number }
  | { is: "latest"; kind: "i" | "f" | "n"; text: string };

/** Small rings that fit on the narrowest card between the school and the latest stop. */
export const CARD_RINGS = 4;

/** Pieces travel as texts, a hundred times cheaper to send than objects: a letter for the kind, then classes or words. */
function track(kind: TrackKind, months: number): string {
  return `t${TRACK[kind]} ${growClass(months)}`;
}

function ringKind(letter: string): "i" | "f" | "n" {
  return letter === "i" || letter === "n" ? letter : "f";
}

export function pieceOf(piece: string): CardPiece {
  const rest = piece.slice(1);
  if (piece.startsWith("t")) return { is: "track", className: rest };
  if (piece.startsWith("+")) return { is: "folded", stops: Number(rest) };
  const kind = ringKind(rest.slice(0, 1));
  return piece.startsWith("l")
    ? { is: "latest", kind, text: rest.slice(1) }
    : { is: "ring", kind, text: rest.slice(1) };
}

/** The name as it is shown; the masked projection already says 'Anonymous'. */
export function nameOf(profile: Pick<PublicProfile, "firstName" | "lastName">): string {
  return `${profile.firstName} ${profile.lastName}`.trim() || "No name yet";
}

/**
 * The pieces of a line, few enough for a card: rings of roles go first, then
 * the earliest stops become a number.
 */
function piecesOf(segments: readonly StopSegment[]): string[] {
  const last = segments.length - 1;
  const rings = last + segments.reduce((sum, segment) => sum + segment.roles.length - 1, 0);
  const withRoles = rings <= CARD_RINGS;
  const folded = last > CARD_RINGS ? last - (CARD_RINGS - 1) : 0;
  const pieces = segments.slice(folded).flatMap((segment, index) => [
    `${folded + index === last ? "l" : "r"}${RING[segment.ring]}${stopText(segment.stop)}`,
    ...segment.roles.flatMap((part, position) => [
      // Each later role is a small ring on the station's track; the station has its words.
      ...(position > 0 && withRoles ? [`r${RING[part.ring]}`] : []),
      ...part.tracks.map(({ kind, months }) => track(kind, months)),
    ]),
  ]);
  return folded === 0 ? pieces : [`+${folded}`, track("full", 6), ...pieces];
}

/** @param today the calendar day the line is drawn for */
export function cardOf(profile: PublicProfile | OwnProfile, today: string): CardView {
  const view = lineView(profile.pipeline, today);
  const pieces = piecesOf(view.stops);
  const latest = view.stops.at(-1)?.stop;
  const role = latest?.roles.at(-1);
  return {
    id: profile._id,
    name: nameOf(profile),
    pfp: profile.pfp,
    school: profile.school,
    schoolName: profile.schoolName,
    schoolLogo: profile.schoolLogo,
    pieces: profile.schoolName === "" ? pieces : [track(view.first, view.first === "gap" ? 1 : 6), ...pieces],
    end: view.end,
    latest: latest &&
      role && {
        companyId: latest.companyId,
        company: latest.displayName,
        logo: latest.logo,
        title: titleOf(role),
        range: shortRangeLabel(role),
      },
  };
}
