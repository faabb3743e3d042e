import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findDifferences } from "#features/stats/recount.server.ts";
import { adminClient } from "#tests/helpers/admin.ts";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";
import { Browser } from "#tests/helpers/browser.ts";
import { findSecrets, newCanary, shapeOf } from "#tests/helpers/canary.ts";
import { sendRaw } from "#tests/helpers/raw.ts";

type Person = { _id: string; name: string; username: string; visibility: string; suspended: boolean; created: boolean };
type Page = { people: Person[]; next: string };

const PASSWORD = "correct-horse-battery";
const UNKNOWN = "0123456789abcdef01234567";
const PIPELINE = [
  stop("Alpha Works", "Engineer", "2018-01-01", "2019-01-01", 80),
  stop("Beta Works", "Engineer", "2019-02-01", "current", 60),
];

let app: TestApp;
let admin: ApiUser;
beforeAll(async () => {
  app = await startTestApp();
  admin = await adminClient(app);
});
afterAll(() => app.stop());

async function person(patch: Record<string, unknown> = {}): Promise<ApiUser> {
  const user = await new ApiUser(app).signUp();
  const saved = await user.save({ pipeline: PIPELINE, ...patch });
  if (saved.status !== 200) throw new Error(saved.text);
  return user;
}

const search = async (query: string) => (await admin.call<Page>("GET", `/api/admin/people${query}`)).body;
const suspend = (id: string) => admin.call<Person>("POST", `/api/admin/people/${id}/suspend`, { reason: "spam" });
const unsuspend = (id: string) => admin.call<Person>("POST", `/api/admin/people/${id}/unsuspend`, {});
const company = async (name: string) =>
  (await new ApiUser(app).call<Record<string, unknown>>("GET", `/api/company/get/${name}`)).body;
const people = async () => (await new ApiUser(app).call<{ _id: string }[]>("GET", "/api/profile/random")).body;

