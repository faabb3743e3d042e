import { sql } from "kysely";
import type { Reader } from "#db/connect.ts";
import { readCards } from "#features/profile/read.server.ts";
import type { PublicProfile } from "#features/profile/schema.ts";
import { drawKeys } from "./draw.server.ts";
import { chooseRanges, inDrawnOrder, MAX_DRAW, PAGE_SIZE, pageCount, POSITIONS, SAMPLE } from "./rules.ts";

/**
 * Internal keys of a random list without repetition. Shuffle positions are random numbers. A list takes the people in
 * some random ranges of positions and sorts them by its own permutation. The same `draw` gives the same order as long
 * as the people stay; somebody who switches between anonymous and public gets a new position. The cost depends on the
 * size of the list, not on the number of people or on their positions.
 * @param size how many people at most
 */
export async function drawPeople(db: Reader, secret: Buffer, draw: string, size: number): Promise<number[]> {
  const keys = drawKeys(secret, draw);
  const ranges = chooseRanges(await estimateListed(db), keys, size);
  const { rows } = await sql<{ id: number; position: number }>`
    select person.id, person.position
    from unnest(${ranges.map(({ from }) => from)}::bigint[], ${ranges.map(({ to }) => to)}::bigint[])
      as range (from_position, to_position)
    cross join lateral (
      select id, shuffle_position as position from profile
      where listed and shuffle_position >= range.from_position and shuffle_position < range.to_position
    ) as person`.execute(db);
  return inDrawnOrder(rows, keys)
    .slice(0, size)
    .map((row) => row.id);
}

/** About how many people are listed, from how densely the first positions are taken: a count would read them all. */
async function estimateListed(db: Reader): Promise<number> {
  const { rows } = await sql<{ position: number }>`
    select shuffle_position as position from profile
    where listed order by shuffle_position offset ${SAMPLE - 1} limit 1`.execute(db);
  const position = rows[0]?.position;
  return position === undefined ? SAMPLE : SAMPLE * (POSITIONS / position);
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
