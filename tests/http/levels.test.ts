import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findDifferences } from "#features/stats/recount.server.ts";
import { newPublicId } from "#server/ids.ts";
import { adminBrowser } from "#tests/helpers/admin.ts";
import { ApiUser, startTestApp, stop, type SavedProfile, type TestApp } from "#tests/helpers/app.ts";
import { sendRaw } from "#tests/helpers/raw.ts";

// Tests the parts that a person hides within a level: months by choice, the school, single companies.

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ pages: true });
});
afterAll(() => app.stop());

const JOBS = [
  stop("Openly Works", "Clerk", "2019-03-01", "2020-05-01"),
  { ...stop("Zqsecret Foundry", "Lead", "2020-06-01", "current", 80), undisclosed: true },
];

async function newPerson(patch: Record<string, unknown>): Promise<{ user: ApiUser; saved: SavedProfile }> {
  const user = await new ApiUser(app).signUp();
  const { status, body } = await user.save({ firstName: "Level", lastName: "T", ...patch });
  expect(status).toBe(200);
  return { user, saved: body };
}

const asVisitor = (path: string) => sendRaw(app, { path });

async function shown(id: string): Promise<SavedProfile> {
  const { text, status } = await asVisitor(`/api/profile/get/${id}`);
  expect(status).toBe(200);
  return JSON.parse(text) as SavedProfile;
}

const everywhere = (id: string): string[] => [
  `/api/profile/get/${id}`,
  `/user/${id}`,
  `/user/${id}.data`,
  "/api/company/employees/openly%20works",
  "/company/openly%20works",
  "/search?company=openly%20works",
  "/api/profile/random?amount=24",
  "/discover",
];

describe("an undisclosed company", () => {
  it.each(["public", "anonymous"])("L1: is told to nobody but its owner by anything, while %s", async (visibility) => {
    const { user, saved } = await newPerson({ visibility, pipeline: JOBS });
    const [open, kept] = saved.pipeline;
    expect([kept?.displayName, kept?.["undisclosed" as keyof typeof kept], open]).toEqual([
      "Zqsecret Foundry",
      true,
      expect.not.objectContaining({ undisclosed: true }),
    ]);
    for (const path of everywhere(saved._id)) {
      const { text } = await asVisitor(path);
      expect(text.toLowerCase().includes("zqsecret"), path).toBe(false);
      expect(text.includes(kept?.companyId ?? "?"), path).toBe(false);
    }
    const seen = (await shown(saved._id)).pipeline[1];
    expect(seen).toMatchObject({
      _id: kept?._id,
      companyId: kept?._id,
      companyName: "undisclosed company",
      displayName: "Undisclosed company",
      title: visibility === "anonymous" ? "Team Leader" : "Lead",
      undisclosed: true,
    });
    // The mark is the same for all, and served.
    expect((await asVisitor(String(seen?.["logo" as keyof typeof seen]))).status).toBe(200);
    await user.save({ visibility: "private" });
  });

  it("L13, L14: lists nobody under it, and counts nowhere", async () => {
    const { user } = await newPerson({ visibility: "anonymous", pipeline: JOBS });
    expect((await asVisitor("/api/company/employees/zqsecret%20foundry")).status).toBe(404);
    await app.db.updateTable("company").set({ status: "listed" }).where("name", "=", "zqsecret foundry").execute();
    expect((await asVisitor("/api/company/employees/zqsecret%20foundry")).text).toBe("[]");
    expect((await asVisitor("/search?company=zqsecret%20foundry")).text).toContain(
      "No users on this site for this company :/",
    );
    const company = JSON.parse((await asVisitor("/api/company/get/zqsecret%20foundry")).text) as object;
    expect(company).toMatchObject({ employeesCount: 0, internsCount: 0, rating: 0 });
    expect(await findDifferences(app.db)).toEqual([]);
    await user.save({ visibility: "private" });
    expect(await findDifferences(app.db)).toEqual([]);
    await app.db.updateTable("company").set({ status: "new" }).where("name", "=", "zqsecret foundry").execute();
  });

  it("L4: takes another id when it becomes undisclosed, and another when it is disclosed; the rest keep theirs", async () => {
    const [open, kept] = JOBS;
    const { user, saved } = await newPerson({ pipeline: [open, { ...kept, undisclosed: false }] });
    const ids = new Set([saved.pipeline[1]?._id]);
    for (const undisclosed of [true, false, true]) {
      const { body } = await user.save({ pipeline: [open, { ...kept, undisclosed }] });
      expect(body.pipeline[0]?._id).toBe(saved.pipeline[0]?._id);
      expect(ids.has(body.pipeline[1]?._id)).toBe(false);
      ids.add(body.pipeline[1]?._id);
      expect(await findDifferences(app.db)).toEqual([]);
      const page = (await asVisitor(`/user/${body._id}`)).text;
      expect(page.includes("Zqsecret")).toBe(!undisclosed);
    }
    // A client that does not know the field does not change it.
    const { body } = await user.save({ pipeline: [open, stop("Zqsecret Foundry", "Lead", "2020-06-01", "current")] });
    expect(body.pipeline[1]).toMatchObject({ undisclosed: true });
    expect(ids.has(body.pipeline[1]?._id)).toBe(true);
    await user.save({ visibility: "private" });
  });

  it("L5: shows nothing of a change of its company, months, rating or order", async () => {
    const [open] = JOBS;
    const hidden = (name: string, from: string, to: string, rating = 80) => ({
      ...stop(name, "Clerk", from, to, rating),
      undisclosed: true,
    });
    const first = hidden("Zqsecret Foundry", "2021-02-01", "2022-03-01");
    const second = hidden("Zqsecret Harbour", "2021-05-01", "2022-06-01");
    const { user, saved } = await newPerson({ pipeline: [open, first, second] });
    const seen = async () => [await shown(saved._id), (await asVisitor(`/user/${saved._id}.data`)).text];
    const before = await seen();
    for (const pipeline of [
      [open, hidden("Zqsecret Bakery", "2021-02-01", "2022-03-01"), second],
      [
        open,
        hidden("Zqsecret Bakery", "2021-03-01", "2022-04-01", 20),
        hidden("Self-employed", "2021-05-01", "2022-06-01"),
      ],
      [open, first, second],
      [open, hidden("Zqsecret Foundry", "2021-09-01", "2022-10-01"), second],
      [open, hidden("Zqsecret Mill", "2021-02-01", "2022-03-01"), hidden("Zqsecret Quay", "2021-05-01", "2022-06-01")],
    ]) {
      expect((await user.save({ pipeline })).status).toBe(200);
      expect(await seen()).toEqual(before);
      expect(await findDifferences(app.db)).toEqual([]);
    }
    await user.save({ visibility: "private" });
  });

  it("stays so when its company goes, and when it is merged into one that is disclosed", async () => {
    const admin = await adminBrowser(app);
    const { user, saved } = await newPerson({
      pipeline: [
        stop("Merge Target", "Clerk", "2018-01-01", "2018-06-01"),
        { ...stop("Zqmerged", "Clerk", "2018-07-01", "2018-09-01"), undisclosed: true },
        { ...stop("Zqdeleted", "Clerk", "2019-01-01", "2019-06-01"), undisclosed: true },
      ],
    });
    const page = async () => (await asVisitor(`/user/${saved._id}`)).text;
    expect((await admin.send("DELETE", "/api/company/delete/zqdeleted")).status).toBe(200);
    expect(await page()).not.toContain("Zqdeleted");
    const merged = await admin.send("POST", "/api/admin/companies/merge", { from: "zqmerged", into: "merge target" });
    expect([merged.status, merged.text]).toEqual([200, expect.anything()]);
    expect(await page()).not.toMatch(/Zqmerged|Merge Target/);
    expect(await findDifferences(app.db)).toEqual([]);
    // A stop that is text can be undisclosed and disclosed like a company.
    const [first, text] = (await user.call<SavedProfile>("GET", `/api/profile/get/${saved._id}`)).body.pipeline;
    const { body } = await user.save({ pipeline: [first, { ...text, undisclosed: false }] });
    expect(await page()).toContain("Zqdeleted");
    expect(body.pipeline[1]?._id).not.toBe(text?._id);
    await user.save({ visibility: "private" });
  });
});

