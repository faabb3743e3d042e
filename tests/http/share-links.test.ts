import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newPublicId } from "#server/ids.ts";
import { adminBrowser } from "#tests/helpers/admin.ts";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";
import { jsonOf, sendRaw } from "#tests/helpers/raw.ts";

const BASE = "https://pipelines.example";
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ pages: true, env: { BASE_URL: BASE } });
});
afterAll(() => app.stop());

type Link = { level: string; path: string };

const PIPELINE = [
  { ...stop("Alder Works", "Quokka Whisperer Intern", "2015-06-03", "2015-08-29", 80), kind: "intern" },
  stop("Birch & Sons <Ltd>", "Software Engineer", "2016-01-11", "2018-02-20", 100),
  stop("Cedar Labs", "Senior Software Engineer", "2018-04-02", "current", 60),
];

async function person(visibility: "public" | "anonymous" | "private" = "public"): Promise<ApiUser> {
  const user = await new ApiUser(app).signUp();
  const { status, text } = await user.save({
    firstName: "Wilhelmina",
    lastName: "Testperson",
    username: `w${newPublicId().slice(0, 10)}`,
    linkedin: "wilhelmina-test",
    location: "Iceland",
    visibility,
    pipeline: PIPELINE,
  });
  expect(status, text).toBe(200);
  return user;
}

async function change(user: ApiUser, level: string, action = "make"): Promise<string> {
  const { status, body, text } = await user.call<Link[]>("POST", "/api/user/links", { level, action });
  expect(status, text).toBe(200);
  return body.find((link) => link.level === level)?.path ?? "";
}

const FACES = ["", ".svg", ".png", ".data"] as const;
const callOf = (path: string): string => path.replace("/s/", "/api/shared/");
/** The page, its data, the embed, oEmbed and the call of a link; the picture is bytes. */
async function facesOf(path: string): Promise<string[]> {
  const oembed = `/oembed?url=${BASE}${path}`;
  const paths = [path, `${path}.data`, `${path}.svg`, `${path}.svg?theme=dark`, oembed, callOf(path)];
  return Promise.all(
    paths.map(async (one) => {
      const answer = await sendRaw(app, { path: one });
      expect(answer.status, one).toBe(200);
      expect(answer.headers.get("x-robots-tag"), one).toEqual(["noindex"]);
      return `${answer.head}\n${answer.text}`;
    }),
  );
}

const statusOf = async (path: string): Promise<number> => (await sendRaw(app, { path })).status;

