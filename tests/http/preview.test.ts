import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApiClient } from "#core/api-client.ts";
import { changeDraft } from "#features/pipeline/pure/change-draft.ts";
import { formOf, type ProfileForm } from "#features/editor/parts/form.ts";
import { previewOf } from "#features/editor/parts/preview.ts";
import { saveForm } from "#features/editor/parts/save.ts";
import type { OwnProfile, PublicProfile } from "#features/profile/schema.ts";
import { newPublicId } from "#server/ids.ts";
import { adminBrowser } from "#tests/helpers/admin.ts";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";

// The editor's preview is exactly what a visitor gets, field by field.

const TODAY = "2026-11-15";
const school = newPublicId();
let app: TestApp;
let user: ApiUser;

beforeAll(async () => {
  app = await startTestApp();
  await app.db
    .insertInto("school")
    .values({
      public_id: school,
      name: "Preview Institute",
      name_key: "preview institute",
      country: "Canada",
      country_code: "CA",
    })
    .execute();
  user = await new ApiUser(app).signUp();
  await user.save({ firstName: "Pre", lastName: "View", username: "pre.view", linkedin: "preview", location: "Chile" });
});
afterAll(() => app.stop());

const month = fc
  .tuple(fc.integer({ min: 1990, max: 2028 }), fc.integer({ min: 1, max: 12 }), fc.constantFrom("01", "15"))
  .map(([year, at, day]) => `${year}-${String(at).padStart(2, "0")}-${day}`);
const role = fc
  .record({
    title: fc.constantFrom(
      "Engineer",
      "software  engineer intern",
      "Co-op Student",
      "iOS dev",
      "Staff Payments  Wizard",
    ),
    kind: fc.constantFrom(undefined, "contract" as const),
    dates: fc.tuple(month, month).map((dates) => dates.toSorted()),
    isIndefinite: fc.boolean(),
    datePrecision: fc.constantFrom("day" as const, "month" as const, "year" as const),
    rating: fc.constantFrom(0, 60),
  })
  .map(({ dates: [startDate = "", endDate = ""], isIndefinite, ...rest }) => ({
    ...rest,
    startDate,
    endDate: isIndefinite ? null : endDate,
    isIndefinite,
  }));
const experience = fc.record({
  roles: fc.array(role, { minLength: 1, maxLength: 3 }),
  undisclosed: fc.boolean(),
});
const level = fc.record({
  visibility: fc.constantFrom("public" as const, "anonymous" as const),
  showMonths: fc.boolean(),
  ownTitles: fc.boolean(),
  hideSchool: fc.boolean(),
});
const saved = fc.record({
  level,
  school: fc.constantFrom("", "A Free  School", school),
  pipeline: fc.array(experience, { maxLength: 4 }).map((all) =>
    all.map((one, n) => ({
      companyName: `Preview Firm ${n}`,
      title: one.roles[0]?.title ?? "",
      ...one,
    })),
  ),
});

const asVisitor = async (id: string): Promise<unknown> =>
  (await new ApiUser(app).call("GET", `/api/profile/get/${id}`)).body;

/** The answer as a browser on the site reads it: only programs elsewhere get whole addresses. */
function inBrowser<T>(body: T): T {
  return JSON.parse(JSON.stringify(body).replaceAll(`"${app.services.config.baseUrl}/`, '"/')) as T;
}

async function store(patch: Record<string, unknown>): Promise<OwnProfile> {
  const { status, body } = await user.save(patch);
  expect(status, JSON.stringify(body)).toBe(200);
  return inBrowser(body as unknown as OwnProfile);
}

/** Without the ids that a switch or a first save draws anew. */
function withoutIds(shown: PublicProfile): unknown {
  return {
    ...shown,
    _id: "",
    pfp: "",
    pipeline: shown.pipeline.map((one) => ({ ...one, _id: "", companyId: one._id === one.companyId ? "own" : "" })),
  };
}

/** The editor's own client, speaking as the user. */
const client = createApiClient({
  async fetch(path, init) {
    const sent: unknown = typeof init?.body === "string" ? JSON.parse(init.body) : undefined;
    const answer = await user.call(init?.method ?? "GET", String(path), sent);
    if (answer.status !== 200) throw new Error(answer.text);
    return Response.json(inBrowser(answer.body));
  },
});

describe("the preview", () => {
  it("of a saved profile is what a visitor gets", async () => {
    await fc.assert(
      fc.asyncProperty(saved, async ({ level: chosen, ...patch }) => {
        const own = await store({ ...chosen, ...patch });
        expect(previewOf(formOf(own), own, TODAY, chosen.visibility)).toEqual(await asVisitor(own._id));
      }),
      { numRuns: 40 },
    );
  });

  it("of a draft is what a visitor gets once it is saved, whatever it changes of who sees what", async () => {
    await fc.assert(
      fc.asyncProperty(saved, level, fc.array(fc.boolean(), { maxLength: 4 }), async (before, after, kept) => {
        const own = await store({ ...before.level, school: before.school, pipeline: before.pipeline });
        const empty = formOf(own);
        let pipeline = before.pipeline.length === 0 ? { stops: [], nextId: 1 } : empty.pipeline;
        for (const [n, undisclosed] of kept.entries()) {
          const at = pipeline.stops[n]?.tempId2;
          if (at !== undefined) pipeline = changeDraft(pipeline, { do: "set-undisclosed", stop: at, undisclosed });
        }
        const form: ProfileForm = { ...empty, ...after, pipeline };
        const previewed = previewOf(form, own, TODAY, after.visibility);
        const result = await saveForm(client, own, form);
        if (result.end !== "saved") throw new Error(JSON.stringify(result));
        user.profileId = result.profile._id;
        expect(withoutIds(previewed)).toEqual(withoutIds((await asVisitor(result.profile._id)) as PublicProfile));
      }),
      { numRuns: 25 },
    );
  });

  it("holds for a stop whose company was deleted", async () => {
    await store({
      visibility: "anonymous",
      pipeline: [
        stop("Preview Firm 0", "Clerk", "2018-01-01", "2019-01-01"),
        stop("Gone Ltd", "Clerk", "2019-02-01", "current"),
      ],
    });
    const admin = await adminBrowser(app);
    expect((await admin.send("DELETE", "/api/company/delete/gone%20ltd")).status).toBe(200);
    const body = inBrowser((await user.call<OwnProfile>("GET", `/api/profile/get/${user.profileId}`)).body);
    expect(body.pipeline[1]?.companyId).toBe(body.pipeline[1]?._id);
    expect(previewOf(formOf(body), body, TODAY, "anonymous")).toEqual(await asVisitor(body._id));
  });
});
