/** Answers of the API and of the reference brought into one shape. */
import { fieldsOf, isObject } from "#core/fields.ts";
import type { PathLine } from "#features/path/pure/types.ts";
import { inOrder } from "#tests/paths/differences.ts";
import type { Line } from "#tests/paths/reference/search.ts";

export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

const linkKey = (item: unknown): string => {
  const { from, to, people } = fieldsOf(item);
  return `${String(from)} ${String(to)} ${String(people)}`;
};

/**
 * Removes names of companies, schools and titles, which are not counted. Links are sorted, because their order is not
 * fixed.
 */
export function counted(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map(counted);
    const isLinks = items.length > 0 && items.every((item) => isObject(item) && "from" in item && "to" in item);
    return isLinks ? inOrder(items, linkKey) : items;
  }
  if (!isObject(value)) return value;
  const isNamed = "id" in value && "people" in value;
  const kept = Object.entries(value).filter(([key]) => !(isNamed && key === "name"));
  return Object.fromEntries(kept.map(([key, part]) => [key, counted(part)]));
}

/** Lines as the API returns them, with ids in place of profiles. */
export function apiLines(value: unknown): unknown[] {
  return listOf(value).map((line) => {
    const { profile, ...rest } = fieldsOf(line);
    return { profile: fieldsOf(profile)["_id"], ...rest };
  });
}

/** The reference's lines with each role's entry: "matched: { entry, position }[]". */
export function expectedLines(lines: readonly Line[], known: ReadonlyMap<string, PathLine>): unknown[] {
  return lines.map(({ profile, matched, months }) => ({
    profile,
    matched: matched.map((position) => ({ entry: known.get(profile)?.roles[position]?.entry, position })),
    months,
  }));
}
