import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ApiUser, startTestApp, stop, type SavedProfile, type TestApp } from "#tests/helpers/app.ts";
import { waitForPaths } from "#tests/helpers/path-site.ts";
import { sendRaw } from "#tests/helpers/raw.ts";

// Own titles of anonymous people: others see the catalogue's title, unless the person chooses otherwise. The typed
// words stay with the owner.

const UNUSUAL = "Senior Payments Ledger Engineer";
const USUAL = "Senior Software Engineer";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ pages: true });
  await waitForPaths(app);
});
afterAll(() => app.stop());

const JOBS = [
  stop("Title Works", UNUSUAL, "2019-03-01", "2020-05-01", 80),
  stop("Title Harbour", "Staff Software Engineer", "2020-06-01", "current"),
];

type OwnView = SavedProfile & { ownTitles?: boolean };

async function newPerson(patch: Record<string, unknown>): Promise<{ user: ApiUser; saved: OwnView }> {
  const user = await new ApiUser(app).signUp();
  const { status, body } = await user.save({ firstName: "Title", lastName: "T", pipeline: JOBS, ...patch });
  expect(status).toBe(200);
  return { user, saved: body };
}

async function textAt(path: string): Promise<string> {
  const { status, text } = await sendRaw(app, { path });
  expect(status, path).toBe(200);
  return text;
}
const shown = async (id: string): Promise<OwnView> => JSON.parse(await textAt(`/api/profile/get/${id}`)) as OwnView;
const titlesOf = (profile: SavedProfile): string[] => profile.pipeline.map(({ title }) => title);

const everywhere = (id: string): string[] => [
  `/api/profile/get/${id}`,
  `/user/${id}`,
  `/user/${id}.data`,
  "/api/company/employees/title%20works",
  "/company/title%20works",
  "/search?company=title%20works",
  "/search?company=title%20works&layout=pipeline",
  "/api/profile/random?amount=24",
  "/discover",
  "/api/paths/search?stop=company:title%20works",
  "/api/paths/search?stop=title:senior-software",
  "/api/title/senior-software",
];

describe("an anonymous person's title", () => {
  it("L1: is read by others as the catalogue's of its level and family, wherever it stands", async () => {
    // A title that nobody shows by name shows no numbers.
    await newPerson({ pipeline: [stop("Open Works", USUAL, "2019-03-01", "current")] });
    const { user, saved } = await newPerson({ visibility: "anonymous" });
    expect([titlesOf(saved), saved.ownTitles]).toEqual([[UNUSUAL, "Staff Software Engineer"], false]);
    const seen = await shown(saved._id);
    expect(titlesOf(seen)).toEqual([USUAL, "Staff Software Engineer"]);
    expect(seen.pipeline[0]).toMatchObject({ roles: [{ title: USUAL, family: "software", level: "senior" }] });
    // Only the owner sees this choice.
    expect(seen).not.toHaveProperty("ownTitles");
    for (const path of everywhere(saved._id)) expect(await textAt(path), path).not.toMatch(/payments ledger/i);
    await user.save({ visibility: "private" });
  });

  it("is read as written by choice and, without one, while named", async () => {
    const { user, saved } = await newPerson({ visibility: "anonymous", ownTitles: true });
    expect(titlesOf(await shown(saved._id))).toEqual([UNUSUAL, "Staff Software Engineer"]);
    const back = (await user.save({ ownTitles: false })).body;
    // A choice within a level is not a switch: the address stays.
    expect(back._id).toBe(saved._id);
    expect(titlesOf(await shown(saved._id))[0]).toBe(USUAL);
    const named = (await user.save({ visibility: "public" })).body;
    expect(titlesOf(await shown(named._id))[0]).toBe(UNUSUAL);
    await user.save({ visibility: "private" });
  });

  it("is the same for others whatever words it has: how many share them decides nothing", async () => {
    const people = [];
    for (let n = 0; n < 6; n += 1) people.push(await newPerson({ visibility: "anonymous" }));
    for (const { saved } of people) expect(titlesOf(await shown(saved._id))[0]).toBe(USUAL);
    const title = JSON.parse(await textAt("/api/title/senior-software")) as { spellings: string[] };
    expect(title.spellings).not.toContain(UNUSUAL);
    for (const { user } of people) await user.save({ visibility: "private" });
  });

  it("can be changed among words of one meaning without anything that others see changing", async () => {
    const { user, saved } = await newPerson({ visibility: "anonymous" });
    const before = await textAt(`/api/profile/get/${saved._id}`);
    await user.save({ pipeline: [{ ...JOBS[0], title: "Senior Zeppelin Payments Engineer" }, JOBS[1]] });
    expect(await textAt(`/api/profile/get/${saved._id}`)).toBe(before);
    await user.save({ visibility: "private" });
  });
});