describe("a shared link", () => {
  it("is one for each level, stays until it is renewed or switched off, and then is as if it had never been", async () => {
    const user = await person();
    const first = await change(user, "no-name");
    expect(first).toMatch(/^\/s\/[0-9a-f]{24}$/);
    expect(await change(user, "no-name")).toBe(first);
    const line = await change(user, "only-line");
    expect(line).not.toBe(first);
    for (const face of FACES) expect(await statusOf(first + face), face).toBe(200);
    const second = await change(user, "no-name", "renew");
    expect(second).not.toBe(first);
    expect(await change(user, "only-line", "off")).toBe("");
    const { body } = await user.call<Link[]>("GET", "/api/user/links");
    expect(body).toEqual([{ level: "no-name", path: second }]);
    for (const gone of [first, line])
      for (const face of FACES) {
        const [was, never] = [await sendRaw(app, { path: gone + face }), `/s/${newPublicId()}${face}`];
        const none = await sendRaw(app, { path: never });
        const bare = (text: string, path: string): string =>
          text.replaceAll(/"requestId":"[^"]+"/g, "").replaceAll(path.slice(3, 27), "ID");
        expect([was.status, bare(was.text, gone)], face).toEqual([404, bare(none.text, never)]);
      }
  });

  it("is for whoever has a pipeline to show", async () => {
    const user = await new ApiUser(app).signUp();
    for (const level of ["everything", "no-name", "only-line"])
      expect(await user.call("POST", "/api/user/links", { level, action: "make" }), level).toMatchObject({
        status: 400,
        body: { error: "Create your pipeline before you share it." },
      });
    expect((await user.call("POST", "/api/user/links", { level: "no-name", action: "off" })).body).toEqual([]);
  });

  it("is shown to its owner as it will look, and nobody keeps that", async () => {
    const user = await person();
    const look = (level: string, ending: string) => user.call("GET", `/share/preview.${ending}?level=${level}`);
    const before = await look("only-line", "svg");
    expect([before.status, before.headers.get("cache-control")]).toEqual([200, "private, no-store"]);
    const paths = new Map([
      ["no-name", ""],
      ["only-line", ""],
    ]);
    for (const level of paths.keys()) paths.set(level, await change(user, level));
    for (const [level, path] of paths) {
      expect((await look(level, "svg")).text, level).toBe((await sendRaw(app, { path: `${path}.svg` })).text);
      const { status, headers } = await look(level, "png");
      expect([status, headers.get("cache-control"), headers.get("x-robots-tag")]).toEqual([
        200,
        "private, no-store",
        "noindex",
      ]);
    }
    for (const level of ["", "all"])
      for (const ending of ["svg", "png"]) expect((await look(level, ending)).status).toBe(404);
  });

  it("shows at each level what it says and no more, in page, data, embed and oEmbed", async () => {
    const user = await person();
    const { body } = await user.call<{ pipeline: { _id: string; companyId: string }[] }>(
      "GET",
      `/api/profile/get/${user.profileId}`,
    );
    const ids = [user.profileId, ...body.pipeline.flatMap((one) => [one._id, one.companyId])];
    const [all, nameless, line] = [
      await facesOf(await change(user, "everything")),
      await facesOf(await change(user, "no-name")),
      await facesOf(await change(user, "only-line")),
    ];
    for (const text of [...all, ...nameless, ...line]) {
      for (const id of ids) expect(text).not.toContain(id);
      expect(text).not.toMatch(/wilhelmina-test|@example\.test/);
    }
    const said = { everything: all.join("\n"), nameless: nameless.join("\n"), line: line.join("\n") };
    for (const word of ["Wilhelmina", "Testperson", "Quokka Whisperer", "2016", "Iceland", "Alder Works"])
      expect(said.everything).toContain(word);
    // Months, but no days; ratings as well.
    expect(all[1]).toContain('"2016-01-01"');
    expect(said.everything).not.toMatch(/2016-01-11|2018-02-20/);
    expect(all[0]).toMatch(/Rated/);
    for (const word of ["Wilhelmina", "Testperson", "Quokka", "Iceland", "2016-02", "Jan 2016"])
      expect(said.nameless).not.toContain(word);
    expect(nameless[0]).not.toMatch(/Rated|Jun\b|June/);
    for (const word of ["2016", "Software Engineer", "Cedar Labs", "Somewhere"]) expect(said.nameless).toContain(word);
    for (const word of ["Wilhelmina", "Engineer", "Intern", "2015", "2016", "2018", "Rated", "Currently", "Software"])
      expect(line.map((text) => text.split("<main")[1] ?? text).join("\n"), word).not.toContain(word);
    for (const word of ["Alder Works", "Cedar Labs"]) expect(said.line).toContain(word);
  });

  it("shows no kept company and no hidden school at any level", async () => {
    const user = await person();
    const [first, ...rest] = PIPELINE;
    await user.save({
      school: "Xylophone Academy",
      hideSchool: true,
      pipeline: [{ ...first, undisclosed: true }, ...rest],
    });
    for (const level of ["everything", "no-name", "only-line"]) {
      const text = (await facesOf(await change(user, level))).join("\n");
      expect(text).not.toMatch(/Alder Works|Xylophone/);
      expect(text).toContain("Undisclosed company");
    }
  });

  it("serves anonymous and private people, but never with a name", async () => {
    for (const visibility of ["anonymous", "private"] as const) {
      const user = await person(visibility);
      const refused = await user.call("POST", "/api/user/links", { level: "everything", action: "make" });
      expect(refused.status).toBe(400);
      const text = (await facesOf(await change(user, "no-name"))).join("\n");
      expect(text).toContain("Cedar Labs");
      expect(text).not.toMatch(/Wilhelmina|Quokka|Iceland/);
      expect(text).not.toContain(user.profileId);
    }
    const fresh = await new ApiUser(app).signUp();
    expect((await fresh.call("POST", "/api/user/links", { level: "no-name", action: "make" })).status).toBe(400);
  });
});

describe("a shared line by the API", () => {
  it("says what the page shows, and the same of a link that was switched off as of none", async () => {
    const user = await person("anonymous");
    const path = await change(user, "no-name");
    const call = async (of: string) => jsonOf(await sendRaw(app, { path: callOf(of) }));
    expect(await call(path)).toMatchObject({
      level: "no-name",
      profile: {
        _id: path.slice(3),
        firstName: "Anonymous",
        pipeline: [
          { _id: "stop-1", companyId: "stop-1" },
          { title: "Software Engineer" },
          { displayName: "Cedar Labs" },
        ],
      },
    });
    const rated = await call(await change(await person(), "everything"));
    expect(JSON.stringify(rated)).toContain('"rating":100');
    await change(user, "no-name", "off");
    for (const of of [path, `/s/${newPublicId()}`, "/s/x"]) expect((await call(of))["code"], of).toBe("not-found");
  });
});

