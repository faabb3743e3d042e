import { areFarApart, fetchCompanies, fetchStarts, fetchWordings } from "#features/path/pure/columns/fetch.ts";
import { RETURN_BIT, UNORDERED_BIT } from "#features/path/pure/columns/layout.ts";
import { LINES_AT_ONCE } from "./candidates.ts";
import type { Matcher } from "./matcher.ts";

const NO_LIMIT = 0x7fffffff;

/**
 * Reads lines in batches, with the same result as a `Matcher`. In most lines a role can follow only if it can follow
 * the latest role that reached the step before. So no pairs of roles are compared. A line that returns to a company,
 * or whose roles are not in order, is left to the matcher if the route's links ask for that. See docs/paths.md.
 */
export class BatchReader {
  /** For each line of the batch: the steps it reaches, as `Matcher.reach` returns them. */
  readonly seen = new Uint8Array(LINES_AT_ONCE);
  /** The lines that match the whole route: the first `foundLength` items. */
  readonly found = new Uint32Array(LINES_AT_ONCE);
  foundLength = 0;
  /** For each of them: the first and last role of its earliest way. */
  readonly first = new Int32Array(LINES_AT_ONCE);
  readonly last = new Int32Array(LINES_AT_ONCE);
  readonly #matcher: Matcher;
  /** For each role of the current line: the steps that end there. */
  #reach = new Uint8Array(64);
  readonly #limits: Int32Array;
  readonly #shortest: number;
  readonly #longest: number;
  /** For each step, in the walk back from the end: the nearest role from which the end can be reached. */
  readonly #nearest = new Int32Array(8);

  constructor(matcher: Matcher) {
    this.#matcher = matcher;
    const { links } = matcher.route;
    this.#limits = Int32Array.from(links, (link) => (link && link.limit > 0 ? link.limit : NO_LIMIT));
    const limits = this.#limits.subarray(1).filter((limit) => limit < NO_LIMIT);
    this.#shortest = Math.min(...limits, NO_LIMIT);
    this.#longest = Math.max(...limits, 0);
  }

  /** Reads at most LINES_AT_ONCE lines. */
  read(lines: Uint32Array): void {
    const { route, isAnyInOrder } = this.#matcher;
    this.#fetch(lines);
    if (isAnyInOrder) this.#readByLength(lines);
    else if (route.constrained === 0) this.#readInOrder(lines);
    else this.#readLinked(lines);
    if (route.roleSteps === 0 && !this.#matcher.isWhole(0)) this.foundLength = 0;
  }

  #fetch(lines: Uint32Array): void {
    const { columns, everyClass, route, limitSteps } = this.#matcher;
    if (!areFarApart(lines)) return;
    if (everyClass === 0) fetchWordings(columns, lines);
    if (route.byCompany) fetchCompanies(columns, lines);
    if (limitSteps !== 0) fetchStarts(columns, lines);
  }

