import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findDifferences } from "#features/stats/recount.server.ts";
import { adminClient } from "#tests/helpers/admin.ts";
import { ApiUser, startTestApp, stop, type Answer, type SavedProfile, type TestApp } from "#tests/helpers/app.ts";
import { sendRaw } from "#tests/helpers/raw.ts";

// Two companies become one, and two again.

let app: TestApp;
let admin: ApiUser;
const visitor = () => new ApiUser(app);

beforeAll(async () => {
  app = await startTestApp({ pages: true });
  admin = await adminClient(app);
});
afterAll(() => app.stop());

type Merged = { _id: string; company: { _id: string; name: string }; code: string };
const merge = (from: string, into: string): Promise<Answer<Merged>> =>
  admin.call("POST", "/api/admin/companies/merge", { from, into });
const undo = (id: string) => admin.call("POST", `/api/admin/companies/merge/${id}/undo`, {});
const company = async (name: string) =>
  (
    await visitor().call<{ _id: string; name: string; people: number }>(
      "GET",
      `/api/company/get/${encodeURIComponent(name)}`,
    )
  ).body;
const own = async (user: ApiUser) => (await user.call<SavedProfile>("GET", `/api/profile/get/${user.profileId}`)).body;
const lines = (profile: SavedProfile) =>
  profile.pipeline.map(
    (row) => `${row.displayName}: ${row.roles.map((role) => (role as { title: string }).title).join(", ")}`,
  );

/** Everything stored of stops, companies and numbers; stops' public ids and revisions apart, which are new after a change. */
async function world(): Promise<string> {
  const { rows } = await sql<{ all: unknown }>`select json_build_object(
    'company', (select json_agg(to_jsonb(c) order by c.id) from company c),
    'alias', (select json_agg(to_jsonb(a) order by a.alias_key) from company_alias a),
    'term', (select json_agg(to_jsonb(t) order by t.company_id, t.term) from company_term t),
    'logo', (select json_agg(to_jsonb(l) order by l.company_id) from company_logo l),
    'stop', (select json_agg(to_jsonb(e) - 'public_id' - 'own_company_id' order by e.id) from stop e),
    'role', (select json_agg(to_jsonb(r) order by r.id) from role r),
    'profile', (select json_agg(to_jsonb(p) - 'rev' order by p.id) from profile p),
    'stats', (select json_agg(to_jsonb(s) order by s.company_id) from company_stats s where s.people > 0),
    'move', (select json_agg(to_jsonb(m) order by m.from_company, m.to_company) from company_move m where m.people > 0),
    'day', (select json_agg(to_jsonb(d) order by d.company_id, d.day) from company_day d where d.change <> 0),
    'school', (select json_agg(to_jsonb(t) order by t.school_id, t.company_id) from school_company_stats t where t.people > 0)
  ) as all`.execute(app.db);
  return JSON.stringify(rows[0]?.all, undefined, 1);
}

const job = (name: string, year: number, title = "Clerk", rating = 0) =>
  stop(name, title, `${year}-01-01`, `${year + 1}-01-01`, rating);

async function person(...pipeline: Record<string, unknown>[]): Promise<ApiUser> {
  const user = await new ApiUser(app).signUp();
  const saved = await user.save({ pipeline });
  if (saved.status !== 200) throw new Error(saved.text);
  return user;
}

