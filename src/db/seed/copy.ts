import { once } from "node:events";
import { finished } from "node:stream/promises";
import type { ClientBase } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { COLUMNS, type TableName } from "./rows.ts";

/**
 * Copies rows in the text format of COPY into a table.
 * @param isFrozen writes rows as if they had always been there, which saves a rewrite of their pages later. Only for a
 *   table that this transaction has truncated.
 */
export async function copyRows(
  client: ClientBase,
  table: TableName,
  text: Uint8Array | string,
  isFrozen = false,
): Promise<void> {
  if (text.length === 0) return;
  const options = isFrozen ? " with (freeze)" : "";
  const stream = client.query(copyFrom(`copy ${table} (${COLUMNS[table].join(", ")}) from stdin${options}`));
  const done = finished(stream);
  done.catch(() => {});
  if (!stream.write(text)) await Promise.race([once(stream, "drain"), done]);
  stream.end();
  await done;
}
