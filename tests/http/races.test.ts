import { createApp } from "#app/app.server.ts";
import { CLIENT_FOLDER } from "#app/render.server.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import pg from "pg";
import { findDifferences } from "#features/stats/recount.server.ts";
import { tries } from "#tests/helpers/amount.ts";
import { ApiUser, startTestApp, stop, type Answer, type SavedProfile, type TestApp } from "#tests/helpers/app.ts";
import { sendRaw } from "#tests/helpers/raw.ts";
import { waitingForLocks } from "#tests/helpers/waiting.ts";

// R14, R15, L16: many at once, and two processes on one database.

let app: TestApp;
let twin: TestApp;

beforeAll(async () => {
  app = await startTestApp();
  twin = await startTestApp({ databaseUrl: app.databaseUrl });
});
afterAll(async () => {
  await twin.stop();
  await app.stop();
});

const names = (profile: SavedProfile) => profile.pipeline.map((one) => one.displayName).toSorted();

/** A call that has waited for its turn for so many milliseconds is refused (src/server/keyed-queue.ts). */
const MOST_WAIT_MS = 5_000;

/** Sends a call again if it waited for too long, as on a busy machine. Refused sooner, it stays refused. */
async function insist<Body>(call: () => Promise<Answer<Body>>): Promise<Answer<Body>> {
  for (;;) {
    const sent = performance.now();
    const answer = await call();
    if (answer.status !== 503 || performance.now() - sent < MOST_WAIT_MS) return answer;
  }
}

describe("fifty saves of one profile at once", () => {
  const patches = Array.from({ length: 50 }, (_, n) => ({
    location: `Place ${n}`,
    pipeline: [
      stop("Common Firm", `Job ${n}`, "2020-01-01", "2021-01-01", 20 * (1 + (n % 5))),
      stop(`Own Firm ${n % 7}`, "Clerk", "2021-02-01", "current"),
    ],
  }));

  test("without a revision: all are taken, and what stands is one of them whole", async () => {
    const user = await new ApiUser(app).signUp();
    const first = await user.save({ firstName: "Ada", lastName: "T", pipeline: [] });
    const answers = await Promise.all(
      patches.map((patch) => insist(() => user.call<SavedProfile>("PATCH", `/api/profile/${user.profileId}`, patch))),
    );
    expect(answers.map((answer) => answer.status)).toEqual(patches.map(() => 200));
    expect(answers.map((answer) => answer.body.rev).toSorted((a, b) => a - b)).toEqual(
      patches.map((_, n) => first.body.rev + 1 + n),
    );
    const now = (await user.call<SavedProfile>("GET", `/api/profile/get/${user.profileId}`)).body;
    const winner = answers.find((answer) => answer.body.rev === now.rev);
    expect(now).toEqual(winner?.body);
    const place = Number(String(now["location"]).slice(6));
    expect(names(now)).toEqual(["Common Firm", `Own Firm ${place % 7}`]);
    expect(now.pipeline[0]?.title).toBe(`Job ${place}`);
    expect(await findDifferences(app.db)).toEqual([]);
  });

  test("with one revision: one is taken, the others are told the present state", async () => {
    const user = await new ApiUser(app).signUp();
    const { rev } = (await user.save({ firstName: "Ada", lastName: "T", pipeline: [] })).body;
    const answers = await Promise.all(
      patches.map((patch) => insist(() => user.call("PATCH", `/api/profile/${user.profileId}`, { ...patch, rev }))),
    );
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 49 }, () => 409),
    ]);
    const won = answers.find((answer) => answer.status === 200)?.body;
    for (const answer of answers)
      if (answer.status === 409) expect(answer.body).toMatchObject({ code: "stale-revision", profile: won });
    expect(await findDifferences(app.db)).toEqual([]);
  });

  test("mixed with switches of anonymity and removals: nothing is lost or doubled", async () => {
    const user = await new ApiUser(app).signUp();
    const { body } = await user.save({ firstName: "Ada", lastName: "T", pipeline: patches[0]?.pipeline });
    const companyId = body.pipeline[0]?.companyId;
    const { profileId } = user;
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        insist(() =>
          n % 3 === 0
            ? user.call("PATCH", `/api/profile/${profileId}`, { anonymous: n % 2 === 0 })
            : n % 3 === 1
              ? user.call("PATCH", `/api/company/update/${companyId}`, [{}, [], ""])
              : user.call("PATCH", `/api/profile/${profileId}`, patches[n]),
        ),
      ),
    );
    // A switch of visibility gives a new id. A save that still names the old id is told so.
    expect(answers.filter(({ status }) => status !== 200 && status !== 404)).toEqual([]);
    // Every call names the same id, so of saves and switches the first to come is taken, whichever it is.
    const ofProfile = answers.filter((_, n) => n % 3 !== 1).map(({ status }) => status);
    expect(ofProfile.filter((status) => status === 200).length).toBeGreaterThan(0);
    expect(answers.filter((_, n) => n % 3 === 1).map(({ status }) => status)).toContain(200);
    expect(await findDifferences(app.db)).toEqual([]);
    const { rows } = await app.db
      .selectFrom("stop")
      .select(["profile_id", "company_id"])
      .execute()
      .then((list) => ({ rows: list.map((row) => `${row.profile_id} ${row.company_id}`) }));
    expect(new Set(rows).size).toBe(rows.length);
  });
});

