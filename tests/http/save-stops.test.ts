import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { reactions } from "#app/reactions.server.ts";
import { TITLE_RULES } from "#features/title/rules.ts";
import { saveProfile } from "#features/profile/write.server.ts";
import { findDifferences } from "#features/stats/recount.server.ts";
import type { Reactions, SignedInContext } from "#server/context.ts";
import { adminClient } from "#tests/helpers/admin.ts";
import { ApiUser, startTestApp, stop, type SavedProfile, type TestApp } from "#tests/helpers/app.ts";

// A save with companies of every kind at once, and one that fails in the middle.

let app: TestApp;
let admin: ApiUser;
beforeAll(async () => {
  app = await startTestApp();
  admin = await adminClient(app);
});
afterAll(() => app.stop());

const job = (companyName: string, year = 2010, companyId = "") => ({
  ...stop(companyName, "Clerk", `${year}-01-01`, `${year + 1}-01-01`),
  title: "Clerk",
  companyName,
  companyId,
});

const person = async (...pipeline: Record<string, unknown>[]): Promise<ApiUser> => {
  const user = await new ApiUser(app).signUp();
  expect((await user.save({ pipeline })).status).toBe(200);
  return user;
};
const read = async (user: ApiUser): Promise<SavedProfile> =>
  (await user.call<SavedProfile>("GET", `/api/profile/get/${user.profileId}`)).body;
const names = ({ pipeline }: SavedProfile): string[] => pipeline.map((one) => one.displayName);
const publicIdOf = async (name: string): Promise<string | undefined> =>
  (await app.db.selectFrom("company").select("public_id").where("name", "=", name).executeTakeFirst())?.public_id;

async function makeListed(name: string): Promise<string> {
  const made = await admin.call<{ _id: string }>("POST", "/api/company/create", { name, displayName: name });
  expect(made.status, made.text).toBe(201);
  return (await publicIdOf(name.toLowerCase())) ?? "";
}

describe("one save names companies that are its person's own, listed, new, merged and deleted", () => {
  test.each(["first", "last"])("with the new one %s", async (place) => {
    const at = (name: string) => `${name} ${place}`;
    const [listed, merged, gone] = [
      await makeListed(at("Listed")),
      await makeListed(at("Merged")),
      await makeListed(at("Gone")),
    ];
    await makeListed(at("Target"));
    const user = await person(job(at("Own"), 2001), job(at("Gone"), 2002, gone));
    const [own, deleted] = (await read(user)).pipeline;
    expect((await admin.call("DELETE", `/api/company/delete/${at("gone")}`)).status).toBe(200);
    expect(
      (await admin.call("POST", "/api/admin/companies/merge", { from: at("merged"), into: at("target") })).status,
    ).toBe(200);
    const text = (await read(user)).pipeline[1]?.companyId;
    expect(text).not.toBe(deleted?.companyId);

    const fresh = job(at("Fresh"), 2005);
    const known = [
      job("", 2001, own?.companyId),
      job(at("Gone"), 2002, text),
      job("", 2003, listed),
      job(at("Merged"), 2004, merged),
    ];
    const saved = await user.save({ pipeline: place === "first" ? [fresh, ...known] : [...known, fresh] });
    expect(saved.status, saved.text).toBe(200);
    expect(names(saved.body)).toEqual(["Own", "Gone", "Listed", "Target", "Fresh"].map(at));
    const made = await app.db.selectFrom("company").select("status").where("name", "=", at("fresh")).execute();
    expect(made).toEqual([{ status: "new" }]);
    expect(await publicIdOf(at("gone"))).toBeUndefined();
    expect(await findDifferences(app.db)).toEqual([]);
  });
});

