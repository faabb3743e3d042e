import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "kysely";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";
import { jsonOf, sendRaw, type RawRequest } from "#tests/helpers/raw.ts";

// S16, S19, S21, S22, S37: bodies that are too large, too deep, of other types, or name fields that are none of theirs.

let app: TestApp;
let user: ApiUser;
let other: ApiUser;

beforeAll(async () => {
  app = await startTestApp();
  [user, other] = await Promise.all([new ApiUser(app).signUp(), new ApiUser(app).signUp()]);
  await user.save({
    firstName: "Ada",
    lastName: "T",
    username: "ada.t",
    pipeline: [stop("Alpha", "Clerk", "2020-01-01", "current", 80)],
  });
});
afterAll(() => app.stop());

async function patch(body: string | Buffer, more: Partial<RawRequest> = {}) {
  return sendRaw(app, {
    method: "PATCH",
    path: `/api/profile/${user.profileId}`,
    body,
    ...more,
    headers: { "content-type": "application/json", authorization: `Bearer ${user.token}`, ...more.headers },
  });
}

describe("size", () => {
  const filled = (size: number) => `{"location":"x","unknown":"${"y".repeat(size - 29)}"}`;
  test("64 KB are read, one byte more is not, with its length or in chunks", async () => {
    expect(filled(65_536)).toHaveLength(65_536);
    for (const chunked of [false, true]) {
      expect((await patch(filled(65_536), { chunked })).status).toBe(200);
      const answer = await patch(filled(65_537), { chunked });
      expect([answer.status, jsonOf(answer)["error"]]).toEqual([413, "The request is too large."]);
      expect((await patch(filled(900_000), { chunked })).status).toBe(413);
    }
  });
  test("a length that lies is no way around it", async () => {
    const answer = await patch(filled(70_000), { headers: { "content-length": "100" } });
    expect([answer.status, jsonOf(answer)["code"]]).toEqual([413, "body-too-large"]);
  });
});

describe("depth", () => {
  const nested = (depth: number) => `{"location":"x","a":${"[".repeat(depth - 1)}1${"]".repeat(depth - 1)}}`;
  test("eight levels are read, nine are not, nor is a well of them", async () => {
    expect((await patch(nested(8))).status).toBe(200);
    for (const depth of [9, 1_000, 30_000]) expect((await patch(nested(depth))).status, String(depth)).toBe(400);
  });
});

test.each([
  ["no JSON", "{"],
  ["nothing", ""],
  ["a number that is none", '{"rev":1e400}'],
  ["-Infinity", '{"rev":-1e400}'],
  ["NaN", '{"rev":NaN}'],
  ["a prototype", '{"__proto__":{"isAdmin":true}}'],
  ["a prototype deep inside", '{"pipeline":[{"__proto__":{}}]}'],
  ["a NUL", '{"firstName":"a\\u0000b"}'],
  ["a NUL in a key", '{"a\\u0000":1}'],
  ["half a character", '{"firstName":"\\ud800"}'],
  ["the other half", '{"location":"x\\udc00"}'],
  [
    "half a character in a title",
    JSON.stringify({ pipeline: [stop("A", "X", "2020-01-01", "current")] }).replace('"X"', '"\\ud83d"'),
  ],
  ["no UTF-8", Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d])],
  ["an overlong form", Buffer.concat([Buffer.from('{"location":"'), Buffer.from([0xc0, 0xaf]), Buffer.from('"}')])],
  ["a list", "[]"],
  ["a text", '"x"'],
  ["null", "null"],
  ["an object for a text", '{"firstName":{"$ne":1}}'],
  ["a list for a text", '{"firstName":["x"]}'],
  ["a text for a switch", '{"anonymous":"true"}'],
  ["a number for a switch", '{"anonymous":1}'],
  ["null for a text", '{"firstName":null}'],
  ["a text for a pipeline", '{"pipeline":"x"}'],
  ["an object for a pipeline", '{"pipeline":{"length":1}}'],
  ["a number inside", '{"pipeline":[1]}'],
  ["a half revision", '{"rev":1.5}'],
  [
    "a text for a rating",
    '{"pipeline":[{"companyName":"A","title":"b","startDate":"2020-01-01","endDate":"2021-01-01","rating":"80"}]}',
  ],
])("%s is refused with 400 and changes nothing", async (_what, body) => {
  const before = (await user.call("GET", `/api/profile/get/${user.profileId}`)).text;
  const answer = await patch(body);
  expect([answer.status, jsonOf(answer)["code"]], answer.text).toEqual([400, "bad-request"]);
  expect(answer.text).not.toMatch(/SyntaxError|position|zod|at .*:\d+|select |insert /i);
  expect((await user.call("GET", `/api/profile/get/${user.profileId}`)).text).toBe(before);
});

