import type { LevelGroup, LevelsAfter } from "#features/path/pure/types.ts";
import type { FigureTable } from "#ui/chart/figure-section.tsx";
import { laySlots } from "#ui/chart/scale-layout.ts";
import type { StackColumn } from "#ui/chart/stacks.tsx";
import { countText } from "#features/insight/words.ts";
import { numberText } from "#core/number-text.ts";

export type LevelsView = { columns: StackColumn[]; table: FigureTable };

const TINTS: Record<LevelGroup, 0 | 1 | 2 | 3> = { engineer: 0, senior: 1, staff: 2, manager: 3 };
const LEVEL_NAMES: Record<LevelGroup, string> = {
  engineer: "Engineer",
  senior: "Senior",
  staff: "Staff or above",
  manager: "Manager or above",
};

const isShown = ({ people }: LevelsAfter): boolean => people !== null && people >= 5;

/** Is there a year with enough people? */
export function hasLevels(levels: readonly LevelsAfter[]): boolean {
  return levels.some(isShown);
}

/** Levels by years after a start; years with fewer than five people are left out, and undefined where all are. */
export function levelsView(levels: readonly LevelsAfter[], start: string): LevelsView | undefined {
  const shown = levels.filter(isShown);
  if (shown.length === 0) return undefined;
  const slots = laySlots(shown.length);
  const nameOf = (years: number): string => (years === 0 ? start : `${years} yr`);
  return {
    columns: shown.map(({ years, people, levels: parts }, n) => ({
      label: nameOf(years),
      people: numberText(people ?? 0),
      slot: slots[n] ?? { left: 0, middle: 50, width: 100 },
      parts: parts.map((part) => ({
        name: LEVEL_NAMES[part.name],
        tint: TINTS[part.name],
        share: part.people === null ? null : part.people / (people ?? 1),
      })),
    })),
    table: {
      caption: "Levels by years after",
      head: ["Years", ...(shown[0]?.levels ?? []).map((part) => LEVEL_NAMES[part.name]), "People"],
      rows: shown.map(({ years, people, levels: parts }) => [
        nameOf(years),
        ...parts.map((part) => countText(part.people)),
        countText(people),
      ]),
    },
  };
}
