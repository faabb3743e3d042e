import pg from "pg";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";

// A save keeps rows locked during each round trip to the database. So a longer pipeline must not need more of them.

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

/** How often the database is asked to save a new pipeline of so many companies that nobody has named before. */
async function roundTripsOf(name: string, count: number): Promise<number> {
  const user = await new ApiUser(app).signUp();
  return roundTripsOfSave(user, name, count);
}

async function roundTripsOfSave(user: ApiUser, name: string, count: number): Promise<number> {
  const job = (n: number) => stop(`${name} ${n}`, "Clerk", `${1970 + n}-01-01`, `${1970 + n}-11-01`);
  const asked = vi.spyOn(pg.Client.prototype, "query");
  try {
    const answer = await user.save({ pipeline: Array.from({ length: count }, (_, n) => job(n)) });
    expect(answer.status, answer.text).toBe(200);
    // Heartbeats come by the clock.
    return asked.mock.calls.filter(([query]: readonly unknown[]) => query !== "select 1").length;
  } finally {
    asked.mockRestore();
  }
}

it("a save of fifty new companies asks the database no more often than a save of one", async () => {
  await roundTripsOf("First Works", 1);
  const one = await roundTripsOf("Single Works", 1);
  expect(one).toBeGreaterThan(5);
  expect(await roundTripsOf("Many Works", 50)).toBeLessThanOrEqual(one + 2);
});

it("a save at companies of the catalogue asks three times who saves, and four times for the save", async () => {
  const user = await new ApiUser(app).signUp();
  for (const name of ["Listed Works", "Other Works"]) {
    expect(
      (
        await user.save({
          pipeline: [0, 1].map((n) => stop(`${name} ${n}`, "Clerk", `201${n}-01-01`, `201${n}-11-01`)),
        })
      ).status,
    ).toBe(200);
    await app.db.updateTable("company").set({ status: "listed" }).where("status", "=", "new").execute();
  }
  // Work in the background may ask meanwhile, too, so the least counts.
  const counts: number[] = [];
  for (const name of ["Listed Works", "Other Works", "Listed Works"])
    counts.push(await roundTripsOfSave(user, name, 2));
  expect(Math.min(...counts), counts.join(", ")).toBe(7);
});
