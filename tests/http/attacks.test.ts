import { Agent, request } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { publishBatch } from "#app/jobs.server.ts";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";
import { Person } from "#tests/helpers/hidden-people.ts";
import { sendRaw } from "#tests/helpers/raw.ts";

// Attacks on people's privacy that need a stage of their own; docs/privacy.md says where each of the others is played.

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ pages: true });
});
afterAll(() => app.stop());

/** A dozen accounts, each with a password to hash. */
const LONG = 60_000;

const asVisitor = (path: string) => sendRaw(app, { path });

async function rate(company: string, ratings: readonly number[]): Promise<ApiUser[]> {
  const people: ApiUser[] = [];
  for (const rating of ratings) {
    const user = await new ApiUser(app).signUp();
    const { status } = await user.save({ pipeline: [stop(company, "Clerk", "2018-01-01", "2019-01-01", rating)] });
    expect(status).toBe(200);
    people.push(user);
  }
  await publishBatch(app.services, { rating: 0 });
  return people;
}

describe("L12: the rating of one person", { timeout: LONG }, () => {
  /** Everything that is shown of a company's numbers, without its name and id. */
  const shown = async (name: string): Promise<string[]> => {
    const { _id } = JSON.parse((await asVisitor(`/api/company/get/${name}`)).text) as { _id: string };
    const paths = [`/api/company/get/${name}`, `/api/company/get/companies/${name}`, `/company/${_id}`];
    const answers = await Promise.all(paths.map(asVisitor));
    return answers.map(({ text }) => {
      const facts = /<dl class="facts">.*?<\/dl>/s.exec(text)?.[0] ?? text;
      return facts.replaceAll(/[0-9a-f]{24}/g, "ID").replaceAll(new RegExp(name, "gi"), "NAME");
    });
  };

  it("is never the whole of what is told: one rater, or two who know their own, show no level", async () => {
    await rate("Lonely", [100]);
    for (const path of ["/api/company/get/lonely", "/api/company/get/companies/lonely"])
      expect((await asVisitor(path)).text, path).toContain('"rating":0,"ratedEmployees":[]');
    const { _id } = JSON.parse((await asVisitor("/api/company/get/lonely")).text) as { _id: string };
    expect((await asVisitor(`/company/${_id}`)).text).toContain("Not enough ratings yet");
    await rate("Lonely", [20]);
    expect((await asVisitor(`/company/${_id}`)).text).toContain("Not enough ratings yet");
    await rate("Lonely", [60, 60]);
    expect((await asVisitor(`/company/${_id}`)).text).not.toContain("Not enough ratings yet");
  });

  it("cannot be solved for: other ratings of the same level give the same bytes", async () => {
    await rate("Almond", [100, 100, 40]);
    await rate("Breezy", [80, 80, 80]);
    await rate("Cinder", [100, 100, 100]);
    const [a, b, c] = [await shown("almond"), await shown("breezy"), await shown("cinder")];
    expect(a).toEqual(b);
    // And it would show if another level did.
    expect(c).not.toEqual(b);
  });
});

/** Fields whose names end in "id", anywhere in a value. */
function idsIn(value: unknown): [string, unknown][] {
  if (Array.isArray(value)) return value.flatMap(idsIn);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]): [string, unknown][] =>
    /(?:^|_|[a-z])id$/i.test(name) && !/valid$/i.test(name) ? [[name, inner]] : idsIn(inner),
  );
}

