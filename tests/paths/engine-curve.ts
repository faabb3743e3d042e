import type { Curve, PathLine } from "#features/path/pure/types.ts";
import { engineOf } from "./engine-of.ts";
import { publicId } from "./worlds.ts";

const TODAY = 2026 * 12 + 10;
/** Early enough for the longest time of a table to end before today. */
const START = TODAY - 200;
const COMPANY = publicId("c", 1);
/** A stay counts both its months, so one from a month to the same month lasts 1. */
export const SHORTEST_STAY_MONTHS = 1;

/** The engine's curve of full-time stays that last as long as these times, each a month longer. */
export function engineCurve(times: readonly { months: number; hasEnded: boolean }[]): Curve {
  const lines = times.map(({ months, hasEnded }, at): PathLine => ({
    id: publicId("a", at + 1),
    isPublic: true,
    school: "",
    schoolName: "",
    country: "",
    roles: [
      {
        position: 0,
        entry: publicId("e", at + 1),
        company: COMPANY,
        companyName: "Company",
        title: "Software Engineer",
        kind: "full-time",
        family: "software",
        level: "mid",
        slug: "mid-software",
        start: hasEnded ? START : TODAY - months,
        end: hasEnded ? START + months : null,
        isYear: false,
        phase: hasEnded ? "past" : "current",
      },
    ],
  }));
  const engine = engineOf({ lines, today: TODAY });
  return engine.company({ company: COMPANY, kind: "full-time", since: null, until: null }).stays.own;
}
