import type { Columns } from "#features/path/pure/columns/columns.ts";
import { CURRENT, INCOMING, phaseOf, YEAR_BIT } from "#features/path/pure/columns/layout.ts";
import type { CompiledLink, Compiled } from "./compile.ts";

/** No company yet, in the walk between two roles. */
const NONE = 0x7fffffff;
const MOST_STEPS = 8;

/**
 * Matches a route against one line after another. Each role has one bit a step: "a match of the steps up to this one
 * ends here". Links that only say "later" cost one shift. Other links compare pairs of roles, so a line of n roles
 * costs at most steps × n². See docs/paths.md.
 */
export class Matcher {
  readonly columns: Columns;
  readonly route: Compiled;
  readonly today: number;
  /** Places of the matched roles in the columns, after `findWay`. */
  readonly way = new Int32Array(MOST_STEPS);
  /** The range of the line's roles that were read so far. */
  #from = 0;
  #to = 0;
  #seen = 0;
  #bits = new Uint8Array(64);
  #reach = new Uint8Array(64);
  /** The month in which each role began; filled only if the route has limits. */
  #starts = new Int32Array(64);
  readonly #lastBit: number;
  readonly #hasLastConditions: boolean;
  /** Steps whose role may be refused for reasons other than its title, kind and company. */
  readonly #unsure: number;
  /** If every step accepts every role: the bits of all steps; otherwise 0. */
  readonly #openBits: number;
  /** Such a route without any condition: it matches the line's first roles. */
  readonly #isAnyInOrder: boolean;
  /** Steps whose link is `next`, and steps whose link has a limit. */
  readonly #nextSteps: number;
  readonly #limitSteps: number;
  readonly #limits: Int32Array;
  readonly #shortestLimit: number;
  readonly #longestLimit: number;

