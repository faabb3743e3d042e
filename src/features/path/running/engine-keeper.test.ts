import { expect, it } from "vitest";
import { toPublicProfile } from "#features/profile/pure/projection.ts";
import type { PublicProfile } from "#features/profile/schema.ts";
import { ADA, ENGINEER } from "#tests/helpers/stored-person.ts";
import { EngineKeeper } from "./engine-keeper.ts";

const [EVENING, MORNING] = ["2026-11-15", "2026-11-16"] as const;
const [A, B] = ["a".repeat(24), "b".repeat(24)] as const;

/** A person who begins a role at midnight. */
const seenOn = (day: string, id: string): PublicProfile =>
  toPublicProfile({ ...ADA, public_id: id }, [{ ...ENGINEER, start_date: MORNING }], day);

/** A keeper whose filling stops after the first person until it is let go on, or is awaited. */
async function fillUntilMidnight(some: (ids: readonly string[], day: string) => Promise<PublicProfile[]>) {
  const night = Promise.withResolvers<void>();
  const all = async function* (day: string) {
    yield [seenOn(day, A)];
    await night.promise;
    yield [seenOn(day, B)];
  };
  const keeper = new EngineKeeper({ all, some }, EVENING);
  const filling = keeper.readAll();
  await expect.poll(() => keeper.ids()).toEqual([A]);
  await keeper.setToday(MORNING);
  night.resolve();
  return { keeper, filling };
}

it("holds everybody as of the new day after a filling across midnight", async () => {
  const { keeper, filling } = await fillUntilMidnight((ids, day) => Promise.resolve(ids.map((id) => seenOn(day, id))));
  expect(await filling).toBe(2);
  for (const id of [A, B]) expect(keeper.holds(seenOn(MORNING, id)), id).toBe(true);
});

it("does not undo a change that comes while it reads again what the new day has changed", async () => {
  const [late, asked] = [Promise.withResolvers<PublicProfile[]>(), Promise.withResolvers<void>()];
  let isHidden = false;
  const { keeper, filling } = await fillUntilMidnight((ids, day) => {
    if (isHidden) return Promise.resolve([]);
    if (ids[0] === A) return Promise.resolve([seenOn(day, A)]);
    asked.resolve();
    return late.promise;
  });
  await asked.promise;
  isHidden = true;
  await keeper.readSome([B]);
  late.resolve([seenOn(MORNING, B)]);
  expect(await filling).toBe(1);
  expect(keeper.ids()).toEqual([A]);
});

it("reads again everybody whom a new day changes, some hundred by one query", async () => {
  const ids = Array.from({ length: 1_001 }, (_, n) => String(n).padStart(24, "0"));
  const asked: number[] = [];
  const all = async function* (day: string) {
    yield ids.map((id) => seenOn(day, id));
  };
  const some = async (few: readonly string[], day: string) => {
    asked.push(few.length);
    return few.map((id) => seenOn(day, id));
  };
  const keeper = new EngineKeeper({ all, some }, EVENING);
  await keeper.readAll();
  await keeper.setToday(MORNING);
  expect(asked).toEqual([500, 500, 1]);
  expect(ids.filter((id) => !keeper.holds(seenOn(MORNING, id)))).toEqual([]);
});
