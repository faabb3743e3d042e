import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { waitForPaths } from "#tests/helpers/path-site.ts";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ pages: true, env: { BASE_URL: "https://pipelines.example" } });
});
afterAll(() => app.stop());

async function get(path: string): Promise<{ status: number; type: string; bytes: Buffer; headers: Headers }> {
  const answer = await fetch(`${app.url}${path}`);
  return {
    status: answer.status,
    type: answer.headers.get("content-type") ?? "",
    bytes: Buffer.from(await answer.arrayBuffer()),
    headers: answer.headers,
  };
}

/** Width and height from the PNG's own header. */
function sizeOf(png: Buffer): [number, number] {
  expect(png.subarray(1, 4).toString("latin1")).toBe("PNG");
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}

async function person(anonymous: boolean): Promise<{ user: ApiUser; companyId: string }> {
  const user = await new ApiUser(app).signUp();
  const saved = await user.save({
    firstName: "Linka",
    lastName: "Testperson",
    anonymous,
    pipeline: [
      stop("Picture Works", "Engineer", "2018-01-01", "2020-01-01"),
      stop("Later Works", "Engineer", "2020-02-01", "current"),
    ],
  });
  return { user, companyId: saved.body.pipeline[0]?.companyId ?? "" };
}

function headsOf(html: string): Map<string, string> {
  const heads = new Map<string, string>();
  for (const [tag] of html.matchAll(/<(?:meta|link)[^>]+>/g)) {
    const of = (name: string): string | undefined => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1];
    const key = of("property") ?? of("name") ?? of("rel");
    if (key !== undefined) heads.set(key, of("content") ?? of("href") ?? "");
  }
  heads.set("title", /<title>([^<]*)</.exec(html)?.[1] ?? "");
  return heads;
}

describe("link pictures", () => {
  it("are PNG files of 1200 by 630 for the site, a company and a person, each another one", async () => {
    const { user, companyId } = await person(false);
    const answers = [];
    for (const path of ["site", `company/${companyId}`, `user/${user.profileId}`]) {
      const answer = await get(`/link-pictures/${path}.png`);
      expect(answer.status, path).toBe(200);
      expect(answer.type).toBe("image/png");
      expect(answer.headers.get("x-robots-tag")).toBe("noindex");
      expect(sizeOf(answer.bytes)).toEqual([1200, 630]);
      answers.push(answer.bytes.toString("base64"));
    }
    expect(new Set(answers).size).toBe(3);
  });

  it("L17: there is none of somebody anonymous: the answer is the same as for nobody", async () => {
    const { user } = await person(true);
    const [hidden, nobody] = await Promise.all([
      get(`/link-pictures/user/${user.profileId}.png`),
      get("/link-pictures/user/0123456789abcdef01234567.png"),
    ]);
    expect([hidden.status, nobody.status]).toEqual([404, 404]);
    const plain = (bytes: Buffer): string => bytes.toString().replace(/"requestId":"[^"]+"/, "");
    expect(plain(hidden.bytes)).toBe(plain(nobody.bytes));
  });

  it("L16: a person's picture is gone with the next request after the switch to anonymous", async () => {
    const { user } = await person(false);
    const path = `/link-pictures/user/${user.profileId}.png`;
    const before = await get(path);
    expect(before.status).toBe(200);
    expect(before.headers.get("cache-control")).toBe("no-cache");
    expect((await user.save({ anonymous: true })).status).toBe(200);
    expect((await get(path)).status).toBe(404);
    expect((await get(`/link-pictures/user/${user.profileId}.png`)).status).toBe(404);
  });

  it("L16: a company's, which says how many people were there, is kept by no cache on the way", async () => {
    const { companyId } = await person(true);
    const { status, headers } = await get(`/link-pictures/company/${companyId}.png`);
    expect([status, headers.get("cache-control")]).toEqual([200, "no-cache"]);
  });

  it.each(["company/xyz.png", "school/0123456789abcdef01234567.png", "admin/0123456789abcdef01234567.png", "site.svg"])(
    "%s is not there",
    async (path) => expect((await get(`/link-pictures/${path}`)).status).toBe(404),
  );
});

