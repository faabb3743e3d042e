import type { Point } from "#features/drawing/pure/octilinear.ts";

export type HeroTrack = {
  line: number;
  kind: "full" | "intern" | "gap";
  points: readonly Point[];
  /** The radius of its rounded corners. */
  radius: number;
  /** Half the width of the marks at its two ends, between which dashes are fitted. */
  marks: readonly [from: number, to: number];
};

export type HeroLabel = { x: number; y: number; anchor: "start" | "middle" | "end" };

/** A school or a company. `text` is the label in place of its name. Without a label it has no text. */
export type HeroStop = {
  name: string;
  text?: string;
  line: number;
  x: number;
  y: number;
  thin?: boolean;
  label?: HeroLabel;
};

/** A place where lines meet: a capsule across all of them, 18 wider on each side. */
export type HeroInterchange = { name: string; x: number; from: number; to: number; label: HeroLabel };

/** At the end of a line: an arrow at `x`, and the person to its right. */
type HeroPerson = { name: string; title: string; line: number; x: number; y: number };

/** An invented network: lines from schools through companies to people. */
export type HeroNetwork = {
  river: readonly Point[];
  tracks: readonly HeroTrack[];
  schools: readonly HeroStop[];
  stops: readonly HeroStop[];
  interchanges: readonly HeroInterchange[];
  people: readonly HeroPerson[];
};

const BLUE = 0;
const VERMILION = 1;
const GREEN = 2;
const PLUM = 4;
const SKY = 5;

/** "640,660 752,660" as points. */
function points(text: string): Point[] {
  return text.split(" ").map((pair) => {
    const [x = 0, y = 0] = pair.split(",").map(Number);
    return [x, y];
  });
}

function track(
  line: number,
  kind: HeroTrack["kind"],
  corners: string,
  radius: number,
  marks: HeroTrack["marks"] = [0, 0],
): HeroTrack {
  return { line, kind, points: points(corners), radius, marks };
}

/** Wide screens: five lines in 1280 × 696. */
export const HERO: HeroNetwork = {
  river: points("676,-60 676,60 790,174 790,262 1136,608 1136,800"),
  tracks: [
    track(SKY, "intern", "640,660 752,660", 28, [15, 17]),
    track(SKY, "gap", "752,660 772,660 836,596 836,214", 28),
    track(SKY, "full", "836,214 836,184 888,132 1062,132", 28),
    track(PLUM, "intern", "712,72 832,72", 28, [15, 17]),
    track(PLUM, "full", "832,72 888,72 956,140 956,580 1004,628 1062,628", 28),
    track(GREEN, "gap", "56,652 300,652", 28),
    track(GREEN, "full", "300,652 464,652 520,596 560,596", 24),
    track(GREEN, "full", "560,596 712,596 800,508 1062,508", 28),
    track(VERMILION, "gap", "56,608 388,608", 28, [17, 18]),
    track(VERMILION, "intern", "388,608 476,608 504,580 560,580", 24),
    track(VERMILION, "full", "560,580 642.63,580 894.63,328 956,328", 36),
    track(VERMILION, "full", "956,328 1000,328 1042,370 1062,370", 28),
    track(BLUE, "gap", "56,564 252,564", 28),
    track(BLUE, "intern", "252,564 380,564", 28, [17, 0]),
    track(BLUE, "gap", "380,564 560,564", 28),
    track(BLUE, "full", "560,564 636,564 888,312 956,312", 36),
    track(BLUE, "full", "956,312 988,312 1042,258 1062,258", 28),
  ],
  schools: [
    { name: "University of Waterloo", line: BLUE, x: 56, y: 564, label: { x: 82, y: 553, anchor: "start" } },
    { name: "TU Delft", line: VERMILION, x: 56, y: 608, label: { x: 82, y: 597, anchor: "start" } },
    { name: "University of Nairobi", line: GREEN, x: 56, y: 652, label: { x: 82, y: 641, anchor: "start" } },
    { name: "NUS Singapore", line: SKY, x: 640, y: 660, label: { x: 640, y: 694, anchor: "middle" } },
    { name: "ETH Zürich", line: PLUM, x: 712, y: 72, label: { x: 712, y: 106, anchor: "middle" } },
  ],
  stops: [
    { name: "Wealthsimple", line: BLUE, x: 252, y: 564, thin: true, label: { x: 276, y: 553, anchor: "start" } },
    { name: "Andela", line: GREEN, x: 300, y: 652, label: { x: 324, y: 641, anchor: "start" } },
    { name: "Adyen", line: VERMILION, x: 388, y: 608, thin: true, label: { x: 412, y: 597, anchor: "start" } },
    { name: "Stripe", line: BLUE, x: 736, y: 464, label: { x: 710, y: 457, anchor: "end" } },
    { name: "Grab", line: SKY, x: 752, y: 660, thin: true, label: { x: 752, y: 694, anchor: "middle" } },
    { name: "Databricks", line: SKY, x: 836, y: 214, label: { x: 812, y: 219, anchor: "end" } },
    { name: "Arm", line: PLUM, x: 832, y: 72, thin: true, label: { x: 832, y: 106, anchor: "middle" } },
  ],
  interchanges: [
    { name: "Shopify", x: 560, from: 564, to: 596, label: { x: 560, y: 634, anchor: "middle" } },
    { name: "Google", x: 956, from: 312, to: 328, label: { x: 930, y: 300, anchor: "end" } },
    { name: "NVIDIA", x: 956, from: 508, to: 508, label: { x: 982, y: 538, anchor: "start" } },
  ],
  people: [
    { name: "Noor Halloran", title: "ML Engineer", line: SKY, x: 1060, y: 132 },
    { name: "Maya Lindqvist", title: "Staff Engineer", line: BLUE, x: 1060, y: 258 },
    { name: "Dario Venn", title: "Senior Engineer", line: VERMILION, x: 1060, y: 370 },
    { name: "Ibrahim Thackeray", title: "Senior Engineer", line: GREEN, x: 1060, y: 508 },
    { name: "Anonymous", title: "Staff Engineer", line: PLUM, x: 1060, y: 628 },
  ],
};

