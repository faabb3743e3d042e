import type { RingKind, TrackKind } from "#features/drawing/pure/segments.ts";
import { titleOf } from "#features/drawing/pure/stop-text.ts";
import { rangeLabel } from "#features/pipeline/rules.ts";
import type { PublicProfile } from "#features/profile/schema.ts";
import type { ShareLevel } from "#core/share-level.ts";
import { MOST_PAPER_ROWS } from "./paper-fit.ts";
import { sharedLine } from "./shared-words.ts";

type PaperRow = {
  key: string;
  /** The bold text, and the text after it. */
  first: string;
  rest: string;
  dates: string;
  /** `role`: a later role at the company above, drawn as a tick on the track. */
  ring: RingKind | "school" | "role";
  /** The track down to the next row; undefined after the last. */
  track: TrackKind | undefined;
};

/** The rows of one sheet, and how many of the earliest rows did not fit. */
export function paperRows(
  profile: PublicProfile,
  level: ShareLevel,
  today: string,
): { rows: PaperRow[]; left: number } {
  const view = sharedLine(profile, level, today);
  const all: PaperRow[] =
    level === "only-line"
      ? view.stops.map(({ key, displayName }, index) => {
          const track = index === view.stops.length - 1 ? undefined : "full";
          return { key, first: displayName, rest: "", dates: "", ring: "full", track };
        })
      : view.stops.flatMap((stop) =>
          stop.roles.map((part, at) => ({
            key: `${stop.key}-${part.role.position}`,
            first: titleOf(part.role),
            rest: stop.displayName,
            dates: rangeLabel(part.role),
            ring: at === 0 ? stop.ring : ("role" as const),
            track: part.tracks[0]?.kind,
          })),
        );
  if (profile.schoolName !== "") {
    const track = all.length === 0 ? undefined : view.first;
    all.unshift({ key: "school", first: profile.schoolName, rest: "", dates: "", ring: "school", track });
  }
  const left = Math.max(0, all.length - MOST_PAPER_ROWS);
  return { rows: all.slice(left), left };
}