describe("a merge and its undoing", () => {
  it("moves everybody's stops, makes one stop of two, and gives everything back as it was", async () => {
    const onlyOld = await person(job("Faceplate", 2015, "Clerk", 80), job("Elsewhere", 2017));
    const onlyNew = await person(job("Metaplate", 2015, "Clerk", 40));
    const both = await person(
      job("Faceplate", 2015, "Clerk Intern", 100),
      job("Elsewhere", 2016),
      job("Metaplate", 2018, "Lead", 60),
    );
    await both.save({ anonymous: true });
    await admin.call("PATCH", "/api/company/update/faceplate", { displayName: "Face Plate", description: "Old name." });
    await admin.call("POST", "/api/admin/companies/faceplate/aliases", { alias: "FP" });
    const before = await world();
    const [old, present] = [await company("faceplate"), await company("metaplate")];

    const answer = await merge("faceplate", present._id);
    expect([answer.status, answer.body.company._id]).toEqual([200, present._id]);
    expect(await findDifferences(app.db)).toEqual([]);
    expect(lines(await own(onlyOld))).toEqual(["Metaplate: Clerk", "Elsewhere: Clerk"]);
    expect(lines(await own(onlyNew))).toEqual(["Metaplate: Clerk"]);
    expect(lines(await own(both))).toEqual(["Metaplate: Clerk Intern, Lead", "Elsewhere: Clerk"]);
    expect((await company("metaplate")).people).toBe(3);

    // The old id, name and further names lead to the remaining company.
    for (const text of [old._id, "faceplate", "FACE plate", "fp"]) {
      expect((await company(text))._id, text).toBe(present._id);
      const employees = await visitor().call<unknown[]>("GET", `/api/company/employees/${encodeURIComponent(text)}`);
      expect(employees.body, text).toHaveLength(3);
    }
    for (const text of [old._id, "faceplate"]) {
      const page = await sendRaw(app, { path: `/company/${text}` });
      expect([page.status, page.headers.get("location"), page.headers.get("cache-control")], text).toEqual([
        301,
        [`/company/${present._id}`],
        ["no-store"],
      ]);
    }
    expect((await sendRaw(app, { path: "/company/metaplate" })).status).toBe(200);
    expect((await sendRaw(app, { path: "/company/fp" })).status).toBe(200);
    const found = await visitor().call<{ _id: string }[]>("GET", "/api/company/get/companies/face%20pl");
    expect(found.body.map((one) => one._id)).toEqual([present._id]);

    expect((await undo(answer.body._id)).body).toEqual({ message: "success" });
    expect(await world()).toBe(before);
    expect(await findDifferences(app.db)).toEqual([]);
    expect((await company("faceplate"))._id).toBe(old._id);
    expect((await company("fp"))._id).toBe(old._id);
    expect((await sendRaw(app, { path: `/company/${old._id}` })).status).toBe(200);
    expect(lines(await own(both))).toEqual(["Face Plate: Clerk Intern", "Elsewhere: Clerk", "Metaplate: Lead"]);

    const again = await undo(answer.body._id);
    expect([again.status, again.body["code"]]).toEqual([409, "merge-held"]);
    const log = await app.db
      .selectFrom("audit_log")
      .select(["action", "detail"])
      .where("target", "=", answer.body._id)
      .orderBy("id")
      .execute();
    expect(log).toEqual([
      { action: "company.merge", detail: { from: "faceplate", into: "metaplate" } },
      { action: "company.merge-undone", detail: { from: "faceplate" } },
    ]);
    expect(JSON.stringify(await app.db.selectFrom("company_merge").select("undo").execute())).toBe('[{"undo":{}}]');
  });

  it.each(["Keepplate", "Openplate"])(
    "leaves the one stop undisclosed where %s was, and both after its undoing",
    async (kept) => {
      const pipeline = ["Keepplate", "Openplate"].map((name, at) => ({
        ...job(name, 2015 + at),
        undisclosed: name === kept,
      }));
      const user = await person(...pipeline);
      await person(job("Keepplate", 2015), job("Openplate", 2016));
      const shown = async (): Promise<unknown> =>
        (await visitor().call<SavedProfile>("GET", `/api/profile/get/${user.profileId}`)).body.pipeline.map(
          ({ displayName }) => displayName,
        );
      expect(await shown()).toHaveLength(2);
      const merged = await merge("keepplate", "openplate");
      expect(merged.status, merged.text).toBe(200);
      expect(await shown()).toEqual(["Undisclosed company"]);
      const listed = await visitor().call<{ _id: string }[]>("GET", "/api/company/employees/openplate");
      expect(listed.body.map(({ _id }) => _id)).not.toContain(user.profileId);
      expect(await findDifferences(app.db)).toEqual([]);
      expect((await undo(merged.body._id)).status).toBe(200);
      expect(await shown()).toEqual(["Undisclosed company", "Undisclosed company"]);
    },
  );

  it("what people changed in between stays as they left it; the rest goes back", async () => {
    const [from, into] = ["Drift Old", "Drift New"];
    const rewrote = await person(job(from, 2010, "A"), job(into, 2012, "B"));
    const added = await person(job(from, 2010, "A"), job(into, 2012, "B"));
    const removed = await person(job(from, 2010, "A"), job("Other", 2012));
    const switched = await person(job(from, 2010, "A"), job(into, 2012, "B"));
    const untouched = await person(job(from, 2010, "A"), job(into, 2012, "B"), job("Other", 2014));
    const wrote = await person(job(from, 2010, "A"));
    const gone = await person(job(from, 2010, "A"), job(into, 2012, "B"));
    const { body } = await merge(from, into);

    const saveWith = async (user: ApiUser, change: (stop: SavedProfile["pipeline"][number]) => object) =>
      user.save({ pipeline: (await own(user)).pipeline.map((row) => ({ ...row, ...change(row) })) });
    // The old job got another title: it is B's now, as this person wrote it.
    await saveWith(rewrote, (row) => ({
      roles: row.roles.map((role) =>
        (role as { title: string }).title === "A" ? { ...(role as object), title: "A2" } : role,
      ),
    }));
    // Another stop came in: nothing was said about these two.
    await added.save({ pipeline: [...(await own(added)).pipeline, job("Third", 2016)] });
    await removed.save({ pipeline: (await own(removed)).pipeline.slice(1) });
    await switched.save({ anonymous: true });
    await saveWith(wrote, (row) => ({ roles: row.roles.map((role) => ({ ...(role as object), rating: 60 })) }));
    await gone.save({ pipeline: [] });
    const ids = (await own(untouched)).pipeline.map((row) => row._id);

    expect((await undo(body._id)).status).toBe(200);
    expect(lines(await own(rewrote))).toEqual([`${into}: A2, B`]);
    expect(lines(await own(added))).toEqual([`${from}: A`, `${into}: B`, "Third: Clerk"]);
    expect(lines(await own(removed))).toEqual(["Other: Clerk"]);
    expect(lines(await own(switched))).toEqual([`${from}: A`, `${into}: B`]);
    expect(lines(await own(untouched))).toEqual([`${from}: A`, `${into}: B`, "Other: Clerk"]);
    expect((await own(untouched)).pipeline.slice(1).map((row) => row._id)).toEqual(ids);
    expect((await own(wrote)).pipeline).toMatchObject([{ displayName: from, rating: 60 }]);
    expect((await own(gone)).pipeline).toEqual([]);
    expect(await findDifferences(app.db)).toEqual([]);
  });

  it("L4: no id of an anonymous person's stops comes back from before the switch", async () => {
    const user = await person(job("Trail Old", 2010), job("Trail New", 2012));
    const before = (await own(user)).pipeline.map((row) => row._id);
    const { body } = await merge("trail old", "trail new");
    await user.save({ anonymous: true });
    await undo(body._id);
    const after = (await own(user)).pipeline.map((row) => row._id);
    expect(after).toHaveLength(2);
    for (const id of after) expect(before).not.toContain(id);
  });

  it("a form opened before the merge is told, and one without a revision still means the same company", async () => {
    const user = await person(job("Stale Old", 2010, "A"), job("Keep", 2012));
    const form = await own(user);
    const { body } = await merge("stale old", "keep");
    expect(body.company.name).toBe("keep");
    const stale = await user.save({ rev: form.rev, pipeline: form.pipeline.slice(0, 1) });
    expect([stale.status, (stale.body as unknown as { code: string }).code]).toEqual([409, "stale-revision"]);
    const saved = await user.save({ pipeline: form.pipeline.slice(0, 1) });
    expect(lines(saved.body)).toEqual(["Keep: A"]);
    // The deletion call of a client that still knows the old id.
    const removed = await user.call("PATCH", `/api/company/update/${form.pipeline[0]?.companyId}`, [{}, [], ""]);
    expect(removed.status).toBe(200);
    expect((await own(user)).pipeline).toEqual([]);
    expect(await findDifferences(app.db)).toEqual([]);
  });

  it("L9: the id of a company that only somebody hidden named means no other company after a merge", async () => {
    const hidden = await new ApiUser(app).signUp();
    await hidden.save({ visibility: "private", pipeline: [job("Zquiet Works", 2015)] });
    await person(job("Loud Works", 2015));
    const idOf = app.db.selectFrom("company").select("public_id").where("name", "=", "zquiet works");
    const { public_id: companyId } = await idOf.executeTakeFirstOrThrow();
    expect((await merge(companyId, "loud works")).status).toBe(200);
    const stranger = await person({ ...job("Unheard Works", 2015), companyId });
    expect(lines(await own(stranger))).toEqual(["Unheard Works: Clerk"]);
    // A company that everybody knew is meant by its id still.
    await person(job("Known Works", 2015));
    const { _id: known } = await company("known works");
    expect((await merge("known works", "loud works")).status).toBe(200);
    expect(lines(await own(await person({ ...job("Unheard Works", 2015), companyId: known })))).toEqual([
      "Loud Works: Clerk",
    ]);
  });

  it("once a merge was undone, each id means its own company again", async () => {
    await person(job("Parted Old", 2015), job("Parted New", 2017));
    const [old, other] = [await company("parted old"), await company("parted new")];
    const { body } = await merge("parted old", "parted new");
    const sent = (companyId: string) => ({ ...job("Unheard Works", 2015), companyId });
    expect(lines(await own(await person(sent(old._id))))).toEqual(["Parted New: Clerk"]);
    expect((await undo(body._id)).status).toBe(200);
    expect(lines(await own(await person(sent(old._id))))).toEqual(["Parted Old: Clerk"]);
    expect(lines(await own(await person(sent(other._id))))).toEqual(["Parted New: Clerk"]);
  });

  it("a client that knows nothing of roles loses none by a stale id", async () => {
    const user = await person(job("Plain Old", 2010, "A"), job("Plain New", 2012, "B"));
    const form = await own(user);
    await merge("plain old", "plain new");
    const { roles: _roles, ...plain } = form.pipeline[0] ?? { roles: [] };
    const latest = { ...plain, title: "B", startDate: "2010-01-01", endDate: "2013-01-01" };
    expect(lines((await user.save({ pipeline: [latest] })).body)).toEqual(["Plain New: A, B"]);
  });
});

