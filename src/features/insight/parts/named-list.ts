import { round } from "#core/round.ts";
import type { Table } from "#features/path/pure/types.ts";
import { countText } from "#features/insight/words.ts";
import { numberText } from "#core/number-text.ts";

/** Companies, schools or titles with their people, as bars. */
export type NamedList = {
  title: string;
  rows: { id: string; name: string; people: string; share: number; href: string | undefined }[];
};

const MOST_ROWS = 6;
const OTHERS = { company: "Other companies", school: "Other schools, or none", title: "Other titles" } as const;

/** The largest rows, then everybody else. `isOnce`: each person is in one row, so the rest adds up. */
export function namedList(title: string, kind: "company" | "school" | "title", table: Table, isOnce = true): NamedList {
  const shown = table.rows.slice(0, MOST_ROWS);
  const behind = table.rows.slice(MOST_ROWS).reduce((all, one) => all + one.people, 0);
  const others = table.others === null && behind === 0 ? null : (table.others ?? 0) + behind;
  const longest = Math.max(1, ...shown.map((one) => one.people), others ?? 0);
  const rows = shown.map(({ id, name, people }) => ({
    id,
    name,
    people: numberText(people),
    share: round((people / longest) * 100),
    href: `/${kind}/${id}`,
  }));
  if (rows.length === 0 || others === 0 || !isOnce) return { title, rows };
  const rest = { id: "other", name: OTHERS[kind], href: undefined };
  return {
    title,
    rows: [...rows, { ...rest, people: countText(others), share: round(((others ?? 0) / longest) * 100) }],
  };
}
