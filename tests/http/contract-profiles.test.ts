import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newPublicId } from "#server/ids.ts";
import { ApiUser, startTestApp, stop, type SavedProfile, type TestApp } from "#tests/helpers/app.ts";

// Section 2 of the HTTP contract: profiles.

let app: TestApp;
let owner: ApiUser;
let other: ApiUser;
let visitor: ApiUser;
let schoolId = "";

const jobs = [
  stop("Beta", "software engineer", "2020-07-01", "current", 80),
  stop("Alpha", "Analyst", "2018-05-01", "2019-08-01", 60),
];

beforeAll(async () => {
  app = await startTestApp();
  schoolId = newPublicId();
  await app.db
    .insertInto("school")
    .values({
      public_id: schoolId,
      name: "Test University",
      name_key: "test university",
      country: "Germany",
      country_code: "DE",
    })
    .execute();
  [owner, other] = await Promise.all([new ApiUser(app).signUp(), new ApiUser(app).signUp()]);
  visitor = new ApiUser(app);
  await owner.save({
    firstName: " Ada ",
    lastName: "Testperson",
    username: "Ada.T",
    linkedin: "ada-t",
    location: "Germany",
    school: schoolId,
    pipeline: jobs,
  });
  await other.save({
    firstName: "Bo",
    lastName: "T",
    username: "bo_t",
    pipeline: [stop("Alpha", "Clerk", "2020-01-01", "2021-01-01")],
  });
});
afterAll(() => app.stop());

const errorOf = (answer: { status: number; body: unknown }): unknown[] => {
  const body = answer.body as { error?: unknown; code?: unknown };
  return [answer.status, body.error, body.code];
};

describe("reading", () => {
  test("a public profile by id and by username in any case", async () => {
    for (const key of [owner.profileId, "Ada.T", "ada.t", "ADA.T"]) {
      const answer = await visitor.call("GET", `/api/profile/get/${key}`);
      expect(answer.status, key).toBe(200);
      expect(answer.body).toMatchObject({
        _id: owner.profileId,
        firstName: "Ada",
        lastName: "Testperson",
        username: "Ada.T",
        linkedin: "https://linkedin.com/in/ada-t",
        location: "Germany",
        anonymous: false,
        school: schoolId,
        schoolName: "Test University",
        created: true,
        headline: "Currently Software Engineer at Beta",
      });
      expect(Object.keys(answer.body)).not.toContain("rev");
      expect(answer.text).not.toContain('"rating"');
    }
  });

  test("the owner sees the own ratings and the revision", async () => {
    const answer = await owner.call("GET", `/api/profile/get/${owner.profileId}`);
    expect(answer.body["rev"]).toBeTypeOf("number");
    expect((answer.body["pipeline"] as { rating: number }[]).map((one) => one.rating)).toEqual([60, 80]);
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
  });

  test("one 404 for everything that is not there", async () => {
    const empty = await new ApiUser(app).signUp();
    for (const key of ["0123456789abcdef01234567", "nobody", "0123456789ABCDEF01234567", "x", empty.profileId]) {
      expect(errorOf(await visitor.call("GET", `/api/profile/get/${key}`)), key).toEqual([
        404,
        "No such Profile.",
        "profile-not-found",
      ]);
    }
  });
});