describe("people, for administrators", () => {
  it("are found by what everybody sees, and the others by the whole id alone", async () => {
    const name = newCanary();
    const open = await person({ firstName: name, lastName: "Public", username: `u_${name}` });
    const hidden = await person({ firstName: `x${name}`, lastName: "Hidden", username: `h_${name}`, anonymous: true });
    for (const text of [name, name.toUpperCase(), `u_${name}`, `${name} pub`]) {
      const found = await search(`?text=${encodeURIComponent(text)}`);
      expect(found.people, text).toEqual([
        {
          _id: open.profileId,
          name: `${name} Public`,
          username: `u_${name}`,
          visibility: "public",
          suspended: false,
          created: true,
        },
      ]);
    }
    for (const text of [`x${name}`, `h_${name}`, "Hidden", hidden.profileId.slice(0, 23), hidden.email, open.email]) {
      expect((await search(`?text=${encodeURIComponent(text)}`)).people, text).toEqual([]);
    }
    expect((await search(`?text=${hidden.profileId}`)).people).toEqual([
      {
        _id: hidden.profileId,
        name: "Anonymous",
        username: "",
        visibility: "anonymous",
        suspended: false,
        created: true,
      },
    ]);
    await suspend(hidden.profileId);
    expect((await search(`?suspended=true&text=x${name}`)).people).toEqual([]);
    await unsuspend(hidden.profileId);
  });

  it("L23: never come with an e-mail or a masked name, and a text is never a pattern", async () => {
    const secret = newCanary();
    await person({
      firstName: secret,
      lastName: secret,
      username: secret.slice(0, 12),
      location: secret,
      anonymous: true,
    });
    const all: string[] = [];
    for (let next = "", n = 0; n === 0 || next !== ""; n += 1) {
      const answer = await admin.call<Page>("GET", `/api/admin/people${next === "" ? "" : `?cursor=${next}`}`);
      all.push(answer.text);
      next = answer.body.next;
    }
    expect(findSecrets(all.join(), { secret })).toEqual([]);
    expect(all.join()).not.toContain("@");
    for (const text of ["%", "_____", "%25", "\\"]) {
      expect((await search(`?text=${encodeURIComponent(text)}`)).people, text).toEqual([]);
    }
  });

  it("come 24 a page, each once, without the private and the unsaved", async () => {
    const quiet = await person({ visibility: "private" });
    const unsaved = await new ApiUser(app).signUp();
    await Promise.all(Array.from({ length: 26 }, () => person()));
    const seen: string[] = [];
    let next = "";
    do {
      const page = await search(next === "" ? "" : `?cursor=${next}`);
      expect(page.people.length).toBeLessThanOrEqual(24);
      seen.push(...page.people.map(({ _id }) => _id));
      next = page.next;
    } while (next !== "");
    expect(seen.length).toBeGreaterThan(24);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).not.toContain(quiet.profileId);
    expect(seen).not.toContain(unsaved.profileId);
    expect((await search(`?text=${quiet.profileId}`)).people[0]).toMatchObject({ visibility: "private" });
  });

  it("refuses every other caller and every other form", async () => {
    const user = await person();
    const target = await person();
    const calls: [string, string, unknown][] = [
      ["GET", "/api/admin/people", undefined],
      ["POST", `/api/admin/people/${target.profileId}/suspend`, { reason: "spam" }],
      ["POST", `/api/admin/people/${target.profileId}/unsuspend`, {}],
      ["DELETE", `/api/admin/people/${target.profileId}`, undefined],
    ];
    for (const [method, path, body] of calls) {
      const nobody = await new ApiUser(app).call(method, path, body);
      expect([nobody.status, nobody.body["code"]]).toEqual([401, "no-session"]);
      const other = await user.call(method, path, body);
      expect([other.status, other.body["code"]]).toEqual([403, "not-admin"]);
    }
    for (const query of ["?cursor=-1", "?cursor=A", `?text=${"a".repeat(81)}`, "?suspended=maybe", "?text=a&text=b"]) {
      expect((await admin.call("GET", `/api/admin/people${query}`)).status, query).toBe(400);
    }
    const path = `/api/admin/people/${target.profileId}/suspend`;
    for (const body of [{}, { reason: "because of Mira" }, { reason: 1 }, { reason: null }, []]) {
      expect((await admin.call("POST", path, body)).status, JSON.stringify(body)).toBe(400);
    }
    expect((await admin.call("GET", `/api/profile/get/${target.profileId}`)).status).toBe(200);
    for (const id of [UNKNOWN, "x", "..", "%25", UNKNOWN.slice(1)]) {
      for (const [method, tail, body] of [
        ["POST", "/suspend", { reason: "spam" }],
        ["POST", "/unsuspend", {}],
        ["DELETE", "", undefined],
      ] as const) {
        const answer = await admin.call(method, `/api/admin/people/${id}${tail}`, body);
        expect([400, 404], `${method} ${id}${tail}`).toContain(answer.status);
        if (id === UNKNOWN) expect(answer.body["code"]).toBe("profile-not-found");
      }
    }
  });
});

