import { isEnding } from "./cleanup.ts";

/** Parts that `--only` accepts, in running order. */
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
  /** Median of a read, in milliseconds; compared across sizes. */
  p50: number | undefined;
  /** What a read answers, in kB before it is packed: a larger answer takes longer. */
  kilobytes: number | undefined;
  /** Everything that was measured, for the JSON. */
  data: unknown;
};

/** A part that failed, and why. */
type Failure = { part: Part; what: string; reason: string };

export type SizeResult = { people: number; figures: Figure[]; failures: Failure[] };

/** Collects one size's figures; prints each at once. */
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
    found: { shown: string; data: unknown; target?: string; isMet?: boolean; p50?: number; kilobytes?: number },
  ) {
    const { shown, data, target = "", isMet, p50, kilobytes } = found;
    this.figures.push({ part, what, shown, target, isMet, p50, kilobytes, data });
    const mark = isMet === undefined ? "    " : isMet ? " ok " : "MISS";
    console.log(`${mark}  ${part.padEnd(9)} ${what.padEnd(58)} ${shown.padEnd(30)} ${target}`);
  }

  fail(part: Part, what: string, error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    this.failures.push({ part, what, reason });
    console.log(`FAIL  ${part.padEnd(9)} ${what}: ${reason}`);
  }

  /** Runs a part of the work. Notes an error and returns, so that the other parts run. */
  async try(part: Part, what: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      // After Ctrl-C every step fails; do not note it.
      if (isEnding()) throw error;
      this.fail(part, what, error);
    }
  }
}
