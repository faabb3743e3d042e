import { compareText } from "#core/text.ts";
import { sql } from "kysely";
import type { Marks, Switched } from "#db/backup-file.ts";
import type { Reader } from "#db/connect.ts";
import { lessOpen } from "#features/profile/rules.ts";
import { VISIBILITIES, type Visibility } from "#features/profile/schema.ts";
import { keyedHash } from "#server/ids.ts";
import { ownerKey } from "#server/token.ts";

/** Leads from a profile's owner to their switches; without the secret a random number that joins no dump. */
function switchMark(secret: Buffer, owner: Buffer): string {
  return keyedHash(secret, "switch", owner).toString("hex");
}

type Row = { owner_key: Buffer; switches: number; visibility: Visibility };

/** Reads the switches of everybody who ever switched, in an order without meaning. */
export async function readSwitched(db: Reader, secret: Buffer): Promise<Switched[]> {
  const { rows: there } = await sql<{ isHalf: boolean; isCounted: boolean }>`
    select to_regclass('public.restored_switch') is not null as "isHalf",
      exists (select from pg_attribute where attrelid = to_regclass('public.profile') and attname = 'switches') as "isCounted"
  `.execute(db);
  const [{ isHalf, isCounted } = { isHalf: false, isCounted: false }] = there;
  if (isHalf) {
    const { rows } = await sql<{ mark: string; switches: number; visibility: string }>`
      select encode(mark, 'hex') as mark, switches, visibility from restored_switch order by mark`.execute(db);
    return rows.map(({ mark, switches, visibility }) => [mark, switches, visibility] as const);
  }
  if (!isCounted) return [];
  const { rows } = await sql<Row>`
    select owner_key, switches, visibility from profile where switches > 0 and owner_key is not null`.execute(db);
  return rows
    .map((row) => [switchMark(secret, row.owner_key), row.switches, row.visibility] as const)
    .toSorted(([a], [b]) => compareText(a, b));
}

function toVisibility(text: string): Visibility {
  return VISIBILITIES.find((one) => one === text) ?? "private";
}

/** The newest switch of each person; of two equally new ones, the one that shows less. */
export function newestSwitches(lists: Marks["switched"]): Switched[] {
  const newest = new Map<string, Switched>();
  for (const [mark, switches, text] of lists) {
    const [, known, before] = newest.get(mark) ?? [mark, -1, "public"];
    if (switches < known) continue;
    const visibility = toVisibility(text);
    newest.set(mark, [mark, switches, switches > known ? visibility : lessOpen(toVisibility(before), visibility)]);
  }
  return [...newest.values()];
}

/** The last choices of these accounts' people, from the marks of a restore that is under way. */
export async function findSwitched(
  db: Reader,
  secret: Buffer,
  accountIds: readonly string[],
): Promise<Map<string, { switches: number; visibility: Visibility }>> {
  const accounts = new Map(accountIds.map((id) => [switchMark(secret, ownerKey(secret, id)), id]));
  const { rows } = await sql<{ mark: string; switches: number; visibility: string }>`
    select encode(mark, 'hex') as mark, switches, visibility from restored_switch
    where mark = any (${[...accounts.keys()].map((hex) => Buffer.from(hex, "hex"))})`.execute(db);
  return new Map(
    rows.map(({ mark, switches, visibility }) => [
      accounts.get(mark) ?? "",
      { switches, visibility: toVisibility(visibility) },
    ]),
  );
}