describe("dates of anonymous people", () => {
  it("are years, and months for who asks for them; never days", async () => {
    const pipeline = [{ ...stop("Openly Works", "Clerk", "2019-03-14", "2020-05-20"), datePrecision: "day" }];
    const { user, saved } = await newPerson({ visibility: "anonymous", pipeline });
    expect(saved).toMatchObject({ showMonths: false });
    expect(await shown(saved._id)).toMatchObject({
      datePrecision: "year",
      pipeline: [{ startDate: "2019-01-01", endDate: "2020-01-01", datePrecision: "year" }],
    });
    const { body } = await user.save({ showMonths: true });
    expect([body._id, body["showMonths"]]).toEqual([saved._id, true]);
    const months = await shown(saved._id);
    expect(months).toMatchObject({
      datePrecision: "month",
      pipeline: [{ startDate: "2019-03-01", endDate: "2020-05-01", datePrecision: "month" }],
    });
    // Only the owner sees which parts they chose to hide.
    expect(months).not.toHaveProperty("showMonths");
    expect(months).not.toHaveProperty("hideSchool");
    await user.save({ visibility: "private" });
  });
});

describe("a hidden school", () => {
  it("is told to nobody, lists nobody and counts nowhere, until it is shown again", async () => {
    const id = newPublicId();
    await app.db
      .insertInto("school")
      .values({ public_id: id, name: "Hidden Institute", name_key: "hidden institute", country: "", country_code: "" })
      .execute();
    const { user, saved } = await newPerson({ school: id, hideSchool: true, pipeline: JOBS });
    expect(saved).toMatchObject({ school: id, hideSchool: true });
    for (const path of everywhere(saved._id)) expect((await asVisitor(path)).text.includes(id), path).toBe(false);
    expect(await shown(saved._id)).toMatchObject({ school: "", schoolName: "", schoolCountry: "", schoolLogo: "" });
    expect((await asVisitor(`/school/${id}`)).text).not.toContain(saved._id);
    expect(await findDifferences(app.db)).toEqual([]);
    await user.save({ hideSchool: false });
    expect((await asVisitor(`/school/${id}`)).text).toContain(saved._id);
    expect(await shown(saved._id)).toMatchObject({ school: id });
    expect(await findDifferences(app.db)).toEqual([]);
  });
});
