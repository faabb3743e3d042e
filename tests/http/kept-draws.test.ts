import { afterAll, beforeAll, expect, it } from "vitest";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";
import { sendRaw } from "#tests/helpers/raw.ts";

// R10: the landing page and discover are drawn by chance. They must still cost no more than other pages.

let app: TestApp;
let now = new Date("2026-11-15T12:00:00Z");
const users: ApiUser[] = [];

beforeAll(async () => {
  app = await startTestApp({ pages: true, now: () => now });
  for (let n = 0; n < 30; n += 1) {
    const user = await new ApiUser(app).signUp();
    await user.save({ firstName: `Person${n}`, pipeline: [stop("Drawn Works", "Clerk", "2018-01-01", "2019-01-01")] });
    users.push(user);
  }
});
afterAll(() => app.stop());

const people = (text: string): string[] => [...new Set(text.match(/Person\d+/g))];
const isKept = (path: string): boolean => app.services.cache.get(`${path}\n`, now.getTime()) !== undefined;

it.each(["/", "/discover"])("%s is kept for visitors, drawn anew each minute, and never by a save", async (path) => {
  now = new Date("2026-11-15T12:00:00Z");
  await expect
    .poll(async () => (await sendRaw(app, { path })).status === 200 && isKept(path), { timeout: 20_000 })
    .toBe(true);
  const first = people((await sendRaw(app, { path })).text);
  expect(first.length).toBeGreaterThan(4);
  // A list that is made again within the minute shows the same people, so it does not reveal that somebody saved.
  app.services.cache.purge(["people"]);
  expect(isKept(path)).toBe(false);
  expect(people((await sendRaw(app, { path })).text)).toEqual(first);
  now = new Date("2026-11-15T12:01:00Z");
  expect(people((await sendRaw(app, { path })).text)).not.toEqual(first);
});

it.each(["/", "/discover"])("%s does not show somebody who became private, kept or not", async (path) => {
  now = new Date("2026-11-15T12:05:00Z");
  await expect
    .poll(async () => (await sendRaw(app, { path })).status === 200 && isKept(path), { timeout: 20_000 })
    .toBe(true);
  const [shown = ""] = people((await sendRaw(app, { path })).text);
  const user = users[Number(shown.slice(6))];
  expect((await user?.save({ visibility: "private" }))?.status).toBe(200);
  expect((await sendRaw(app, { path })).text).not.toContain(`${shown} `);
});
