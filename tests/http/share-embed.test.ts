import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newPublicId } from "#server/ids.ts";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";
import { sendRaw } from "#tests/helpers/raw.ts";

const BASE = "https://pipelines.example";
let app: TestApp;
let path = "";
let long = "";
beforeAll(async () => {
  app = await startTestApp({ pages: true, env: { BASE_URL: BASE } });
  const many = Array.from({ length: 40 }, (_, n) =>
    stop(
      `Company & Sons <of the very long name> number ${n}`,
      "Engineer of “everything”",
      `${1980 + n}-01-01`,
      `${1980 + n}-12-01`,
    ),
  );
  [path, long] = [
    await linkOf([
      stop("Ash Works", "Engineer", "2018-01-01", "2020-01-01"),
      stop("Elm", "Lead", "2020-02-01", "current"),
    ]),
    await linkOf(many),
  ];
});
afterAll(() => app.stop());

async function linkOf(pipeline: object[]): Promise<string> {
  const user = await new ApiUser(app).signUp();
  await user.save({ firstName: "Edda", lastName: "Testperson & <Co>", pipeline });
  const { body } = await user.call<{ path: string }[]>("POST", "/api/user/links", {
    level: "everything",
    action: "make",
  });
  return body[0]?.path ?? "";
}

describe("the embed", () => {
  it("is one SVG file below 20 kB without script or anything that loads, for the longest line too", async () => {
    for (const address of [`${path}.svg`, `${long}.svg`, `${long}.svg?theme=dark`]) {
      const answer = await sendRaw(app, { path: address });
      expect(answer.headers.get("content-type")).toEqual(["image/svg+xml; charset=utf-8"]);
      expect(Buffer.byteLength(answer.text), address).toBeLessThan(20_000);
      expect(answer.text).not.toMatch(/<script|<foreignObject|\son\w+=|href="(?!data:image\/)|url\(|@import/i);
      expect(answer.text).toMatch(/^<svg [^>]*role="img" aria-labelledby="a d"><title id="a">[^<]+<\/title><desc/);
    }
  });

  it("says the line in words, and what people typed is text", async () => {
    const { text } = await sendRaw(app, { path: `${path}.svg` });
    expect(text).toContain('<title id="a">Edda Testperson &amp; &lt;Co&gt;’s line: 2 stops, now Lead at Elm</title>');
    expect(text).toContain("Engineer, Ash Works, January 2018 to January 2020. Lead, Elm, February 2020 to present.");
    expect((await sendRaw(app, { path: `${long}.svg` })).text).toContain("32 earlier");
  });

  it("is light, dark, or as the page around it", async () => {
    const [auto, light, dark] = await Promise.all(
      ["", "?theme=light", "?theme=dark"].map(
        async (query) => (await sendRaw(app, { path: `${path}.svg${query}` })).text,
      ),
    );
    expect(auto).toContain("@media(prefers-color-scheme:dark)");
    expect(light).not.toContain("@media");
    expect(dark).not.toContain("@media");
    expect(light).toContain("--b:#fff");
    expect(dark).toContain("--b:#131823");
  });

  it("may stand in pages elsewhere, and runs nothing when opened alone", async () => {
    const { headers } = await sendRaw(app, { path: `${path}.svg` });
    expect(headers.get("cross-origin-resource-policy")).toEqual(["cross-origin"]);
    expect(headers.get("cache-control")).toEqual(["no-cache"]);
    expect(headers.get("content-security-policy")?.[0]).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; img-src data:;/,
    );
  });

  it("comes from memory the second time", async () => {
    const hits = async (): Promise<number> =>
      Number(
        /^pipelines_cache_hits_total (\d+)/m.exec((await sendRaw(app, { path: "/metrics" })).text)?.[1] ?? Number.NaN,
      );
    await sendRaw(app, { path: `${path}.svg?theme=light` });
    const before = await hits();
    await sendRaw(app, { path: `${path}.svg?theme=light` });
    expect(await hits()).toBe(before + 1);
  });
});

describe("oEmbed", () => {
  it("is found in the page and gives the picture with its alt text", async () => {
    const page = (await sendRaw(app, { path })).text;
    const href = /<link rel="alternate" type="application\/json\+oembed" href="([^"]+)"/.exec(page)?.[1] ?? "";
    expect(href).toBe(`${BASE}/oembed?url=${encodeURIComponent(BASE + path)}`);
    const answer = await sendRaw(app, { path: href.slice(BASE.length) });
    expect(JSON.parse(answer.text)).toEqual({
      version: "1.0",
      type: "rich",
      provider_name: "Pipelines",
      provider_url: BASE,
      title: "Edda Testperson & <Co>",
      width: 720,
      height: 148,
      html: `<a href="${BASE}${path}"><img src="${BASE}${path}.svg" alt="Edda Testperson &amp; &lt;Co&gt;’s line: 2 stops, now Lead at Elm" width="720" height="148"></a>`,
      thumbnail_url: `${BASE}${path}.png`,
      thumbnail_width: 1200,
      thumbnail_height: 630,
    });
    expect(page).toContain(`<meta property="og:image" content="${BASE}${path}.png"`);
  });

  it("fits the width that is asked for, and knows no other address", async () => {
    const ask = (url: string, more = ""): ReturnType<typeof sendRaw> =>
      sendRaw(app, { path: `/oembed?url=${encodeURIComponent(url)}${more}` });
    expect(JSON.parse((await ask(BASE + path, "&maxwidth=360")).text)).toMatchObject({ width: 360, height: 74 });
    for (const [asked, width] of [
      ["0", 1],
      ["99999", 720],
      ["-5", 720],
      ["x", 720],
    ] as const)
      expect(JSON.parse((await ask(BASE + path, `&maxwidth=${asked}`)).text), asked).toMatchObject({ width });
    for (const url of ["", BASE, `https://elsewhere.example${path}`, `${BASE}/s/${newPublicId()}`, `${BASE}/user/x`])
      expect((await ask(url)).status, url).toBe(404);
    expect((await ask(BASE + path, "&format=xml")).status).toBe(404);
  });
});
