import type { Database } from "#db/connect.ts";
import { readProfilePage } from "#features/profile/read.server.ts";
import type { PublicProfile } from "#features/profile/schema.ts";
import { EngineKeeper, type VisibleProfiles } from "./running/engine-keeper.ts";

type EngineDifference = { profile: string; what: string };
type EngineCheck = { lines: number; differences: EngineDifference[] };

/** Pages that are read at once: a command has this many connections. */
const AT_ONCE = 4;

/** All stored people: as the engine reads them, and the ids of all. */
export type Everybody = {
  /** As the running site's engine gets them. */
  visible: VisibleProfiles;
  /** The id of each, hidden or not, in batches. */
  ids: () => AsyncIterable<string[]>;
};

/** An engine filled as a running site fills it. */
export async function fillKeeper(visible: VisibleProfiles, today: string): Promise<EngineKeeper> {
  const keeper = new EngineKeeper(visible, today);
  await keeper.readAll();
  return keeper;
}

async function runConcurrently(ids: readonly string[], work: (id: string) => Promise<void>): Promise<void> {
  const waiting = ids.values();
  const workOff = async (): Promise<void> => {
    for (const id of waiting) await work(id);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, workOff));
}

/** The pipeline on somebody's page as a visitor sees it. Somebody without a stop has a page and no pipeline. */
async function readShown(db: Database, id: string, today: string): Promise<PublicProfile | undefined> {
  const page = await readProfilePage(db, { idOrUsername: id, viewer: undefined, today });
  return page && !page.isOwner && page.profile.pipeline.length > 0 ? page.profile : undefined;
}

/** The pipelines on these people's pages as a visitor sees them, each page read by itself. */
export async function readShownPages(db: Database, ids: readonly string[], today: string): Promise<PublicProfile[]> {
  const found = new Map<string, PublicProfile>();
  await runConcurrently(ids, async (id) => {
    const shown = await readShown(db, id, today);
    if (shown) found.set(id, shown);
  });
  return [...found.values()];
}

/** Compares an engine with each person's page as a visitor sees it, hidden people included. */
export async function compareWithPages(
  keeper: EngineKeeper,
  { db, ids: allIds, today }: { db: Database; ids: Everybody["ids"]; today: string },
): Promise<EngineCheck> {
  const held = new Set(keeper.ids());
  const lines = held.size;
  const differences: EngineDifference[] = [];
  const compare = async (id: string): Promise<void> => {
    const shown = await readShown(db, id, today);
    const isHeld = held.delete(id);
    if (shown && !isHeld) differences.push({ profile: id, what: "has a page but is not in the engine" });
    else if (!shown && isHeld) differences.push({ profile: id, what: "is in the engine but has no visible page" });
    else if (shown && !keeper.holds(shown))
      differences.push({ profile: id, what: "differs between the engine and the page" });
  };
  for await (const ids of allIds()) await runConcurrently(ids, compare);
  for (const id of held) differences.push({ profile: id, what: "is in the engine but not stored" });
  return { lines, differences };
}

export async function findEngineDifferences(
  db: Database,
  { visible, ids }: Everybody,
  today: string,
): Promise<EngineCheck> {
  return compareWithPages(await fillKeeper(visible, today), { db, ids, today });
}
