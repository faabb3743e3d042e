import type { RingKind, Track } from "#features/drawing/pure/segments.ts";

/** The content of a link preview's picture: only what everybody may see on the page. */
export type LinkPicture = {
  title: string;
  subtitle: string;
  /** Index of the line's colour, 0..7. */
  colour: number;
  /** Stations on the line, at most MAX_STATIONS. */
  stations: readonly Station[];
  /** Stops before the first station that are not drawn. */
  earlier: number;
  /** The end of the drawing: it continues, it ended, it runs through the picture, or unknown. */
  end: "arrow" | "bar" | "through" | "none";
};

export type Station = {
  name: string;
  logo: string;
  shape: "company" | "school";
  /** Thin for internships, dotted for future roles; bold if undefined. */
  ring?: RingKind;
  /** The track to the next station, in parts by months; a solid track if undefined. */
  tracks?: readonly Track[];
};

/** Width and height in pixels, as link previews expect them. */
export const PICTURE_SIZE = { width: 1200, height: 630 } as const;

/** Colours of lines; a person's is the same here as on the pages. */
export const LINE_COUNT = 8;

/** The most stations that fit the width. */
export const MAX_STATIONS = 8;

/** The characters of the picture's font, in ranges of hexadecimal code points. A test compares them with its files. */
const FONT_CHARACTERS = [
  "20-7e a0-17f 181 186-18a 18e-194 196-199 19d 1a0-1a1 1a4-1a5 1a9 1ac-1b4 1b7 1c0-1f5 1f8-21b 21e-21f 226-233 237",
  "242-245 24b-24c 250-254 256-257 259 25b 25f-261 263 265-266 268-269 26e-26f 272 279 27d-27e 283 288-28e 292",
  "294-295 29e 2a1-2a4 2a6-2a7 2a9-2ac 2b0 2b2 2b7-2ba 2bc 2c6-2c7 2c9 2d6 2da 2dc-2dd 2e1-2e3 300-301 303-304",
  "308-309 323 400-45f 462-463 46a-46b 472-477 490-49d 4a0-4a5 4aa-4ab 4ae-4b3 4b6-4bb 4c0-4c2 4cb-4cc 4cf-4df",
  "4e2-4f9 51a-51d 1e04-1e05 1e0c-1e0f 1e12-1e13 1e20-1e21 1e24-1e25 1e2e-1e2f 1e36-1e37 1e3c-1e3f 1e44-1e47",
  "1e4a-1e4d 1e50-1e53 1e62-1e63 1e6c-1e71 1e80-1e85 1e92-1e93 1e9e 1ea0-1ef9 2013-2014 2018-201a 201c-201e",
  "2020 2022 2026 2032-2033 2039-203a 2044 20a1-20bf 2113 2116 2122 2191 2193 2212 2215 2c64 2c6d 2c72-2c73",
  "a78b-a78d a7aa",
];

const DRAWN = new Set(
  FONT_CHARACTERS.flatMap((line) => line.split(" ")).flatMap((range) => {
    const [first = 0, last = first] = range.split("-").map((code) => Number.parseInt(code, 16));
    return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index));
  }),
);

/**
 * The text as the picture's font can draw it. Signs that the font lacks are dropped; dashes become hyphens. '' if it
 * lacks a letter or figure: a name with boxes in it is worse than no name.
 */
export function drawable(text: string): string {
  let drawn = "";
  for (const sign of text.normalize("NFC").replace(/\s+/g, " ").trim()) {
    if (DRAWN.has(sign)) drawn += sign;
    else if (/[\p{L}\p{M}\p{N}]/u.test(sign) && sign !== "\u{fe0f}") return "";
    else if (/\p{Pd}/u.test(sign)) drawn += "-";
  }
  return drawn.replace(/ +/g, " ").trim();
}

/** The last stations that fit; `earlier` counts the others. */
export function fitStations(stations: readonly Station[]): { stations: Station[]; earlier: number } {
  const earlier = Math.max(0, stations.length - MAX_STATIONS);
  return { stations: stations.slice(earlier), earlier };
}

/** The landing page's, and of every page that has no picture of its own. */
export const SITE_PICTURE: LinkPicture = {
  title: "Discover The Pipelines of Engineers Around the World",
  subtitle: "Look up a company. See who worked there, where they came from and where they went next.",
  colour: 0,
  stations: Array.from({ length: 4 }, () => ({ name: "", logo: "", shape: "company" as const })),
  earlier: 0,
  end: "through",
};
