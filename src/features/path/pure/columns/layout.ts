/** The value of `end` for an open end. */
export const OPEN = 0xffff;
/** The values for a line without a career start, and for its title. */
export const NO_ROLE = 0xffff;
export const NO_TITLE = 0xffff;

/** Bits of a role's `flags`. */
export const YEAR_BIT = 1;
export const PHASE_SHIFT = 1;
export const PAST = 0;
export const CURRENT = 1;
export const INCOMING = 2;
/** Two kinds that loops over millions of roles ask for. */
export const INTERN_FLAG = 8;
export const FULL_TIME_FLAG = 16;

/** Past, current or incoming. */
export function phaseOf(flags: number): number {
  return (flags >> PHASE_SHIFT) & 3;
}

// Bits of a line's `mask`, above those of levels and kinds.
/** A role begins before an earlier one. */
export const UNORDERED_BIT = 1 << 27;
/** It has a current role. */
export const CURRENT_BIT = 1 << 28;
/** A return to a company after another one. Without it, each run of roles at one company is a stop. */
export const RETURN_BIT = 1 << 29;
export const ALIVE_BIT = 1 << 30;
export const PUBLIC_BIT = 1 << 31;
