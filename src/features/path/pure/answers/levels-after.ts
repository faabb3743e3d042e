import { MANAGER_LADDER } from "#features/title/schema.ts";
import { Times } from "#features/path/pure/columns/times.ts";
import { LEVELS } from "#features/path/pure/columns/wordings.ts";
import { showCount, type Counts } from "#features/path/pure/rule-of-five.ts";
import type { LevelGroup, LevelsAfter } from "#features/path/pure/types.ts";
import { countIn, levelOf, newCounts, type State } from "./state.ts";

export const YEARS_AFTER = [0, 2, 4, 6, 8, 10] as const;
export const GROUPS: readonly LevelGroup[] = ["engineer", "senior", "staff", "manager"];

function groupOf(level: number): number {
  const name = LEVELS[level] ?? "mid";
  if (MANAGER_LADDER.some((one) => one === name)) return 3;
  if (name === "intern" || name === "junior" || name === "mid") return 0;
  return name === "senior" || name === "lead" ? 1 : 2;
}

/** The index in GROUPS of each level. */
export const GROUP_OF_LEVEL = LEVELS.map((_, level) => groupOf(level));

/** Counts the levels that people have some years after a start, at any company. */
export class LevelsAfterCount {
  readonly #state: State;
  readonly #times: Times;
  readonly #people: Counts[] = YEARS_AFTER.map(newCounts);
  readonly #groups: Counts[][] = YEARS_AFTER.map(() => GROUPS.map(newCounts));

  constructor(state: State) {
    this.#state = state;
    this.#times = new Times(state.columns, state.today);
  }

  /** `start` is the role from which the years are counted. */
  add(line: number, start: number): void {
    const { columns, today } = this.#state;
    const isPublic = columns.isPublic(line);
    const month = this.#times.start(start);
    for (const [index, years] of YEARS_AFTER.entries()) {
      const then = month + years * 12;
      if (then > today || this.#times.isIncoming(start)) return;
      const group = GROUP_OF_LEVEL[levelOf(columns, this.#heldAt(line, then))] ?? 0;
      const [people, of] = [this.#people[index], this.#groups[index]?.[group]];
      if (people) countIn(people, isPublic);
      if (of) countIn(of, isPublic);
    }
  }

  /** The last role held in a month; between roles the last one that had begun. */
  #heldAt(line: number, month: number): number {
    const { columns } = this.#state;
    const from = columns.offset[line] ?? 0;
    let last = from;
    for (let role = (columns.offset[line + 1] ?? 0) - 1; role >= from; role -= 1) {
      if (this.#times.isIncoming(role) || this.#times.start(role) > month) continue;
      if (this.#times.lastsUntil(role) >= month) return role;
      if (last === from) last = role;
    }
    return last;
  }

  answer(): LevelsAfter[] {
    return YEARS_AFTER.map((years, index) => ({
      years,
      people: showCount(this.#people[index] ?? newCounts()),
      levels: GROUPS.map((name, group) => ({
        name,
        people: showCount(this.#groups[index]?.[group] ?? newCounts()),
      })),
    }));
  }
}
