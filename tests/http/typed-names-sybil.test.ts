import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { keepHouse, publishBatch } from "#app/jobs.server.ts";
import { adminClient } from "#tests/helpers/admin.ts";
import { tries } from "#tests/helpers/amount.ts";
import { ApiUser, startTestApp, stop, type SavedProfile, type TestApp } from "#tests/helpers/app.ts";
import { waitForPaths } from "#tests/helpers/path-site.ts";
import { sendRaw } from "#tests/helpers/raw.ts";

// Throw-away accounts type a company's name to find out whether somebody hidden names it. Each question is asked about
// a name that hidden people have and about a name that nobody has. Both answers must be alike.

/** A dozen accounts, each with a password to hash. */
const LONG = 240_000;

let app: TestApp;
let admin: ApiUser;

beforeAll(async () => {
  app = await startTestApp({ pages: true });
  admin = await adminClient(app);
  await waitForPaths(app);
});
afterAll(() => app.stop());

const job = (name: string) => stop(name, "Clerk", "2018-01-01", "2019-01-01");
/** The work of an hour: numbers are published, and companies that nobody names any more are deleted. */
const batch = async () => {
  await publishBatch(app.services, { stop: 0, rating: 0 });
  await keepHouse(app.services);
};

async function hidden(...names: string[]): Promise<ApiUser> {
  const user = await new ApiUser(app).signUp();
  const saved = await user.save({ visibility: "private", pipeline: names.map(job) });
  if (saved.status !== 200) throw new Error(saved.text);
  return user;
}

/** Removes parts that differ in every answer and account, and replaces each id with its number. */
function bare(text: string, user: ApiUser, ids: Map<string, string>): string {
  return (
    text
      .replaceAll(user.email, "@")
      // An ETag is made of the answer with its ids; a person's colour is made of their id.
      .replaceAll(/nonce="[^"]*"|"requestId":"[^"]*"|W\/\\"[^"\\]*\\"|\bline-\d|--l:#\w{6}/g, "")
      .replaceAll(/%2[0F]/g, " ")
      .replaceAll(/\b[0-9a-f]{24}\b/g, (id) => {
        if (!ids.has(id)) ids.set(id, `id ${ids.size}`);
        return ids.get(id) ?? "";
      })
  );
}

const VARYING = /^(?:date|x-request-id|set-cookie|content-security-policy)$|^(?:x-)?ratelimit/;

/** Everything that an account can ask about a name it typed. */
async function askAll(user: ApiUser, name: string, companyId: string): Promise<string[]> {
  const headers = { authorization: `Bearer ${user.token}` };
  const ids = new Map<string, string>();
  const part = encodeURIComponent(name);
  const answers: string[] = [];
  for (const path of [
    `/api/profile/get/${user.profileId}`,
    ...[part, companyId].flatMap((one) => [
      `/api/company/get/${one}`,
      `/api/company/getid/${one}`,
      `/api/company/employees/${one}`,
      `/api/company/${one}/insights`,
      `/company/${one}`,
      `/search?company=${one}`,
      `/api/paths/search?stop=company:${one}`,
    ]),
    `/api/paths/read?q=from%20${part}%20to%20Google`,
    `/search/choices.data?q=${part}`,
    `/paths.data?pick=from&q=${part}`,
    `/compare.data?c=${part}&c=google`,
    `/like-me.data?stop=${part}`,
    `/api/company/getBy?name=${part}`,
    `/api/company/get/companies/${part}`,
    `/api/jump/${part}`,
    "/api/company/names",
    "/api/company/get/companies",
    "/api/user/export",
  ]) {
    const answer = await sendRaw(app, { path, headers });
    const seen = [...answer.headers].filter(([header]) => !VARYING.test(header)).map(([header, of]) => [header, of]);
    answers.push(bare(`${path} ${answer.status} ${JSON.stringify(seen)} ${answer.text}`, user, ids));
  }
  return answers;
}

