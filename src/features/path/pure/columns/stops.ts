import type { Columns } from "./columns.ts";
import { RETURN_BIT } from "./layout.ts";
import { Times } from "./times.ts";

/**
 * The stops of one line: consecutive roles at one company. A role at another company splits a stop only if the stop has
 * ended when that role begins. `read` fills the arrays, which are valid until the next `read`.
 */
export class Stops {
  readonly columns: Columns;
  readonly times: Times;
  count = 0;
  /** For each role of the line (0 = its first): its stop. */
  stopOf = new Uint16Array(64);
  /** For each stop: the places of its first and last role in the columns, and its company. */
  first = new Int32Array(64);
  last = new Int32Array(64);
  company = new Int32Array(64);

  constructor(columns: Columns, today: number) {
    this.columns = columns;
    this.times = new Times(columns, today);
  }

  read(line: number): void {
    const from = this.columns.offset[line] ?? 0;
    const to = this.columns.offset[line + 1] ?? 0;
    if (to - from > this.stopOf.length) this.#enlarge(to - from);
    if (((this.columns.mask[line] ?? 0) & RETURN_BIT) === 0) this.#readRuns(from, to);
    else this.#readReturning(from, to);
  }

  #readRuns(from: number, to: number): void {
    const { company } = this.columns;
    const { stopOf, first, last, company: companyOf } = this;
    let stop = -1;
    for (let role = from; role < to; role += 1) {
      const at = company[role] ?? -1;
      if (stop < 0 || companyOf[stop] !== at) {
        stop += 1;
        first[stop] = role;
        companyOf[stop] = at;
      }
      stopOf[role - from] = stop;
      last[stop] = role;
    }
    this.count = stop + 1;
  }

  #readReturning(from: number, to: number): void {
    const { company } = this.columns;
    const { stopOf } = this;
    let count = 0;
    for (let role = from; role < to; role += 1) {
      const at = company[role] ?? -1;
      let before = role - 1;
      while (before >= from && company[before] !== at) before -= 1;
      let stop = before < from ? -1 : (stopOf[before - from] ?? 0);
      if (stop >= 0 && before < role - 1 && this.#hasEndedBetween(stop, before, role, from)) stop = -1;
      if (stop < 0) {
        stop = count;
        count += 1;
        this.first[stop] = role;
        this.company[stop] = at;
      }
      stopOf[role - from] = stop;
      this.last[stop] = role;
    }
    this.count = count;
  }

  /** Has the stop, whose last role so far is `before`, ended when a role in between begins? */
  #hasEndedBetween(stop: number, before: number, role: number, from: number): boolean {
    let end = 0;
    for (let own = this.first[stop] ?? 0; own <= before; own += 1) {
      if (this.stopOf[own - from] === stop) end = Math.max(end, this.times.endsBy(own));
    }
    for (let between = before + 1; between < role; between += 1) {
      if (end <= this.times.start(between)) return true;
    }
    return false;
  }

  #enlarge(roles: number): void {
    this.stopOf = new Uint16Array(roles * 2);
    this.first = new Int32Array(roles * 2);
    this.last = new Int32Array(roles * 2);
    this.company = new Int32Array(roles * 2);
  }
}
