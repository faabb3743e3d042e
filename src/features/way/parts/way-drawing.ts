import type { RoutesAnswer } from "#features/path/pure/types.ts";
import { LEAST_ON_SHORT_SCALE, layCapsule, type Capsule } from "#ui/chart/capsule-layout.ts";
import type { LaidFlow } from "#ui/chart/flow-layout.ts";
import { layMonths } from "#ui/chart/scale-layout.ts";
import { COLOURS } from "./colours.ts";
import { layWays } from "./lay-ways.ts";

/** The diagram of an answer, and a capsule for each of its largest routes. Computed by the loader. */
export type WayDrawing = { flow: LaidFlow; names: { from: string; to: string }; capsules: (Capsule | undefined)[] };

export function wayDrawing({
  from,
  to,
  answer,
}: {
  from: { name: string } | undefined;
  to: { name: string } | undefined;
  answer: Omit<RoutesAnswer, "lines"> | undefined;
}): WayDrawing | undefined {
  if (answer === undefined || answer.routes.length === 0) return undefined;
  const names = { from: from?.name ?? "First stop", to: to?.name ?? "" };
  const shown = answer.routes.slice(0, COLOURS.length);
  const scale = layMonths(Math.max(12, ...shown.map(({ months }) => months?.q3 ?? 0)));
  return {
    flow: layWays(answer, names),
    names,
    capsules: shown.map(({ months }) =>
      months === null ? undefined : layCapsule(months, scale, LEAST_ON_SHORT_SCALE),
    ),
  };
}
