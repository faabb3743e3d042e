import type { Columns } from "./columns.ts";
import { CURRENT, INCOMING, OPEN, PAST, phaseOf, YEAR_BIT } from "./layout.ts";

/** The dates of roles, seen from one day. Create one per question, because growing replaces the columns' arrays. */
export class Times {
  readonly today: number;
  readonly #flags: Uint8Array;
  readonly #start: Uint16Array;
  readonly #end: Uint16Array;

  constructor(columns: Columns, today: number) {
    this.today = today;
    this.#flags = columns.flags;
    this.#start = columns.start;
    this.#end = columns.end;
  }

  phase(role: number): number {
    return phaseOf(this.#flags[role] ?? 0);
  }

  isYear(role: number): boolean {
    return ((this.#flags[role] ?? 0) & YEAR_BIT) !== 0;
  }

  isPast(role: number): boolean {
    return this.phase(role) === PAST;
  }

  isCurrent(role: number): boolean {
    return this.phase(role) === CURRENT;
  }

  isIncoming(role: number): boolean {
    return this.phase(role) === INCOMING;
  }

  /** A date known only to the year is July. If the role has begun, it is at most today. */
  start(role: number): number {
    const start = this.#start[role] ?? 0;
    return start > this.today && this.isYear(role) && !this.isIncoming(role) ? this.today : start;
  }

  /** The month until which a role has lasted: today if it has not ended. Never before its start. */
  lastsUntil(role: number): number {
    if (!this.isPast(role)) return this.today;
    const end = this.#end[role] ?? OPEN;
    return Math.max(this.start(role), Math.min(end, this.today));
  }

  /** Of the roles from `from` to before `to`, the past one that ended last, of two the later; −1 if none is past. */
  lastEnded(from: number, to: number): number {
    let last = -1;
    let lastUntil = 0;
    for (let role = from; role < to; role += 1) {
      if (!this.isPast(role)) continue;
      const until = this.lastsUntil(role);
      if (last >= 0 && until < lastUntil) continue;
      last = role;
      lastUntil = until;
    }
    return last;
  }

  /** The month by which a role has ended, for the order of stops; OPEN if it has no end. */
  endsBy(role: number): number {
    const end = this.#end[role] ?? OPEN;
    if (end === OPEN) return OPEN;
    if (this.isPast(role)) return this.lastsUntil(role);
    return Math.max(end, this.today);
  }
}