describe("saving", () => {
  test("U8, S16: both paths do the same, absent fields stay, unknown ones are dropped", async () => {
    for (const path of [`/api/profile/${owner.profileId}`, `/api/profile/get/${owner.profileId}`]) {
      const answer = await owner.call<SavedProfile>("PATCH", path, { location: `At ${path.length}`, shoeSize: 44 });
      expect(
        [answer.status, answer.body["location"], answer.body["firstName"], answer.body.pipeline.length],
        path,
      ).toEqual([200, `At ${path.length}`, "Ada", 2]);
      expect(answer.text).not.toContain("shoeSize");
    }
  });

  test("identity may be emptied, but for the username", async () => {
    const answer = await owner.save({ linkedin: "", location: "" });
    expect(answer.body).toMatchObject({ linkedin: "", location: "" });
    await owner.save({ linkedin: "https://www.linkedin.com/in/ada-t/?x=1", location: "Germany" });
    expect((await owner.call("GET", `/api/profile/get/${owner.profileId}`)).body["linkedin"]).toBe(
      "https://linkedin.com/in/ada-t",
    );
  });

  test.each([
    [{ firstName: "" }, 400, "Must fill out all input fields."],
    [{ lastName: "\t \n" }, 400, "Must fill out all input fields."],
    [{ firstName: "x".repeat(81) }, 400, "A name has at most 80 characters."],
    [{ pipeline: [{ ...stop("", "a", "2020-01-01", "2021-01-01") }] }, 400, "Must fill out all input fields."],
    [{ pipeline: [stop("A", "", "2020-01-01", "2021-01-01")] }, 400, "Must fill out all input fields."],
    [{ pipeline: [stop("A", "b", "", "2021-01-01")] }, 400, "Must fill out all input fields."],
    [{ pipeline: [stop("A", "b", "2020-01-01", "")] }, 400, "Must fill out all input fields."],
    [{ pipeline: [stop("A", "b", "2020-02-01", "2020-01-01")] }, 400, "Invalid Date"],
    [{ pipeline: [stop("A", "b", "2030-01-02", "current")] }, 400, "Invalid Date"],
    [{ pipeline: [stop("A", "b", "2020-02-30", "2021-01-01")] }, 400, "Invalid Date"],
    [{ pipeline: [stop("A", "b", "yesterday", "2021-01-01")] }, 400, "Invalid Date"],
    [
      { pipeline: [stop("A", "b", "2020-01-01", "2021-01-01"), stop("ａ", "c", "2021-01-01", "2022-01-01")] },
      400,
      "Duplicate Companies (See Guidelines)",
    ],
    [{ pipeline: [stop("A", "b", "2020-01-01", "2021-01-01", 55)] }, 400, "Choose one of the five ratings, or none."],
    [
      { pipeline: [stop("x".repeat(81), "b", "2020-01-01", "2021-01-01")] },
      400,
      "A company name has at most 80 characters.",
    ],
    [
      { pipeline: [stop("A", "x".repeat(121), "2020-01-01", "2021-01-01")] },
      400,
      "A title has at most 120 characters.",
    ],
    [
      { pipeline: Array.from({ length: 51 }, (_, n) => stop(`Firm ${n}`, "b", "2020-01-01", "2021-01-01")) },
      400,
      "A pipeline has at most 50 companies.",
    ],
    [{ username: "" }, 400, "All fields must be filled."],
    [{ username: "ab" }, 400, "Invalid username."],
    [{ username: "a/b" }, 400, "Invalid username."],
    [{ username: ".abc" }, 400, "Invalid username."],
    [{ username: "a__b" }, 400, "Invalid username."],
    [{ username: "x".repeat(33) }, 400, "Invalid username."],
    [{ username: "0123456789abcdef01234567" }, 400, "Invalid username."],
    [{ linkedin: "a_b" }, 400, "Invalid Linkedin username."],
    [{ linkedin: "https://evil.example/in/ada" }, 400, "Invalid Linkedin username."],
    [{ username: "BO_T" }, 409, "Username already taken."],
    [{ school: "0123456789abcdef01234567" }, 404, "School not found."],
  ])("%j is refused with %i %s, and changes nothing", async (patch, status, sentence) => {
    const before = (await owner.call("GET", `/api/profile/get/${owner.profileId}`)).text;
    for (const path of ["/api/profile", "/api/profile/get"]) {
      const answer = await owner.call("PATCH", `${path}/${owner.profileId}`, { location: "Nowhere", ...patch });
      expect(errorOf(answer).slice(0, 2), path).toEqual([status, sentence]);
    }
    expect((await owner.call("GET", `/api/profile/get/${owner.profileId}`)).text).toBe(before);
  });

  test("the own id in the place of a username is not a new username", async () => {
    const answer = await other.save({ username: other.profileId });
    expect([answer.status, answer.body["username"]]).toEqual([200, "bo_t"]);
  });

  test("U8: only the owner: 403 for others, 404 for what is not there", async () => {
    expect(errorOf(await other.call("PATCH", `/api/profile/${owner.profileId}`, { firstName: "X" }))).toEqual([
      403,
      "You can only change your own profile.",
      "not-yours",
    ]);
    for (const id of ["0123456789abcdef01234567", "Ada.T", "x"]) {
      expect(errorOf(await other.call("PATCH", `/api/profile/get/${id}`, { firstName: "X" })), id).toEqual([
        404,
        "No such Profile.",
        "profile-not-found",
      ]);
    }
  });

  test("instants of a local midnight are that local day, in every zone", async () => {
    const cases = [
      ["2021-05-31T22:00:00.000Z", "2021-06-01"],
      ["2021-06-01T07:00:00.000Z", "2021-06-01"],
      ["2021-05-31T18:30:00.000Z", "2021-06-01"],
      ["2021-05-31T11:00:00Z", "2021-06-01"],
      ["2021-06-01T00:00:00.000+02:00", "2021-06-01"],
      ["2021-06-01", "2021-06-01"],
    ] as const;
    const user = await new ApiUser(app).signUp();
    for (const [sent, kept] of cases) {
      const saved = await user.save({
        firstName: "Cy",
        lastName: "T",
        pipeline: [stop("Alpha", "Clerk", sent, "2022-01-01T00:00:00.000Z")],
      });
      expect([saved.status, saved.body.pipeline[0]?.startDate, saved.body.pipeline[0]?.endDate], sent).toEqual([
        200,
        kept,
        "2022-01-01",
      ]);
    }
  });

  test.each([
    { isIndefinite: true, endDate: "" },
    { isIndefinite: true, endDate: "2200-12-02T05:00:00.000Z" },
    { isIndefinite: false, endDate: "2200-12-01T23:00:00.000Z" },
    { indefinite: true, isIndefinite: undefined, endDate: null },
  ])("a current job as %j", async (form) => {
    const user = await new ApiUser(app).signUp();
    const saved = await user.save({
      firstName: "Cy",
      lastName: "T",
      pipeline: [{ ...stop("Alpha", "Clerk", "2020-01-01", "current"), ...form }],
    });
    expect(saved.body.pipeline[0]).toMatchObject({ isIndefinite: true, endDate: "2200-12-02" });
  });

  test("a removal is the pipeline without the stop; the others keep their ids", async () => {
    const user = await new ApiUser(app).signUp();
    const first = await user.save({
      firstName: "Cy",
      lastName: "T",
      pipeline: [
        stop("Alpha", "a", "2018-01-01", "2019-01-01"),
        stop("Beta", "b", "2019-01-01", "2020-01-01"),
        stop("Gamma", "c", "2020-01-01", "current"),
      ],
    });
    const rest = first.body.pipeline.filter((one) => one.displayName !== "Beta");
    const second = await user.call<SavedProfile>("PATCH", `/api/profile/${user.profileId}`, { pipeline: rest });
    expect(second.body.pipeline).toEqual(
      rest.map((one, position) => ({ ...one, roles: [{ ...(one.roles[0] as object), position }] })),
    );
    const none = await user.call<SavedProfile>("PATCH", `/api/profile/${user.profileId}`, { pipeline: [] });
    expect([none.status, none.body.pipeline, none.body["created"]]).toEqual([200, [], true]);
  });

  test("an unknown companyId with a name still finds or makes the company", async () => {
    const user = await new ApiUser(app).signUp();
    const saved = await user.save({
      firstName: "Cy",
      lastName: "T",
      pipeline: [{ ...stop("aLPHA", "a", "2018-01-01", "2019-01-01"), companyId: "ffffffffffffffffffffffff" }],
    });
    expect(saved.body.pipeline[0]?.displayName).toBe("Alpha");
  });
});