/** Calls that a name can be sent to. */
async function askMore(user: ApiUser, name: string, companyId: string): Promise<string[]> {
  const ids = new Map<string, string>();
  const check = {
    stops: [{ companyId: "", companyName: name, startDate: "2018-01-01", undisclosed: false }],
    school: "",
  };
  const twice = [job(name), { ...job(`${name} Too`), startDate: "2020-01-01", endDate: "2021-01-01" }];
  const answers: string[] = [];
  for (const [method, path, sent] of [
    ["POST", "/api/profile/meter", { ...check, showMonths: false }],
    ["POST", "/api/paths/similar", { pipeline: [job(name)], school: "" }],
    ["PATCH", `/api/profile/${user.profileId}`, { pipeline: twice }],
    ["PATCH", `/api/profile/${user.profileId}`, { pipeline: [job(name), job(name)] }],
    ["PATCH", `/api/profile/${user.profileId}`, { pipeline: [job(name)] }],
    ["PATCH", `/api/profile/${user.profileId}`, { rev: 1, pipeline: [job(name)] }],
    ["PATCH", `/api/company/update/${encodeURIComponent(`${name} Too`)}`, [{}, [], ""]],
    ["POST", "/api/reports", { subject: "company", id: companyId, reason: "other" }],
    ["POST", "/api/user/routes", { query: `stop=company:${name}` }],
    ["POST", "/api/user/routes", { query: `stop=company:${companyId}` }],
    ["POST", "/api/user/links", { level: "no-name", action: "renew" }],
  ] as const) {
    const answer = await user.call(method, path, sent);
    answers.push(bare(`${method} ${path} ${answer.status} ${answer.text}`, user, ids));
  }
  // The link, too, shows the person's own words.
  const { body } = await user.call<{ path: string }[]>("GET", "/api/user/links");
  const link = body[0]?.path ?? "";
  for (const path of [link, `${link}.data`, `${link}.svg`, `/oembed?url=${app.services.config.baseUrl}${link}`]) {
    const answer = await sendRaw(app, { path });
    answers.push(bare(`${path} ${answer.status} ${answer.text}`, user, ids));
  }
  return answers;
}

const idOf = async (user: ApiUser, pipeline: unknown[], more: Record<string, unknown> = {}): Promise<string> => {
  const saved = await user.save({ pipeline, ...more });
  expect(saved.status, saved.text).toBe(200);
  return saved.body.pipeline[0]?.companyId ?? "";
};

/** The differences between two answers, with the text around them. */
function differences(a: readonly string[], b: readonly string[]): string[] {
  return a.flatMap((text, index) => {
    const other = b[index] ?? "";
    if (text === other) return [];
    const at = [...text].findIndex((letter, place) => letter !== other[place]);
    return `${text.slice(0, 60)} … ${text.slice(at - 60, at + 60)} | ${other.slice(at - 60, at + 60)}`;
  });
}

/** How many accounts type a name whose ids need not be compared, and how often each of them. */
const SOME = tries({ all: 2, some: 1 });

const remove = async (user: ApiUser): Promise<void> => {
  const { status } = await user.call("DELETE", `/api/profile/${user.profileId}`, { password: "correct-horse-battery" });
  expect(status).toBe(200);
};

type Learned = { answers: string[]; privateIds: string[]; publicIds: string[] };

/**
 * What throw-away accounts can learn about a name that they hide: typed, removed, forgotten by a batch and typed again,
 * by one account and then by another.
 * @param times how many accounts, and how often each of them types it
 */
async function learnPrivately(name: string, times = 2): Promise<Learned> {
  const learned: Learned = { answers: [], privateIds: [], publicIds: [] };
  for (let account = 0; account < times; account += 1) {
    const user = await new ApiUser(app).signUp();
    for (let time = 0; time < times; time += 1) {
      const id = await idOf(user, [job(name)], { visibility: "private" });
      learned.privateIds.push(id);
      learned.answers.push(...(await askAll(user, name, id)), ...(await askMore(user, name, id)));
      await user.save({ pipeline: [] });
      await batch();
    }
    await remove(user);
  }
  return learned;
}

/** The same of a name that they show, hide and show again. */
async function learnPublicly(name: string): Promise<Learned> {
  const learned: Learned = { answers: [], privateIds: [], publicIds: [] };
  const user = await new ApiUser(app).signUp();
  for (const isLeft of [false, true, false]) {
    const id = await idOf(user, [job(name)], { visibility: "public" });
    learned.publicIds.push(id);
    learned.answers.push(...(await askAll(user, name, id)));
    await user.save({ visibility: "private" });
    const own = await idOf(user, [{ ...job(name), companyId: id }]);
    learned.answers.push(...(await askAll(user, name, own)), ...(await askAll(user, name, id)));
    if (!isLeft) continue;
    await user.save({ pipeline: [] });
    await batch();
  }
  await remove(user);
  return learned;
}

