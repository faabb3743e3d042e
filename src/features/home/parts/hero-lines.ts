import type { Point } from "#ui/octilinear.ts";

/** The invented network of the hero: five lines from schools through companies to people. */
export type HeroTrack = {
  line: number;
  kind: "full" | "intern" | "gap";
  radius: number;
  points: readonly Point[];
  /** Half the width of the marks at the two ends, between which dashes are fitted. */
  marks?: readonly [from: number, to: number];
};

export const BLUE = 0;
export const VERMILION = 1;
export const GREEN = 2;
const PLUM = 4;
const SKY = 5;

/** Offset of a 45° corner in a bundle: pitch 16 · tan 22.5°. */
const SHIFT = 16 * (Math.SQRT2 - 1);

export const HERO_RIVER: readonly Point[] = [
  [676, -60],
  [676, 60],
  [790, 174],
  [790, 262],
  [1136, 608],
  [1136, 800],
];

export const HERO_TRACKS: readonly HeroTrack[] = [
  {
    line: SKY,
    kind: "intern",
    radius: 28,
    marks: [15, 17],
    points: [
      [640, 660],
      [752, 660],
    ],
  },
  {
    line: SKY,
    kind: "gap",
    radius: 28,
    points: [
      [752, 660],
      [772, 660],
      [836, 596],
      [836, 214],
    ],
  },
  {
    line: SKY,
    kind: "full",
    radius: 28,
    points: [
      [836, 214],
      [836, 184],
      [888, 132],
      [1062, 132],
    ],
  },
  {
    line: PLUM,
    kind: "intern",
    radius: 28,
    marks: [15, 17],
    points: [
      [712, 72],
      [832, 72],
    ],
  },
  {
    line: PLUM,
    kind: "full",
    radius: 28,
    points: [
      [832, 72],
      [888, 72],
      [956, 140],
      [956, 580],
      [1004, 628],
      [1062, 628],
    ],
  },
  {
    line: GREEN,
    kind: "gap",
    radius: 28,
    points: [
      [56, 652],
      [300, 652],
    ],
  },
  {
    line: GREEN,
    kind: "full",
    radius: 24,
    points: [
      [300, 652],
      [464, 652],
      [520, 596],
      [560, 596],
    ],
  },
  {
    line: GREEN,
    kind: "full",
    radius: 28,
    points: [
      [560, 596],
      [712, 596],
      [800, 508],
      [1062, 508],
    ],
  },
  {
    line: VERMILION,
    kind: "gap",
    radius: 28,
    marks: [17, 18],
    points: [
      [56, 608],
      [388, 608],
    ],
  },
  {
    line: VERMILION,
    kind: "intern",
    radius: 24,
    points: [
      [388, 608],
      [476, 608],
      [504, 580],
      [560, 580],
    ],
  },
  {
    line: VERMILION,
    kind: "full",
    radius: 36,
    points: [
      [560, 580],
      [636 + SHIFT, 580],
      [888 + SHIFT, 328],
      [956, 328],
    ],
  },
  {
    line: VERMILION,
    kind: "full",
    radius: 28,
    points: [
      [956, 328],
      [1000, 328],
      [1042, 370],
      [1062, 370],
    ],
  },
  {
    line: BLUE,
    kind: "gap",
    radius: 28,
    points: [
      [56, 564],
      [252, 564],
    ],
  },
  {
    line: BLUE,
    kind: "intern",
    radius: 28,
    marks: [17, 0],
    points: [
      [252, 564],
      [380, 564],
    ],
  },
  {
    line: BLUE,
    kind: "gap",
    radius: 28,
    points: [
      [380, 564],
      [560, 564],
    ],
  },
  {
    line: BLUE,
    kind: "full",
    radius: 36,
    points: [
      [560, 564],
      [636, 564],
      [888, 312],
      [956, 312],
    ],
  },
  {
    line: BLUE,
    kind: "full",
    radius: 28,
    points: [
      [956, 312],
      [988, 312],
      [1042, 258],
      [1062, 258],
    ],
  },
];

export type HeroLabel = { x: number; y: number; anchor: "start" | "middle" | "end" };
export type HeroStop = { name: string; line: number; x: number; y: number; thin?: boolean; label: HeroLabel };

export const HERO_SCHOOLS: readonly HeroStop[] = [
  { name: "University of Waterloo", line: BLUE, x: 56, y: 564, label: { x: 82, y: 553, anchor: "start" } },
  { name: "TU Delft", line: VERMILION, x: 56, y: 608, label: { x: 82, y: 597, anchor: "start" } },
  { name: "University of Nairobi", line: GREEN, x: 56, y: 652, label: { x: 82, y: 641, anchor: "start" } },
  { name: "NUS Singapore", line: SKY, x: 640, y: 660, label: { x: 640, y: 694, anchor: "middle" } },
  { name: "ETH Zürich", line: PLUM, x: 712, y: 72, label: { x: 712, y: 106, anchor: "middle" } },
];

export const HERO_STOPS: readonly HeroStop[] = [
  { name: "Wealthsimple", line: BLUE, x: 252, y: 564, thin: true, label: { x: 276, y: 553, anchor: "start" } },
  { name: "Andela", line: GREEN, x: 300, y: 652, label: { x: 324, y: 641, anchor: "start" } },
  { name: "Adyen", line: VERMILION, x: 388, y: 608, thin: true, label: { x: 412, y: 597, anchor: "start" } },
  { name: "Stripe", line: BLUE, x: 736, y: 464, label: { x: 710, y: 457, anchor: "end" } },
  { name: "Grab", line: SKY, x: 752, y: 660, thin: true, label: { x: 752, y: 694, anchor: "middle" } },
  { name: "Databricks", line: SKY, x: 836, y: 214, label: { x: 812, y: 219, anchor: "end" } },
  { name: "Arm", line: PLUM, x: 832, y: 72, thin: true, label: { x: 832, y: 106, anchor: "middle" } },
];

/** Where lines meet: a capsule that spans the bundle plus 18 each side. */
export type HeroInterchange = { name: string; x: number; from: number; to: number; label: HeroLabel };

export const HERO_INTERCHANGES: readonly HeroInterchange[] = [
  { name: "Shopify", x: 560, from: 564, to: 596, label: { x: 560, y: 634, anchor: "middle" } },
  { name: "Google", x: 956, from: 312, to: 328, label: { x: 930, y: 300, anchor: "end" } },
  { name: "NVIDIA", x: 956, from: 508, to: 508, label: { x: 982, y: 538, anchor: "start" } },
];

export const HERO_PEOPLE = [
  { name: "Noor Halloran", title: "ML Engineer", line: SKY, y: 132 },
  { name: "Maya Lindqvist", title: "Staff Engineer", line: BLUE, y: 258 },
  { name: "Dario Venn", title: "Senior Engineer", line: VERMILION, y: 370 },
  { name: "Ibrahim Thackeray", title: "Senior Engineer", line: GREEN, y: 508 },
  { name: "Anonymous", title: "Staff Engineer", line: PLUM, y: 628 },
] as const;

/** Companies of the map whose logo the catalogue has, by the name of its file; the others get their monogram. */
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
