import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isReservedUsername } from "#features/profile/words.ts";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";

// L18: the answer does not tell why a username is not available.

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const TAKEN = { status: 409, error: "Username already taken.", code: "username-taken" };

async function claim(user: ApiUser, username: string) {
  const answer = await user.save({ username });
  const { error, code } = answer.body as { error?: string; code?: string };
  return answer.status === 200 ? 200 : { status: answer.status, error, code };
}

const person = () => new ApiUser(app).signUp();

describe("L18: one answer", () => {
  test("for a name that is taken, was somebody's, was a deleted person's, or is kept for the site", async () => {
    const [holder, changer, leaver, hidden, asker] = [
      await person(),
      await person(),
      await person(),
      await person(),
      await person(),
    ];
    expect(await claim(holder, "held_name")).toBe(200);
    expect([await claim(changer, "former_name"), await claim(changer, "present_name")]).toEqual([200, 200]);
    expect(await claim(leaver, "left_name")).toBe(200);
    expect(await claim(hidden, "hidden_name")).toBe(200);
    await hidden.save({
      anonymous: true,
      pipeline: [stop("Hidden Works", "Clerk", "2020-01-01", "current")],
    });
    expect((await leaver.call("DELETE", `/api/profile/${leaver.profileId}`, {})).status).toBe(200);
    for (const name of ["held_name", "former_name", "left_name", "hidden_name", "admin", "login"])
      for (const spelling of [name, name.toUpperCase()]) expect(await claim(asker, spelling), spelling).toEqual(TAKEN);
    expect(await claim(asker, "free_name")).toBe(200);
  });

  test("but nobody is listed by one before the first save", async () => {
    const unsaved = await new ApiUser(app).signUp();
    await unsaved.call("PATCH", `/api/profile/${unsaved.profileId}`, { username: "unsaved_name" });
    expect((await unsaved.call<unknown[]>("GET", "/api/profile/?username=unsaved_name")).body).toEqual([]);
  });

  test("but one's own earlier name can be taken back, and is kept from others all along", async () => {
    const [owner, other] = [await person(), await person()];
    for (const name of ["first_own", "second_own", "First_Own"]) expect(await claim(owner, name), name).toBe(200);
    expect(await claim(other, "second_own")).toEqual(TAKEN);
    expect(await claim(owner, "second_own")).toBe(200);
    expect(await claim(owner, "SECOND_own")).toBe(200);
  });

  test("a name from before names were kept is kept once it is given up, and once its owner leaves", async () => {
    const [owner, leaver, other] = [await person(), await person(), await person()];
    for (const [user, username] of [
      [owner, "older_name"],
      [leaver, "older_leaver"],
    ] as const)
      await app.db.updateTable("profile").set({ username }).where("public_id", "=", user.profileId).execute();
    expect(await claim(other, "older_name")).toEqual(TAKEN);
    expect(await claim(owner, "newer_name")).toBe(200);
    await leaver.call("DELETE", `/api/profile/${leaver.profileId}`, {});
    for (const name of ["older_name", "older_leaver"]) expect(await claim(other, name), name).toEqual(TAKEN);
  });

  test("R14: of many who want one name at once one gets it, and nobody waits for ever", async () => {
    const people = await Promise.all(Array.from({ length: 6 }, person));
    const answers = await Promise.all(people.map((user) => claim(user, "wanted_name")));
    expect(answers.filter((answer) => answer === 200)).toHaveLength(1);
    // Two people who each want the other's name.
    const [one, two] = [await person(), await person()];
    await claim(one, "swap_one");
    await claim(two, "swap_two");
    const swapped = await Promise.all([claim(one, "swap_two"), claim(two, "swap_one")]);
    expect(swapped).toEqual([TAKEN, TAKEN]);
  });

  test("nothing of a name can be read in what is kept of it", async () => {
    const rows = await app.db.selectFrom("username_reserved").select("key").execute();
    expect(rows.length).toBeGreaterThan(5);
    for (const { key } of rows) {
      expect(key).toHaveLength(32);
      expect(key.toString("latin1")).not.toContain("name");
    }
  });
});

describe("names that are kept for the site", () => {
  test("are the first words of every page, call and file, in any spelling", () => {
    const routes = readFileSync("src/routes.ts", "utf8");
    const words = [...routes.matchAll(/route\("([a-z-]+)/g)].map((match) => match[1] ?? "");
    expect(words.length).toBeGreaterThan(10);
    for (const word of [...words, "api", "admin", "assets", "logos", "pictures", "monogram", "healthz", "metrics"]) {
      for (const spelling of [word, word.toUpperCase(), word.replaceAll("-", "_"), word.replaceAll("-", "")])
        expect(isReservedUsername(spelling), spelling).toBe(true);
    }
    for (const spelling of ["Ad.min", "a_d_m_i_n", "Pipelines", "sup.port"])
      expect(isReservedUsername(spelling), spelling).toBe(true);
  });
  test.each(["ada.t", "administer", "adminton", "lisa_search", "userful"])("%s is nobody's yet", (name) => {
    expect(isReservedUsername(name)).toBe(false);
  });
});