/** Small screens: three of the lines in 358 × 200. */
export const SMALL_HERO: HeroNetwork = {
  river: points("214,-500 214,30 306,122 306,700"),
  tracks: [
    track(BLUE, "gap", "20,44 78,44", 18),
    track(BLUE, "intern", "78,44 112,44 148,80 168,80", 18, [14, 18]),
    track(VERMILION, "gap", "20,96 78,96", 18),
    track(VERMILION, "intern", "78,96 168,96", 18, [14, 18]),
    track(GREEN, "gap", "20,152 78,152", 18),
    track(GREEN, "full", "78,152 108,152 148,112 168,112", 18),
    track(GREEN, "full", "168,112 196,112 256,172 304,172", 24),
    track(VERMILION, "full", "168,96 202.6,96 226.6,72 256,72", 20),
    track(VERMILION, "full", "256,72 272,72 304,104 308,104", 10),
    track(BLUE, "full", "168,80 196,80 220,56 256,56", 20),
    track(BLUE, "full", "256,56 268,56 292,32 304,32", 12),
  ],
  schools: [
    {
      name: "University of Waterloo",
      text: "Waterloo",
      line: BLUE,
      x: 20,
      y: 44,
      label: { x: 6, y: 20, anchor: "start" },
    },
    { name: "TU Delft", line: VERMILION, x: 20, y: 96 },
    {
      name: "University of Nairobi",
      text: "Nairobi",
      line: GREEN,
      x: 20,
      y: 152,
      label: { x: 6, y: 186, anchor: "start" },
    },
  ],
  stops: [
    { name: "Wealthsimple", line: BLUE, x: 78, y: 44, thin: true },
    { name: "Adyen", line: VERMILION, x: 78, y: 96, thin: true },
    { name: "Andela", line: GREEN, x: 78, y: 152 },
  ],
  interchanges: [
    { name: "Shopify", x: 168, from: 80, to: 112, label: { x: 168, y: 152, anchor: "middle" } },
    { name: "Google", x: 256, from: 56, to: 72, label: { x: 256, y: 28, anchor: "middle" } },
  ],
  people: [
    { name: "Maya Lindqvist", title: "", line: BLUE, x: 302, y: 32 },
    { name: "Dario Venn", title: "", line: VERMILION, x: 304, y: 104 },
    { name: "Ibrahim Thackeray", title: "", line: GREEN, x: 302, y: 172 },
  ],
};

/** Companies of the map with a logo in the catalogue, by the name of its file. Others get their monogram. */
export const HERO_LOGOS: Readonly<Record<string, string>> = {
  Shopify: "shopify",
  Google: "google",
  NVIDIA: "nvidia",
  Stripe: "stripe",
  Databricks: "databricks",
  Adyen: "adyen",
  Andela: "andela",
  Arm: "arm",
  Grab: "grab",
};
