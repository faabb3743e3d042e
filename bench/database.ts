import pg from "pg";
import { fromPool, openPool } from "#db/connect.ts";
import { openEmbedded } from "#db/embedded/embedded.ts";
import { statementName } from "#db/prepared-pool.ts";
import { median } from "./load.ts";
import { readProfilePage } from "#features/profile/read.server.ts";

const ROUNDS = 5;

/**
 * The database part of a profile page: compares the app's read with the same SQL from a bare client. The two take turns
 * on the same people.
 * @returns milliseconds for a profile, medians of the rounds
 */
export async function compareProfileRead(
  dataDir: string,
  ids: readonly string[],
): Promise<{ ours: number; bare: number }> {
  const embedded = await openEmbedded({ dataDir, say: () => {}, role: "command" });
  // Record the SQL that the read sends for each person, and then send it without the app.
  let sent: { text: string; values: unknown[] }[] = [];
  let isTakingDown = true;
  const db = fromPool(openPool(embedded.url, { max: 1 }), ({ query }) => {
    if (isTakingDown) sent.push({ text: query.sql, values: [...query.parameters] });
  });
  const client = new pg.Client({ connectionString: embedded.url });
  await client.connect();
  const read = (id: string) => readProfilePage(db, { idOrUsername: id, viewer: undefined, today: "2026-01-01" });
  try {
    const ours: number[] = [];
    const bare: number[] = [];
    for (const id of ids) await read(id);
    isTakingDown = false;
    const statements = sent;
    sent = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      let started = performance.now();
      for (const id of ids) await read(id);
      ours.push((performance.now() - started) / ids.length);
      started = performance.now();
      for (const statement of statements)
        await client.query({ ...statement, name: statementName(statement.text) ?? "" });
      bare.push((performance.now() - started) / ids.length);
    }
    return { ours: median(ours), bare: median(bare) };
  } finally {
    await client.end();
    await db.destroy();
    await embedded.stop();
  }
}
