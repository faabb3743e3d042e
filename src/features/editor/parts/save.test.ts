import { describe, expect, test } from "vitest";
import { mapTexts } from "#core/role-texts.ts";
import { changeDraft } from "#features/pipeline/pure/change-draft.ts";
import { createApiClient, type ApiClient } from "#core/api-client.ts";
import { experienceOf, profileWith, roleView } from "./fixtures.ts";
import { fieldName, formOf, type ProfileForm } from "./form.ts";
import { isOnServer, removeSavedStop, restoreSavedStop, saveForm } from "./save.ts";

type Call = { method: string; path: string; body: unknown };

/** A client whose requests get these answers in order. An answer is a body or a Response. */
function fakeApi(...answers: unknown[]): { calls: Call[]; api: ApiClient } {
  const calls: Call[] = [];
  const fetch: typeof globalThis.fetch = async (path, init) => {
    const sent = typeof init?.body === "string" ? init.body : "null";
    calls.push({ method: init?.method ?? "", path: String(path), body: JSON.parse(sent) });
    const answer = answers.shift();
    return answer instanceof Response ? answer : Response.json(answer);
  };
  return { calls, api: createApiClient({ fetch }) };
}

const LATER = {
  title: "Director",
  kind: undefined,
  startDate: "2022-01-01",
  endDate: "2023-01-01",
  isCurrent: false,
  datePrecision: "month",
  rating: 60,
  ...mapTexts(() => ""),
} as const;
const DONE = { message: "success" };
const base = profileWith([experienceOf("A"), experienceOf("B")]);
const problem = (status: number, code: string, issues: { path: string; message: string }[] = [], more: object = {}) =>
  Response.json({ error: "The server's sentence.", code, issues, ...more }, { status });

