import { generateSync } from "otplib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { countFollowed } from "#app/jobs.server.ts";
import { beginTry, failureKey } from "#server/login-failures.ts";
import { ADMIN_EMAIL, ADMIN_PASSWORD, adminClient } from "#tests/helpers/admin.ts";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";

// R20: a machine's clock was wrong by two days, and is set right while people are signed in.

const NOW = new Date("2026-11-15T12:00:00Z");
const DAY = 86_400_000;
let now = NOW;
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: () => now });
});
afterAll(() => app.stop());

it.each([
  { change: "back", days: -2 },
  { change: "on", days: 2 },
])(
  "R20: a clock that is set $change by two days ends no session, and stops neither saves nor sign-ins",
  async ({ days }) => {
    now = NOW;
    const user = await new ApiUser(app).signUp();
    const admin = await adminClient(app);
    expect((await user.save({ pipeline: [stop("Clockworks", "Clerk", "2020-01-01", "current", 60)] })).status).toBe(
      200,
    );
    now = new Date(NOW.getTime() + days * DAY);
    expect((await user.call("GET", "/api/user/account")).status).toBe(200);
    expect((await user.save({ location: "Here" })).status).toBe(200);
    await new ApiUser(app).signUp();
    await user.logIn();
    expect((await user.call("GET", `/api/profile/get/${user.profileId}`)).body).toMatchObject({ location: "Here" });
    // An administrator's session is short. It ends with the time that seems to have passed, not before.
    expect((await admin.call("GET", "/api/email/broadcasts/none")).status === 401).toBe(days > 0);
  },
);

it("R20: a wait after wrong passwords does not become two days when the clock is set back", async () => {
  now = NOW;
  const user = await new ApiUser(app).signUp();
  const key = failureKey(app.services.secret, user.email, { address: "127.0.0.1" });
  const tryOnce = () => beginTry({ db: app.db, now, secret: app.services.secret }, key, 1);
  for (let n = 0; n < 4; n += 1) await tryOnce();
  await expect(tryOnce()).rejects.toThrow("Too many requests");
  now = new Date(NOW.getTime() - 2 * DAY);
  await tryOnce();
  // From now on it waits as before.
  await expect(tryOnce()).rejects.toThrow("Too many requests");
});

it("R20: an administrator's codes are accepted once each, also after the clock was set back", async () => {
  now = NOW;
  const admin = await adminClient(app);
  const { secret } = (await admin.call<{ secret: string }>("POST", "/api/admin/totp/begin", {})).body;
  const code = () => generateSync({ secret, epoch: Math.floor(now.getTime() / 1_000) });
  expect((await admin.call("POST", "/api/admin/totp/confirm", { code: code() })).status).toBe(200);
  now = new Date(NOW.getTime() - 2 * DAY);
  const logIn = async () => {
    const client = new ApiUser(app);
    await client.fetchToken();
    const sent = { email: ADMIN_EMAIL, password: ADMIN_PASSWORD, code: code() };
    return (await client.call("POST", "/api/admin/login", sent)).status;
  };
  expect([await logIn(), await logIn()]).toEqual([200, 400]);
  now = new Date(now.getTime() + 31_000);
  expect(await logIn()).toBe(200);
});

it("R20: somebody suspended while the clock was ahead signs in after it is set back, and earlier sessions stay ended", async () => {
  now = NOW;
  const user = await new ApiUser(app).signUp();
  const earlier = user.token;
  now = new Date(NOW.getTime() + 2 * DAY);
  const ahead = await user.logIn().then(() => user.token);
  const admin = await adminClient(app, "moderator@example.test");
  const act = async (name: string, body: object) =>
    (await admin.call("POST", `/api/admin/people/${user.profileId}/${name}`, body)).status;
  expect(await act("suspend", { reason: "spam" })).toBe(200);
  expect(await act("unsuspend", {})).toBe(200);
  now = new Date(NOW.getTime() + 3_600_000);
  const statusOf = async (token: string | undefined) => {
    const client = new ApiUser(app);
    client.token = token;
    return (await client.call("GET", "/api/user/account")).status;
  };
  for (const token of [earlier, ahead]) expect(await statusOf(token)).toBe(401);
  await user.logIn();
  for (const days of [0, 1, 3]) {
    now = new Date(NOW.getTime() + 7_200_000 + days * DAY);
    expect(await statusOf(user.token)).toBe(200);
    for (const token of [earlier, ahead]) expect(await statusOf(token)).toBe(401);
  }
  const stored = app.db.selectFrom("profile").select("sessions_from").where("public_id", "=", user.profileId);
  expect(await stored.executeTakeFirstOrThrow()).toEqual({ sessions_from: null });
});

it("R20: a week that was counted while the clock was ahead is not followed by an earlier one", async () => {
  const days = async () => (await app.db.selectFrom("weekly_batch").select("day").execute()).map(({ day }) => day);
  now = new Date(NOW.getTime() + 14 * DAY);
  await countFollowed(app.services);
  const counted = await days();
  expect(counted).toHaveLength(1);
  now = NOW;
  await countFollowed(app.services);
  expect(await days()).toEqual(counted);
});