it("L3: no id in any answer is a number, or anything but 24 hex digits", { timeout: LONG }, async () => {
  expect(idsIn([{ profileId: 7, isValid: true, deep: { _id: "x" } }])).toEqual([
    ["profileId", 7],
    ["_id", "x"],
  ]);
  const user = await new ApiUser(app).signUp();
  const { _id, pipeline } = (await user.save({ pipeline: [stop("Numbered", "Clerk", "2020-01-01", "current")] })).body;
  const paths = [
    `/api/profile/get/${_id}`,
    "/api/profile/random?amount=5",
    "/api/company/get/companies",
    `/api/company/get/${pipeline[0]?.companyId}`,
    `/api/company/employees/${pipeline[0]?.companyId}`,
    "/api/jump/numbered",
    "/api/user/me",
    "/api/user/sessions",
    "/api/user/export",
  ];
  let seen = 0;
  for (const path of paths) {
    const { body, status } = await user.call<unknown>("GET", path);
    expect(status, path).toBe(200);
    for (const [name, id] of idsIn(body)) {
      expect(id, `${path} ${name}`).toMatch(/^[0-9a-f]{24}$/);
      seen += 1;
    }
  }
  expect(seen).toBeGreaterThan(20);
});

describe("L16: what is kept in memory", () => {
  /** One connection for all of them, as a shared proxy has it. */
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  afterAll(() => agent.destroy());

  const over = (path: string, cookie?: string): Promise<{ status: number; text: string; socket: number }> =>
    new Promise((resolve, reject) => {
      const headers = cookie === undefined ? {} : { cookie };
      const sent = request(`${app.url}${path}`, { agent, headers }, (answer) => {
        const socket = answer.socket.localPort ?? 0;
        const pieces: Buffer[] = [];
        answer.on("data", (piece: Buffer) => pieces.push(piece));
        answer.on("end", () =>
          resolve({
            status: answer.statusCode ?? 0,
            text: Buffer.concat(pieces).toString("utf8"),
            socket,
          }),
        );
      });
      sent.on("error", reject);
      sent.end();
    });

  it("never hands an owner's view to a visitor on the same connection, in any order", async () => {
    const owner = new Person(app);
    await owner.signUp("keepalive@example.test", "correct-horse-battery");
    const saved = await owner.save({
      firstName: "Zqowner",
      lastName: "Zqname",
      created: true,
      anonymous: true,
      pipeline: [stop("Kept Alive", "Clerk", "2013-07-09", "current", 80)],
    });
    const sockets = new Set<number>();
    for (const path of [
      `/api/profile/get/${saved._id}`,
      `/user/${saved._id}`,
      `/user/${saved._id}.data`,
      "/",
      "/edit",
    ]) {
      for (const _round of [1, 2]) {
        const before = await over(path);
        const own = await over(path, owner.cookieHeader);
        const after = await over(path);
        for (const answer of [before, own, after]) sockets.add(answer.socket);
        if (path !== "/") expect(own.text, path).toContain("Zqowner");
        for (const { text } of [before, after]) expect(text, path).not.toMatch(/Zqowner|Zqname|2013-07/);
      }
    }
    expect(sockets.size).toBe(1);
  });

  it("forgets a person at every switch: old addresses answer as random ones within a second, lists too", async () => {
    const user = await new ApiUser(app).signUp();
    const pipeline = [stop("Kept Switch", "Clerk", "2019-01-01", "current")];
    let { _id: id } = (await user.save({ firstName: "Zqswitch", username: "zqswitch", pipeline })).body;
    for (const visibility of ["anonymous", "public", "private", "anonymous", "private"] as const) {
      const old = [`/api/profile/get/${id}`, `/user/${id}`, `/user/${id}.data`, `/api/pfp/${id}`];
      const lists = ["/company/kept%20switch", "/api/company/employees/kept%20switch", "/search?company=kept%20switch"];
      for (const path of [...old, ...lists]) for (const _time of [1, 2]) await asVisitor(path);
      const switched = Date.now();
      id = (await user.save({ visibility })).body._id;
      for (const path of old) expect([path, (await asVisitor(path)).status]).toEqual([path, 404]);
      for (const path of lists) {
        const { text } = await asVisitor(path);
        expect(text.includes(id), `${path} ${visibility}`).toBe(visibility !== "private");
        expect(text.includes("Zqswitch"), `${path} ${visibility}`).toBe(visibility === "public");
      }
      expect((await asVisitor("/api/profile/get/zqswitch")).status).toBe(visibility === "public" ? 200 : 404);
      expect(Date.now() - switched).toBeLessThan(10_000);
    }
  });
});
