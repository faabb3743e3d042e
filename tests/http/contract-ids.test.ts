import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newPublicId } from "#server/ids.ts";
import { ApiUser, startTestApp, stop, type SavedProfile, type TestApp } from "#tests/helpers/app.ts";
import { shapeOf } from "#tests/helpers/canary.ts";
import { sendRaw } from "#tests/helpers/raw.ts";

// A client of another origin keeps the id that it got at sign-in. It may go on using this id. For everybody else the id
// does not exist.

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const PIPELINE = [stop("Kept Works", "Clerk", "2018-01-01", "2019-01-01")];

async function signedUp(patch: Record<string, unknown>): Promise<{ user: ApiUser; first: SavedProfile }> {
  const user = await new ApiUser(app).signUp();
  const saved = await user.save({ pipeline: PIPELINE, ...patch });
  expect(saved.status, saved.text).toBe(200);
  return { user, first: saved.body };
}

const read = (user: ApiUser, id: string) => user.call<SavedProfile>("GET", `/api/profile/get/${id}`);

describe("an id that nobody was ever shown", () => {
  it.each([
    ["anonymous", { anonymous: true }],
    ["private", { visibility: "private" }],
  ])("stays at a first save that is %s, and so do the stops'", async (_level, patch) => {
    const user = await new ApiUser(app).signUp();
    const given = user.profileId;
    expect((await user.save({ ...patch, pipeline: PIPELINE })).body._id).toBe(given);
    expect((await read(user, given)).body._id).toBe(given);
  });

  it("stays when a private person is shown for the first time, and goes with the next switch", async () => {
    const { user, first } = await signedUp({ visibility: "private" });
    const shown = await user.save({ visibility: "anonymous" });
    expect(shown.body._id).toBe(first._id);
    expect(shown.body.pipeline[0]?._id).toBe(first.pipeline[0]?._id);
    const hidden = await user.save({ visibility: "private" });
    expect(hidden.body._id).not.toBe(first._id);
    expect(hidden.body.pipeline[0]?._id).not.toBe(first.pipeline[0]?._id);
    // It was shown once: every later switch is one between two lives.
    expect((await user.save({ visibility: "public" })).body._id).not.toBe(hidden.body._id);
  });
});

describe("an id from before a switch", () => {
  it("goes on for the session that knew it: reads, saves, picture, username, deletion", async () => {
    const { user, first } = await signedUp({});
    const old = first._id;
    const present = (await user.save({ anonymous: true })).body._id;
    expect(present).not.toBe(old);
    const seen = await read(user, old);
    expect([seen.status, seen.body._id, seen.body["firstName"]]).toEqual([200, present, "Some"]);
    expect(seen.headers.get("cache-control")).toBe("private, no-store");
    // Clients show the id in the field of a username that nobody chose, and send it back.
    const saved = await user.call<SavedProfile>("PATCH", `/api/profile/${old}`, { location: "Lund", username: old });
    expect([saved.status, saved.body["location"], saved.body["username"]], saved.text).toEqual([200, "Lund", ""]);
    expect((await user.call("PATCH", `/api/profile/get/${old}`, { location: "Ulm" })).status).toBe(200);
    expect((await user.call("GET", `/api/pfp/${old}`)).body["code"]).toBe("picture-not-found");
    expect((await user.call("DELETE", `/api/pfp/${old}`, {})).status).toBe(200);
    const gone = await user.call("DELETE", `/api/profile/${old}`, { password: "correct-horse-battery" });
    expect(gone.status, gone.text).toBe(200);
  });

  it("goes on through several switches, for each session that lived then and for no later one", async () => {
    const { user, first } = await signedUp({});
    const second = new ApiUser(app);
    second.email = user.email;
    await second.logIn();
    const ids = [first._id];
    for (const visibility of ["anonymous", "public", "private"]) ids.push((await user.save({ visibility })).body._id);
    expect(new Set(ids).size).toBe(4);
    const third = new ApiUser(app);
    third.email = user.email;
    await third.logIn();
    for (const id of ids.slice(0, 3)) {
      expect((await read(user, id)).body._id).toBe(ids[3]);
      expect((await read(second, id)).body._id).toBe(ids[3]);
      expect((await read(third, id)).status).toBe(404);
    }
  });

  it("L2, L4: is nothing to visitors, to others, and to the session itself once it has ended", async () => {
    const { user, first } = await signedUp({});
    const { user: other } = await signedUp({});
    const old = first._id;
    await user.save({ anonymous: true });
    // Answered to its owner first: nothing of that may be kept for the next.
    expect((await read(user, old)).status).toBe(200);
    const random = newPublicId();
    for (const token of [undefined, other.token]) {
      const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
      for (const path of ["/api/profile/get/", "/api/pfp/"]) {
        const [one, none] = [
          await sendRaw(app, { path: path + old, headers }),
          await sendRaw(app, { path: path + random, headers }),
        ];
        expect(one.status).toBe(404);
        expect(shapeOf(one).replaceAll(old, "ID")).toBe(shapeOf(none).replaceAll(random, "ID"));
      }
    }
    for (const [method, path] of [
      ["PATCH", "/api/profile/"],
      ["PATCH", "/api/profile/get/"],
      ["DELETE", "/api/profile/"],
      ["DELETE", "/api/pfp/"],
    ] as const) {
      const [one, none] = [await other.call(method, path + old, {}), await other.call(method, path + random, {})];
      expect([one.status, one.body["code"]]).toEqual([404, none.body["code"]]);
    }
    await user.call("POST", "/api/user/logout", {});
    expect((await read(user, old)).status).toBe(404);
  });

  it("is kept as a keyed hash beside noise, and goes with the session", async () => {
    const { user } = await signedUp({});
    const noteOf = async () => {
      const account = await app.db
        .selectFrom("account")
        .select("id")
        .where("email", "=", user.email)
        .executeTakeFirstOrThrow();
      const session = await app.db
        .selectFrom("session")
        .select("former_ids")
        .where("account_id", "=", account.id)
        .executeTakeFirstOrThrow();
      return session.former_ids;
    };
    const [never, old] = [await noteOf(), user.profileId];
    await user.save({ anonymous: true });
    const once = await noteOf();
    // A dump does not show who ever switched: the value has the same length, and is random without the secret.
    expect(once).toHaveLength(never.length);
    expect(once.subarray(16)).toEqual(never.subarray(0, -16));
    expect(once.includes(Buffer.from(old, "hex"))).toBe(false);
    await user.call("POST", "/api/user/logout", {});
    const ended = await noteOf();
    expect(ended).toHaveLength(never.length);
    expect(ended.includes(once.subarray(0, 16))).toBe(false);
  });
});

