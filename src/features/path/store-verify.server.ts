import type { Questions } from "./pure/calls.ts";
import type { Visible } from "./store-follower.server.ts";
import type { At } from "./store-rows.server.ts";
import type { StoreSweeper } from "./store-sweeper.server.ts";
import type { StoreWriter } from "./store-writer.server.ts";

/** Differences that are named. */
const MOST_DIFFERENCES = 50;
const PROFILES_AT_ONCE = 500;

type Compared = { visible: Visible; writer: StoreWriter; sweeper: StoreSweeper; day: string };

/** Compares ClickHouse with the database: everybody's own row, and their rows at every place. */
export async function findStoreDifferences(compared: Compared): Promise<Questions["verify"]["answer"]> {
  const { visible, writer, sweeper, day } = compared;
  const differences = new Set<string>();
  let lines = 0;
  for (let after = 0; ;) {
    const some = await visible.idsAfter(after, PROFILES_AT_ONCE);
    const last = some.at(-1);
    if (!last) break;
    after = last.key;
    const profiles = await visible.some(
      some.map((one) => one.id),
      day,
    );
    lines += profiles.length;
    for (const id of await writer.differing(profiles)) differences.add(id);
  }
  for (let after = ""; ;) {
    const ids = await writer.readIds("all", after, PROFILES_AT_ONCE);
    after = ids.at(-1) ?? "";
    if (ids.length === 0) break;
    const seen = new Set((await visible.some(ids, day)).map((profile) => profile._id));
    for (const id of ids) if (!seen.has(id)) differences.add(id);
  }
  for (let after: At | undefined = { place: "", id: "" }; after;) {
    const { ids, last } = await sweeper.readStrays(after);
    for (const id of ids) differences.add(id);
    after = last;
  }
  return { lines, differences: [...differences].slice(0, MOST_DIFFERENCES) };
}