describe("merges upon merges", () => {
  it("lead on to where the company is now, and are undone in turn", async () => {
    const user = await person(job("Chain A", 2010, "A"), job("Chain B", 2012, "B"), job("Chain C", 2014, "C"));
    const before = await world();
    const first = (await company("chain a"))._id;
    const ab = (await merge("chain a", "chain b")).body._id;
    const middle = await world();
    const bc = (await merge("chain b", "chain c")).body._id;
    expect(lines(await own(user))).toEqual(["Chain C: A, B, C"]);
    expect((await company(first)).name).toBe("chain c");
    expect((await company("chain a")).name).toBe("chain c");
    const held = await undo(ab);
    expect([held.status, held.body["code"]]).toEqual([409, "merge-held"]);
    await undo(bc);
    expect(await world()).toBe(middle);
    await undo(ab);
    expect(await world()).toBe(before);
    expect(await findDifferences(app.db)).toEqual([]);
  });

  it("two into one, where the second put roles into a stop that the first moved: the second goes first", async () => {
    const user = await person(job("Twin A", 2010, "A"), job("Twin C", 2012, "C"));
    await person(job("Twin B", 2010));
    const before = await world();
    const ab = (await merge("twin a", "twin b")).body._id;
    const cb = (await merge("twin c", "twin b")).body._id;
    expect(lines(await own(user))).toEqual(["Twin B: A, C"]);
    expect((await undo(ab)).status).toBe(409);
    expect((await undo(cb)).status).toBe(200);
    expect((await undo(ab)).status).toBe(200);
    expect(await world()).toBe(before);
  });

  it("one into another, whose stop then moves on: the later merge is undone first", async () => {
    const user = await person(job("Step A", 2010, "A"), job("Step B", 2012, "B"));
    await person(job("Step C", 2010));
    const before = await world();
    const ab = (await merge("step a", "step b")).body._id;
    const middle = await world();
    const bc = (await merge("step b", "step c")).body._id;
    expect(lines(await own(user))).toEqual(["Step C: A, B"]);
    expect((await undo(bc)).status).toBe(200);
    expect(await world()).toBe(middle);
    expect((await undo(ab)).status).toBe(200);
    expect(await world()).toBe(before);
  });

  it("the other company's own name does not become its alias too", async () => {
    await admin.call("POST", "/api/company/create", { name: "Own Name", displayName: "Own Name" });
    await admin.call("POST", "/api/company/create", { name: "Own Name Inc", displayName: "Own Name" });
    expect((await merge("own name inc", "own name")).status).toBe(200);
    const { body } = await admin.call("GET", "/api/admin/companies/own%20name/aliases");
    expect(body).toEqual({ aliases: ["own name inc"] });
  });

  it("a name that was given away since keeps its new owner", async () => {
    await person(job("Name Gone", 2010), job("Name Kept", 2012));
    const id = (await company("name gone"))._id;
    const { body } = await merge("name gone", "name kept");
    await admin.call("DELETE", "/api/admin/companies/name kept/aliases", { alias: "name gone" });
    // After a further name is removed, it leads to nothing. The id still leads to the company.
    expect((await visitor().call("GET", "/api/company/get/name gone")).status).toBe(404);
    expect((await company(id)).name).toBe("name kept");
    await person(job("Name Gone", 2010));
    expect((await company("name gone")).name).toBe("name gone");
    expect((await undo(body._id)).status).toBe(409);
    expect(await findDifferences(app.db)).toEqual([]);
  });

  it("a deleted company takes its merges along", async () => {
    const user = await person(job("Sunk A", 2010, "A"), job("Sunk B", 2012, "B"));
    const { body } = await merge("sunk a", "sunk b");
    await admin.call("DELETE", "/api/company/delete/sunk b");
    const gone = await undo(body._id);
    expect([gone.status, gone.body["code"]]).toEqual([404, "merge-not-found"]);
    expect(lines(await own(user))).toEqual(["Sunk B: A, B"]);
    // A newer catalogue brings back neither.
    const rows = app.db.selectFrom("company_deleted").select("name").where("name", "like", "sunk %").orderBy("name");
    expect(await rows.execute()).toEqual([{ name: "sunk a" }, { name: "sunk b" }]);
    await admin.call("POST", "/api/company/create", { name: "Sunk A", displayName: "Sunk A" });
    expect(await rows.execute(), "one that an administrator made again").toEqual([{ name: "sunk b" }]);
    expect(await findDifferences(app.db)).toEqual([]);
  });

  it("neither these nor a deletion write how many people a school has", async () => {
    const school = "c".repeat(24);
    await sql`insert into school (public_id, name, name_key, country, country_code)
      values (${school}, 'Plate College', 'plate college', 'Canada', 'CA')`.execute(app.db);
    const onlyOne = await person(job("Pupil A", 2010));
    const both = await person(job("Pupil A", 2010), job("Pupil B", 2012));
    for (const user of [onlyOne, both]) expect((await user.save({ school })).status).toBe(200);
    // With the transaction that wrote the row last: it would also differ if nought was added.
    const read = async () =>
      (
        await sql`select s.visible_people, s.xmin::text from school_stats s join school on school.id = s.school_id
          where school.public_id = ${school}`.execute(app.db)
      ).rows;
    const before = await read();
    expect(before).toMatchObject([{ visible_people: 2 }]);
    const { body } = await merge("pupil a", "pupil b");
    expect(await read()).toEqual(before);
    expect((await undo(body._id)).status).toBe(200);
    expect(await read()).toEqual(before);
    expect((await admin.call("DELETE", "/api/company/delete/pupil a")).status).toBe(200);
    expect(await read()).toEqual(before);
  });
});

