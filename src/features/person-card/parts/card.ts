import { fullName } from "#core/text.ts";
import {
  growClass,
  lineView,
  RING,
  TRACK,
  type LineEnd,
  type LineStop,
  type TrackKind,
} from "#features/drawing/pure/segments.ts";
import { stopText, titleOf } from "#features/drawing/pure/stop-text.ts";
import { shortRangeLabel } from "#features/pipeline/rules.ts";
import type { OwnProfile, PublicProfile } from "#features/profile/schema.ts";

/**
 * The data of a person's card, prepared on the server: a page has two dozen cards, and the browser should get only what
 * they show.
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
  latest: CardStop | undefined;
  /** The stop at the searched company, if the pipeline has one; the last of several. */
  match?: CardStop & { later: Later };
};

/** The label of the latest stop, if it is not the one that was searched for. */
type Later = "" | "Now" | "Next" | "Latest";

const LATER = { past: "Latest", current: "Now", incoming: "Next" } as const;

type CardStop = { companyId: string; company: string; logo: string; title: string; range: string };

/** One piece of a card's line: track, an earlier stop's small ring, a role's tick, or the latest stop. */
type CardPiece =
  | { is: "track"; className: string }
  | { is: "ring"; kind: "i" | "f" | "n"; text: string }
  /** A later role of the station before it. */
  | { is: "role" }
  | { is: "folded"; stops: number }
  /** A stop at the searched company, earlier or latest. */
  | { is: "match"; kind: "i" | "f" | "n"; text: string; isLatest: boolean }
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
  if (piece === "k") return { is: "role" };
  if (piece.startsWith("+")) return { is: "folded", stops: Number(rest) };
  const kind = ringKind(rest.slice(0, 1));
  const text = rest.slice(1);
  if (piece.startsWith("m") || piece.startsWith("M"))
    return { is: "match", kind, text, isLatest: piece.startsWith("M") };
  return piece.startsWith("l") ? { is: "latest", kind, text } : { is: "ring", kind, text };
}

/** The name to show. The projection of an anonymous person already has 'Anonymous'. */
export function nameOf(profile: Pick<PublicProfile, "firstName" | "lastName">): string {
  return fullName(profile.firstName, profile.lastName) || "No name yet";
}

/** The number of stops that do not fit; nothing if there are none. */
function fold(stops: number): string[] {
  return stops === 0 ? [] : [`+${stops}`, track("full", 6)];
}

/**
 * The pieces of a line, few enough for a card: ticks of roles go first, then the earliest stops become a number. A stop
 * that was searched for stays.
 */
function piecesOf(stops: readonly LineStop[], companyId: string | undefined): string[] {
  const last = stops.length - 1;
  const isMatch = (stop: LineStop): boolean => companyId !== undefined && stop.companyId === companyId;
  const match = stops.findLastIndex(isMatch);
  const marks = last + stops.reduce((sum, stop) => sum + stop.roles.length - 1, 0);
  const withRoles = marks <= CARD_RINGS;
  const draw = (stop: LineStop): string[] => {
    const isLatest = stop === stops[last];
    const letter = isMatch(stop) ? (isLatest ? "M" : "m") : isLatest ? "l" : "r";
    const pieces = [`${letter}${RING[stop.ring]}${stopText(stop)}`];
    for (const [position, { tracks }] of stop.roles.entries()) {
      // Each later role is a tick across the station's track; the station has its words.
      if (position > 0 && withRoles) pieces.push("k");
      for (const { kind, months } of tracks) pieces.push(track(kind, months));
    }
    return pieces;
  };
  // A pipeline without past or present stops is dotted.
  if (last < 0) return [track("incoming", 6)];
  if (last <= CARD_RINGS) return stops.flatMap(draw);
  const from = last - (CARD_RINGS - 1);
  const hit = match < from ? stops[match] : undefined;
  if (!hit) return [...fold(from), ...stops.slice(from).flatMap(draw)];
  // The searched stop with a number on either side takes the room of two rings.
  const after = last - (CARD_RINGS - 3);
  return [...fold(match), ...draw(hit), ...fold(after - match - 1), ...stops.slice(after).flatMap(draw)];
}

/**
 * @param today the calendar day for the drawing
 * @param companyId the searched company, whose stops are marked
 */
export function cardOf(profile: PublicProfile | OwnProfile, today: string, companyId?: string): CardView {
  const view = lineView(profile.pipeline, today);
  const pieces = piecesOf(view.stops, companyId);
  const match = companyId === undefined ? undefined : view.stops.findLast((stop) => stop.companyId === companyId);
  const latest = view.stops.at(-1);
  const found = cardStop(match);
  return {
    id: profile._id,
    name: nameOf(profile),
    pfp: profile.pfp,
    school: profile.school,
    schoolName: profile.schoolName,
    schoolLogo: profile.schoolLogo,
    pieces: profile.schoolName === "" ? pieces : [track(view.first, view.first === "gap" ? 1 : 6), ...pieces],
    end: view.end,
    latest: cardStop(latest),
    ...(found && latest && { match: { ...found, later: match === latest ? "" : LATER[latest.phase] } }),
  };
}

/** A stop by its last role. */
function cardStop(stop: LineStop | undefined): CardStop | undefined {
  const role = stop?.roles.at(-1)?.role;
  return (
    stop &&
    role && {
      companyId: stop.companyId,
      company: stop.displayName,
      logo: stop.logo,
      title: titleOf(role),
      range: shortRangeLabel(role),
    }
  );
}
