import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";

// Section 1 of the HTTP contract: session and accounts.

const PASSWORD = "correct-horse-battery";
const INVALID = "Invalid username or password.";
let app: TestApp;
let owner: ApiUser;

beforeAll(async () => {
  app = await startTestApp();
  owner = await new ApiUser(app).signUp("owner@example.test");
  await owner.save({ firstName: "Ada", lastName: "T", pipeline: [stop("Acme", "Engineer", "2020-01-01", "current")] });
});
afterAll(() => app.stop());

async function withToken(): Promise<ApiUser> {
  const user = new ApiUser(app);
  await user.fetchToken();
  return user;
}

describe("sign-up", () => {
  test("gives the user, and an empty profile exists at once", async () => {
    const user = await withToken();
    const answer = await user.call("POST", "/api/user/signup", {
      email: "New.Person@Example.test",
      password: PASSWORD,
    });
    const id = answer.body["profileId"];
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      _id: id,
      profileId: id,
      email: "New.Person@Example.test",
      profileCreated: false,
      username: "",
    });
    expect(id).toMatch(/^[0-9a-f]{24}$/);
    expect((await user.call("GET", `/api/profile/get/${id}`)).status).toBe(200);
    expect((await new ApiUser(app).call("GET", `/api/profile/get/${id}`)).status).toBe(404);
  });

  test.each([
    ["a blank in the e-mail", { email: "a b@example.test", password: PASSWORD }, INVALID],
    ["a blank in the password", { email: "ab@example.test", password: "correct horse battery" }, INVALID],
    ["an empty e-mail", { email: "", password: PASSWORD }, INVALID],
    ["an empty password", { email: "ab@example.test", password: "" }, INVALID],
    ["no e-mail at all", { email: "nobody", password: PASSWORD }, INVALID],
    ["two at signs", { email: "a@b@example.test", password: PASSWORD }, INVALID],
    ["a header in the e-mail", { email: "a@example.test\r\nBcc:x@y.z", password: PASSWORD }, INVALID],
    ["a long e-mail", { email: `${"a".repeat(60)}@${"b".repeat(200)}.test`, password: PASSWORD }, INVALID],
    ["a short password", { email: "ab@example.test", password: "h7$Kq2z" }, "A password has at least 8 characters."],
    [
      "a long password",
      { email: "ab@example.test", password: "h7$Kq2zX".repeat(17) },
      "A password has at most 128 characters.",
    ],
    [
      "a common password",
      { email: "ab@example.test", password: "password1" },
      "This password is too easy to guess. Choose a longer or less common one.",
    ],
    [
      "a common one in capitals",
      { email: "ab@example.test", password: "PassWord1" },
      "This password is too easy to guess. Choose a longer or less common one.",
    ],
    [
      "the site's name",
      { email: "ab@example.test", password: "xx-Pipelines-xx" },
      "This password is too easy to guess. Choose a longer or less common one.",
    ],
    [
      "the e-mail's own name",
      { email: "marguerite@example.test", password: "Marguerite!77" },
      "This password is too easy to guess. Choose a longer or less common one.",
    ],
    [
      "an address in use",
      { email: "owner@example.test", password: PASSWORD },
      "We could not create an account with this e-mail. If it is yours, log in instead.",
    ],
    [
      "the same in capitals",
      { email: "OWNER@Example.TEST", password: PASSWORD },
      "We could not create an account with this e-mail. If it is yours, log in instead.",
    ],
  ])("refuses %s", async (_what, body, sentence) => {
    const user = await withToken();
    const answer = await user.call("POST", "/api/user/signup", body);
    expect([answer.status, answer.body["error"]]).toEqual([400, sentence]);
    expect((await user.call("POST", "/api/user/verify", { email: body.email, token: user.token })).body).toEqual({
      isVerified: false,
    });
  });
});

