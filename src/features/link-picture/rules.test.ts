import { readFileSync } from "node:fs";
import { inflateSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MONOGRAM_BANDS, monogramOf } from "#core/monogram.ts";
import { LINES } from "#features/drawing/parts/marks.tsx";
import { type Box, COLOURS, drawPicture, LINE_COLOURS } from "./draw.ts";
import { loadFonts } from "./render.server.ts";
import { drawable, fitStations, LINE_COUNT, MAX_STATIONS, SITE_PICTURE, type Station } from "./rules.ts";

/** The characters of a WOFF file, from the table "cmap" in its format 4. */
function charactersOf(woff: Buffer): number[] {
  const place = Array.from({ length: woff.readUInt16BE(12) }, (_, index) => 44 + 20 * index).find(
    (at) => woff.toString("latin1", at, at + 4) === "cmap",
  );
  if (place === undefined) throw new Error("The font has no cmap.");
  const start = woff.readUInt32BE(place + 4);
  const stored = woff.subarray(start, start + woff.readUInt32BE(place + 8));
  const table = stored.length < woff.readUInt32BE(place + 12) ? inflateSync(stored) : stored;
  const parts = Array.from({ length: table.readUInt16BE(2) }, (_, index) => table.readUInt32BE(8 + 8 * index));
  const part = parts.find((at) => table.readUInt16BE(at) === 4);
  if (part === undefined) throw new Error("The font's cmap has no format 4.");
  const ranges = table.readUInt16BE(part + 6) / 2;
  return Array.from({ length: ranges }, (_, index) => {
    const last = table.readUInt16BE(part + 14 + 2 * index);
    const first = table.readUInt16BE(part + 16 + 2 * (ranges + index));
    return Array.from({ length: last - first + 1 }, (_each, more) => first + more);
  }).flat();
}

describe("drawable", () => {
  it.each([
    ["Maya Lindqvist", "Maya Lindqvist"],
    ["Żaneta  Øst\n", "Żaneta Øst"],
    ["Анна Иванова", "Анна Иванова"],
    ["Ada 🚂 Loco", "Ada Loco"],
    ["山田太郎", ""],
    ["مريم", ""],
    ["🚂", ""],
    ["Nguyễn Văn Đức", "Nguyễn Văn Đức"],
    ["Nguyễn".normalize("NFD"), "Nguyễn"],
    ["Қазақ", "Қазақ"],
    ["Λάμδα", ""],
    ["★ Coca\u2011Cola →", "Coca-Cola"],
  ])("%j becomes %j", (text, drawn) => expect(drawable(text)).toBe(drawn));

  it("keeps exactly the characters that the picture's font has", async () => {
    const drawn: number[] = [];
    for (let code = 0x21; code < 0x1_0000; code += 1) {
      const sign = String.fromCodePoint(code);
      if (/[\p{L}\p{M}\p{N}\p{P}\p{S}]/u.test(sign) && sign === sign.normalize("NFC") && drawable(sign) === sign)
        drawn.push(code);
    }
    const fonts = await loadFonts();
    for (const weight of [400, 700]) {
      const has = new Set(fonts.filter((font) => font.weight === weight).flatMap(({ data }) => charactersOf(data)));
      expect(drawn.filter((code) => !has.has(code)).map((code) => code.toString(16))).toEqual([]);
    }
    expect(drawn.length).toBeGreaterThan(800);
  });
});

describe("fitStations", () => {
  it("keeps the last ones in order and counts the rest", () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { maxLength: 60 }), (names) => {
        const all: Station[] = names.map((name) => ({ name, logo: "", shape: "company" }));
        const { stations, earlier } = fitStations(all);
        expect(stations.length).toBe(Math.min(MAX_STATIONS, all.length));
        expect(earlier + stations.length).toBe(all.length);
        expect(stations).toEqual(all.slice(earlier));
      }),
    );
  });
});

