import type { PublicProfile } from "#features/profile/schema.ts";
import { Params } from "./clickhouse/params.ts";
import type { Ask } from "./clickhouse/ask.ts";
import { COLUMN_NAMES, TABLE } from "./clickhouse/tables.ts";
import type { LineRow } from "./clickhouse/row.ts";
import type { Questions } from "./pure/calls.ts";
import { monthNumber } from "./pure/line.ts";
import type { Visible } from "./store-follower.server.ts";
import { rowBatches, type RowPlace, type UnversionedRow } from "./store-rows.server.ts";
import type { StoreSweeper } from "./store-sweeper.server.ts";
import type { StoreWriter } from "./store-writer.server.ts";

/** The most differences that a comparison returns. */
const MOST_DIFFERENCES = 50;
const PROFILES_AT_ONCE = 500;
/** Rows that one statement asks for. Their places and ids are form fields, whose number ClickHouse limits. */
const ROWS_AT_ONCE = 1_000;
/** The columns with facts about a person. */
const FACTS = COLUMN_NAMES.filter((name) => !["place", "version", "gone"].includes(name));

type Compared = {
  /** For statements that may take long. */
  ask: Ask;
  /** Everybody as a visitor sees them. */
  shown: Visible;
  catchUp: () => Promise<void>;
  writer: StoreWriter;
  sweeper: StoreSweeper;
  day: string;
};

/** Compares ClickHouse with the database: each person's rows, and rows that belong to nobody. */
export async function verifyStore(compared: Compared): Promise<Questions["verify"]["answer"]> {
  const { lines, differing } = await findDifferences(compared);
  if (differing.size === 0) return { lines, differences: [] };
  // Compare twice: a save between the two reads would look like a difference.
  await compared.catchUp();
  const again = await findDifferences(compared);
  const differences = [...differing].filter((id) => again.differing.has(id));
  return { lines, differences: differences.slice(0, MOST_DIFFERENCES) };
}

async function findDifferences(compared: Compared): Promise<{ lines: number; differing: Set<string> }> {
  const { ask, shown, writer, sweeper, day } = compared;
  const differing = new Set<string>();
  let lines = 0;
  for (let after = 0; ;) {
    const some = await shown.idsAfter(after, PROFILES_AT_ONCE);
    const last = some.at(-1);
    if (!last) break;
    after = last.key;
    const profiles = await shown.some(
      some.map((one) => one.id),
      day,
    );
    lines += profiles.length;
    for await (const id of differingOf(ask, profiles, monthNumber(day, false))) differing.add(id);
  }
  for (let after = ""; ;) {
    const ids = await writer.readIds("all", after, PROFILES_AT_ONCE);
    after = ids.at(-1) ?? "";
    if (ids.length === 0) break;
    const seen = new Set((await shown.some(ids, day)).map((profile) => profile._id));
    for (const id of ids) if (!seen.has(id)) differing.add(id);
  }
  for (let after: RowPlace | undefined = { place: "", id: "" }; after;) {
    const { ids, last } = await sweeper.readStrays(after);
    for (const id of ids) differing.add(id);
    after = last;
  }
  return { lines, differing };
}

/** The people with a missing row, or a row that differs from what everybody sees. */
async function* differingOf(ask: Ask, profiles: readonly PublicProfile[], month: number): AsyncGenerator<string> {
  for await (const batch of rowBatches(profiles, new Map(), month)) {
    for (let from = 0; from < batch.length; from += ROWS_AT_ONCE) {
      const wanted = batch.slice(from, from + ROWS_AT_ONCE);
      const found = new Map((await readRows(ask, wanted)).map((row) => [keyOf(row), factsOf(row)]));
      for (const row of wanted) if (found.get(keyOf(row)) !== factsOf(row)) yield row.id;
    }
  }
}

function readRows(ask: Ask, wanted: readonly UnversionedRow[]): Promise<UnversionedRow[]> {
  const params = new Params();
  const pairs = params.pairs(wanted.map(({ place, id }) => [place, id]));
  const sql = `SELECT place, ${FACTS.join(", ")} FROM ${TABLE} FINAL WHERE (place, id) IN ${pairs}`;
  return ask<UnversionedRow>(sql, params);
}

const keyOf = ({ place, id }: RowPlace): string => `${place} ${id}`;

/** A row's facts as text. Months of open stays are left out: they are counted to the day of the question. */
function factsOf(row: LineRow): string {
  const stay_months = row.stay_months.map((months, stay) => (row.stay_ended[stay] === 1 ? months : 0));
  const facts: Record<string, unknown> = { ...row, stay_months };
  return JSON.stringify(FACTS.map((name) => facts[name]));
}