/** Long enough for every batch to count them. */
const settle = async (user: ApiUser) =>
  app.db
    .updateTable("account")
    .set({ email_verified_at: new Date("2026-11-01T00:00:00Z") })
    .where("email_key", "=", user.email)
    .execute();

function expectNoReturn(ids: readonly string[]): void {
  expect(new Set(ids).size, ids.join()).toBe(ids.length);
}

describe("a name typed by throw-away accounts", () => {
  it(
    "L9: has ids that do not come back, shown or not, whether hidden people name it or nobody does",
    { timeout: LONG },
    async () => {
      const name = "Zq Held Works";
      const free = [await learnPrivately(name), await learnPublicly(name)];
      await hidden(name);
      const held = [await learnPrivately(name), await learnPublicly(name)];
      for (const [index, { answers, privateIds, publicIds }] of held.entries()) {
        expect(differences(answers, free[index]?.answers ?? [])).toEqual([]);
        expectNoReturn([...privateIds, ...(free[index]?.privateIds ?? [])]);
        expectNoReturn([...publicIds, ...(free[index]?.publicIds ?? [])]);
      }
    },
  );

  it("L9: answers alike whatever hidden people and administrators did with it", { timeout: LONG * 2 }, async () => {
    const [name, alias] = ["Zq Busy Works", "Zq Busy Limited"];
    const free = await learnPrivately(name, SOME);
    const freeAlias = await learnPrivately(alias, SOME);
    const expectAlike = async (what: string) => {
      expect(differences((await learnPrivately(name, SOME)).answers, free.answers), what).toEqual([]);
      expect(differences((await learnPrivately(alias, SOME)).answers, freeAlias.answers), what).toEqual([]);
    };
    // Five people, each counted and rated, who write it in another way.
    for (let n = 0; n < 5; n += 1) {
      const user = await new ApiUser(app).signUp();
      await settle(user);
      const pipeline = [
        { ...job("ZQ busy WORKS"), rating: 80 },
        { ...job("Zq Beside"), startDate: "2017-01-01" },
      ];
      expect((await user.save({ visibility: "private", pipeline })).status).toBe(200);
    }
    await batch();
    const counted = await app.db.selectFrom("published_aggregate").select("people").execute();
    expect(counted.length).toBeGreaterThan(0);
    await expectAlike("five hidden people, counted");
    const key = "zq%20busy%20works";
    const form = { displayName: "Zq Busy Works Inc.", description: "Works that are busy." };
    expect((await admin.call("PATCH", `/api/company/update/${key}`, form)).status).toBe(200);
    expect((await admin.call("POST", `/api/admin/companies/${key}/aliases`, { alias })).status).toBe(200);
    await expectAlike("changed by an administrator, with a further name");
    expect((await admin.call("DELETE", `/api/company/delete/${key}`)).status).toBe(200);
    await expectAlike("deleted by an administrator");
  });

  it("L9: answers alike while it is merged into another company, and after", { timeout: LONG }, async () => {
    await hidden("Zq Merge Target");
    await admin.call("POST", "/api/admin/companies/zq%20merge%20target/keep", {});
    const free = await learnPrivately("Zq Lone Works", SOME);
    await hidden("Zq Lone Works");
    const expectAlike = async (what: string) =>
      expect(differences((await learnPrivately("Zq Lone Works", SOME)).answers, free.answers), what).toEqual([]);
    const sent = { from: "zq lone works", into: "zq merge target" };
    const merged = await admin.call<{ _id: string }>("POST", "/api/admin/companies/merge", sent);
    expect(merged.status, merged.text).toBe(200);
    await expectAlike("merged");
    expect((await admin.call("POST", `/api/admin/companies/merge/${merged.body._id}/undo`, {})).status).toBe(200);
    await expectAlike("back from there");
    // Merges into a company that nobody may know either. People who are moved there keep their own words.
    await hidden("Zq Quiet Limited");
    const user = await new ApiUser(app).signUp();
    const own = await idOf(user, [job("Zq Lone Works")], { visibility: "private" });
    const quiet = { from: "zq lone works", into: "zq quiet limited" };
    expect((await admin.call("POST", "/api/admin/companies/merge", quiet)).status).toBe(200);
    const read = await user.call<SavedProfile>("GET", `/api/profile/get/${user.profileId}`);
    expect(read.text.toLowerCase()).not.toContain("quiet");
    const [saved] = (await user.save({ pipeline: read.body.pipeline })).body.pipeline;
    expect(saved).toMatchObject({ displayName: "Zq Lone Works", companyName: "zq lone works", companyId: own });
  });

  it("L9: is found by no id but the person's own", async () => {
    await hidden("Zq Keyed Works");
    const { public_id: id } = await app.db
      .selectFrom("company")
      .select("public_id")
      .where("name", "=", "zq keyed works")
      .executeTakeFirstOrThrow();
    const user = await new ApiUser(app).signUp();
    const saved = await user.save({ visibility: "private", pipeline: [{ ...job("Zq Other"), companyId: id }] });
    expect(saved.body.pipeline).toMatchObject([{ displayName: "Zq Other" }]);
    const own = saved.body.pipeline[0]?.companyId ?? "";
    // The person's own id identifies the company, whatever name is sent. After a switch to public, that id still works.
    // After a switch back, the name identifies the company.
    const kept = await user.save({ pipeline: [{ ...job("Anything"), companyId: own }] });
    expect(kept.body.pipeline).toMatchObject([{ displayName: "Zq Other", companyId: own }]);
    const shown = await user.save({ visibility: "public", pipeline: [{ ...job("Zq Other"), companyId: own }] });
    const publicId = shown.body.pipeline[0]?.companyId ?? "";
    expect(publicId).not.toBe(own);
    expect((await user.save({ pipeline: [{ ...job(""), companyId: own }] })).body.pipeline[0]?.companyId).toBe(
      publicId,
    );
    const back = await user.save({ visibility: "private", pipeline: [{ ...job("Zq Other"), companyId: publicId }] });
    expect(back.body.pipeline).toMatchObject([{ displayName: "Zq Other", companyId: own }]);
    expect((await user.call("PATCH", `/api/company/update/${own}`, [{}, [], ""])).status).toBe(200);
    const { body } = await user.call<SavedProfile>("GET", `/api/profile/get/${user.profileId}`);
    expect(body.pipeline).toEqual([]);
  });
});