test("one person's many saves, held up by a lock, take no connection from everybody else", async () => {
  const user = await new ApiUser(app).signUp();
  await user.save({
    firstName: "Held",
    lastName: "T",
    pipeline: [stop("Held Firm", "Clerk", "2020-01-01", "current")],
  });
  const client = new pg.Client({ connectionString: app.databaseUrl });
  await client.connect();
  await client.query("begin");
  await client.query("select 1 from profile where public_id = $1 for update", [user.profileId]);
  const saves = Array.from({ length: 40 }, (_, n) =>
    user.call("PATCH", `/api/profile/${user.profileId}`, { location: `Place ${n}` }),
  );
  await expect.poll(() => waitingForLocks(app.db)).toBeGreaterThan(0);
  const reads = await Promise.all(Array.from({ length: 5 }, () => new ApiUser(app).call("GET", "/api/profile/random")));
  await client.query("commit");
  await client.end();
  expect(reads.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200]);
  expect((await Promise.all(saves)).map((answer) => answer.status)).toEqual(saves.map(() => 200));
});

test("of two people who take one username at once, one gets it, in any case of its letters", async () => {
  const users = await Promise.all(Array.from({ length: 6 }, (_, n) => new ApiUser(n % 2 === 0 ? app : twin).signUp()));
  const answers = await Promise.all(
    users.map((user, n) =>
      user.call("PATCH", `/api/profile/${user.profileId}`, { username: n % 2 === 0 ? "Wanted.Name" : "wanted.NAME" }),
    ),
  );
  expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 409, 409, 409, 409, 409]);
  for (const answer of answers) if (answer.status === 409) expect(answer.body["error"]).toBe("Username already taken.");
});

test("ten sign-ups with one e-mail at once make one account", async () => {
  const answers = await Promise.all(
    Array.from({ length: 10 }, async (_, n) => {
      const user = new ApiUser(n % 2 === 0 ? app : twin);
      await user.fetchToken();
      return user.call("POST", "/api/user/signup", {
        email: n % 3 === 0 ? "Only.One@example.test" : "only.one@example.test",
        password: "correct-horse-battery",
      });
    }),
  );
  expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 400)]);
  for (const answer of answers) if (answer.status === 400) expect(answer.body["code"]).toBe("email-in-use");
  const { count } = await app.db
    .selectFrom("account")
    .select((eb) => eb.fn.countAll().as("count"))
    .where("email_key", "=", "only.one@example.test")
    .executeTakeFirstOrThrow();
  expect(Number(count)).toBe(1);
});

test("two processes save overlapping companies in opposite orders, a hundred times, new names included", async () => {
  const users = await Promise.all(Array.from({ length: 8 }, (_, n) => new ApiUser(n % 2 === 0 ? app : twin).signUp()));
  const statuses = new Set<number>();
  for (let round = 0; round < tries({ all: 25, some: 10 }); round += 1) {
    const firms = [
      ...Array.from({ length: 5 }, (_, n) => `Racing Firm ${n}`),
      `New Firm ${round}`,
      `Another ${round}`,
      `Zulu ${round}`,
    ];
    const answers = await Promise.all(
      users.map((user, n) => {
        const order = n % 2 === 0 ? firms : firms.toReversed();
        const chosen = order.slice(0, 4 + ((n + round) % 5));
        return user.save({
          firstName: "R",
          lastName: "T",
          pipeline: chosen.map((firm, at) =>
            stop(
              firm,
              at % 2 === 0 ? "Clerk" : "Clerk Intern",
              `20${10 + at}-01-01`,
              `20${11 + at}-01-01`,
              20 * (1 + (at % 5)),
            ),
          ),
        });
      }),
    );
    for (const answer of answers) statuses.add(answer.status);
  }
  expect([...statuses]).toEqual([200]);
  expect(await findDifferences(app.db)).toEqual([]);
  const companies = await app.db.selectFrom("company").select("name").execute();
  expect(new Set(companies.map((row) => row.name)).size).toBe(companies.length);
});

