import { octilinearPath, type Point } from "#features/drawing/pure/octilinear.ts";

const RIVER: readonly Point[] = [
  [1180, -60],
  [1180, 40],
  [1020, 200],
  [1020, 320],
];

/** Shift of a 45° corner between parallel lines 16 px apart: 16 · tan 22.5°. */
const SHIFT = 16 * (Math.SQRT2 - 1);

const BAND: readonly { line: number; points: readonly Point[] }[] = [
  {
    line: 4,
    points: [
      [-40, 150],
      [980, 150],
      [1060, 70],
      [1640, 70],
    ],
  },
  {
    line: 2,
    points: [
      [-40, 166],
      [980 + SHIFT, 166],
      [1060 + SHIFT, 86],
      [1240, 86],
      [1320, 166],
      [1640, 166],
    ],
  },
  {
    line: 0,
    points: [
      [-40, 182],
      [1130, 182],
      [1274, 38],
      [1640, 38],
    ],
  },
  {
    line: 1,
    points: [
      [-40, 198],
      [1260, 198],
      [1360, 98],
      [1640, 98],
    ],
  },
  {
    line: 3,
    points: [
      [-40, 214],
      [1420, 214],
      [1480, 154],
      [1640, 154],
    ],
  },
];

export function DiscoverBand() {
  return (
    <svg className="band" viewBox="0 0 1600 236" preserveAspectRatio="xMaxYMid slice" aria-hidden="true">
      <path className="map__river" d={octilinearPath(RIVER, 70)} />
      {BAND.map((track) => (
        <path key={track.line} className={`map__t-full line-${track.line}`} d={octilinearPath(track.points, 34)} />
      ))}
    </svg>
  );
}
