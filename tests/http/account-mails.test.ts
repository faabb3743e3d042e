import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ApiUser, startTestApp, type TestApp } from "#tests/helpers/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

async function wants(user: ApiUser): Promise<unknown> {
  return (await user.call("GET", "/api/user/account")).body["broadcasts"];
}

describe("PATCH /api/user/account", () => {
  it("stops mails to all members and lets them come again, for the caller alone", async () => {
    const user = await new ApiUser(app).signUp("mails@example.test", "correct-horse-battery");
    const other = await new ApiUser(app).signUp("mails-other@example.test", "correct-horse-battery");
    expect(await wants(user)).toBe(true);
    expect((await user.call("PATCH", "/api/user/account", { broadcasts: false })).body).toEqual({ message: "success" });
    expect([await wants(user), await wants(other)]).toEqual([false, true]);
    await user.call("PATCH", "/api/user/account", { broadcasts: true });
    expect(await wants(user)).toBe(true);
  });

  it("takes a yes or a no, and nothing else of the account", async () => {
    const user = await new ApiUser(app).signUp("mails-shape@example.test", "correct-horse-battery");
    for (const body of [{}, { broadcasts: "no" }, { broadcasts: null }]) {
      expect((await user.call("PATCH", "/api/user/account", body)).body).toMatchObject({ code: "bad-request" });
    }
    await user.call("PATCH", "/api/user/account", {
      broadcasts: false,
      email: "else@example.test",
      isEmailVerified: true,
    });
    expect((await user.call("GET", "/api/user/account")).body).toMatchObject({
      email: "mails-shape@example.test",
      isEmailVerified: false,
    });
  });
});