describe("login", () => {
  test("gives the same user as sign-up did, whatever the case of the e-mail", async () => {
    for (const email of ["owner@example.test", "Owner@Example.Test", "ｏwner@example.test"]) {
      const answer = await (await withToken()).call("POST", "/api/user/login", { email, password: PASSWORD });
      expect(answer.body, email).toEqual({
        _id: owner.profileId,
        profileId: owner.profileId,
        email: "owner@example.test",
        profileCreated: true,
        username: "",
      });
    }
  });

  test.each([
    ["a wrong password", { email: "owner@example.test", password: "correct-horse-batterx" }],
    ["an unknown e-mail", { email: "nobody@example.test", password: PASSWORD }],
    ["a blank in the e-mail", { email: "owner@example.test ", password: PASSWORD }],
    ["a blank in the password", { email: "owner@example.test", password: ` ${PASSWORD}` }],
    ["another case of the password", { email: "owner@example.test", password: PASSWORD.toUpperCase() }],
    ["an empty password", { email: "owner@example.test", password: "" }],
    ["nothing", { email: "", password: "" }],
  ])("refuses %s with one sentence", async (_what, body) => {
    const answer = await (await withToken()).call("POST", "/api/user/login", body);
    expect([answer.status, answer.body["error"], answer.body["code"]]).toEqual([400, INVALID, "invalid-credentials"]);
    expect(answer.headers.get("set-cookie")).toBeNull();
  });

  test("the e-mail alone signs nobody in, and says the same for known and unknown", async () => {
    for (const email of ["owner@example.test", "nobody@example.test"]) {
      const user = await withToken();
      const answer = await user.call("POST", "/api/user/login", { email });
      expect([answer.status, answer.body["error"]], email).toEqual([403, INVALID]);
      expect((await user.call("PATCH", `/api/profile/${owner.profileId}`, { location: "x" })).status).toBe(403);
    }
  });

  test("the e-mail alone is fine for the session that already is that person, and for no other", async () => {
    expect((await owner.call("POST", "/api/user/login", { email: "OWNER@example.test" })).status).toBe(200);
    expect((await owner.call("POST", "/api/user/login", { email: "other@example.test" })).status).toBe(403);
  });
});

describe("verify", () => {
  test("is true only for the caller's own live token and own e-mail", async () => {
    const other = await new ApiUser(app).signUp("other@example.test");
    const cases: [ApiUser, unknown, boolean][] = [
      [owner, { email: "owner@example.test", token: owner.token }, true],
      [owner, { email: "OWNER@example.test", token: owner.token }, true],
      [owner, { email: "other@example.test", token: owner.token }, false],
      [owner, { email: "owner@example.test", token: other.token }, false],
      [other, { email: "owner@example.test", token: owner.token }, false],
      [owner, { email: "owner@example.test", token: null }, false],
      [owner, { email: null, token: owner.token }, false],
      [owner, { email: "owner@example.test", token: "junk" }, false],
      [owner, {}, false],
      [await withToken(), { email: "owner@example.test", token: owner.token }, false],
    ];
    for (const [who, body, isVerified] of cases) {
      const answer = await who.call("POST", "/api/user/verify", body);
      expect([answer.status, answer.body], JSON.stringify(body)).toEqual([200, { isVerified }]);
    }
  });

  test("refuses other types", async () => {
    for (const body of [{ email: 1 }, { email: { $ne: 1 } }, { token: ["x"] }, []]) {
      expect((await owner.call("POST", "/api/user/verify", body)).status, JSON.stringify(body)).toBe(400);
    }
  });
});

test("logout ends this token at once, and a retry costs nothing", async () => {
  const user = await withToken();
  await user.call("POST", "/api/user/login", { email: "owner@example.test", password: PASSWORD });
  expect((await user.call("GET", "/api/user/me")).body).toMatchObject({ email: "owner@example.test" });
  expect((await user.call("POST", "/api/user/logout", {})).body).toEqual({ message: "success" });
  for (let times = 0; times < 2; times += 1) expect((await user.call("GET", "/api/user/me")).status).toBe(401);
  expect((await user.call("POST", "/api/user/login", { email: "owner@example.test", password: PASSWORD })).status).toBe(
    401,
  );
  expect((await owner.call("GET", "/api/user/me")).status).toBe(200);
});