describe("a kept answer of a link", () => {
  /** Twice, so that the second comes from memory. */
  async function warm(path: string): Promise<void> {
    for (const face of [path, `${path}.svg`, callOf(path)])
      for (let n = 0; n < 2; n += 1) expect(await statusOf(face)).toBe(200);
  }

  it("is gone at once when the level of the profile changes, both ways", async () => {
    const user = await person();
    const paths = [];
    for (const level of ["everything", "no-name", "only-line"]) paths.push(await change(user, level));
    for (const path of paths) await warm(path);
    expect((await user.save({ visibility: "anonymous" })).status).toBe(200);
    for (const path of paths) for (const face of FACES) expect(await statusOf(path + face), path + face).toBe(404);
    for (const path of paths) expect(await statusOf(callOf(path)), path).toBe(404);
    expect((await user.call("GET", "/api/user/links")).body).toEqual([]);
    const hidden = await change(user, "no-name");
    await warm(hidden);
    expect((await user.save({ visibility: "public" })).status).toBe(200);
    for (const face of FACES) expect(await statusOf(hidden + face)).toBe(404);
  });

  it("is gone when the link is switched off, and shows what was saved since", async () => {
    const user = await person("private");
    const path = await change(user, "no-name");
    await warm(path);
    await user.save({ pipeline: [stop("Dogwood Mill", "Clerk", "2019-01-01", "current")] });
    for (const face of ["", ".svg"]) {
      const { text } = await sendRaw(app, { path: path + face });
      expect(text).toContain("Dogwood Mill");
      expect(text).not.toContain("Cedar Labs");
    }
    await change(user, "no-name", "off");
    for (const face of FACES) expect(await statusOf(path + face)).toBe(404);
  });

  it("is gone from what another process kept once the link is switched off or renewed", async () => {
    const env = { BASE_URL: BASE, SECRET_FILE: app.services.config.secretFile };
    const twin = await startTestApp({ pages: true, databaseUrl: app.databaseUrl, env });
    try {
      const user = await person();
      for (const [level, action] of [
        ["no-name", "off"],
        ["only-line", "renew"],
      ] as const) {
        const path = `${await change(user, level)}.svg`;
        const there = async () => (await sendRaw(twin, { path })).status && twin.services.cache.size;
        await expect.poll(there).toBe(1);
        await change(user, level, action);
        await expect.poll(async () => (await sendRaw(twin, { path })).status, { timeout: 2_000 }).toBe(404);
      }
    } finally {
      await twin.stop();
    }
  });

  it("is gone with an account, and while somebody is suspended", async () => {
    const [leaver, suspended] = [await person(), await person()];
    const [left, kept] = [await change(leaver, "no-name"), await change(suspended, "only-line")];
    await warm(left);
    await warm(kept);
    await leaver.call("DELETE", `/api/profile/${leaver.profileId}`, { password: "correct-horse-battery" });
    const admin = await adminBrowser(app);
    const done = await admin.send("POST", `/api/admin/people/${suspended.profileId}/suspend`, { reason: "spam" });
    expect(done.status, done.text).toBe(200);
    for (const path of [left, kept]) for (const face of FACES) expect(await statusOf(path + face)).toBe(404);
    for (const path of [left, kept]) expect(await statusOf(callOf(path))).toBe(404);
    expect(await app.db.selectFrom("share_link").select("id").where("id", "=", left.slice(3)).execute()).toEqual([]);
  });
});

describe("search engines", () => {
  it("are kept from shared addresses, which are in no sitemap", async () => {
    const path = await change(await person(), "everything");
    const robots = (await sendRaw(app, { path: "/robots.txt" })).text;
    const [everybody = ""] = robots.split("\n\n");
    expect(everybody).toMatch(/^User-agent: \*\n/);
    expect(everybody).toContain("Disallow: /s/\n");
    expect(everybody).toContain("Disallow: /share\n");
    const index = (await sendRaw(app, { path: "/sitemap.xml" })).text;
    for (const [, map = ""] of index.matchAll(/<loc>[^<]*?(\/sitemaps\/[^<]+)<\/loc>/g))
      expect((await sendRaw(app, { path: map })).text).not.toContain(path);
    expect((await sendRaw(app, { path })).text).toContain('<meta name="robots" content="noindex"');
  });
});
