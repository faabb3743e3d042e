import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findDifferences } from "#features/stats/recount.server.ts";
import { tries } from "#tests/helpers/amount.ts";
import { anyCharacter } from "#tests/helpers/any-character.ts";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";
import { checkAnswer, documentedReads } from "#tests/helpers/openapi.ts";
import { waitForPaths } from "#tests/helpers/path-site.ts";
import { sendRaw } from "#tests/helpers/raw.ts";

// S19, R13: for any request the answer is one of the declared answers, never a fault. A failure prints its seed.

let app: TestApp;
let user: ApiUser;

beforeAll(async () => {
  app = await startTestApp();
  await waitForPaths(app);
  user = await new ApiUser(app).signUp();
  await user.save({
    firstName: "Ada",
    lastName: "T",
    username: "ada.t",
    pipeline: [stop("Alpha", "Clerk", "2020-01-01", "current", 80)],
  });
});
afterAll(() => app.stop());

const text = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 90 }),
  fc.string({ unit: "grapheme", maxLength: 500 }),
  fc.constantFrom(
    "",
    "\u0000",
    "\ud800",
    "__proto__",
    "2200-12-02",
    "2020-02-30",
    "-1",
    "1e400",
    "%00",
    "İ",
    "ǅ",
    "ﬃ".repeat(40),
  ),
);
const anything = fc.oneof(fc.jsonValue({ maxDepth: 4 }), text, fc.constant(null));
/** Mostly texts that a person could type, so that many saves reach the database. */
const word = fc.oneof(
  { weight: 12, arbitrary: fc.stringMatching(/^[A-Za-zäß字%_']{3,12}$/) },
  { weight: 1, arbitrary: text },
);
const likely = (dates: string[]) =>
  fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...dates) },
    { weight: 1, arbitrary: fc.oneof(text, fc.constantFrom("2020-01-01T99:99:99Z", "0000-00-00", "2031-01-01")) },
  );
const start = likely(["2000-01-01", "1950-01-01", "2010-06-15", "2011-05-31T22:00:00.000Z"]);
const end = likely(["2020-01-01", "2030-01-01", "2200-12-02", "2021-06-15"]);
const role = fc.record(
  {
    title: word,
    startDate: start,
    endDate: end,
    isIndefinite: fc.boolean(),
    rating: fc.constantFrom(0, 20, 100, 60, 40),
    datePrecision: fc.constantFrom("year", "month", "day"),
    kind: fc.constantFrom("intern", "founder"),
  },
  { requiredKeys: ["title", "startDate", "endDate"] },
);
const experience = fc.record(
  {
    companyName: word,
    companyId: word,
    displayName: word,
    title: word,
    startDate: start,
    endDate: end,
    isIndefinite: fc.boolean(),
    rating: fc.constantFrom(0, 20, 100),
    roles: fc.array(role, { maxLength: 3 }),
    tempId2: anything,
  },
  { requiredKeys: ["companyName", "title", "startDate", "endDate"] },
);
const patch = fc.record(
  {
    firstName: word,
    lastName: word,
    username: fc.stringMatching(/^[a-z][a-z._]{1,4}[a-z]$/),
    linkedin: fc.stringMatching(/^[a-z-]{1,9}$/),
    location: word,
    school: word,
    anonymous: fc.boolean(),
    created: fc.boolean(),
    pipeline: fc.array(experience, { maxLength: 4 }),
    pfp: text,
  },
  { requiredKeys: [] },
);

/** A failure prints its seed; without one, each run tries others. */
const SAVES = tries({ all: 400, some: 90 });

test("bodies of saves", async () => {
  let taken = 0;
  await fc.assert(
    fc.asyncProperty(fc.oneof({ weight: 4, arbitrary: patch }, { weight: 1, arbitrary: anything }), async (body) => {
      const answer = await user.call<{ _id: string }>("PATCH", `/api/profile/${user.profileId}`, JSON.stringify(body));
      if (answer.status === 200) {
        user.profileId = answer.body._id;
        taken += 1;
      }
      expect([200, 400, 404, 409]).toContain(answer.status);
    }),
    { numRuns: SAVES },
  );
  // Enough of them are taken to reach the database.
  expect(taken).toBeGreaterThan(SAVES / 10);
  expect(await findDifferences(app.db)).toEqual([]);
});

test("bodies of the other writes", async () => {
  const calls: [string, string][] = [
    ["POST", "/api/user/signup"],
    ["POST", "/api/user/login"],
    ["POST", "/api/user/verify"],
    ["PATCH", "/api/company/update"],
    ["PATCH", "/api/company/update/x"],
    ["PATCH", "/api/school/update/x"],
    ["PATCH", "/api/school/update/"],
  ];
  const body = fc.oneof(
    fc.record({ email: anything, password: fc.oneof(text, fc.constant("a b")), token: anything }, { requiredKeys: [] }),
    fc.array(anything, { maxLength: 4 }),
    anything,
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...calls), body, async ([method, path], sent) => {
      const answer = await user.call(method, path, JSON.stringify(sent));
      expect([200, 400, 403]).toContain(answer.status);
    }),
    { numRuns: tries({ all: 300, some: 70 }) },
  );
});

test("broken bytes instead of JSON", async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), fc.boolean(), async (bytes, chunked) => {
      const answer = await sendRaw(app, {
        method: "PATCH",
        path: `/api/profile/${user.profileId}`,
        body: Buffer.from(bytes),
        chunked,
        headers: { "content-type": "application/json", authorization: `Bearer ${user.token}` },
      });
      expect(answer.status).toBe(400);
    }),
    { numRuns: tries({ all: 100, some: 40 }) },
  );
});

test("addresses of reads", async () => {
  const reads = documentedReads();
  // Characters that a request line can contain; spaces and control characters end it.
  const piece = fc.oneof(
    fc.string({ unit: "grapheme-ascii", maxLength: 60 }).map((raw) => raw.replace(/[^!-~]/g, "")),
    text.map((raw) => encodeURIComponent(raw.toWellFormed())),
    fc.stringMatching(/^(%[0-9a-f]{2}){1,12}$/),
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...reads), piece, piece, async (path, one, two) => {
      const target = `${path.replace(/\{[^}]+\}/, () => one)}${two === "" ? "" : `?amount=${two}&cursor=${one}&name=${two}`}`;
      const answer = await sendRaw(app, { path: target, headers: { authorization: `Bearer ${user.token}` } });
      expect(answer.status, target).toBeLessThan(500);
      if (answer.text !== "" && answer.status < 500)
        checkAnswer("GET", target, {
          status: answer.status,
          contentType: answer.headers.get("content-type")?.[0] ?? "",
          text: answer.text,
        });
    }),
    { numRuns: tries({ all: 600, some: 130 }) },
  );
});
