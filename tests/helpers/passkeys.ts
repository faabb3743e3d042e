import { expect } from "vitest";
import { ApiUser, type Answer, type TestApp } from "./app.ts";
import { Authenticator, type CreateOptions, type GetOptions, type Twist } from "./authenticator.ts";

/** The origin of the site in these tests. */
export const ORIGIN = "https://pipelines.example";

export type Key = { _id: string; name: string; createdOn: string; lastUsed: string };

/** The question before a passkey is made. */
export async function begin(user: ApiUser): Promise<CreateOptions> {
  const answer = await user.call<CreateOptions>("POST", "/api/user/passkeys/begin", {});
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

/** The question before one is used. */
export async function ask(user: ApiUser): Promise<GetOptions> {
  const answer = await user.call<GetOptions>("POST", "/api/user/passkey-login/begin", {});
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

export async function listKeys(user: ApiUser): Promise<Key[]> {
  return (await user.call<Key[]>("GET", "/api/user/passkeys")).body;
}

/** Somebody signed in, with one passkey. */
export async function withPasskey(
  app: TestApp,
  counts = true,
): Promise<{ user: ApiUser; key: Authenticator; keyId: string }> {
  const user = await new ApiUser(app).signUp();
  const key = new Authenticator(ORIGIN, counts);
  const response = key.create(await begin(user));
  const answer = await user.call<Key[]>("POST", "/api/user/passkeys", { name: "Telephone", response });
  expect(answer.status, answer.text).toBe(200);
  return { user, key, keyId: answer.body[0]?._id ?? "" };
}

export async function withToken(app: TestApp): Promise<ApiUser> {
  const user = new ApiUser(app);
  await user.fetchToken();
  return user;
}

/** A whole login on a fresh token. */
export async function logIn(
  app: TestApp,
  key: Authenticator,
  twist: Twist = {},
): Promise<{ user: ApiUser; answer: Answer<Record<string, unknown>> }> {
  const user = await withToken(app);
  const answer = await user.call("POST", "/api/user/passkey-login", { response: key.get(await ask(user), twist) });
  return { user, answer };
}

/** A login that comes to nothing, with the one sentence. */
export async function expectRefused(app: TestApp, key: Authenticator, twist: Twist = {}): Promise<void> {
  const { user, answer } = await logIn(app, key, twist);
  expect([answer.status, answer.body["code"], answer.body["error"]]).toEqual([
    400,
    "passkey-failed",
    "The passkey did not work. Try again, or use your password.",
  ]);
  expect((await user.call("GET", "/api/user/me")).status).toBe(403);
}
