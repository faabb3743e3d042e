import type { Columns } from "#features/path/pure/columns/columns.ts";
import type { Compiled, CompiledLink } from "./compile.ts";

/** No company yet, in the walk between two roles. */
const NONE = 0x7fffffff;

/** The roles of one line while it is read: the steps that each reaches, and which roles a route's links connect. */
export class LinkedRoles {
  /** The range of roles that were read so far. */
  from = 0;
  to = 0;
  /** For each role, the steps that end there. */
  reach = new Uint8Array(64);
  /** The month in which each role began. Only filled for roles that match a step, and if the route has limits. */
  starts = new Int32Array(64);
  /** Are those roles in order of their start? */
  isOrdered = true;
  /** Steps whose link is `next`, and steps whose link has a limit. */
  readonly nextSteps: number;
  readonly limitSteps: number;
  readonly #columns: Columns;
  readonly #limits: Int32Array;
  readonly #shortest: number;
  readonly #longest: number;

  constructor(columns: Columns, { links }: Compiled) {
    this.#columns = columns;
    const stepsWhere = (isOne: (link: CompiledLink) => boolean): number =>
      links.reduce((steps, link, step) => (step > 0 && link && isOne(link) ? steps | (1 << step) : steps), 0);
    this.nextSteps = stepsWhere((link) => link.isNext);
    this.limitSteps = stepsWhere((link) => link.limit > 0);
    this.#limits = Int32Array.from(links, (link) => link?.limit ?? 0);
    const limits = this.#limits.subarray(1).filter((limit) => limit > 0);
    this.#shortest = Math.min(...limits);
    this.#longest = Math.max(...limits);
  }

  enlarge(roles: number): void {
    this.reach = new Uint8Array(roles * 2);
    this.starts = new Int32Array(roles * 2);
  }

  /**
   * Of these steps, those that another role connects with this role. With direction −1 an earlier role must have
   * reached the step before; with 1 a later role must be the step itself.
   */
  linked(steps: number, role: number, direction: 1 | -1): number {
    const { company } = this.#columns;
    const reach = this.reach;
    const from = this.from;
    const end = direction > 0 ? this.to : from - 1;
    const shift = direction > 0 ? 0 : 1;
    const own = company[role] ?? -1;
    const starts = this.starts;
    const start = starts[role - from] ?? 0;
    let left = steps;
    let open = steps;
    let other = NONE;
    for (let at = role + direction; at !== end; at += direction) {
      const here = company[at] ?? -1;
      const isNext = other === NONE || other === here;
      const reached = reach[at - from] ?? 0;
      let found = (reached << shift) & left & open;
      if (!isNext) found &= ~this.nextSteps;
      if (this.limitSteps !== 0 && reached !== 0) {
        const months = direction * ((starts[at - from] ?? 0) - start);
        found = this.within(found, months);
        // Roles further on are even further away in time.
        if (this.isOrdered) open = this.within(open, months);
      }
      left &= ~found;
      if (here !== own) {
        // Beyond a second other company, no role is next any more.
        if (isNext) other = here;
        else open &= ~this.nextSteps;
      }
      if ((left & open) === 0) break;
    }
    return steps & ~left;
  }

  /** Those of these steps whose limit allows this many months. */
  within(steps: number, months: number): number {
    if (months <= this.#shortest) return steps;
    if (months > this.#longest) return steps & ~this.limitSteps;
    let left = steps;
    for (let step = 1; step < this.#limits.length; step += 1) {
      const limit = this.#limits[step] ?? 0;
      if (limit > 0 && months > limit) left &= ~(1 << step);
    }
    return left;
  }

  isLinked(link: CompiledLink, before: number, role: number): boolean {
    const { company } = this.#columns;
    const from = this.from;
    if (link.limit > 0 && (this.starts[role - from] ?? 0) - (this.starts[before - from] ?? 0) > link.limit)
      return false;
    if (!link.isNext) return true;
    for (let between = before + 1; between < role; between += 1) {
      if (company[between] !== company[before] && company[between] !== company[role]) return false;
    }
    return true;
  }
}
