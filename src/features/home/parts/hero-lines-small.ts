import type { Point } from "#ui/octilinear.ts";
import { BLUE, GREEN, VERMILION, type HeroInterchange, type HeroStop, type HeroTrack } from "./hero-lines.ts";

/** The same idea in 358 × 200 for small screens. */
export const SMALL_RIVER: readonly Point[] = [
  [214, -30],
  [214, 30],
  [306, 122],
  [306, 260],
];

export const SMALL_TRACKS: readonly HeroTrack[] = [
  {
    line: BLUE,
    kind: "gap",
    radius: 18,
    points: [
      [20, 44],
      [78, 44],
    ],
  },
  {
    line: BLUE,
    kind: "intern",
    radius: 18,
    marks: [14, 18],
    points: [
      [78, 44],
      [112, 44],
      [148, 80],
      [168, 80],
    ],
  },
  {
    line: VERMILION,
    kind: "gap",
    radius: 18,
    points: [
      [20, 96],
      [78, 96],
    ],
  },
  {
    line: VERMILION,
    kind: "intern",
    radius: 18,
    marks: [14, 18],
    points: [
      [78, 96],
      [168, 96],
    ],
  },
  {
    line: GREEN,
    kind: "gap",
    radius: 18,
    points: [
      [20, 152],
      [78, 152],
    ],
  },
  {
    line: GREEN,
    kind: "full",
    radius: 18,
    points: [
      [78, 152],
      [108, 152],
      [148, 112],
      [168, 112],
    ],
  },
  {
    line: GREEN,
    kind: "full",
    radius: 24,
    points: [
      [168, 112],
      [196, 112],
      [256, 172],
      [304, 172],
    ],
  },
  {
    line: VERMILION,
    kind: "full",
    radius: 20,
    points: [
      [168, 96],
      [202.6, 96],
      [226.6, 72],
      [256, 72],
    ],
  },
  {
    line: VERMILION,
    kind: "full",
    radius: 10,
    points: [
      [256, 72],
      [272, 72],
      [304, 104],
      [308, 104],
    ],
  },
  {
    line: BLUE,
    kind: "full",
    radius: 20,
    points: [
      [168, 80],
      [196, 80],
      [220, 56],
      [256, 56],
    ],
  },
  {
    line: BLUE,
    kind: "full",
    radius: 12,
    points: [
      [256, 56],
      [268, 56],
      [292, 32],
      [304, 32],
    ],
  },
];

export const SMALL_SCHOOLS: readonly HeroStop[] = [
  { name: "University of Waterloo", line: BLUE, x: 20, y: 44, label: { x: 6, y: 20, anchor: "start" } },
  { name: "TU Delft", line: VERMILION, x: 20, y: 96, label: { x: 6, y: 20, anchor: "start" } },
  { name: "University of Nairobi", line: GREEN, x: 20, y: 152, label: { x: 6, y: 186, anchor: "start" } },
];
export const SMALL_STOPS: readonly HeroStop[] = [
  { name: "Wealthsimple", line: BLUE, x: 78, y: 44, thin: true, label: { x: 0, y: 0, anchor: "start" } },
  { name: "Adyen", line: VERMILION, x: 78, y: 96, thin: true, label: { x: 0, y: 0, anchor: "start" } },
  { name: "Andela", line: GREEN, x: 78, y: 152, label: { x: 0, y: 0, anchor: "start" } },
];
export const SMALL_INTERCHANGES: readonly HeroInterchange[] = [
  { name: "Shopify", x: 168, from: 80, to: 112, label: { x: 168, y: 152, anchor: "middle" } },
  { name: "Google", x: 256, from: 56, to: 72, label: { x: 256, y: 28, anchor: "middle" } },
];
export const SMALL_PEOPLE = [
  { line: BLUE, y: 32 },
  { line: VERMILION, y: 104 },
  { line: GREEN, y: 172 },
] as const;
