import { TRACKS, type Track } from "./careers.ts";
import type { Line, Month } from "./line.ts";
import { pick, type Random } from "./random.ts";
import type { Seeker, World } from "./world.ts";

export type Life = {
  random: Random;
  world: World;
  line: Line;
  seeker: Seeker;
  track: Track;
  /** The index in the world's list; -1 = none. */
  school: number;
  now: Month;
};

export function trackOf(seeker: Seeker): Track {
  const track = TRACKS[seeker.track];
  if (!track) throw new Error("There is no such track.");
  return track;
}

/** The title at a step of the track's ladder. Steps beyond its end have the last title. */
export function titleAt(life: Life, step: number): string {
  const { ladder } = life.track;
  return pick(life.random, ladder[Math.min(step, ladder.length - 1)] ?? ["Engineer"]);
}
