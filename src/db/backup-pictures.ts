import pg from "pg";
import type { FoundTable, ReadStored } from "./backup-dump.ts";
import { BackupError, type BackupWriter } from "./backup-file.ts";

/** How many pictures are in memory at once. */
const PICTURES_AT_ONCE = 32;
const COPY_NULL = "\\N";

type Row = { cells: (string | null)[]; stored_as: string | null };

/** Writes a cell in the text format of COPY. */
function copyCell(cell: string | null): string {
  return cell === null ? COPY_NULL : cell.replaceAll("\\", "\\\\");
}

/**
 * Copies all pictures with their bytes from the database or the store, so that a backup is complete for another
 * machine. Skips pictures that were deleted meanwhile or that the store has lost.
 */
export async function copyPictures(
  client: pg.Client,
  writer: BackupWriter,
  table: FoundTable,
  readStored: ReadStored | undefined,
): Promise<{ rows: number; lost: number }> {
  const columns = table.columns.map((name) => `${pg.escapeIdentifier(name)}::text`).join(", ");
  await client.query(`declare pictures no scroll cursor for
    select array[${columns}] as cells, stored_as from picture order by id`);
  const [bytesAt, storedAt] = [table.columns.indexOf("bytes"), table.columns.indexOf("stored_as")];
  let [rows, lost] = [0, 0];
  for (;;) {
    const { rows: some } = await client.query<Row>(`fetch ${PICTURES_AT_ONCE} from pictures`);
    if (some.length === 0) break;
    const found = await Promise.all(
      some.map(async ({ stored_as: key }) => key === null || fetchStored(key, readStored)),
    );
    for (const [index, { cells }] of some.entries()) {
      const bytes = found[index];
      if (bytes === undefined) {
        lost += 1;
        continue;
      }
      const whole = bytes === true ? cells : withBytes(cells, { bytesAt, storedAt }, bytes);
      await writer.write(Buffer.from(`${whole.map(copyCell).join("\t")}\n`));
      rows += 1;
    }
  }
  await client.query("close pictures");
  await writer.endTable(table.name, rows);
  return { rows, lost };
}

async function fetchStored(key: string, readStored: ReadStored | undefined): Promise<Buffer | undefined> {
  if (!readStored) {
    throw new BackupError(
      "Pictures are in a store that the settings do not name. Set PICTURES_DIR or PICTURES_S3_URL as the app has them.",
    );
  }
  try {
    return await readStored(key);
  } catch (error) {
    throw new BackupError("The store of pictures is away: no backup was made. Look at it and try again.", {
      cause: error,
    });
  }
}

function withBytes(
  cells: readonly (string | null)[],
  { bytesAt, storedAt }: { bytesAt: number; storedAt: number },
  bytes: Buffer,
): (string | null)[] {
  return cells.map((cell, at) => {
    if (at === bytesAt) return `\\x${bytes.toString("hex")}`;
    return at === storedAt ? null : cell;
  });
}
