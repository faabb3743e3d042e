import { once } from "node:events";
import { finished } from "node:stream/promises";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { COLUMNS, copyLine, TABLES, type Rows } from "./rows.ts";

/** Copies the rows of a few thousand people, one table after another. */
export async function copyRows(client: pg.Client, rows: Rows): Promise<void> {
  for (const table of TABLES) {
    if (rows[table].length === 0) continue;
    const stream = client.query(copyFrom(`copy ${table} (${COLUMNS[table].join(", ")}) from stdin`));
    const done = finished(stream);
    done.catch(() => {});
    if (!stream.write(rows[table].map(copyLine).join(""))) await Promise.race([once(stream, "drain"), done]);
    stream.end();
    await done;
  }
}
