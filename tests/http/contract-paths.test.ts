import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";
import { checkAnswer } from "#tests/helpers/openapi.ts";
import { jsonOf, sendRaw, type RawAnswer } from "#tests/helpers/raw.ts";

// R9: parts of a path may be unescaped, as people type them. The test uses a bare socket, because clients escape
// different characters. It escapes only what no client can send in a request line (spaces, control characters, bytes
// beyond ASCII).

const NAMES = [
  "AT&T",
  "C++ Works",
  "100%",
  "%",
  "50%off",
  ".",
  "..",
  "...",
  "A/B Testing",
  "a//b",
  "(Paren)",
  "Q?A",
  "Hash#Tag",
  "semi;colon",
  "Größe GmbH",
  "株式会社テスト",
  "Emoji 🚂 Rail",
  "it's",
  'quo"te',
  "back\\slash",
  "plus+plus",
  "%41",
  "%2e%2e",
  "constructor",
  "__proto__",
  "toString",
  "companies",
];

let app: TestApp;
const ids = new Map<string, string>();

beforeAll(async () => {
  app = await startTestApp();
  const user = await new ApiUser(app).signUp();
  const saved = await user.save({
    firstName: "Ada",
    lastName: "T",
    pipeline: NAMES.map((name) => stop(name, "Engineer", "2020-01-01", "current")),
  });
  if (saved.status !== 200) throw new Error(saved.text);
  for (const one of saved.body.pipeline) ids.set(one.displayName, one.companyId);
});
afterAll(() => app.stop());

const onTheWire = (path: string): string => path.replace(/[^!-~]+/gu, (run) => encodeURIComponent(run));

async function get(path: string): Promise<RawAnswer> {
  const answer = await sendRaw(app, { path: onTheWire(path) });
  checkAnswer("GET", path, {
    status: answer.status,
    contentType: answer.headers.get("content-type")?.[0] ?? "",
    text: answer.text,
  });
  return answer;
}

/** Characters with a meaning in URLs. Every client must escape them. */
const readable = (name: string): string => name.replaceAll("?", "%3F").replaceAll("#", "%23");

test("every name was saved as it was typed", () => {
  expect([...ids.keys()].toSorted()).toEqual([...NAMES].toSorted());
});

describe.each(NAMES)("a company called %j", (name) => {
  // "%41" in a name must be encoded, because a raw "%41" in the path is read as "A".
  const isEscape = /%[0-9a-f]{2}/i.test(name);
  const forms = isEscape ? [encodeURIComponent(name)] : [readable(name), encodeURIComponent(name)];
  // "companies" without an address of its own is the list.
  const getForms = name === "companies" ? [] : forms;

  test("is found by its name in the path", async () => {
    for (const form of getForms) {
      const answer = await get(`/api/company/get/${form}`);
      expect([answer.status, answer.status === 200 ? jsonOf(answer)["_id"] : answer.text], form).toEqual([
        200,
        ids.get(name),
      ]);
    }
    for (const form of forms) expect((await get(`/api/company/employees/${form}`)).status, form).toBe(200);
  });

  test("is found by ?name=, which takes everything after it", async () => {
    const raw = isEscape ? [encodeURIComponent(name)] : [name, encodeURIComponent(name)];
    for (const form of raw) {
      const answer = await get(`/api/company/getBy?name=${form}`);
      expect([answer.status, answer.status === 200 ? jsonOf(answer)["_id"] : answer.text], form).toEqual([
        200,
        ids.get(name),
      ]);
    }
  });

  test("is suggested for its own name", async () => {
    for (const form of forms) {
      const answer = await get(`/api/company/get/companies/${form}`);
      const found: unknown = JSON.parse(answer.text);
      expect(
        [answer.status, Array.isArray(found) && found.some((one: { _id?: unknown }) => one._id === ids.get(name))],
        form,
      ).toEqual([200, true]);
    }
  });
});

test.each([
  "nobody",
  ".",
  "..",
  "../..",
  "%",
  "%%",
  "a/b",
  "%C0%AF",
  "%ED%A0%80",
  "🚂",
  "x".repeat(4_000),
  "%2e%2e%2f",
  "\\..\\",
])("a profile at %j: one 404, never more", async (text) => {
  const answer = await get(`/api/profile/get/${text}`);
  expect([answer.status, jsonOf(answer)["error"]]).toEqual([404, "No such Profile."]);
});

test("ids are judged by their form alone, whatever comes", async () => {
  for (const [text, response] of [
    ["0123456789abcdef01234567", true],
    ["0123456789ABCDEF01234567", false],
    ["..", false],
    ["%", false],
    ["a b", false],
    ["0123456789abcdef0123456", false],
    ["a/b", false],
  ] as const) {
    expect(jsonOf(await get(`/api/mongodbId/${text}`)), text).toEqual({ response });
  }
});

test("a NUL anywhere in an address is refused, never an error of the server", async () => {
  for (const path of [
    "/api/profile/get/%00",
    "/api/profile/get/a%00b",
    "/api/company/get/%00",
    "/api/company/get/companies/a%00",
    "/api/company/getBy?name=%00",
    "/api/company/employees/%00",
    "/api/school/get/%00",
    "/api/school/get/schools/%00x",
    "/api/profile/random?amount=%00",
    "/api/mongodbId/%00",
    "/api/company/employees/x?cursor=%00",
    // The same addresses in another spelling.
    "/%61pi/company/get/%00",
    "/assets/../api/profile/get/%00",
    // Calls outside /api.
    "/feeds/route.atom?stop=company:%00",
    "/link-pictures/route.png?stop=company:%00",
    "/oembed?url=%00",
    "/s/%00.svg",
  ]) {
    const answer = await get(path);
    expect([answer.status, jsonOf(answer)["code"]], path).toEqual([400, "bad-request"]);
  }
});

test("R8, S13: an address that no URL can be made of is refused in the form of all errors, with every header", async () => {
  for (const path of ["/api/jump/x\\y", "/api/suggestions\\x", "/assets/x\\y"]) {
    const answer = await get(path);
    expect([answer.status, jsonOf(answer)["code"]], path).toEqual([400, "bad-request"]);
    const usual = await get("/api/nowhere");
    const names = (one: RawAnswer) =>
      [...one.headers.keys()].filter((name) => !/^(?:vary|connection|keep-alive)$/.test(name));
    expect(names(usual)).toEqual(expect.arrayContaining(["content-type", "x-content-type-options"]));
    expect(names(answer), path).toEqual(expect.arrayContaining(names(usual)));
  }
});

test("the list of companies answers under both of its addresses", async () => {
  for (const path of ["/api/company/get/companies", "/api/company/get/companies/"]) {
    const answer = await get(path);
    expect([answer.status, Array.isArray(JSON.parse(answer.text))], path).toEqual([200, true]);
  }
});

test("an object's own words are data in maps too", async () => {
  // Numbers of neighbours are shown from five people on.
  for (let n = 0; n < 5; n += 1) {
    const user = await new ApiUser(app).signUp();
    await user.save({
      firstName: "Bo",
      lastName: "T",
      pipeline: [
        stop("constructor", "a", "2019-01-01", "2020-01-01"),
        stop("__proto__", "b", "2020-02-01", "2021-01-01"),
        stop("toString", "c", "2021-02-01", "current"),
      ],
    });
  }
  const middle = jsonOf(await get("/api/company/get/__proto__"));
  expect(middle["prevCompanies"]).toEqual({ [ids.get("constructor") ?? ""]: 5 });
  expect(middle["postCompanies"]).toEqual({ [ids.get("toString") ?? ""]: 5 });
});