describe("saveForm", () => {
  test("a refusal finds its field", async () => {
    const { calls, api } = fakeApi(
      problem(400, "invalid-date", [{ path: "pipeline.1.roles.0.title", message: "No." }]),
    );
    const form = formOf(base);
    const result = await saveForm(api, base, form);
    expect(calls[0]?.body).toMatchObject({ pipeline: [{ companyId: "id-A" }, { companyId: "id-B" }] });
    const role = form.pipeline.stops[1]?.roles[0]?.tempId2 ?? -1;
    expect(result).toMatchObject({ end: "refused", notes: [{ field: fieldName.title(role) }] });
  });

  test("profile, companies, school, in this order", async () => {
    const saved = profileWith([experienceOf("A")], { rev: 8, _id: "ffffffffffffffffffffffff" });
    const { calls, api } = fakeApi(saved, DONE, DONE);
    const form: ProfileForm = { ...formOf(base), firstName: " Nora ", visibility: "private", hideSchool: true };
    expect(await saveForm(api, base, form)).toEqual({ end: "saved", profile: saved });
    expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "PATCH /api/profile/0123456789abcdef01234567",
      "PATCH /api/company/update",
      "PATCH /api/school/update/aaaaaaaaaaaaaaaaaaaaaaaa",
    ]);
    expect(calls[0]?.body).toMatchObject({
      firstName: "Nora",
      lastName: "Quill",
      school: "aaaaaaaaaaaaaaaaaaaaaaaa",
      anonymous: true,
      visibility: "private",
      showMonths: false,
      ownTitles: false,
      hideSchool: true,
      created: true,
      rev: 7,
      pipeline: [{ companyId: "id-A" }, { companyId: "id-B" }],
    });
    expect(calls[1]?.body).toMatchObject([
      [{ companyId: "id-A", userId: saved._id }],
      [{ companyId: "id-A" }, { companyId: "id-B" }],
      ["aaaaaaaaaaaaaaaaaaaaaaaa", "aaaaaaaaaaaaaaaaaaaaaaaa"],
    ]);
    expect(calls[2]?.body).toEqual([
      { schoolId: "aaaaaaaaaaaaaaaaaaaaaaaa", schoolTally: ["id-A"] },
      "aaaaaaaaaaaaaaaaaaaaaaaa",
    ]);
  });

  test("a school as typed travels by its name and has no id to report", async () => {
    const saved = profileWith([], { school: "Evening School", schoolName: "Evening School" });
    const { calls, api } = fakeApi(saved, DONE, DONE);
    await saveForm(api, base, { ...formOf(base), school: { schoolId: "", schoolName: " Evening School ", logo: "" } });
    expect(calls[0]?.body).toMatchObject({ school: "Evening School" });
    expect(calls[2]?.path).toBe("/api/school/update");
  });

  test("refused fields keep the person in the form", async () => {
    const form = formOf(base);
    const { calls, api } = fakeApi(
      problem(400, "duplicate-company", [
        { path: "pipeline.1.companyName", message: "Duplicate Companies (See Guidelines)" },
      ]),
    );
    expect(await saveForm(api, base, form)).toEqual({
      end: "refused",
      message: "The server's sentence.",
      notes: [
        {
          field: fieldName.company(form.pipeline.stops[1]?.tempId2 ?? -1),
          message: "Duplicate Companies (See Guidelines)",
        },
      ],
    });
    expect(calls).toHaveLength(1);
  });

  test("a stale save brings the state of the server along, or asks for it", async () => {
    const current = profileWith([experienceOf("C")], { rev: 9 });
    const carried = fakeApi(problem(409, "stale-revision", [], { profile: current }));
    expect(await saveForm(carried.api, base, formOf(base))).toEqual({ end: "stale", profile: current });
    const asked = fakeApi(problem(409, "stale-revision"), current);
    expect(await saveForm(asked.api, base, formOf(base))).toEqual({ end: "stale", profile: current });
    expect(asked.calls[1]).toMatchObject({ method: "GET", path: `/api/profile/get/${base._id}` });
    const silent = fakeApi(problem(409, "stale-revision"), problem(500, "server-error"));
    expect(await saveForm(silent.api, base, formOf(base))).toMatchObject({ end: "failed" });
  });

  test("a save whose answer was lost is saved when it is sent again, also under another id and with new stops", async () => {
    const form = formOf(base);
    const added = changeDraft(form.pipeline, { do: "add-stop", at: 2 });
    const stops = added.stops.map((stop, at) =>
      at < 2
        ? stop
        : { ...stop, companyName: "c ", roles: [{ ...stop.roles[0], ...LATER, tempId2: stop.roles[0]?.tempId2 ?? 0 }] },
    );
    const sent: ProfileForm = { ...form, firstName: "Nora ", visibility: "anonymous", pipeline: { ...added, stops } };
    const later = roleView({ ...LATER, kind: "full-time" });
    const current = profileWith([experienceOf("A"), experienceOf("B"), experienceOf("C", later)], {
      _id: "ffffffffffffffffffffffff",
      firstName: "Nora",
      anonymous: true,
      visibility: "anonymous",
      rev: 8,
    });
    const answers = () => fakeApi(problem(409, "stale-revision", [], { profile: current })).api;
    expect(await saveForm(answers(), base, sent)).toEqual({ end: "saved", profile: current });
    // What differs in anything else was changed elsewhere.
    const others: ProfileForm[] = [
      { ...sent, firstName: "Nova" },
      { ...sent, visibility: "public" },
      { ...sent, hideSchool: true },
      { ...sent, pipeline: form.pipeline },
    ];
    for (const other of others)
      expect(await saveForm(answers(), base, other)).toEqual({ end: "stale", profile: current });
  });

  test.each([
    ["the profile", [problem(500, "server-error")], undefined],
    ["the companies", [{ ...base, rev: 8 }, problem(503, "overloaded")], 8],
    ["the school", [{ ...base, rev: 8 }, DONE, problem(500, "server-error")], 8],
  ])("fails with the server's sentence, and says how far it came: %s", async (_what, answers, rev) => {
    const { api } = fakeApi(...answers);
    const result = await saveForm(api, base, formOf(base));
    expect(result).toMatchObject({ end: "failed", message: "The server's sentence." });
    expect(result.end === "failed" ? result.saved?.rev : undefined).toBe(rev);
  });

  test("anything unforeseen is a failure too, never an exception", async () => {
    const api: ApiClient = { request: () => Promise.reject(new TypeError("boom")) };
    expect(await saveForm(api, base, formOf(base))).toEqual({
      end: "failed",
      message: "Something went wrong. Try again.",
      isUnreached: false,
    });
  });
});

describe("at once", () => {
  const stopB = formOf(base).pipeline.stops[1];
  if (!stopB) throw new Error("no stop B");

  test("a saved stop leaves without anything that is not saved", async () => {
    const after = profileWith([experienceOf("A")], { rev: 8 });
    const { calls, api } = fakeApi(after, DONE);
    expect(await removeSavedStop(api, base, { ...stopB, companyName: "edited, not saved" })).toEqual(after);
    expect(calls[0]).toMatchObject({
      path: `/api/profile/${base._id}`,
      body: { pipeline: [{ companyId: "id-A" }], rev: 7 },
    });
    expect(calls[0]?.body).not.toHaveProperty("created");
    expect(calls[1]).toMatchObject({
      path: "/api/company/update/id-B",
      body: [{ companyId: "id-B", index: 1, remove: true }, [{ companyId: "id-A" }], base.school],
    });
  });

  test("and comes back as it was", async () => {
    const without = profileWith([experienceOf("A")], { rev: 8 });
    const { calls, api } = fakeApi(base, DONE, DONE);
    const gone = experienceOf("B", roleView({ rating: 40 }));
    expect(await restoreSavedStop(api, without, gone)).toEqual(base);
    expect(calls[0]?.body).toMatchObject({
      pipeline: [{ companyId: "id-A" }, { companyId: "id-B", rating: 40 }],
      rev: 8,
    });
  });

  test("only what the server holds is taken off it", () => {
    expect(isOnServer(base, stopB)).toBe(true);
    expect(isOnServer(base, { ...stopB, companyId: "" })).toBe(false);
    expect(isOnServer(profileWith([experienceOf("A")]), stopB)).toBe(false);
  });
});
