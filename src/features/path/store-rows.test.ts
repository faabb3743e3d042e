import { expect, it } from "vitest";
import type { PublicProfile } from "#features/profile/schema.ts";
import { profileOf } from "#tests/clickhouse/profiles.ts";
import { publicId } from "#tests/paths/worlds.ts";
import { rowBatches } from "./store-rows.server.ts";

/** Somebody with a job at each of many companies. */
function busy(at: number, companies: number): PublicProfile {
  const profile = profileOf(publicId("a", at), ["One"]);
  const [entry] = profile.pipeline;
  const pipeline = Array.from({ length: companies }, (_, company) => ({
    ...entry,
    companyId: publicId("c", company + 1),
    roles: entry?.roles.map((role) => ({ ...role, position: company })),
  }));
  // Only what the engine reads of a person.
  return { ...profile, pipeline } as unknown as PublicProfile;
}

async function batches(profiles: readonly PublicProfile[]): Promise<{ ids: string[]; items: number }[]> {
  const found: { ids: string[]; items: number }[] = [];
  for await (const rows of rowBatches(profiles, new Map(), 24_000)) {
    const items = rows.reduce((sum, row) => sum + row.start.length, 0);
    found.push({ ids: [...new Set(rows.map((row) => row.id))], items });
  }
  return found;
}

it("ends a batch by the size of its rows, not by people alone", async () => {
  const small = await batches(Array.from({ length: 120 }, (_, at) => busy(at + 1, 2)));
  expect(small).toEqual([{ ids: expect.objectContaining({ length: 120 }), items: 720 }]);
  // 110 roles at 111 places: 12,210.
  const large = await batches(Array.from({ length: 4 }, (_, at) => busy(at + 1, 110)));
  expect(large.map((one) => one.ids.length)).toEqual([1, 1, 1, 1]);
  const mixed = await batches([busy(1, 90), busy(2, 90), busy(3, 90), busy(4, 2)]);
  expect(mixed.every((one) => one.items <= 20_000)).toBe(true);
  // All rows of a person are in one batch.
  expect(mixed.flatMap((one) => one.ids)).toHaveLength(4);
});