describe("refusals", () => {
  it.each([
    ["nobody", "metaplate", 404, "company-not-found"],
    ["metaplate", "nobody", 404, "company-not-found"],
    ["metaplate", "metaplate", 400, "same-company"],
    ["metaplate", "METAPLATE ", 400, "same-company"],
    ["", "metaplate", 404, "company-not-found"],
  ])("%s into %s", async (from, into, status, code) => {
    const answer = await merge(from, into);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  it("what was merged cannot be merged again, and into what it was merged from is itself", async () => {
    await person(job("Ring A", 2010), job("Ring B", 2012));
    await merge("ring a", "ring b");
    expect((await merge("ring a", "metaplate")).body.code).toBe("company-not-found");
    expect((await merge("ring b", "ring a")).body.code).toBe("same-company");
    expect((await undo("0123456789abcdef01234567")).status).toBe(404);
    expect((await undo("x")).status).toBe(404);
  });
});

it("the list of merges: newest first, with what stands and what was undone", async () => {
  type Page = {
    merges: { _id: string; from: object; into: object; undoneAt: string; mergedAt: string }[];
    next: string;
  };
  const { body } = await admin.call<Page>("GET", "/api/admin/companies/merges");
  const { count } = await app.db
    .selectFrom("company_merge")
    .select((eb) => eb.fn.countAll().as("count"))
    .executeTakeFirstOrThrow();
  expect([body.merges.length, body.next]).toEqual([Number(count), ""]);
  expect(body.merges[0]).toMatchObject({ from: { name: "ring a" }, into: { name: "ring b" }, undoneAt: "" });
  expect(body.merges.at(-1)).toMatchObject({ from: { name: "faceplate" }, undoneAt: "2026-11-15T12:00:00.000Z" });
  const rest = await admin.call<Page>("GET", `/api/admin/companies/merges?cursor=${body.merges[2]?._id}`);
  expect(rest.body.merges).toEqual(body.merges.slice(3));
  expect((await admin.call("GET", "/api/admin/companies/merges?cursor=x")).status).toBe(400);
});