test("the recount can fail: one planted count is found", async () => {
  await app.db
    .updateTable("company_stats")
    .set((eb) => ({ visible_employees: eb("visible_employees", "+", 1) }))
    .where("company_id", "=", (eb) => eb.selectFrom("company").select("id").where("name", "=", "racing firm 0"))
    .execute();
  expect(await findDifferences(app.db)).toHaveLength(1);
});

test("an answer kept by one process is gone from it within a second of a save in the other", async () => {
  const user = await new ApiUser(twin).signUp();
  await user.save({
    firstName: "Before",
    lastName: "T",
    pipeline: [stop("Cached Firm", "Clerk", "2020-01-01", "current")],
  });
  const path = `/api/profile/get/${user.profileId}`;
  const hits = async () => (await app.services.metrics.cacheHits.get()).values[0]?.value ?? 0;
  const before = await hits();
  const deadline = Date.now() + 2_000;
  // The save's own purge may still come, and then the first answer is not kept.
  while ((await hits()) === before && Date.now() < deadline)
    expect((await sendRaw(app, { path })).text).toContain("Before");
  expect(await hits()).toBeGreaterThan(before);

  await user.save({ anonymous: true });
  const saved = Date.now();
  let status = 200;
  while (status === 200 && Date.now() - saved < 1_000) ({ status } = await sendRaw(app, { path }));
  expect(status).toBe(404);
});

test("without its channel a process keeps nothing, and keeps again once it is back", async () => {
  const user = await new ApiUser(app).signUp();
  await user.save({
    firstName: "Chan",
    lastName: "T",
    pipeline: [stop("Channel Firm", "Clerk", "2020-01-01", "current")],
  });
  const path = `/api/profile/get/${user.profileId}`;
  const client = new pg.Client({ connectionString: app.databaseUrl });
  await client.connect();
  try {
    await sendRaw(app, { path });
    await client.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'pipelines-purge' and datname = current_database()",
    );
    await expect.poll(() => app.services.cache.size, { timeout: 1_000, interval: 5 }).toBe(0);
    await expect
      .poll(
        async () => {
          await sendRaw(app, { path });
          return app.services.cache.size;
        },
        { timeout: 3_000, interval: 50 },
      )
      .toBeGreaterThan(0);
  } finally {
    await client.end();
  }
});

test("connections that the database ends cost an honest 503 at most, and the next call is fine", async () => {
  const client = new pg.Client({ connectionString: app.databaseUrl });
  await client.connect();
  try {
    for (let round = 0; round < 5; round += 1) {
      const running = Array.from({ length: 10 }, () => new ApiUser(app).call("GET", "/api/profile/random"));
      await client.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'pipelines' and datname = current_database()",
      );
      for (const answer of await Promise.all(running)) {
        expect([200, 503]).toContain(answer.status);
        if (answer.status === 503)
          expect([answer.body["code"], answer.headers.get("retry-after")]).toEqual(["overloaded", "2"]);
      }
    }
    // Idle connections that were ended are found out at the first use after it.
    await expect
      .poll(async () => (await new ApiUser(app).call("GET", "/api/profile/random")).status, { timeout: 2_000 })
      .toBe(200);
    for (let round = 0; round < 20; round += 1)
      expect((await new ApiUser(app).call("GET", "/api/profile/random")).status).toBe(200);
  } finally {
    await client.end();
  }
});

test.each([
  ["57P03", 503, "2"],
  ["08006", 503, "2"],
  ["42P01", 500, null],
])("a page that failed with the database's %s answers %i", async (code, status, retryAfter) => {
  const failing = createApp(
    app.services,
    async (_request, page) => {
      page.report(Object.assign(new Error("the database system is starting up"), { code }));
      return new Response("<p>Sorry</p>", { status: 500, headers: { "content-type": "text/html" } });
    },
    CLIENT_FOLDER,
  );
  const answer = await failing.request("/", {}, {});
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([status, retryAfter]);
  expect(await answer.text()).toContain("Sorry");
});