describe("a school typed as text", () => {
  it("L9: answers as one that nobody typed, and is nobody's but the person's own", { timeout: LONG }, async () => {
    const [school, part] = ["Zq Hidden Academy", "Zq%20Hidden%20Academy"];
    const pipeline = [job("Zq School Job")];
    const learn = async (): Promise<string[]> => {
      const user = await new ApiUser(app).signUp();
      const ids = new Map<string, string>();
      const saved = await user.save({ visibility: "private", school, pipeline });
      const answers = [bare(`${saved.status} ${saved.text}`, user, ids)];
      const headers = { authorization: `Bearer ${user.token}` };
      for (const path of [
        `/api/profile/get/${user.profileId}`,
        `/api/school/get/schools/${part}`,
        "/api/school/get/schools/zq",
        `/api/school/get/${part}`,
        `/api/school/${part}/insights`,
        `/api/paths/search?stop=any&school=${part}`,
        `/api/paths/read?q=from%20${part}`,
        `/api/jump/${part}`,
        `/school/${part}`,
        "/api/user/export",
      ]) {
        const answer = await sendRaw(app, { path, headers });
        answers.push(bare(`${path} ${answer.status} ${answer.text}`, user, ids));
      }
      const stops = [{ companyId: "", companyName: "Zq School Job", startDate: "2018-01-01", undisclosed: false }];
      const meter = await user.call("POST", "/api/profile/meter", { stops, school, showMonths: false });
      const similar = await user.call("POST", "/api/paths/similar", { pipeline, school });
      await remove(user);
      return [...answers, `${meter.status} ${meter.text}`, `${similar.status} ${similar.text}`];
    };
    const before = await learn();
    for (let n = 0; n < 5; n += 1) {
      const user = await new ApiUser(app).signUp();
      await settle(user);
      expect((await user.save({ visibility: "private", school, pipeline })).status).toBe(200);
    }
    await batch();
    expect(differences(await learn(), before)).toEqual([]);
  });
});