describe("somebody suspended", () => {
  it("L16: is nowhere within a second, kept answers included, and comes back as they were", async () => {
    const target = await person({ firstName: "Gone", lastName: "Person", username: "gone.person" });
    await person();
    const before = await company("alpha works");
    const ids = async () => (await people()).map(({ _id }) => _id);
    const employees = async () =>
      (await new ApiUser(app).call<{ _id: string }[]>("GET", "/api/company/employees/alpha%20works")).text;
    const page = (name: string) => sendRaw(app, { path: `/api/profile/get/${name}` });
    // Twice, so that the second one comes from memory.
    for (const name of [target.profileId, target.profileId, "gone.person"]) expect((await page(name)).status).toBe(200);
    expect(await ids()).toContain(target.profileId);

    const answer = await suspend(target.profileId);
    expect([answer.status, answer.body.suspended, answer.body.name]).toEqual([200, true, "Gone Person"]);
    expect(shapeOf(await page(target.profileId))).toBe(shapeOf(await page(UNKNOWN)));
    expect(shapeOf(await page("gone.person"))).toBe(shapeOf(await page("nobody.such")));
    expect(await ids()).not.toContain(target.profileId);
    expect(await employees()).not.toContain(target.profileId);
    expect(await findDifferences(app.db)).toEqual([]);
    expect(await company("alpha works")).not.toEqual(before);
    const user = await person();
    const names = await user.call<{ username: string }[]>("GET", "/api/profile/?username=gone.person");
    expect(names.body).toEqual([]);
    const foreign = await user.call("PATCH", `/api/profile/${target.profileId}`, { location: "x" });
    expect([foreign.status, foreign.body["code"]]).toEqual([404, "profile-not-found"]);
    expect((await search("?suspended=true")).people.map(({ _id }) => _id)).toEqual([target.profileId]);

    expect((await unsuspend(target.profileId)).body).toMatchObject({ suspended: false });
    // All back to the number, once the second person who came meanwhile has gone.
    await admin.call("DELETE", `/api/admin/people/${user.profileId}`);
    expect(await company("alpha works")).toEqual(before);
    expect((await page(target.profileId)).status).toBe(200);
    expect(await ids()).toContain(target.profileId);
    expect((await search("?suspended=true")).people).toEqual([]);
  });

  it("L16: is gone from what another process kept, within a second", async () => {
    const env = { SECRET_FILE: app.services.config.secretFile };
    const twin = await startTestApp({ databaseUrl: app.databaseUrl, env });
    try {
      const target = await person();
      const path = `/api/profile/get/${target.profileId}`;
      await expect.poll(async () => (await sendRaw(twin, { path })).status && twin.services.cache.size).toBe(1);
      await suspend(target.profileId);
      await expect.poll(async () => (await sendRaw(twin, { path })).status, { timeout: 1_000 }).toBe(404);
      await target.call("GET", "/api/user/me").then(({ status }) => expect(status).toBe(401));
      const there = Object.assign(new ApiUser(twin), { token: target.token });
      expect((await there.call("GET", "/api/user/me")).status).toBe(401);
    } finally {
      await twin.stop();
    }
  });

  it("has no session and no sign-in, said as of a wrong password", async () => {
    const target = await person();
    const browser = await new Browser(app).signUp(`b-${target.email}`, PASSWORD);
    const browserId = browser.profileId;
    expect((await browser.send("GET", "/api/user/me")).status).toBe(200);
    await suspend(target.profileId);
    await suspend(browserId);
    const me = await target.call("GET", "/api/user/me");
    expect([me.status, me.body["code"]]).toEqual([401, "no-session"]);
    expect((await target.call("PATCH", `/api/profile/${target.profileId}`, { location: "x" })).status).toBe(401);
    expect((await browser.send("GET", "/api/user/me")).status).toBe(401);
    const fresh = new ApiUser(app);
    await fresh.fetchToken();
    const right = await fresh.call("POST", "/api/user/login", { email: target.email, password: PASSWORD });
    const wrong = await fresh.call("POST", "/api/user/login", { email: target.email, password: "not-the-password" });
    const strip = (text: string) => text.replace(/"requestId":"[^"]+"/, "");
    expect([right.status, strip(right.text)]).toEqual([wrong.status, strip(wrong.text)]);
    expect(right.body["code"]).toBe("invalid-credentials");
    expect((await fresh.call("GET", "/api/user/me")).status).toBe(403);

    await unsuspend(target.profileId);
    await unsuspend(browserId);
    expect((await fresh.call("POST", "/api/user/login", { email: target.email, password: PASSWORD })).status).toBe(200);
    // Sessions from before do not come back: whoever held one may be the reason for the suspension.
    expect((await target.call("GET", "/api/user/me")).status).toBe(401);
    expect((await browser.send("GET", "/api/user/me")).status).toBe(401);
  });

  it("is suspended once, however often and at however many places at once", async () => {
    const target = await person();
    const answers = await Promise.all([
      ...Array.from({ length: 10 }, () => suspend(target.profileId)),
      ...Array.from({ length: 5 }, (_, n) => target.save({ location: `Place ${n}` })),
    ]);
    expect(new Set(answers.slice(0, 10).map(({ status }) => status))).toEqual(new Set([200]));
    for (const answer of answers.slice(10)) expect([200, 401]).toContain(answer.status);
    expect(await findDifferences(app.db)).toEqual([]);
    const rows = await app.db
      .selectFrom("audit_log")
      .select("id")
      .where("action", "=", "people.suspend")
      .where("target", "=", target.profileId)
      .execute();
    expect(rows).toHaveLength(1);
    await Promise.all(
      Array.from({ length: 6 }, (_, n) => (n % 2 === 0 ? unsuspend(target.profileId) : suspend(target.profileId))),
    );
    await unsuspend(target.profileId);
    expect(await findDifferences(app.db)).toEqual([]);
    const login = { email: target.email, password: PASSWORD };
    await target.fetchToken();
    expect((await target.call("POST", "/api/user/login", login)).status).toBe(200);
  });
});

