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

/** Letters of the picture's font. Others would be drawn as empty boxes, so a text with them is left out. */
const DRAWABLE = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]*$/u;

/** '' when the font lacks the text's script. Pictographs are dropped. */
export function drawable(text: string): string {
  const plain = text
    .replace(/\p{Extended_Pictographic}|\u{fe0f}|\u{200d}/gu, "")
    .replace(/\s+/g, " ")
    .trim();
  return DRAWABLE.test(plain) ? plain : "";
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
