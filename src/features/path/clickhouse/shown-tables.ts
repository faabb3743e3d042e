import { MOST_ROWS } from "#features/path/pure/limits.ts";
import { leastShown, showRows, showTable, type Counts } from "#features/path/pure/rule-of-five.ts";
import type { Named, Table } from "#features/path/pure/types.ts";
import type { Params } from "./params.ts";
import { statement, type Rows } from "./rows.ts";
import { askOne, COUNTS, type Asking, type CountsRow } from "./ask.ts";

type Naming = "company" | "school" | "title";
export type KeyRow = CountsRow & { key: string };

/** Counted rows with their names, sorted. */
export async function named(
  asking: Asking,
  naming: Naming,
  rows: readonly { key: string; people: number }[],
): Promise<Named[]> {
  const names =
    naming === "title"
      ? undefined
      : await asking.namesOf(
          naming,
          rows.map((row) => row.key),
        );
  return showRows(
    rows.map(({ key, people }) => ({
      id: key,
      name: names ? (names.get(key) ?? "") : asking.nameOfTitle(key),
      people,
    })),
  );
}

/** The end of a statement that counts by key: only rows that may be shown, the largest first. */
export function shownRows({ most = MOST_ROWS, also = "1", by = "" } = {}): string {
  return `HAVING people >= ${leastShown(undefined)} AND ${also} ORDER BY people DESC, key LIMIT ${most}${by === "" ? "" : ` BY ${by}`}`;
}

/**
 * A table of people with one key each, '' for none.
 * @param key an expression over these rows
 */
export async function readTable(
  asking: Asking,
  { naming, rows, key }: { naming: Naming; rows: Rows; key: string },
  params: Params,
): Promise<Table> {
  const { ask } = asking;
  const [all, shown] = await Promise.all([
    askOne<CountsRow>(ask, statement(rows, COUNTS), params),
    ask<KeyRow>(statement(rows, `${key} AS key, ${COUNTS}`, `WHERE key != '' GROUP BY key ${shownRows()}`), params),
  ]);
  return showTable(await named(asking, naming, shown), lessRows(all, shown));
}

/** All people without those of the rows. */
export function lessRows(all: Counts, rows: readonly Counts[]): Counts {
  const others = { people: all.people, publics: all.publics };
  for (const { people, publics } of rows) {
    others.people -= people;
    others.publics -= publics;
  }
  return others;
}

/** A table of people by company, from rows with an array `companies`: a person may be in several rows of it. */
export async function readCompanies(asking: Asking, rows: Rows, params: Params): Promise<Table> {
  const { ask } = asking;
  const shown = await ask<KeyRow>(
    statement(rows, `arrayJoin(companies) AS key, ${COUNTS}`, `GROUP BY key ${shownRows()}`),
    params,
  );
  const shownKeys = params.strings(shown.map((row) => row.key));
  const others = await askOne<CountsRow>(
    ask,
    statement(rows, COUNTS, `WHERE NOT hasAny(companies, ${shownKeys})`),
    params,
  );
  return showTable(await named(asking, "company", shown), others);
}
