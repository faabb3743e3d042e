import type { PathLine } from "#features/path/pure/types.ts";
import type { BriefLine } from "#tests/helpers/path-lines.ts";
import type { Answering } from "#tests/paths/compare.ts";

/** An engine with lines that come and go. */
export type Opened = Answering & {
  /** Adds a line, or replaces the one with the same id. */
  put: (line: PathLine) => void | Promise<void>;
  remove: (id: string) => void | Promise<void>;
};

/** How fast an engine is. */
export type Pace = {
  /** The part of the random cases that it gets: 1 for all. */
  share: number;
  /** Milliseconds that its dearest question may take about somebody with hundreds of roles. */
  moment: number;
};

/** Opens an engine that holds these lines. It is asked no more once another one is open. */
export type Open = (lines: readonly BriefLine[], bounds?: { mostOfEverybody?: number }) => Promise<Opened>;
