import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openClickHouse } from "#features/path/store-client.server.ts";
import { TABLE } from "#features/path/clickhouse/tables.ts";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";
import { waitForPaths } from "#tests/helpers/path-site.ts";
import { publicId } from "#tests/paths/worlds.ts";
import { startClickHouse, type TestClickHouse } from "./server.ts";
import { Stage } from "./stage.ts";

// What ClickHouse holds is compared with what a visitor sees, row by row. Each planted difference is found.

describe("the comparison", () => {
  let stage: Stage;
  const [first, second] = [1, 2].map((at) => publicId("a", at)) as [string, string];
  const [one, two, elsewhere, another] = [1, 2, 8, 9].map((at) => publicId("c", at)) as [
    string,
    string,
    string,
    string,
  ];

  beforeAll(async () => {
    stage = await Stage.open();
  });
  afterAll(() => stage.close());
  beforeEach(() => stage.fill(), 60_000);

  /** Writes a row like one that is there, with some columns changed. */
  const like = (id: string, place: string, changes: string): Promise<unknown> =>
    stage.client.command({
      query: `INSERT INTO ${TABLE} SELECT * REPLACE (${changes}) FROM
        (SELECT * FROM ${TABLE} FINAL WHERE id = '${id}' AND place = '${place}')`,
    });

  it("finds nothing in what was written", async () => {
    expect(await stage.verify()).toEqual({ lines: 6, differences: [] });
  });

  it.each<[string, () => Promise<unknown>]>([
    ["a row at a company is missing", () => like(first, two, "1 AS gone, version + 1 AS version")],
    ["their own row is missing", () => like(first, "", "1 AS gone, version + 1 AS version")],
    ["a row says something else under the same fingerprint", () => like(first, one, "[3, 3] AS level")],
    ["their own row says something else", () => like(first, "", "0 AS is_public")],
    ["a row is where they never were", () => like(first, one, `'${elsewhere}' AS place`)],
    ["a row of an older write is left", () => like(first, one, `'${another}' AS place, version - 1 AS version`)],
    [
      "they are hidden and it was not written",
      async () => {
        stage.people.delete(first);
      },
    ],
  ])("finds whom %s", async (_, plant) => {
    await plant();
    expect((await stage.verify()).differences).toEqual([first]);
  });

  it("finds somebody who is nowhere else", async () => {
    const ghost = publicId("b", 7);
    await like(second, "", `'${ghost}' AS id`);
    expect((await stage.verify()).differences).toEqual([ghost]);
  });

  it("still finds somebody whose page says something else after a change was written", async () => {
    await stage.change([first]);
    const some = async (ids: readonly string[]) =>
      (await stage.visible.some(ids, stage.day)).map((page) => ({ ...page, anonymous: page._id === first }));
    expect((await stage.verify({ some })).differences).toEqual([first]);
  });

  it("does not name somebody who saved meanwhile", async () => {
    const profile = stage.people.get(first);
    if (!profile) throw new Error("nobody");
    stage.people.set(first, { ...profile, anonymous: true });
    await stage.change([first]);
    expect(await stage.verify()).toEqual({ lines: 6, differences: [] });
  });
});

describe("npm run verify", () => {
  let clickhouse: TestClickHouse;
  let app: TestApp;
  let people: ApiUser[];

  beforeAll(async () => {
    clickhouse = await startClickHouse();
    app = await startTestApp({ env: { PATHS_URL: clickhouse.url }, now: () => new Date(), jobs: true });
    const job = stop("Verify Works", "Software Engineer", "2018-03-01", "2019-05-01");
    const kept = { ...stop("Kept Works", "Manager", "2019-06-01", "current"), undisclosed: true };
    people = await Promise.all(
      ["public", "anonymous", "private"].map(async (visibility) => {
        const user = await new ApiUser(app).signUp();
        const saved = await user.save({ visibility, pipeline: [job, kept] });
        if (saved.status !== 200) throw new Error(saved.text);
        return user;
      }),
    );
    await waitForPaths(app);
  });
  afterAll(async () => {
    await app.stop();
    await clickhouse.stop();
  });

  const verify = () =>
    promisify(execFile)(process.execPath, ["scripts/verify.ts"], {
      env: {
        PATH: process.env["PATH"],
        NODE_ENV: "test",
        DATABASE_URL: app.databaseUrl,
        DATA_DIR: app.services.config.dataDir,
        PATHS_URL: clickhouse.url,
      },
    }).then(
      ({ stdout }) => ({ code: 0, said: stdout }),
      (failure: { code: number; stdout: string; stderr: string }) => ({
        code: failure.code,
        said: failure.stdout + failure.stderr,
      }),
    );

  it("compares ClickHouse with the pages, beside a running site, and names who differs", async () => {
    const well = await verify();
    expect(well.said).toContain("2 pipelines are in ClickHouse as shown");
    expect(well.code).toBe(0);
    const [open, anonymous, hidden] = people;
    const client = openClickHouse(clickhouse.url);
    await client.command({
      query: `INSERT INTO ${TABLE} SELECT * REPLACE ('${hidden?.profileId}' AS id)
      FROM (SELECT * FROM ${TABLE} FINAL WHERE id = '${anonymous?.profileId}')`,
    });
    await client.close();
    const ill = await verify();
    expect(ill.said).toContain(`ClickHouse ${hidden?.profileId}: differs from what a visitor sees\n1 differences.`);
    expect(ill.said).not.toContain(open?.profileId);
    expect(ill.code).toBe(1);
  });

  it("says so where ClickHouse is away", async () => {
    await clickhouse.kill();
    expect(await verify()).toEqual({ code: 1, said: expect.stringContaining("ClickHouse cannot be compared: ") });
    await clickhouse.start();
  });
});
