import type { Columns } from "./columns.ts";
import { CURRENT, INCOMING, OPEN, PAST, PHASE_SHIFT, YEAR_BIT } from "./layout.ts";

/** Dates of roles as they are counted on one day. Made anew for every question: a growing column is another array. */
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
    return (this.#flags[role] ?? 0) >> PHASE_SHIFT;
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

  /** A year stands as July, yet never later than today where the role has begun. */
  start(role: number): number {
    const start = this.#start[role] ?? 0;
    return start > this.today && this.isYear(role) && !this.isIncoming(role) ? this.today : start;
  }

  /** The month until which a role has lasted: today where it has not ended. Never before its start. */
  lastsUntil(role: number): number {
    if (!this.isPast(role)) return this.today;
    const end = this.#end[role] ?? OPEN;
    return Math.max(this.start(role), Math.min(end, this.today));
  }

  /** The month by which a role has ended, for the order of stops; an open one ends never. */
  endsBy(role: number): number {
    const end = this.#end[role] ?? OPEN;
    if (end === OPEN) return OPEN;
    if (this.isPast(role)) return this.lastsUntil(role);
    return Math.max(end, this.today);
  }
}