describe("somebody removed by an administrator", () => {
  it("L24: is gone with the account, and the e-mail is free again", async () => {
    const target = await person({ username: "removed.person" });
    const path = `/api/admin/people/${target.profileId}`;
    const account = await app.db
      .selectFrom("account")
      .select("id")
      .where("email", "=", target.email)
      .executeTakeFirstOrThrow();
    const answer = await admin.call("DELETE", path);
    expect([answer.status, answer.body]).toEqual([200, { message: "success" }]);
    const page = (id: string) => sendRaw(app, { path: `/api/profile/get/${id}` });
    expect(shapeOf(await page(target.profileId))).toBe(shapeOf(await page(UNKNOWN)));
    expect((await target.call("GET", "/api/user/me")).status).toBe(401);
    expect(await app.db.selectFrom("account").select("id").where("id", "=", account.id).execute()).toEqual([]);
    expect(await findDifferences(app.db)).toEqual([]);
    expect((await admin.call("DELETE", path)).status).toBe(404);
    const again = await new ApiUser(app).signUp(target.email, PASSWORD);
    expect(again.profileId).not.toBe(target.profileId);
  });

  it("is gone with the account also behind the thousand accounts that are compared first", async () => {
    const target = await person();
    await sql`insert into account (id, email, email_key)
      select lpad(n::text, 24, '0'), n || '@many.example', n || '@many.example'
      from generate_series(1, 1000) n`.execute(app.db);
    expect((await admin.call("DELETE", `/api/admin/people/${target.profileId}`)).status).toBe(200);
    const left = app.db.selectFrom("account").select("id").where("email", "=", target.email);
    expect(await left.execute()).toEqual([]);
    await app.db.deleteFrom("account").where("email", "like", "%@many.example").execute();
  });

  it("may be suspended, saving, or a demo person without an account", async () => {
    const suspended = await person();
    await suspend(suspended.profileId);
    expect((await admin.call("DELETE", `/api/admin/people/${suspended.profileId}`)).status).toBe(200);
    const saving = await person();
    const answers = await Promise.all([
      saving.save({ location: "a" }),
      admin.call("DELETE", `/api/admin/people/${saving.profileId}`),
      saving.save({ location: "b" }),
    ]);
    expect(answers[1].status).toBe(200);
    const demo = await person();
    await app.db
      .updateTable("profile")
      .set({ owner_key: null, demo: true })
      .where("public_id", "=", demo.profileId)
      .execute();
    expect((await admin.call("DELETE", `/api/admin/people/${demo.profileId}`)).status).toBe(200);
    expect((await search(`?text=${demo.profileId}`)).people).toEqual([]);
    expect(await findDifferences(app.db)).toEqual([]);
  });
});