/** `oklch(L C H)` as sRGB hex, by the matrices of https://bottosson.github.io/posts/oklab/ */
function toHex(oklch: string): string {
  const [L = 0, C = 0, H = 0] = (/oklch\(([\d.]+) ([\d.]+) ([\d.]+)/.exec(oklch) ?? []).slice(1).map(Number);
  const a = C * Math.cos((H * Math.PI) / 180);
  const b = C * Math.sin((H * Math.PI) / 180);
  const l = (L + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (L - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (L - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  return `#${linear
    .map((value) => Math.min(1, Math.max(0, value)))
    .map((value) => (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055))
    .map((value) =>
      Math.round(value * 255)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
}

describe("the picture's colours", () => {
  const css = readFileSync(new URL("../../ui/tokens.css", import.meta.url), "utf8");
  const token = (name: string): string =>
    toHex(new RegExp(`--${name}: (?:light-dark\\()?(oklch\\([^)]*\\))`).exec(css)?.[1] ?? "");

  it("are the light theme's", () => {
    expect(Object.entries(COLOURS)).toEqual(Object.keys(COLOURS).map((name) => [name, token(name)]));
    expect([...LINE_COLOURS]).toEqual(LINES.map((name) => token(`line-${name}`)));
    expect(LINE_COUNT).toBe(LINES.length);
  });
});

/** The pictures that are embedded in the picture. */
function drawings(text: string): string {
  return [...text.matchAll(/data:image\/svg\+xml;base64,([^"]+)/g)]
    .map(([, data = ""]) => Buffer.from(data, "base64").toString())
    .join("\n");
}

function textsOf({ props: { children } }: Box): string[] {
  return typeof children === "string" ? [children] : (children ?? []).flatMap(textsOf);
}

describe("drawPicture", () => {
  it("leaves out a name whose letters the font lacks, and still draws the line", () => {
    const text = JSON.stringify(drawPicture({ ...SITE_PICTURE, title: "山田太郎", subtitle: "" }, new Map()));
    expect(text).not.toContain("山");
    expect(drawings(text)).toContain(LINE_COLOURS[0]);
  });

  it.each([
    ["腾讯", "214 people. Who worked here.", ["214 people. Who worked here."]],
    ["Maya", "Engineer at 腾讯 · 6 stops", ["Maya", "6 stops"]],
    ["山田太郎", "Engineer at 腾讯", ["A career line"]],
    ["", "", []],
  ])("%j over %j is drawn as %j", (title, subtitle, drawn) => {
    const texts = textsOf(drawPicture({ ...SITE_PICTURE, title, subtitle }, new Map()));
    expect(texts.filter((text) => text !== "" && text !== "Pipelines")).toEqual(drawn);
  });

  it.each(["腾讯", "שופיפיי", "مريم", "टाटा"])("draws the band of %j in its ring, and no question mark", (name) => {
    const picture = drawPicture({ ...SITE_PICTURE, stations: [{ name, logo: "", shape: "company" }] }, new Map());
    expect(textsOf(picture)).not.toContain("?");
    const { band, colour } = monogramOf(name);
    expect(drawings(JSON.stringify(picture))).toContain(
      `d="${MONOGRAM_BANDS[band] ?? ""}" fill="none" stroke="${LINE_COLOURS[colour] ?? ""}"`,
    );
  });

  it("tells internships, pauses and jobs to come apart without colour", () => {
    const at = (
      ring: "intern" | "full" | "incoming",
      ...kinds: ("intern" | "gap" | "full" | "incoming")[]
    ): Station => ({
      name: "Elm",
      logo: "",
      shape: "company",
      ring,
      tracks: kinds.map((kind) => ({ kind, months: 4 })),
    });
    const drawn = (...stations: Station[]): string =>
      drawings(JSON.stringify(drawPicture({ ...SITE_PICTURE, end: "none", stations }, new Map())));
    const last = at("full");
    const marks = {
      full: drawn(at("full", "full"), last),
      intern: drawn(at("intern", "intern"), last),
      gap: drawn(at("full", "gap"), last),
      incoming: drawn(at("full", "incoming"), at("incoming")),
    };
    expect(new Set(Object.values(marks)).size).toBe(4);
    expect(marks.full).not.toContain("stroke-dasharray");
    expect(marks.intern).toContain('stroke-width="6"/>');
    expect(marks.intern).toContain('stroke-dasharray="14 8"');
    expect(marks.gap).toContain('stroke-width="4" opacity="0.55"');
    expect(marks.incoming).toContain('stroke-width="6" stroke-dasharray="9 7"');
  });

  it("keeps every station and the line's end inside the picture", () => {
    for (let count = 1; count <= MAX_STATIONS; count += 1) {
      const stations: Station[] = Array.from({ length: count }, () => ({ name: "Elm", logo: "", shape: "company" }));
      const text = JSON.stringify(drawPicture({ ...SITE_PICTURE, end: "arrow", stations }, new Map()));
      const lefts = [...text.matchAll(/"left":(\d+(?:\.\d+)?)/g)].map(([, left]) => Number(left));
      expect(Math.max(...lefts), `${count} stations`).toBeLessThanOrEqual(1_200 - 40);
    }
  });
});
