import { randomInt } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openDatabase, type Database } from "#db/connect.ts";
import { findDifferences } from "#features/stats/recount.server.ts";
import { tries } from "#tests/helpers/amount.ts";
import { ApiUser, createAppDatabase, stop } from "#tests/helpers/app.ts";
import { AppProcess } from "#tests/helpers/app-process.ts";
import type { TestDatabase } from "#tests/helpers/postgres.ts";

// R1, R4: the process ends in the middle of saves, by force and by request.

/** Use `KILL_ROUNDS=200` for a longer test. */
const ROUNDS = Number(process.env["KILL_ROUNDS"] ?? tries({ all: 5, some: 2 }));
const CLIENTS = 4;

let own: TestDatabase;
let db: Database;
let folder: string;
let running: AppProcess | undefined;

beforeAll(async () => {
  own = await createAppDatabase();
  db = openDatabase(own.url);
  folder = await mkdtemp(join(tmpdir(), "pipelines-kill-"));
});
afterAll(async () => {
  await running?.end("SIGKILL");
  await db.destroy();
  await own.drop();
  await rm(folder, { recursive: true, force: true });
});

/** @returns where the new process listens */
async function start(): Promise<string> {
  running = await AppProcess.start({ DATA_DIR: folder, DATABASE_URL: own.url });
  return running.url;
}

/** Saves one number after the other until the server is gone. */
async function saveOn(user: ApiUser, from: number): Promise<{ sent: number; acknowledged: number }> {
  let acknowledged = from;
  for (let n = from + 1; ; n += 1) {
    try {
      const pipeline = [
        stop("Alpha", `Title ${n}`, "2020-01-01", "2021-01-01", 80),
        stop(n % 2 === 0 ? "Beta" : "Gamma", `Title ${n}`, "2021-02-01", "current", 60),
      ];
      const answer = await user.save({ location: String(n), pipeline });
      if (answer.status !== 200) return { sent: n, acknowledged };
      acknowledged = n;
    } catch {
      return { sent: n, acknowledged };
    }
  }
}

async function locationOf(user: { profileId: string }): Promise<number> {
  const { location } = await db
    .selectFrom("profile")
    .select("location")
    .where("public_id", "=", user.profileId)
    .executeTakeFirstOrThrow();
  return Number(location);
}

it(
  "R1, R4: kill -9 in the middle of saves loses none that was acknowledged, leaves no half one, and no session ends",
  async () => {
    const seed = randomInt(1_000_000);
    let url = await start();
    const tokens: { token: string | undefined; profileId: string; last: number }[] = [];
    for (let n = 0; n < CLIENTS; n += 1) {
      const user = await new ApiUser({ url }).signUp();
      await user.save({ pipeline: [] });
      tokens.push({ token: user.token, profileId: user.profileId, last: 0 });
    }
    let saves = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const users = tokens.map(({ token, profileId }) => Object.assign(new ApiUser({ url }), { token, profileId }));
      const saving = users.map((user, n) => saveOn(user, tokens[n]?.last ?? 0));
      // Not before anything was saved: on a busy machine a fixed time would kill an idle process.
      await expect
        .poll(async () => Math.max(...(await Promise.all(users.map(locationOf)))), { timeout: 30_000 })
        .toBeGreaterThan(Math.max(...tokens.map(({ last }) => last)));
      await new Promise((resolve) => setTimeout(resolve, (seed * (round + 1)) % 400));
      await running?.end("SIGKILL");
      const results = await Promise.all(saving);
      expect(results).toHaveLength(CLIENTS);
      for (const [n, kept] of tokens.entries()) {
        const { sent, acknowledged } = results[n] ?? { sent: NaN, acknowledged: NaN };
        const stored = await locationOf(kept);
        expect(stored, `seed ${seed}`).toBeGreaterThanOrEqual(acknowledged);
        expect(stored, `seed ${seed}`).toBeLessThanOrEqual(sent);
        saves += acknowledged - kept.last;
        kept.last = stored;
      }
      url = await start();
      expect(await findDifferences(db), `seed ${seed}`).toEqual([]);
      for (const { token, profileId, last } of tokens) {
        const user = Object.assign(new ApiUser({ url }), { token, profileId });
        const answer = await user.call("GET", `/api/profile/get/${profileId}`);
        expect(answer.body["location"]).toBe(last === 0 ? "" : String(last));
        // The stops are of the same save as the rest of the profile: none before the first.
        const titles = [...new Set(answer.text.match(/"Title \d+"/g))];
        expect(titles).toEqual(last === 0 ? [] : [`"Title ${last}"`]);
        expect(answer.body["rev"]).toBeTypeOf("number");
      }
    }
    expect(saves).toBeGreaterThan(ROUNDS);
    console.info(`${ROUNDS} kills, ${saves} saves that were acknowledged, seed ${seed}`);
  },
  60_000 * ROUNDS,
);

it("R4, R19: asked to end under steady saves, it answers what is under way and ends by itself", async () => {
  await running?.end("SIGKILL");
  const url = await start();
  const users = await Promise.all(Array.from({ length: 4 }, () => new ApiUser({ url }).signUp()));
  const saving = users.map((user) => saveOn(user, 0));
  await expect
    .poll(async () => Math.max(...(await Promise.all(users.map(locationOf)))), { timeout: 30_000 })
    .toBeGreaterThan(1);
  expect(await running?.end("SIGTERM")).toBe(0);
  const ended = await Promise.all(saving);
  expect(ended).toHaveLength(4);
  // Requests that had begun were answered; later ones found no server. No save is stored without an answer.
  for (const [n, user] of users.entries())
    expect(ended[n]).toEqual({ sent: (await locationOf(user)) + 1, acknowledged: await locationOf(user) });
  expect(await findDifferences(db)).toEqual([]);
});