  constructor(columns: Columns, route: Compiled, today: number) {
    this.columns = columns;
    this.route = route;
    this.today = today;
    this.#lastBit = route.roleSteps === 0 ? 0 : 1 << (route.roleSteps - 1);
    this.#hasLastConditions = route.isNow || route.since > 0 || route.until < Number.MAX_SAFE_INTEGER;
    this.#unsure =
      (route.isFirst || route.links[0] !== undefined ? 1 : 0) | (this.#hasLastConditions ? this.#lastBit : 0);
    const all = (1 << route.roleSteps) - 1;
    this.#openBits = route.byCompany === undefined && route.byClass.every((bits) => bits === all) ? all : 0;
    this.#isAnyInOrder = this.#openBits !== 0 && this.#unsure === 0 && route.constrained === 0;
    const stepsWhere = (isOne: (link: CompiledLink) => boolean): number =>
      route.links.reduce((steps, link, step) => (step > 0 && link && isOne(link) ? steps | (1 << step) : steps), 0);
    this.#nextSteps = stepsWhere((link) => link.isNext);
    this.#limitSteps = stepsWhere((link) => link.limit > 0);
    this.#limits = Int32Array.from(route.links, (link) => link?.limit ?? 0);
    const limits = this.#limits.subarray(1).filter((limit) => limit > 0);
    this.#shortestLimit = Math.min(...limits);
    this.#longestLimit = Math.max(...limits);
  }

  /**
   * The month in which a role began. A date known only to the year is July; if the role has begun, it is at most today.
   */
  startAt(role: number): number {
    const start = this.columns.start[role] ?? 0;
    if (start <= this.today) return start;
    const flags = this.columns.flags[role] ?? 0;
    return (flags & YEAR_BIT) !== 0 && phaseOf(flags) !== INCOMING ? this.today : start;
  }

  /** The role steps that can be reached, bit by bit: with bit k the first k + 1 steps match. */
  reach(line: number): number {
    const { columns, route } = this;
    const from = columns.offset[line] ?? 0;
    const to = columns.offset[line + 1] ?? 0;
    if (this.#isAnyInOrder) return to - from >= route.roleSteps ? this.#openBits : (1 << (to - from)) - 1;
    if (to - from > this.#bits.length) this.#enlarge(to - from);
    this.#from = from;
    this.#to = from;
    return this.#readRoles(to, this.#lastBit);
  }

  /** Reads further roles up to `to`, or to the first role at which a step of `enough` is reached. */
  #readRoles(to: number, enough: number): number {
    const { columns, route } = this;
    const from = this.#from;
    const { company, wording } = columns;
    const { classOf } = columns.wordings;
    const { byClass, byCompany, anyCompany, constrained } = route;
    const openBits = this.#openBits;
    const mayForbid = this.#unsure;
    const bitsOf = this.#bits;
    const reachOf = this.#reach;
    const startOf = this.#starts;
    const hasLimits = this.#limitSteps !== 0;
    let seen = this.#to === from ? 0 : this.#seen;
    let role = this.#to;
    while (role < to && (seen & enough) === 0) {
      let bits = openBits;
      if (bits === 0) {
        bits = byClass[classOf[wording[role] ?? 0] ?? 0] ?? 0;
        if (byCompany && bits !== 0) {
          const at = company[role] ?? -1;
          bits &= at < 0 ? anyCompany : (byCompany[at] ?? 0);
        }
      }
      let reached = bits & ((seen << 1) | 1);
      // A step that was not reached here needs no further check.
      if ((reached & mayForbid) !== 0) {
        bits = this.#withoutForbidden(bits, role, from);
        reached &= bits;
      }
      bitsOf[role - from] = bits;
      if (hasLimits) startOf[role - from] = this.startAt(role);
      const unsure = reached & constrained;
      if (unsure !== 0) {
        // Usually the role just before fits, with nothing in between.
        const before = role === from ? 0 : (reachOf[role - from - 1] ?? 0);
        let linked = (before << 1) & unsure;
        if ((linked & this.#limitSteps) !== 0) {
          linked = this.#withinLimits(linked, (startOf[role - from] ?? 0) - (startOf[role - from - 1] ?? 0));
        }
        if (linked !== unsure) linked |= this.#linked(unsure & ~linked, role, -1);
        reached = (reached & ~constrained) | linked;
      }
      reachOf[role - from] = reached;
      seen |= reached;
      role += 1;
    }
    this.#to = role;
    this.#seen = seen;
    return seen;
  }

  isWhole(seen: number): boolean {
    if (this.route.roleSteps === 0) return !this.#hasLastConditions;
    return (seen & this.#lastBit) !== 0;
  }

  /** Call it after `reach`: the first role at which the whole route can end, or the line's end if it cannot. */
  firstEnd(line: number): number {
    const from = this.columns.offset[line] ?? 0;
    const to = this.columns.offset[line + 1] ?? 0;
    if (this.#isAnyInOrder) return from + this.route.roleSteps - 1;
    // `reach` ends there.
    return this.isWhole(this.#seen) ? this.#to - 1 : to;
  }

  /** After a `reach` that was whole: the earliest way into `way`. */
  findWay(line: number): void {
    const { columns, route } = this;
    if (route.roleSteps === 0) return;
    const from = columns.offset[line] ?? 0;
    if (this.#isAnyInOrder) {
      for (let step = 0; step < route.roleSteps; step += 1) this.way[step] = from + step;
      return;
    }
    // If the first role of each step leads to the end, this is the earliest match. Then no role needs to be tried
    // backwards, and the rest need not be read.
    if (this.#takeFirsts(this.#bits)) return;
    const to = columns.offset[line + 1] ?? 0;
    this.#readRoles(to, 0);
    this.#takeFirsts(this.#completable(from, to));
  }

  /**
   * Takes, among the roles read so far, the first one for each step that continues from the step before. False if a
   * step has none.
   */
  #takeFirsts(possible: Uint8Array): boolean {
    const from = this.#from;
    const to = this.#to;
    let role = from;
    for (let step = 0; step < this.route.roleSteps; step += 1) {
      while (role < to && !this.#isStepOf(possible[role - from] ?? 0, step, role)) role += 1;
      if (role === to) return false;
      this.way[step] = role;
      role += 1;
    }
    return true;
  }

  /** Can this role be the next step after the steps found so far? */
  #isStepOf(bits: number, step: number, role: number): boolean {
    if ((bits & (1 << step)) === 0) return false;
    if (step === 0 || (this.route.constrained & (1 << step)) === 0) return true;
    const link = this.route.links[step];
    return !link || this.#isLinked(link, this.way[step - 1] ?? 0, role);
  }

  #enlarge(roles: number): void {
    this.#bits = new Uint8Array(roles * 2);
    this.#reach = new Uint8Array(roles * 2);
    this.#starts = new Int32Array(roles * 2);
  }

  /** Bits without what `first`, a school's link and the conditions on the last role forbid. */
  #withoutForbidden(bits: number, role: number, from: number): number {
    const { route, columns } = this;
    let left = bits;
    if ((left & 1) !== 0) {
      if (route.isFirst && role !== from) left &= ~1;
      const entry = route.links[0];
      if (entry && !this.#followsSchool(entry, role, from)) left &= ~1;
    }
    if (this.#hasLastConditions && (left & this.#lastBit) !== 0) {
      const start = this.startAt(role);
      const isCurrent = phaseOf(columns.flags[role] ?? 0) === CURRENT;
      if ((route.isNow && !isCurrent) || start < route.since || start > route.until) left &= ~this.#lastBit;
    }
    return left;
  }

  #followsSchool(link: CompiledLink, role: number, from: number): boolean {
    const { company } = this.columns;
    if (link.limit > 0 && this.startAt(role) - this.startAt(from) > link.limit) return false;
    if (!link.isNext) return true;
    for (let before = from; before < role; before += 1) if (company[before] !== company[role]) return false;
    return true;
  }

  /**
   * Of these steps, those that another role connects with this role. With direction −1 an earlier role must have
   * reached the step before; with 1 a later role must be the step itself.
   */
  #linked(steps: number, role: number, direction: 1 | -1): number {
    const { company } = this.columns;
    const reach = this.#reach;
    const from = this.#from;
    const end = direction > 0 ? this.#to : from - 1;
    const shift = direction > 0 ? 0 : 1;
    const own = company[role] ?? -1;
    const starts = this.#starts;
    const start = starts[role - from] ?? 0;
    let left = steps;
    let open = steps;
    let other = NONE;
    for (let at = role + direction; at !== end; at += direction) {
      const here = company[at] ?? -1;
      const isNext = other === NONE || other === here;
      let found = ((reach[at - from] ?? 0) << shift) & left & open;
      if (!isNext) found &= ~this.#nextSteps;
      if ((found & this.#limitSteps) !== 0)
        found = this.#withinLimits(found, direction * ((starts[at - from] ?? 0) - start));
      left &= ~found;
      if (here !== own) {
        // Behind the second foreign company no role is next any more.
        if (isNext) other = here;
        else open &= ~this.#nextSteps;
      }
      if ((left & open) === 0) break;
    }
    return steps & ~left;
  }

  /** Those of these steps whose limit allows this many months. */
  #withinLimits(steps: number, months: number): number {
    if (months <= this.#shortestLimit) return steps;
    if (months > this.#longestLimit) return steps & ~this.#limitSteps;
    let left = steps;
    for (let step = 1; step < this.route.roleSteps; step += 1) {
      const limit = this.#limits[step] ?? 0;
      if (limit > 0 && months > limit) left &= ~(1 << step);
    }
    return left;
  }

  /** For each role, the steps it can match so that the rest of the route can still be completed. */
  #completable(from: number, to: number): Uint8Array {
    const { constrained } = this.route;
    const possible = this.#reach;
    let later = 0;
    for (let role = to - 1; role >= from; role -= 1) {
      let bits = (this.#bits[role - from] ?? 0) & (this.#lastBit | (later >> 1));
      const unsure = (bits << 1) & constrained;
      if (unsure !== 0) bits &= ~(unsure >> 1) | (this.#linked(unsure, role, 1) >> 1);
      possible[role - from] = bits;
      later |= bits;
    }
    return possible;
  }

  #isLinked(link: CompiledLink, before: number, role: number): boolean {
    const { company } = this.columns;
    const from = this.#from;
    if (link.limit > 0 && (this.#starts[role - from] ?? 0) - (this.#starts[before - from] ?? 0) > link.limit)
      return false;
    if (!link.isNext) return true;
    for (let between = before + 1; between < role; between += 1) {
      if (company[between] !== company[before] && company[between] !== company[role]) return false;
    }
    return true;
  }
}
