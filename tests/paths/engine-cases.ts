import { describe } from "vitest";
import { describeAnswers } from "./cases/answers.ts";
import { describeCurves } from "./cases/curves.ts";
import { describeEdges } from "./cases/edges.ts";
import { describeFirstAt } from "./cases/first-at.ts";
import { describeInsights } from "./cases/insights.ts";
import { describeMatching } from "./cases/matching.ts";
import type { Open, Pace } from "./cases/opening.ts";
import { describePermitted } from "./cases/permitted.ts";

/** Everything that an engine must answer, whichever it is. */
export function describeEngine(open: Open, pace: Pace): void {
  describe("an engine of the paths", () => {
    describeAnswers(open);
    describeInsights(open);
    describeEdges(open);
    describeFirstAt(open);
    describePermitted(open);
    describeMatching(open, pace);
    describeCurves(open, pace);
  });
}