describe("a stop is known by its company's id", () => {
  const job = { title: "Clerk", startDate: "2018-01-01", endDate: "2019-01-01" };

  async function twoCompanies() {
    const { user, first } = await signedUp({
      pipeline: [
        stop("Ids of Lund", "Clerk", "2018-01-01", "2019-01-01"),
        stop("Ids of Ulm", "Clerk", "2019-01-01", "2020-01-01"),
      ],
    });
    return { user, ids: first.pipeline.map(({ companyId }) => companyId) };
  }
  const namesOf = (saved: SavedProfile) => saved.pipeline.map(({ displayName }) => displayName);

  it("two with one forged name are no duplicates, and keep their own", async () => {
    const { user, ids } = await twoCompanies();
    const saved = await user.save({
      pipeline: ids.map((companyId) => ({ ...job, companyId, companyName: "Forged Works", displayName: "Forged" })),
    });
    expect([saved.status, namesOf(saved.body)], saved.text).toEqual([200, ["Ids of Lund", "Ids of Ulm"]]);
  });

  it("a long or empty name beside a known id is not an error; beside none it is", async () => {
    const { user, ids } = await twoCompanies();
    const long = "x".repeat(5_000);
    const saved = await user.save({
      pipeline: [
        { ...job, companyId: ids[0], companyName: long, displayName: long, name: long },
        { ...job, companyId: ids[1], companyName: "" },
      ],
    });
    expect([saved.status, namesOf(saved.body)], saved.text).toEqual([200, ["Ids of Lund", "Ids of Ulm"]]);
    const refused = await user.save({ pipeline: [{ ...job, companyId: newPublicId(), companyName: long }] });
    expect([refused.status, refused.body["error"]]).toEqual([400, "A company name has at most 80 characters."]);
  });

  it("the same id twice is a duplicate, whatever the names; an unknown id is found by its name", async () => {
    const { user, ids } = await twoCompanies();
    const twice = await user.save({
      pipeline: [
        { ...job, companyId: ids[0], companyName: "One" },
        { ...job, companyId: ids[0], companyName: "Other" },
      ],
    });
    expect([twice.status, twice.body["code"]]).toEqual([400, "duplicate-company"]);
    const byName = await user.save({
      pipeline: [
        { ...job, companyId: ids[0], companyName: "Forged" },
        { ...job, companyId: newPublicId(), companyName: "ids of lund" },
      ],
    });
    expect([byName.status, byName.body["code"]]).toEqual([400, "duplicate-company"]);
  });
});
