import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { allAfterResponseDone } from "#server/after-response.ts";
import type { AccountExport } from "#features/export/schema.ts";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";
import { linkTo } from "#tests/helpers/emails.ts";

// L4, L19: somebody signs up with another person's e-mail. What do they learn of its owner, who takes the account over?

const PASSWORD = "correct-horse-battery";
const OWNERS = "the-owners-horse-battery";
let app: TestApp;
let visitor: ApiUser;

beforeAll(async () => {
  app = await startTestApp();
  visitor = new ApiUser(app);
  await visitor.fetchToken();
});
afterAll(() => app.stop());

const download = async (user: ApiUser) => (await user.call<AccountExport>("GET", "/api/user/export")).body;

async function askReset(email: string): Promise<void> {
  expect((await visitor.call("POST", "/api/user/reset/ask", { email })).status).toBe(200);
  await allAfterResponseDone();
}

/** The owner of the address takes the account over by the mailed link. */
async function takeOver(squatter: ApiUser): Promise<ApiUser> {
  await askReset(squatter.email);
  const token = await linkTo(app, squatter.email, "reset-password");
  const answer = await visitor.call("POST", "/api/user/reset", { token, password: OWNERS });
  expect(answer.status, answer.text).toBe(200);
  const owner = new ApiUser(app);
  await owner.fetchToken();
  const entered = await owner.call<{ profileId: string }>("POST", "/api/user/login", {
    email: squatter.email,
    password: OWNERS,
  });
  expect(entered.status).toBe(200);
  owner.profileId = entered.body.profileId;
  owner.email = squatter.email;
  return owner;
}

const pipeline = [stop("Reclaimed Works", "Clerk", "2019-02-03", "2020-04-05", 80)];
const pageOf = async (id: string) => (await visitor.call("GET", `/api/profile/get/${id}`)).status;

describe("L4: an account that its owner takes over", () => {
  test.each([
    { saved: "before its first save", visibility: undefined },
    { saved: "while private", visibility: "private" },
    { saved: "while anonymous", visibility: "anonymous" },
  ])("has no address that whoever made it knows: $saved", async ({ visibility }) => {
    const squatter = await new ApiUser(app).signUp(undefined, PASSWORD);
    if (visibility !== undefined) expect((await squatter.save({ pipeline, visibility })).status).toBe(200);
    const known = squatter.profileId;
    const owner = await takeOver(squatter);
    const saved = await owner.save({ firstName: "Own", lastName: "Erperson", pipeline, visibility: "anonymous" });
    expect(saved.status, saved.text).toBe(200);
    expect(await pageOf(saved.body._id)).toBe(200);
    expect(saved.body._id).not.toBe(known);
    expect(await pageOf(known)).toBe(404);
  });

  test("has none of the links by which whoever made it shared it", async () => {
    const squatter = await new ApiUser(app).signUp(undefined, PASSWORD);
    await squatter.save({ pipeline, visibility: "private" });
    const made = await squatter.call("POST", "/api/user/links", { level: "only-line", action: "make" });
    expect(made.status, made.text).toBe(200);
    const [link] = (await download(squatter)).shareLinks;
    const address = `/api/shared/${link?.path.split("/").at(-1)}`;
    expect((await visitor.call("GET", address)).status).toBe(200);
    await takeOver(squatter);
    expect((await visitor.call("GET", address)).status).toBe(404);
  });
});

describe("L19: the archive of whoever signed up with another person's address", () => {
  test("does not tell that its owner asked for a new password or tried to log in", async () => {
    const squatter = await new ApiUser(app).signUp(undefined, PASSWORD);
    const before = await download(squatter);
    await askReset(squatter.email);
    const wrong = await visitor.call("POST", "/api/user/login", { email: squatter.email, password: OWNERS });
    expect(wrong.status).toBe(400);
    const changing = await new ApiUser(app).signUp(undefined, PASSWORD);
    const asked = await changing.call("POST", "/api/user/email", { email: squatter.email, password: PASSWORD });
    expect(asked.status).toBe(200);
    const after = await download(squatter);
    expect(after.links).toEqual(before.links);
    expect(after.mails).toEqual(before.mails);
    expect(after.log.map(({ action }) => action)).toEqual([
      ...before.log.map(({ action }) => action),
      "account.export",
    ]);
  });
});
