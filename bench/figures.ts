import { isEnding } from "./cleanup.ts";

/** What can be measured alone by `--only`, in the order in which it is. */
export const PARTS = [
  "start",
  "cached",
  "uncached",
  "pages",
  "calls",
  "lookups",
  "database",
  "saves",
  "memory",
  "batch",
] as const;
export type Part = (typeof PARTS)[number];

export const isPart = (text: string): text is Part => (PARTS as readonly string[]).includes(text);

export type Figure = {
  part: Part;
  what: string;
  /** As a table shows it. */
  shown: string;
  /** "" where there is none. */
  target: string;
  /** Undefined where there is no target, or where too little was measured to tell. */
  isMet: boolean | undefined;
  /** Milliseconds of a read at the median: what must not grow with the site. */
  p50: number | undefined;
  /** Everything that was measured, for the JSON. */
  data: unknown;
};

/** What could not be measured, and why. */
export type Failure = { part: Part; what: string; reason: string };

export type SizeResult = { people: number; figures: Figure[]; failures: Failure[] };

/** What is found out about a site of one size; said at once. */
export class Notes implements SizeResult {
  readonly people: number;
  readonly figures: Figure[] = [];
  readonly failures: Failure[] = [];

  constructor(people: number) {
    this.people = people;
  }

  note(
    part: Part,
    what: string,
    found: { shown: string; data: unknown; target?: string; isMet?: boolean; p50?: number },
  ) {
    const { shown, data, target = "", isMet, p50 } = found;
    this.figures.push({ part, what, shown, target, isMet, p50, data });
    const mark = isMet === undefined ? "    " : isMet ? " ok " : "MISS";
    console.log(`${mark}  ${part.padEnd(9)} ${what.padEnd(58)} ${shown.padEnd(30)} ${target}`);
  }

  fail(part: Part, what: string, error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    this.failures.push({ part, what, reason });
    console.log(`FAIL  ${part.padEnd(9)} ${what}: ${reason}`);
  }

  /** Does a part of the work; where it fails, that is noted and the others go on. */
  async try(part: Part, what: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      // Told to stop: everything fails now, and nothing of it means anything.
      if (isEnding()) throw error;
      this.fail(part, what, error);
    }
  }
}
