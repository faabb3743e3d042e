import { sql } from "kysely";
import type { Reader } from "#db/connect.ts";
import { readCards } from "#features/profile/read.server.ts";
import type { PublicProfile } from "#features/profile/schema.ts";
import { drawKeys } from "./draw.server.ts";
import { MAX_DRAW, PAGE_SIZE, pageCount, permute } from "./rules.ts";

/**
 * Internal keys of a uniform draw without repetition: the numbers people have
 * in the deal come in the order of the draw's permutation, and those that are
 * no listed person's are passed over. The same draw deals the same order as
 * long as the people stay; who becomes anonymous or named gets a new number.
 * @param size how many at most
 */
export async function drawPeople(db: Reader, secret: Buffer, draw: string, size: number): Promise<number[]> {
  const { rows: range } = await sql<{ low: number | null; high: number | null }>`
    select min(deal) as low, max(deal) as high from profile where listed`.execute(db);
  const low = range[0]?.low;
  const high = range[0]?.high;
  if (low === null || low === undefined || high === null || high === undefined) return [];
  // Powers of four only, so that a new person seldom changes the deal of a visit.
  const bits = Math.max(2, 2 * Math.ceil(Math.log2(high + 1) / 2));
  const keys = drawKeys(secret, draw);
  const total = 2 ** bits;
  // Most numbers of the range are people; a few more are asked for than needed.
  const batch = Math.max(64, size * 3);
  const chosen: number[] = [];
  let next = 0;
  while (chosen.length < size && next < total) {
    const candidates: number[] = [];
    while (candidates.length < batch && next < total) {
      const key = permute(next, bits, keys);
      next += 1;
      if (key >= low && key <= high) candidates.push(key);
    }
    if (candidates.length === 0) break;
    const { rows } = await sql<{ id: number }>`
      select p.id from unnest(${candidates}::bigint[]) with ordinality as c (deal, place)
      join profile p on p.deal = c.deal and p.listed order by c.place`.execute(db);
    chosen.push(...rows.map((row) => row.id));
  }
  return chosen.slice(0, size);
}

export async function readDiscoverPage(
  db: Reader,
  input: { secret: Buffer; draw: string; page: number; today: string },
): Promise<{ cards: PublicProfile[]; page: number; pages: number; draw: string }> {
  const people = await drawPeople(db, input.secret, input.draw, MAX_DRAW);
  const pages = pageCount(people.length);
  const page = Math.min(Math.max(1, input.page), pages);
  const cards = await readCards(db, people.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE), input.today);
  return { cards, page, pages, draw: input.draw };
}

/** Random people for the landing page and GET /api/profile/random. */
export async function readRandomProfiles(
  db: Reader,
  input: { secret: Buffer; draw: string; amount: number; today: string },
): Promise<PublicProfile[]> {
  return readCards(db, await drawPeople(db, input.secret, input.draw, input.amount), input.today);
}
