import { MOST_STEPS } from "#features/path/pure/limits.ts";
import type { Columns } from "#features/path/pure/columns/columns.ts";
import { CURRENT, INCOMING, phaseOf, RETURN_BIT, YEAR_BIT } from "#features/path/pure/columns/layout.ts";
import type { CompiledLink, Compiled } from "./compile.ts";
import { LinkedRoles } from "./linked-roles.ts";

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
  #seen = 0;
  #bits = new Uint8Array(64);
  readonly #roles: LinkedRoles;
  readonly nextSteps: number;
  readonly limitSteps: number;
  readonly #lastBit: number;
  readonly #hasLastConditions: boolean;
  /** Steps with further conditions on their role than title, level, kind and company. */
  readonly mayForbid: number;
  /** If no step asks for a title, level or kind: the bits of all steps, and wordings need not be read. Otherwise 0. */
  readonly everyClass: number;
  /** If every step accepts every role: the bits of all steps; otherwise 0. */
  readonly openBits: number;
  /** True if every step accepts every role, without any condition: the line's first roles are the match. */
  readonly isAnyInOrder: boolean;

  constructor(columns: Columns, route: Compiled, today: number) {
    this.columns = columns;
    this.route = route;
    this.today = today;
    this.#lastBit = route.roleSteps === 0 ? 0 : 1 << (route.roleSteps - 1);
    this.#hasLastConditions = route.isNow || route.since > 0 || route.until < Number.MAX_SAFE_INTEGER;
    this.mayForbid =
      (route.isFirst || route.links[0] !== undefined ? 1 : 0) | (this.#hasLastConditions ? this.#lastBit : 0);
    const all = (1 << route.roleSteps) - 1;
    this.everyClass = route.byClass.every((bits) => bits === all) ? all : 0;
    this.openBits = route.byCompany === undefined ? this.everyClass : 0;
    this.isAnyInOrder = this.openBits !== 0 && this.mayForbid === 0 && route.constrained === 0;
    this.#roles = new LinkedRoles(columns, route);
    this.nextSteps = this.#roles.nextSteps;
    this.limitSteps = this.#roles.limitSteps;
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

  /**
   * The role steps that can be reached, bit by bit: with bit k the first k + 1 steps match. Reads the line's roles up
   * to its end, or to the first role at which the whole route is reached.
   */
  reach(line: number): number {
    const { route, today } = this;
    const { company, wording, offset, start: startOfRole } = this.columns;
    const from = offset[line] ?? 0;
    const to = offset[line + 1] ?? 0;
    if (this.isAnyInOrder) {
      this.#seen = to - from >= route.roleSteps ? this.openBits : (1 << (to - from)) - 1;
      return this.#seen;
    }
    const { classOf } = this.columns.wordings;
    const { byClass, byCompany, anyCompany, constrained } = route;
    const { everyClass, mayForbid } = this;
    const enough = this.#lastBit;
    const roles = this.#roles;
    const { limitSteps } = roles;
    if (to - from > this.#bits.length) this.#enlarge(to - from);
    const bitsOf = this.#bits;
    const reachOf = roles.reach;
    const startOf = roles.starts;
    roles.from = from;
    roles.isOrdered = true;
    let before = 0;
    let seen = 0;
    let role = from;
    while (role < to && (seen & enough) === 0) {
      let bits = everyClass;
      if (bits === 0) bits = byClass[classOf[wording[role] ?? 0] ?? 0] ?? 0;
      if (byCompany && bits !== 0) {
        const at = company[role] ?? -1;
        bits &= at < 0 ? anyCompany : (byCompany[at] ?? 0);
      }
      bitsOf[role - from] = bits;
      reachOf[role - from] = 0;
      if (bits === 0) {
        role += 1;
        continue;
      }
      let reached = bits & ((seen << 1) | 1);
      // A step that was not reached here needs no further check.
      if ((reached & mayForbid) !== 0) {
        bits = this.withoutForbidden(bits, role, from);
        reached &= bits;
        bitsOf[role - from] = bits;
      }
      let months = 0;
      if (limitSteps !== 0) {
        let start = startOfRole[role] ?? 0;
        if (start > today) start = this.startAt(role);
        startOf[role - from] = start;
        months = start - before;
        before = start;
        if (months < 0) roles.isOrdered = false;
      }
      let unsure = reached & constrained;
      if (unsure !== 0) {
        reached &= ~constrained;
        const near = roles.within(unsure, months);
        // The other roles before it began even earlier.
        if (roles.isOrdered) unsure = near;
        // Usually the role directly before fits.
        let linked = near & ((reachOf[role - from - 1] ?? 0) << 1);
        if (linked !== unsure) linked |= roles.linked(unsure & ~linked, role, -1);
        reached |= linked;
      }
      reachOf[role - from] = reached;
      seen |= reached;
      role += 1;
    }
    roles.to = role;
    this.#seen = seen;
    return seen;
  }

  /** The steps that accept a role by its title, level, kind and company. */
  stepsOf(role: number): number {
    const { company, wording, wordings } = this.columns;
    const { byClass, byCompany, anyCompany } = this.route;
    const bits = this.everyClass || (byClass[wordings.classOf[wording[role] ?? 0] ?? 0] ?? 0);
    if (!byCompany) return bits;
    const at = company[role] ?? -1;
    return bits & (at < 0 ? anyCompany : (byCompany[at] ?? 0));
  }

  isWhole(seen: number): boolean {
    if (this.route.roleSteps === 0) return !this.#hasLastConditions;
    return (seen & this.#lastBit) !== 0;
  }

  /** Call it after `reach`: the first role at which the whole route can end, or the line's end if it cannot. */
  firstEnd(line: number): number {
    const from = this.columns.offset[line] ?? 0;
    const to = this.columns.offset[line + 1] ?? 0;
    if (this.isAnyInOrder) return from + this.route.roleSteps - 1;
    // `reach` stops at that role.
    return this.isWhole(this.#seen) ? this.#roles.to - 1 : to;
  }

  /** Call it after a `reach` that was whole. Writes the earliest way into `way`. */
  findWay(line: number): void {
    const { columns, route } = this;
    if (route.roleSteps === 0) return;
    const from = columns.offset[line] ?? 0;
    if (this.isAnyInOrder) {
      for (let step = 0; step < route.roleSteps; step += 1) this.way[step] = from + step;
      return;
    }
    // If the first role of each step leads to the end, this is the earliest match. Then no role needs to be tried
    // backwards, and the rest need not be read.
    if (this.#takeFirsts(this.#bits)) return;
    const to = columns.offset[line + 1] ?? 0;
    if (this.#mayLeadFurther(line, to)) this.#readRest(from, to);
    this.#takeFirsts(this.#completable(from, this.#roles.to));
  }

  /** Reads the roles from where `reach` stopped up to `to`: the steps each one matches, but not what it reaches. */
  #readRest(from: number, to: number): void {
    const roles = this.#roles;
    for (let role = roles.to; role < to; role += 1) {
      let bits = this.stepsOf(role);
      if ((bits & this.mayForbid) !== 0) bits = this.withoutForbidden(bits, role, from);
      this.#bits[role - from] = bits;
      const start = this.startAt(role);
      if (start < this.startAt(role - 1)) roles.isOrdered = false;
      roles.starts[role - from] = start;
    }
    roles.to = to;
  }

  /**
   * May the earliest way use a role after the first end? Usually not: the way to the first end has an earlier role that
   * can replace the later one. It began earlier, so limits hold. It follows as directly, unless the person returned to
   * a company.
   */
  #mayLeadFurther(line: number, to: number): boolean {
    const { nextSteps, limitSteps, isOrdered, to: read } = this.#roles;
    if (nextSteps !== 0 && ((this.columns.mask[line] ?? 0) & RETURN_BIT) !== 0) return true;
    if (limitSteps === 0) return false;
    let role = read;
    while (role < to && this.startAt(role) >= this.startAt(role - 1)) role += 1;
    return !isOrdered || role < to;
  }

  /**
   * Takes, among the roles read so far, the first one for each step that continues from the step before. False if a
   * step has none.
   */
  #takeFirsts(possible: Uint8Array): boolean {
    const from = this.#roles.from;
    const to = this.#roles.to;
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
    return !link || this.#roles.isLinked(link, this.way[step - 1] ?? 0, role);
  }

  #enlarge(roles: number): void {
    this.#bits = new Uint8Array(roles * 2);
    this.#roles.enlarge(roles);
  }

  /** The bits without steps that `first`, the school's link or the conditions on the last role forbid. */
  withoutForbidden(bits: number, role: number, from: number): number {
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

  /** For each role, the steps it can match so that the rest of the route can still be completed. */
  #completable(from: number, to: number): Uint8Array {
    const { constrained } = this.route;
    const possible = this.#roles.reach;
    let later = 0;
    for (let role = to - 1; role >= from; role -= 1) {
      let bits = (this.#bits[role - from] ?? 0) & (this.#lastBit | (later >> 1));
      const unsure = (bits << 1) & constrained;
      if (unsure !== 0) bits &= ~(unsure >> 1) | (this.#roles.linked(unsure, role, 1) >> 1);
      possible[role - from] = bits;
      later |= bits;
    }
    return possible;
  }
}