test.each([
  [{ email: { $ne: 1 }, password: "x" }],
  [{ email: ["a@b.test"], password: "x" }],
  [{ email: "a@b.test", password: { $gt: "" } }],
  [{ email: "a@b.test", password: ["x"] }],
  [{ email: 1, password: 2 }],
  [{ email: true, password: null }],
  [[]],
  [{ email: "x".repeat(1_001), password: "y" }],
])("login and sign-up with %j", async (body) => {
  const visitor = new ApiUser(app);
  await visitor.fetchToken();
  for (const path of ["/api/user/login", "/api/user/signup"]) {
    const answer = await visitor.call("POST", path, body);
    expect([answer.status, answer.body["code"]], path).toEqual([400, "bad-request"]);
  }
});

test("a field that is none of the call's is never stored, doubled keys neither", async () => {
  const theirs = await other.call("GET", `/api/profile/get/${other.profileId}`);
  const before = await app.db
    .selectFrom("profile")
    .selectAll()
    .where("public_id", "=", user.profileId)
    .executeTakeFirstOrThrow();
  const accounts = await app.db.selectFrom("account").selectAll().orderBy("id").execute();
  const answer = await user.call("PATCH", `/api/profile/${user.profileId}`, {
    id: 1,
    _id: other.profileId,
    public_id: "ffffffffffffffffffffffff",
    userId: other.profileId,
    owner_key: "x",
    ownerKey: "x",
    email: "evil@example.test",
    isAdmin: true,
    role: "admin",
    admin: true,
    listed: false,
    demo: true,
    stops: 99,
    sort_key: 1,
    suspended: true,
    password: "x",
    createdAt: "2000-01-01",
    created: false,
    constructor: { prototype: { isAdmin: true } },
  });
  expect(answer.status).toBe(200);
  const after = await app.db.selectFrom("profile").selectAll().where("id", "=", before.id).executeTakeFirstOrThrow();
  expect(after).toEqual({ ...before, rev: before.rev + 1 });
  expect(await app.db.selectFrom("account").selectAll().orderBy("id").execute()).toEqual(accounts);
  expect((await other.call("GET", `/api/profile/get/${other.profileId}`)).text).toBe(theirs.text);
  expect(answer.text).not.toMatch(/isAdmin|evil@|owner_key|suspended/);

  const doubled = await patch(`{"_id":"${other.profileId}","location":"first","location":"second"}`);
  expect([doubled.status, jsonOf(doubled)["location"]]).toEqual([200, "second"]);
  expect((await other.call("GET", `/api/profile/get/${other.profileId}`)).text).toBe(theirs.text);
});

test("foreign fields inside a pipeline are dropped: logos, names, ids, counts", async () => {
  const sent = {
    ...stop("Alpha", "Clerk", "2020-01-01", "current"),
    logo: "https://evil.example/x.png",
    _id: "ffffffffffffffffffffffff",
    tempId2: 1e9,
    userId: other.profileId,
    id: 7,
    company_id: 7,
    profile_id: 1,
    phase: "past",
    position: 9,
    roles: [{ title: "Clerk", startDate: "2020-01-01", isIndefinite: true, evil: "evilvalue", rating: 60 }],
  };
  const answer = await user.call("PATCH", `/api/profile/${user.profileId}`, { pipeline: [sent] });
  expect(answer.status, answer.text).toBe(200);
  expect(answer.text).not.toMatch(/evil|ffffffff/);
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from company where logo <> ''`.execute(
    app.db,
  );
  expect(rows[0]?.n).toBe(0);
});

test("texts that look like SQL, HTML or patterns are kept and given back as they are", async () => {
  for (const text of [
    "'; drop table profile; --",
    "<script>alert(1)</script>",
    "${7*7}",
    "%_\\",
    "\u2028\u2029",
    "a\"b'c`d",
    "{{7*7}}",
  ]) {
    const answer = await user.call("PATCH", `/api/profile/${user.profileId}`, {
      location: text,
      pipeline: [stop(`Firm ${text}`.trim(), `Job ${text}`.trim(), "2020-01-01", "current")],
    });
    expect(answer.status, text).toBe(200);
    expect(answer.body["location"]).toBe(text.trim());
    const read = await new ApiUser(app).call("GET", `/api/profile/get/${user.profileId}`);
    expect(read.body["location"]).toBe(text.trim());
    expect(read.headers.get("content-type")).toMatch(/^application\/json/);
  }
});

test("texts that turn what follows around, or carry control characters, are refused beside their field", async () => {
  const someone = await new ApiUser(app).signUp();
  for (const odd of ["a\u202eb", "a\u2066b", "a\u0007b"]) {
    for (const change of [
      { firstName: odd },
      { location: odd },
      { pipeline: [stop("Firm", odd, "2020-01-01", "current")] },
      { pipeline: [stop(odd, "Analyst", "2020-01-01", "current")] },
    ]) {
      expect((await someone.save(change)).status, JSON.stringify(change)).toBe(400);
    }
  }
});
