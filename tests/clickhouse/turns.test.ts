import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { PublicProfile } from "#features/profile/schema.ts";
import { readStoreState } from "#features/path/store-write.server.ts";
import { publicId } from "#tests/paths/worlds.ts";
import { profileOf } from "./profiles.ts";
import { Stage } from "./stage.ts";

// Much to do at once: changes that do not stop, changes of the catalogue, new days, in the middle of a filling.

let stage: Stage;

beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.close());
beforeEach(() => stage.fill(), 60_000);

const first = publicId("a", 1);
const filling = () => stage.db.selectFrom("path_store").select(["filling_to", "is_again", "day"]).executeTakeFirst();
/** A follower that fills one person after the other, and whom it asked for. */
function slowly() {
  const asked: string[] = [];
  const some = async (ids: readonly string[]) => {
    asked.push(...ids);
    return stage.visible.some(ids, stage.day);
  };
  const idsAfter = (key: number) => stage.visible.idsAfter(key, 1);
  return { asked, follower: stage.follower({ visible: { some, idsAfter } }) };
}
/** Ends after so many rounds. */
const rounds = (count: number) => {
  let left = count;
  return () => (left -= 1) < 0;
};
/** Somebody whose role has an end that is not there yet. */
function aging(id: string): PublicProfile {
  const profile = profileOf(id, ["One"]);
  const [entry] = profile.pipeline;
  const role = { ...entry?.roles[0], startDate: "2026-01-01", endDate: "2027-12-01", phase: "current" };
  // Only what the engine reads of a person.
  return { ...profile, pipeline: [{ ...entry, roles: [role] }] } as unknown as PublicProfile;
}

describe("the follower", () => {
  it("comes to an end where changes do not", async () => {
    let changes = 0;
    const some = async (ids: readonly string[]) => {
      changes += 1;
      if (changes < 50) await stage.change([first]);
      return stage.visible.some(ids, stage.day);
    };
    await stage.change([first]);
    await stage.follower({ visible: { some } }).catchUp();
    expect(changes).toBe(1);
    expect(await readStoreState(stage.db)).toMatchObject({ isBehind: true });
  });

  it("goes on with a filling where the catalogue changes, and then writes everybody once more", async () => {
    const { asked, follower } = slowly();
    await stage.change(["*"]);
    await follower.catchUp();
    expect(await follower.fillAndAge(rounds(3))).toBe(true);
    expect(await filling()).toMatchObject({ filling_to: 3, is_again: false });
    await stage.change(["*"]);
    await follower.catchUp();
    expect(await filling()).toMatchObject({ filling_to: 3, is_again: true });
    expect(await follower.fillAndAge(() => false)).toBe(false);
    expect(await filling()).toMatchObject({ filling_to: null, is_again: false });
    expect(asked).toEqual([...stage.people.keys(), ...stage.people.keys()]);
  });

  it("follows the day in turns with a filling", async () => {
    stage.people.set(first, aging(first));
    await stage.change([first, "*"]);
    const { asked, follower } = slowly();
    await follower.catchUp();
    stage.day = "2026-11-16";
    asked.length = 0;
    await follower.fillAndAge(rounds(2));
    expect(await filling()).toMatchObject({ filling_to: 2, day: "2026-11-16" });
    expect(asked.filter((id) => id === first)).toHaveLength(2);
    while (await follower.fillAndAge(() => false));
  });

  it("begins the next day with the first person, also where the day before was not done", async () => {
    stage.people.set(first, aging(first));
    await stage.change([first]);
    const { asked, follower } = slowly();
    await follower.catchUp();
    stage.day = "2026-11-17";
    await follower.fillAndAge(rounds(1));
    stage.day = "2026-11-18";
    asked.length = 0;
    await follower.fillAndAge(() => false);
    expect(asked).toEqual([first]);
    expect(await filling()).toMatchObject({ day: "2026-11-18" });
  });
});