  /** Each step accepts each role: only the number of roles matters. */
  #readByLength(lines: Uint32Array): void {
    const { seen, found, first, last } = this;
    const { columns, route } = this.#matcher;
    const { offset } = columns;
    const steps = route.roleSteps;
    const all = (1 << steps) - 1;
    let length = 0;
    for (let index = 0; index < lines.length; index += 1) {
      const line = lines[index] ?? 0;
      const from = offset[line] ?? 0;
      const roles = (offset[line + 1] ?? 0) - from;
      seen[index] = roles >= steps ? all : (1 << roles) - 1;
      found[length] = line;
      first[length] = from;
      last[length] = from + steps - 1;
      // Without a branch: 1 if there are enough roles. The next line takes the place of one that does not match.
      length += (steps - 1 - roles) >>> 31;
    }
    this.foundLength = length;
  }

  /** Links only say "later": the first role of each step is the earliest way. */
  #readInOrder(lines: Uint32Array): void {
    const { seen, found, first, last } = this;
    const matcher = this.#matcher;
    const { company, wording, offset, wordings } = matcher.columns;
    const { classOf } = wordings;
    const { byClass, byCompany, anyCompany, roleSteps } = matcher.route;
    const { everyClass, mayForbid } = matcher;
    const whole = 1 << roleSteps;
    let length = 0;
    for (let index = 0; index < lines.length; index += 1) {
      const line = lines[index] ?? 0;
      const from = offset[line] ?? 0;
      const to = offset[line + 1] ?? 0;
      // The bit of the step that is looked for. It doubles where a role has it, without a branch: the processor would
      // often guess it wrong.
      let step = 1;
      let role = from;
      let firstRole = from;
      while (role < to && step !== whole) {
        let bits = everyClass;
        if (bits === 0) bits = byClass[classOf[wording[role] ?? 0] ?? 0] ?? 0;
        if (byCompany && (bits & step) !== 0) {
          const at = company[role] ?? -1;
          bits &= at < 0 ? anyCompany : (byCompany[at] ?? 0);
        }
        if ((bits & step & mayForbid) !== 0) bits = matcher.withoutForbidden(bits, role, from);
        step += bits & step;
        firstRole += step & 1;
        role += 1;
      }
      seen[index] = step - 1;
      found[length] = line;
      first[length] = firstRole;
      last[length] = role - 1;
      length += step >> roleSteps;
    }
    this.foundLength = length;
  }

  /** Links with limits or `next`. The first role that reaches the last step ends the earliest way. */
  #readLinked(lines: Uint32Array): void {
    const { seen, found, first, last } = this;
    const matcher = this.#matcher;
    const { today } = matcher;
    const { company, wording, offset, wordings, mask, start: startOfRole } = matcher.columns;
    const { classOf } = wordings;
    const { byClass, byCompany, anyCompany, roleSteps, constrained } = matcher.route;
    const { everyClass, mayForbid, nextSteps, limitSteps } = matcher;
    const shortest = this.#shortest;
    const longest = this.#longest;
    const isMixed = shortest < longest;
    const hard = (nextSteps === 0 ? 0 : RETURN_BIT) | (limitSteps === 0 ? 0 : UNORDERED_BIT);
    const lastBit = 1 << (roleSteps - 1);
    this.foundLength = 0;
    for (let index = 0; index < lines.length; index += 1) {
      const line = lines[index] ?? 0;
      if (((mask[line] ?? 0) & hard) !== 0) {
        this.#readByMatcher(line, index);
        continue;
      }
      const from = offset[line] ?? 0;
      const to = offset[line + 1] ?? 0;
      if (to - from > this.#reach.length) this.#reach = new Uint8Array((to - from) * 2);
      const reach = this.#reach;
      let all = 0;
      // Steps that may follow the role just before, and steps that may follow an earlier role.
      let near = 0;
      let far = 0;
      let startBefore = 0;
      let role = from;
      let reached = 0;
      while (role < to) {
        let bits = everyClass;
        if (bits === 0) bits = byClass[classOf[wording[role] ?? 0] ?? 0] ?? 0;
        if (byCompany && bits !== 0) {
          const at = company[role] ?? -1;
          bits &= at < 0 ? anyCompany : (byCompany[at] ?? 0);
        }
        if (limitSteps !== 0) {
          const start = startOfRole[role] ?? 0;
          if (start > today) break;
          const months = start - startBefore;
          startBefore = start;
          // Over the longest limit, no earlier role is near enough. Without a branch, like above.
          const over = ((longest - months) >> 31) & limitSteps;
          near &= ~over;
          far &= ~over;
          if (isMixed && months > shortest) near = this.#within(near, months);
        }
        reached = bits & (near | (((all << 1) | 1) & ~constrained));
        const others = bits & far & ~near;
        if (others !== 0) reached |= this.#linked(others, role, from);
        if ((reached & mayForbid) !== 0) reached = matcher.withoutForbidden(reached, role, from);
        reach[role - from] = reached;
        all |= reached;
        far |= near;
        near = (reached << 1) & constrained;
        role += 1;
        if ((reached & lastBit) !== 0) break;
      }
      if ((reached & lastBit) !== 0) {
        const length = this.foundLength;
        found[length] = line;
        first[length] = role - from === roleSteps ? from : this.#firstOfWay(role - 1, from);
        last[length] = role - 1;
        this.foundLength = length + 1;
      } else if (role < to) {
        // A date after today: dates known to the year may then be out of order.
        this.#readByMatcher(line, index);
        continue;
      }
      seen[index] = all;
    }
  }

  #readByMatcher(line: number, index: number): void {
    const matcher = this.#matcher;
    const seen = matcher.reach(line);
    this.seen[index] = seen;
    if (!matcher.isWhole(seen)) return;
    matcher.findWay(line);
    const length = this.foundLength;
    this.found[length] = line;
    this.first[length] = matcher.way[0] ?? 0;
    this.last[length] = matcher.way[matcher.route.roleSteps - 1] ?? 0;
    this.foundLength = length + 1;
  }

  /** Those of these steps whose limit allows this many months. */
  #within(steps: number, months: number): number {
    let left = steps;
    for (let bits = steps; bits !== 0; bits &= bits - 1) {
      if (months > (this.#limits[31 - Math.clz32(bits & -bits)] ?? 0)) left &= ~(bits & -bits);
    }
    return left;
  }

  /** Those of these steps that can follow the latest role that reached the step before. There is one for each. */
  #linked(steps: number, role: number, from: number): number {
    const reach = this.#reach;
    let left = steps;
    let linked = 0;
    for (let at = role - 2; left !== 0 && at >= from; at -= 1) {
      const found = ((reach[at - from] ?? 0) << 1) & left;
      if (found === 0) continue;
      left &= ~found;
      for (let bits = found; bits !== 0; bits &= bits - 1) {
        const bit = bits & -bits;
        if (this.#isLinked(31 - Math.clz32(bit), role, at)) linked |= bit;
      }
    }
    return linked;
  }

  #isLinked(step: number, later: number, earlier: number): boolean {
    const { limitSteps, nextSteps, columns } = this.#matcher;
    const { company, start } = columns;
    const bit = 1 << step;
    if ((limitSteps & bit) !== 0) {
      const months = (start[later] ?? 0) - (start[earlier] ?? 0);
      if (months > (this.#limits[step] ?? 0)) return false;
    }
    if ((nextSteps & bit) === 0) return true;
    for (let between = later - 1; between > earlier; between -= 1) {
      if (company[between] !== company[later] && company[between] !== company[earlier]) return false;
    }
    return true;
  }

  /** The first role of the earliest way that ends at this role. */
  #firstOfWay(end: number, from: number): number {
    const nearest = this.#nearest;
    const reach = this.#reach;
    const last = this.#matcher.route.roleSteps - 1;
    nearest[last] = end;
    // Steps whose role may still be found further back: those before a step that has a role near enough.
    let open = 1 << (last - 1);
    for (let role = end - 1; role >= from && open !== 0; role -= 1) {
      let found = 0;
      for (let bits = (reach[role - from] ?? 0) & open; bits !== 0; bits &= bits - 1) {
        const bit = bits & -bits;
        const step = 31 - Math.clz32(bit);
        if (this.#isLinked(step + 1, nearest[step + 1] ?? 0, role)) found |= bit;
        else open &= ~bit;
      }
      for (let bits = found; bits !== 0; bits &= bits - 1) nearest[31 - Math.clz32(bits & -bits)] = role;
      open |= found >> 1;
    }
    return nearest[0] ?? 0;
  }
}