describe("the owner", () => {
  /** The own view by each way there is to one. */
  async function ownViews(user: ApiUser, id: string): Promise<SavedProfile[]> {
    const read = await user.call<SavedProfile>("GET", `/api/profile/get/${id}`);
    const patched = await user.save({ location: "Iceland" });
    const stale = await user.call<{ profile: SavedProfile }>("PATCH", `/api/profile/${id}`, { rev: 0, location: "x" });
    expect([read.status, patched.status, stale.status]).toEqual([200, 200, 409]);
    return [read.body, patched.body, stale.body.profile];
  }

  it("sees the words as typed, and loses none by saving back what was seen", async () => {
    const { user, saved } = await newPerson({ visibility: "anonymous", username: "title.owner" });
    for (const view of await ownViews(user, saved._id)) {
      expect(titlesOf(view)).toEqual([UNUSUAL, "Staff Software Engineer"]);
      const { rev: _rev, ...whole } = view as SavedProfile & { rev: number };
      const { status, body } = await user.save(whole as unknown as Record<string, unknown>);
      expect([status, titlesOf(body)]).toEqual([200, titlesOf(view)]);
      // Clients that do not know roles send only the stop.
      const plain = view.pipeline.map(({ companyId, title, startDate, endDate, ...rest }) => ({
        companyId,
        title,
        startDate,
        endDate,
        isIndefinite: (rest as { isIndefinite?: boolean }).isIndefinite,
      }));
      expect(titlesOf((await user.save({ pipeline: plain })).body)).toEqual(titlesOf(view));
    }
    const exported = await user.call<object>("GET", `/api/profile/get/${saved._id}`);
    expect(exported.text).toContain(UNUSUAL);
    await user.save({ visibility: "private" });
  });

  it("may take the catalogue's title for good: what is typed is what is stored", async () => {
    const { user } = await newPerson({ visibility: "anonymous" });
    const { body } = await user.save({ pipeline: [{ ...JOBS[0], title: USUAL }, JOBS[1]] });
    expect(titlesOf(body)[0]).toBe(USUAL);
    expect(titlesOf((await user.save({ visibility: "public" })).body)[0]).toBe(USUAL);
    await user.save({ visibility: "private" });
  });
});

describe("the anonymity check", () => {
  type AnonymityAnswer = { crowd: string; worst: number; cured: string; best: string };
  const ask = async (user: ApiUser, titles?: string[]): Promise<AnonymityAnswer> => {
    const stops = JOBS.map(({ companyName, startDate }) => ({
      companyId: "",
      companyName,
      startDate,
      undisclosed: false,
    }));
    const { status, body, text } = await user.call<AnonymityAnswer>("POST", "/api/profile/meter", {
      stops,
      school: "",
      showMonths: false,
      ...(titles ? { titles } : {}),
    });
    expect(status, text).toBe(200);
    return body;
  };

  it("L22: counts one's own words by those who show the same, names them, and says what the catalogue's leave", async () => {
    const asker = await new ApiUser(app).signUp();
    const others = [];
    for (let n = 0; n < 5; n += 1) others.push(await newPerson({ visibility: "anonymous" }));
    const without = await ask(asker);
    expect(without).toMatchObject({ crowd: "5-19" });
    // They wrote the same words and do not show them: as if nobody had.
    const costs = { crowd: "under-5", worst: JOBS.length + 1, cured: "5-19", best: without.best };
    expect(await ask(asker, [UNUSUAL])).toMatchObject(costs);
    expect(await ask(asker, ["Zeppelin Nobody Wrote"])).toMatchObject(costs);
    // The catalogue's are everybody's.
    expect(await ask(asker, ["Staff Software Engineer", "staff  software engineer"])).toEqual(without);
    for (const { user } of others) await user.save({ ownTitles: true });
    expect(await ask(asker, [UNUSUAL.toLowerCase()])).toMatchObject({ crowd: "5-19" });
    // Nobody shares both of two.
    expect(await ask(asker, [UNUSUAL, "Zeppelin Nobody Wrote"])).toMatchObject({ worst: JOBS.length + 1 });
    for (const { user } of others) await user.save({ visibility: "private" });
  });
});