describe("a page's head", () => {
  it("names the one address and the picture, on the configured host only", async () => {
    const { user, companyId } = await person(false);
    const company = headsOf((await get("/company/picture works")).bytes.toString());
    expect(company.get("canonical")).toBe(`https://pipelines.example/company/${companyId}`);
    expect(company.get("og:image")).toBe(`https://pipelines.example/link-pictures/company/${companyId}.png`);
    expect(company.get("title")).toBe("Picture Works – Pipelines");
    const profile = headsOf((await get(`/user/${user.profileId}`)).bytes.toString());
    expect(profile.get("og:image")).toBe(`https://pipelines.example/link-pictures/user/${user.profileId}.png`);
    expect(profile.get("og:title")).toBe("Linka Testperson – Pipelines");
    const landing = headsOf((await get("/")).bytes.toString());
    expect(landing.get("canonical")).toBe("https://pipelines.example/");
    expect(landing.get("og:image")).toBe("https://pipelines.example/link-pictures/site.png");
    expect(landing.get("manifest")).toBe("/manifest.webmanifest");
  });

  it("is what others copy from somebody's public page, and nothing is offered to copy of an anonymous one", async () => {
    const { user } = await person(false);
    const link = `<a class="btn btn--s" href="/user/${user.profileId}"`;
    const open = (await get(`/user/${user.profileId}`)).bytes.toString();
    expect(open).toContain(link);
    expect(open).toContain("Copy link");
    const { user: hidden } = await person(true);
    expect((await get(`/user/${hidden.profileId}`)).bytes.toString()).not.toContain("Copy link");
  });

  it("L17: of somebody anonymous names neither person, company nor title, and asks not to be found", async () => {
    const { user } = await person(true);
    const heads = headsOf((await get(`/user/${user.profileId}`)).bytes.toString());
    expect(heads.get("robots")).toBe("noindex");
    expect(heads.has("canonical")).toBe(false);
    expect(heads.get("og:image")).toBe("https://pipelines.example/link-pictures/site.png");
    const words = [...heads.values()].join("|");
    for (const word of ["Linka", "Later Works", "Picture Works", "Engineer"]) expect(words).not.toContain(word);
  });
});

describe("what search engines ask for", () => {
  it("L17: the sitemap has people by name, and nobody anonymous, and no dates", async () => {
    const named = await person(false);
    const hidden = await person(true);
    const index = (await get("/sitemap.xml")).bytes.toString();
    const parts = [...index.matchAll(/<loc>https:\/\/pipelines\.example(\/sitemaps\/[^<]+)<\/loc>/g)].map((m) => m[1]);
    expect(parts.length).toBe(20);
    // Whoever becomes anonymous is gone from caches on the way too.
    expect((await get("/sitemaps/people-0.xml")).headers.get("cache-control")).toBe("no-cache");
    const texts = await Promise.all(parts.map(async (part) => (await get(part ?? "")).bytes.toString()));
    const all = texts.join("");
    expect(all).toContain(`https://pipelines.example/user/${named.user.profileId}`);
    expect(all).not.toContain(hidden.user.profileId);
    expect(all).toContain("https://pipelines.example/discover");
    expect(all).not.toMatch(/lastmod|\d{4}-\d{2}-\d{2}/);
    expect((await named.user.save({ anonymous: true })).status).toBe(200);
    const after = await Promise.all(parts.map(async (part) => (await get(part ?? "")).bytes.toString()));
    expect(after.join("")).not.toContain(named.user.profileId);
  });

  it("of a route has its page's words and stops; what is not a route has none", async () => {
    await waitForPaths(app);
    const page = (await get("/search?stop=kind:intern&then=any&stop=level:senior")).bytes.toString();
    const picture = headsOf(page).get("og:image")?.replaceAll("&amp;", "&") ?? "";
    expect(picture).toMatch(/^https:\/\/pipelines\.example\/link-pictures\/route\.png\?stop=kind:intern/);
    const drawn = await get(picture.slice("https://pipelines.example".length));
    expect([drawn.status, drawn.type]).toEqual([200, "image/png"]);
    expect(sizeOf(drawn.bytes)).toEqual([1200, 630]);
    const other = await get("/link-pictures/route.png?stop=level:lead");
    expect(other.bytes.equals(drawn.bytes)).toBe(false);
    for (const query of ["", "?company=x"]) expect((await get(`/link-pictures/route.png${query}`)).status).toBe(404);
  });

  it("robots.txt leads to it and keeps programs out of what is nobody's page", async () => {
    const robots = (await get("/robots.txt")).bytes.toString();
    expect(robots).toContain("Sitemap: https://pipelines.example/sitemap.xml");
    // Built routes have no end; their start is found by its own address.
    const endless = [
      "/search?stop=",
      "/search?q=",
      "/search/choices",
      "/paths?from=",
      "/like-me?",
      "/compare?",
      "/ask",
    ];
    for (const path of ["/api/", "/admin", "/edit", "/settings", ...endless])
      expect(robots).toContain(`Disallow: ${path}\n`);
  });

  it("manifest and icons are served", async () => {
    const manifest = JSON.parse((await get("/manifest.webmanifest")).bytes.toString());
    for (const icon of manifest.icons) expect((await get(icon.src)).status, icon.src).toBe(200);
    expect(sizeOf((await get("/icon-180.png")).bytes)).toEqual([180, 180]);
  });
});