describe("the list of usernames", () => {
  test("U6: shows public people only, to signed-in people only", async () => {
    expect((await visitor.call("GET", "/api/profile/")).status).toBe(401);
    const hidden = await new ApiUser(app).signUp();
    await hidden.save({ firstName: "Hid", lastName: "Den", username: "hidden.one", anonymous: true, pipeline: jobs });
    const all = await other.call<{ _id: string; username: string }[]>("GET", "/api/profile/");
    expect(all.body).toEqual([
      { _id: owner.profileId, username: "Ada.T" },
      { _id: other.profileId, username: "bo_t" },
    ]);
    for (const [name, count] of [
      ["ADA.t", 1],
      ["ada", 0],
      ["hidden.one", 0],
      ["%", 0],
      ["ada_t", 0],
    ] as const) {
      expect(
        (await other.call<unknown[]>("GET", `/api/profile/?username=${encodeURIComponent(name)}`)).body,
        name,
      ).toHaveLength(count);
    }
    const taken = await other.call("PATCH", `/api/profile/${other.profileId}`, { username: "Hidden.One" });
    expect(errorOf(taken)).toEqual([409, "Username already taken.", "username-taken"]);
  });

  test("U6: a hundred a page, and the last name leads on", async () => {
    await app.db
      .insertInto("profile")
      .values(
        Array.from({ length: 150 }, (_, n) => ({
          public_id: newPublicId(),
          username: `zz.${1_000 + n}`,
          created: true,
          sort_key: n,
          school_id: null,
        })),
      )
      .execute();
    const first = await other.call<{ username: string }[]>("GET", "/api/profile/");
    expect(first.body).toHaveLength(100);
    const second = await other.call<{ username: string }[]>(
      "GET",
      `/api/profile/?cursor=${first.body.at(-1)?.username}`,
    );
    expect(new Set([...first.body, ...second.body].map((one) => one.username)).size).toBe(152);
    expect(second.body).toHaveLength(52);
  });
});
