import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LINES } from "#features/drawing/parts/marks.tsx";
import { COLOURS, drawPicture, LINE_COLOURS } from "./draw.ts";
import { drawable, fitStations, LINE_COUNT, MAX_STATIONS, SITE_PICTURE, type Station } from "./rules.ts";

describe("drawable", () => {
  it.each([
    ["Maya Lindqvist", "Maya Lindqvist"],
    ["Żaneta  Øst\n", "Żaneta Øst"],
    ["Анна Иванова", "Анна Иванова"],
    ["Ada 🚂 Loco", "Ada Loco"],
    ["山田太郎", ""],
    ["مريم", ""],
    ["🚂", ""],
  ])("%j becomes %j", (text, drawn) => expect(drawable(text)).toBe(drawn));
});

describe("fitStations", () => {
  it("keeps the last ones in order and counts the rest", () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { maxLength: 60 }), (names) => {
        const all: Station[] = names.map((name) => ({ name, logo: "", shape: "company" }));
        const { stations, earlier } = fitStations(all);
        expect(stations.length).toBeLessThanOrEqual(MAX_STATIONS);
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

describe("drawPicture", () => {
  it("leaves out a name whose letters the font lacks, and still draws the line", () => {
    const text = JSON.stringify(drawPicture({ ...SITE_PICTURE, title: "山田太郎", subtitle: "" }, new Map()));
    expect(text).not.toContain("山");
    expect(drawings(text)).toContain(LINE_COLOURS[0]);
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
