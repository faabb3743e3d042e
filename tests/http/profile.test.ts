import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findDifferences } from "#features/stats/recount.server.ts";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

describe("saving a pipeline", () => {
  test("a person signs up, saves, and is found under the companies", async () => {
    const user = await new ApiUser(app).signUp();
    const saved = await user.save({
      firstName: "Ada",
      lastName: "Testperson",
      anonymous: false,
      school: "Free Text School",
      pipeline: [
        stop("Beta Works", "software engineer", "2020-07-01", "current", 80),
        stop("Alpha Labs", "Software Engineer Intern", "2018-05-01", "2018-08-01", 100),
      ],
    });
    expect(saved.status, saved.text).toBe(200);
    expect(saved.body.pipeline.map((one) => one.displayName)).toEqual(["Alpha Labs", "Beta Works"]);
    expect(saved.body.pipeline[1]).toMatchObject({
      title: "Software Engineer",
      endDate: "2200-12-02",
      isIndefinite: true,
      rating: 80,
    });
    expect(saved.body["headline"]).toBe("Currently Software Engineer at Beta Works");

    const visitor = new ApiUser(app);
    const alphaId = saved.body.pipeline[0]?.companyId ?? "";
    const employees = await visitor.call<{ _id: string; firstName: string }[]>(
      "GET",
      `/api/company/employees/${alphaId}`,
    );
    expect(employees.body.map((person) => person.firstName)).toEqual(["Ada"]);
    const company = await visitor.call("GET", "/api/company/get/alpha labs");
    expect(company.body).toMatchObject({
      displayName: "Alpha Labs",
      internsCount: 1,
      employeesCount: 0,
      ratedEmployees: [],
      rating: 0,
    });
    // The API shows neighbours from five people on, as the page does.
    expect(company.body["postCompanies"]).toEqual({});
    expect(await findDifferences(app.db)).toEqual([]);
  });

  test("validation speaks the product's sentences and changes nothing", async () => {
    const user = await new ApiUser(app).signUp();
    const good = {
      firstName: "Bo",
      lastName: "Testperson",
      pipeline: [stop("Gamma", "Analyst", "2020-01-01", "2021-01-01")],
    };
    expect((await user.save(good)).status).toBe(200);
    const cases: [Record<string, unknown>, string][] = [
      [{ firstName: "  " }, "Must fill out all input fields."],
      [{ pipeline: [stop("Gamma", " ", "2020-01-01", "2021-01-01")] }, "Must fill out all input fields."],
      [{ pipeline: [stop("Gamma", "Analyst", "2020-01-01", "2019-01-01")] }, "Invalid Date"],
      [{ pipeline: [stop("Gamma", "Analyst", "1949-12-31", "2019-01-01")] }, "Invalid Date"],
      [
        {
          pipeline: [
            stop("Gamma", "Analyst", "2019-01-01", "2020-01-01"),
            stop(" gamma ", "Analyst", "2020-01-01", "2021-01-01"),
          ],
        },
        "Duplicate Companies (See Guidelines)",
      ],
      [{ username: "a..b" }, "Invalid username."],
      [{ username: "" }, "All fields must be filled."],
      [{ linkedin: "no spaces" }, "Invalid Linkedin username."],
    ];
    for (const [patch, sentence] of cases) {
      const answer = await user.save(patch);
      expect([answer.status, (answer.body as unknown as { error: string }).error], JSON.stringify(patch)).toEqual([
        400,
        sentence,
      ]);
    }
    const now = await user.call<{ pipeline: unknown[]; firstName: string }>(
      "GET",
      `/api/profile/get/${user.profileId}`,
    );
    expect(now.body.firstName).toBe("Bo");
    expect(now.body.pipeline).toHaveLength(1);
  });

  test("an unchanged round trip by a client without roles loses nothing", async () => {
    const user = await new ApiUser(app).signUp();
    const roles = [
      { title: "Intern", startDate: "2017-05-01", endDate: "2017-08-01", rating: 60 },
      { title: "Engineer", startDate: "2018-01-15", endDate: "2020-03-20", datePrecision: "day", rating: 100 },
    ];
    const first = await user.save({
      firstName: "Cy",
      lastName: "T",
      pipeline: [{ ...stop("Delta", "x", "2017-05-01", "2020-03-20"), roles }],
    });
    expect(first.status, first.text).toBe(200);
    const plain = first.body.pipeline.map(({ roles: _roles, ...rest }) => rest);
    const second = await user.save({ pipeline: plain });
    expect(second.status, second.text).toBe(200);
    expect(second.body.pipeline).toEqual(first.body.pipeline);
  });

  test("a pipeline is saved as a profile only with a name, sent now or before", async () => {
    const user = await new ApiUser(app).signUp();
    const nameless = await user.call("PATCH", `/api/profile/${user.profileId}`, {
      created: true,
      pipeline: [stop("Iota", "Analyst", "2020-01-01", "current")],
    });
    expect([nameless.status, nameless.body["error"]]).toEqual([400, "Must fill out all input fields."]);
    await user.call("PATCH", `/api/profile/${user.profileId}`, { firstName: "No", lastName: "Body" });
    const named = await user.call("PATCH", `/api/profile/${user.profileId}`, {
      created: true,
      pipeline: [stop("Iota", "Analyst", "2020-01-01", "current")],
    });
    expect(named.status).toBe(200);
  });

  test("a stale revision is refused with the present state", async () => {
    const user = await new ApiUser(app).signUp();
    const first = await user.save({
      firstName: "Di",
      lastName: "T",
      pipeline: [stop("Eps", "Analyst", "2020-01-01", "current")],
    });
    const rev = first.body.rev;
    expect((await user.save({ firstName: "Diane", rev })).status).toBe(200);
    const stale = await user.save({ firstName: "Dora", rev });
    expect(stale.status).toBe(409);
    expect(stale.body).toMatchObject({ code: "stale-revision", profile: { firstName: "Diane" } });
  });

  test("a switch to anonymous gives new ids, masks, and the old address is gone", async () => {
    const user = await new ApiUser(app).signUp();
    await user.save({
      firstName: "Secretname",
      lastName: "Hidden",
      username: "secret.user",
      pipeline: [stop("Zeta", "Analyst", "2020-03-01", "current", 20)],
    });
    const oldId = user.profileId;
    const visitor = new ApiUser(app);
    expect((await visitor.call("GET", "/api/profile/get/secret.user")).status).toBe(200);
    const hidden = await user.save({ anonymous: true });
    expect(hidden.body._id).not.toBe(oldId);
    for (const gone of [oldId, "secret.user", "SECRET.USER"]) {
      const answer = await visitor.call<{ error: string }>("GET", `/api/profile/get/${gone}`);
      expect([answer.status, answer.body.error]).toEqual([404, "No such Profile."]);
    }
    const shown = await visitor.call("GET", `/api/profile/get/${hidden.body._id}`);
    expect(shown.body).toMatchObject({
      firstName: "Anonymous",
      username: "Anonymous",
      linkedin: "Anonymous",
      location: "Somewhere",
      anonymous: true,
    });
    expect(shown.text).not.toMatch(/Secretname|Hidden|secret/);
    expect(shown.text).not.toContain('"rating"');
    expect(shown.text).toContain('"startDate":"2020-01-01"');
    expect(await findDifferences(app.db)).toEqual([]);
  });

  test("others cannot write, and calls without a token get 401", async () => {
    const owner = await new ApiUser(app).signUp();
    await owner.save({ firstName: "Eve", lastName: "T", pipeline: [stop("Eta", "Analyst", "2020-01-01", "current")] });
    const other = await new ApiUser(app).signUp();
    expect((await other.call("PATCH", `/api/profile/${owner.profileId}`, { firstName: "X" })).status).toBe(403);
    expect((await other.call("PATCH", "/api/profile/0123456789abcdef01234567", { firstName: "X" })).status).toBe(404);
    expect((await new ApiUser(app).call("PATCH", `/api/profile/${owner.profileId}`, { firstName: "X" })).status).toBe(
      401,
    );
  });
});
