import type { SchoolInsights } from "#features/path/pure/types.ts";
import { likelyShare, rangeText, shareOf, shareSentence } from "#features/insight/words.ts";
import { numberText, percentText } from "#core/number-text.ts";
import type { FigureTable } from "#ui/chart/figure-section.tsx";
import { SHARE_TICKS, type Tick } from "#ui/chart/scale-layout.ts";
import { flowView, type FlowView, type Hub } from "./flow-view.ts";
import { hasFlow } from "./is-drawn.ts";
import { hasLevels, levelsView, type LevelsView } from "./levels-view.ts";
import { namedList, type NamedList } from "./named-list.ts";

/** A share on its scale, in percent of the scale's width. */
type ShareScale = { label: string; ticks: readonly Tick[]; at: number; low: number; high: number };
export type SchoolInsightsView = {
  interned: { headline: string; sentence: string; scale: ShareScale; table: FigureTable } | undefined;
  flow: FlowView | undefined;
  levels: LevelsView | undefined;
  lists: NamedList[];
};

type ShownInterned = NonNullable<SchoolInsights["interned"]>;

function shareScale(share: ShownInterned): ShareScale {
  return {
    label: `Interned: ${percentText(shareOf(share))}, ${likelyShare(share.low, share.high)}`,
    ticks: SHARE_TICKS,
    at: shareOf(share) * 100,
    low: share.low * 100,
    high: share.high * 100,
  };
}

/** Lays out all figures of a school's page. */
export function schoolInsightsView(
  hub: Hub,
  insights: SchoolInsights,
  logos: Record<string, string>,
): SchoolInsightsView {
  const { interned } = insights;
  return {
    interned:
      interned === null
        ? undefined
        : {
            headline: percentText(shareOf(interned)),
            sentence: shareSentence(interned),
            scale: shareScale(interned),
            table: {
              caption: "People with an internship",
              head: ["Who", "Interned", "Of", "Share", "Likely"],
              rows: [
                [
                  hub.name,
                  numberText(interned.people),
                  numberText(interned.of),
                  percentText(shareOf(interned)),
                  rangeText(interned.low, interned.high),
                ],
              ],
            },
          },
    flow: flowView(hub, { before: undefined, after: insights.after }, logos),
    levels: levelsView(insights.levelsAfter, "First job"),
    lists: [
      namedList("First stops", "company", insights.firstStops),
      namedList("Companies at any time", "company", insights.companies, false),
    ].filter((one) => one.rows.length > 0),
  };
}

/** Sections of a school's page that are there, without laying them out. */
export function schoolLinks(insights: SchoolInsights): [id: string, name: string][] {
  const links: [isThere: boolean, id: string, name: string][] = [
    [hasFlow(insights.after), "flow", "Where did they go?"],
    [hasLevels(insights.levelsAfter), "levels", "Careers after"],
    [insights.interned !== null, "interned", "Interned"],
    [insights.firstStops.rows.length + insights.companies.rows.length > 0, "companies", "Companies"],
  ];
  return links.flatMap(([isThere, id, name]) => (isThere ? [[id, name]] : []));
}