describe("typed companies before and after a save", () => {
  const kinds = { none: [], text: ["Freelance"], typed: ["Typed"], listed: ["Common"] };
  beforeAll(async () => {
    await makeListed("Common");
  });
  const cases = Object.keys(kinds).flatMap((before) => Object.keys(kinds).map((after) => [before, after] as const));

  test.each(cases)("%s, then %s", async (before, after) => {
    const pipelineOf = (kind: string) =>
      (kinds[kind as keyof typeof kinds] ?? []).map((name) =>
        job(name === "Typed" ? `Typed ${before} ${after}` : name),
      );
    const user = await person(...pipelineOf(before));
    const id = await publicIdOf(`typed ${before} ${after}`);
    const saved = await user.save({ pipeline: pipelineOf(after) });
    expect(saved.status, saved.text).toBe(200);
    expect(names(saved.body)).toEqual(pipelineOf(after).map((one) => one.companyName));
    // Nobody shows it any more: whoever shows it next must not meet the old id.
    const isSame = (await publicIdOf(`typed ${before} ${after}`)) === id;
    expect(isSame).toBe(after === "typed" ? before === "typed" : before !== "typed");
    expect(await findDifferences(app.db)).toEqual([]);
  });
});

test("a company is found by another name that an administrator gave it", async () => {
  const id = await makeListed("Aqueduct Works");
  const path = `/api/admin/companies/${id}/aliases`;
  expect((await admin.call("POST", path, { alias: "Aqua Works" })).status).toBe(200);
  expect(names(await read(await person(job("aqua works"))))).toEqual(["Aqueduct Works"]);
  expect(await publicIdOf("aqua works")).toBeUndefined();
});

describe("two sent texts that are one stored stop", () => {
  test("are refused, in any spelling, and everything stays", async () => {
    const user = await person(job("Freelance", 2001), job("Elsewhere", 2003));
    const before = await read(user);
    const id = before.pipeline[0]?.companyId;
    for (const second of [job("Freelance"), job(" FREELANCE "), job("", 2010, id), job("Other", 2010, id)]) {
      const saved = await user.call("PATCH", `/api/profile/${user.profileId}`, {
        pipeline: [job("Freelance", 2001, id), second, job("Elsewhere", 2003)],
      });
      expect([saved.status, saved.body["code"]]).toEqual([400, "duplicate-company"]);
    }
    expect(await read(user)).toEqual(before);
    expect(await findDifferences(app.db)).toEqual([]);
  });
});

describe("an error between counting the change and changing the numbers", () => {
  const failing: Reactions = { ...reactions, profileChanged: [() => Promise.reject(new Error("planted"))] };

  async function viewerOf({ profileId, email }: ApiUser): Promise<SignedInContext["viewer"]> {
    const { id } = await app.db
      .selectFrom("profile")
      .select("id")
      .where("public_id", "=", profileId)
      .executeTakeFirstOrThrow();
    const sessionsFrom = new Date(0);
    return { accountId: "1", email, profileKey: id, profileId, profileCreated: true, username: "", sessionsFrom };
  }

  test.each([["only listed companies"], ["typed companies"]])("leaves everything as it was: %s", async (kind) => {
    const isTyped = kind === "typed companies";
    const name = `Firm of ${kind}`;
    if (!isTyped) await makeListed(name);
    const user = await person(job(name, 2001));
    const [before, id] = [await read(user), await publicIdOf(name.toLowerCase())];
    const purged: string[] = [];
    const owner: SignedInContext = {
      ...app.services,
      now: new Date("2026-11-15T12:00:00Z"),
      today: "2026-11-15",
      admin: undefined,
      address: "127.0.0.1",
      purge: (tags) => purged.push(...tags),
      reactions: failing,
      viewer: await viewerOf(user),
    };
    const pipeline = [job(isTyped ? "Never Made" : name, 2005)];
    await expect(
      saveProfile(owner, { profileId: user.profileId, patch: { location: "Nowhere", pipeline }, titles: TITLE_RULES }),
    ).rejects.toThrow("planted");
    expect(purged).toEqual([]);
    expect(await read(user)).toEqual(before);
    expect([await publicIdOf(name.toLowerCase()), await publicIdOf("never made")]).toEqual([id, undefined]);
    expect(await findDifferences(app.db)).toEqual([]);
    // The same save goes through without the error.
    const repeated = await saveProfile(
      { ...owner, reactions },
      { profileId: user.profileId, patch: { pipeline }, titles: TITLE_RULES },
    );
    expect(repeated.roles.map((role) => role.start_date)).toEqual(["2005-01-01"]);
    expect(await findDifferences(app.db)).toEqual([]);
  });
});
