import { levelOrAbove } from "#features/path/pure/level-name.ts";
import { KIND_NAMES, type RoleKind } from "#core/role-kind.ts";
import { titleName } from "#features/title/classify.ts";
import type { Step } from "#features/path/pure/types.ts";

/** The drawing and the name of a step. */
export type Look = {
  /** Square, bold ring or thin ring. */
  ring: "school" | "f" | "i";
  /** The content of the ring: a company's or school's mark, or a sign. */
  sign: "mark" | "sprout" | "briefcase" | "chevrons-up" | "stop";
  /** Above the name: "Stop", "Intern at", "Level". */
  word: string;
  name: string;
  logo: string;
};

/** Names and logos by public id. */
export type Marks = ReadonlyMap<string, { name: string; logo: string }>;

const orOf = (names: readonly string[]): string => names.join(" or ");

function isIntern(kinds: readonly RoleKind[]): boolean {
  return kinds.length > 0 && kinds.every((kind) => kind === "intern" || kind === "co-op");
}

export function lookOf(step: Step, marks: Marks): Look {
  const named = (ids: readonly string[]): string[] => ids.map((id) => marks.get(id)?.name ?? "");
  if (step.of === "school") {
    const mark = marks.get(step.school);
    return { ring: "school", sign: "mark", word: "School", name: mark?.name ?? "", logo: mark?.logo ?? "" };
  }
  const ring = isIntern(step.kinds) ? "i" : "f";
  const companies = orOf(named(step.companies));
  const roles = [...step.titles.map(titleName), ...step.levels.map(levelOrAbove)];
  const kinds = orOf(step.kinds.map((kind) => (kind === "intern" ? "Intern" : KIND_NAMES[kind])));
  if (step.companies.length > 0) {
    const [first = ""] = step.companies;
    const as = kinds === "" ? "Stop" : `${kinds} at`;
    const name = roles.length === 0 ? companies : `${orOf(roles)}, ${companies}`;
    return { ring, sign: "mark", word: as, name, logo: marks.get(first)?.logo ?? "" };
  }
  const sign = step.titles.length > 0 ? "briefcase" : step.levels.length > 0 ? "chevrons-up" : undefined;
  if (sign !== undefined) {
    const word = step.titles.length > 0 ? "Title" : "Level";
    return { ring, sign, word: kinds === "" ? word : `${word}, ${kinds}`, name: orOf(roles), logo: "" };
  }
  if (kinds !== "")
    return { ring, sign: ring === "i" ? "sprout" : "briefcase", word: "Came as", name: kinds, logo: "" };
  return { ring, sign: "stop", word: "Stop", name: "Any stop", logo: "" };
}
