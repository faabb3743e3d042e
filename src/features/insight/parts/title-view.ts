import { formatMonths } from "#core/calendar.ts";
import { cardOf, type CardView } from "#features/person-card/parts/card.ts";
import type { TitleRead } from "#features/path/pure/search-view.ts";
import type { Curve, Spread } from "#features/path/pure/types.ts";
import { countText, likelyShare, rangeText } from "#features/insight/words.ts";
import { amountText, numberText, percentText } from "#core/number-text.ts";
import { layCapsule, type Capsule } from "#ui/chart/capsule-layout.ts";
import type { FigureTable } from "#ui/chart/figure-section.tsx";
import { layMonths, type Tick } from "#ui/chart/scale-layout.ts";
import { curveView, type CurveView } from "./curve-view.ts";
import { isDrawn } from "./is-drawn.ts";
import { namedList, type NamedList } from "./named-list.ts";
import { companySplitView, spreadView, type CompanySplitView, type SpreadView } from "./title-split-view.ts";

type HowLongView = { label: string; capsule: Capsule; ticks: Tick[]; sentence: string; table: FigureTable };
type ReachedView = { headline: string; sentence: string; curve: CurveView; method: string; table: FigureTable };
export type TitleView = {
  slug: string;
  name: string;
  /** True for a level that people reach, not one that they begin with. */
  isRung: boolean;
  /** Other wordings of the title. */
  spellings: string[];
  /** The number of people, from 5 on. If undefined, only the name and public pipelines are shown. */
  people: number | undefined;
  median: string;
  /** The share of people who changed the company for it, "58%"; '' if it is not shown. */
  moved: string;
  howLong: HowLongView | undefined;
  spread: SpreadView | undefined;
  reached: ReachedView | undefined;
  from: NamedList;
  promotion: { promoted: number; hired: number; share: number } | undefined;
  companies: NamedList;
  /** Replaces `companies` if times may be shown. */
  split: CompanySplitView | undefined;
  cards: CardView[];
};

function howLongView(name: string, months: Spread): HowLongView | undefined {
  if (months === null) return undefined;
  const scale = layMonths(months.q3 * 1.2);
  const about = months.isAbout ? "about " : "";
  const half = `middle half ${formatMonths(months.q1)} to ${formatMonths(months.q3)}`;
  return {
    label: `From the first full-time job to ${name}: median ${about}${formatMonths(months.median)}, ${half}`,
    capsule: layCapsule(months, scale),
    ticks: scale.ticks,
    sentence: `Half took between ${formatMonths(months.q1)} and ${formatMonths(months.q3)}. Only people who got there are counted, so this says how long it took, not how likely it is.`,
    table: {
      caption: "Time from the first full-time job",
      head: ["Who", "A quarter took", "Half took", "Three quarters took"],
      rows: [[name, ...[months.q1, months.median, months.q3].map((one) => `${about}${formatMonths(one)}`)]],
    },
  };
}

/** ", likely between 92% and 97%": of those who are there after these years; '' where it is not known. */
function likelyText({ low, high }: Curve["years"][number]): string {
  return low === null || high === null ? "" : `, ${likelyShare(1 - high, 1 - low)}`;
}

function reachedView(name: string, family: string, curve: Curve | null): ReachedView | undefined {
  if (curve === null || !isDrawn(curve)) return undefined;
  const last = curve.years.at(-1);
  if (last === undefined) return undefined;
  const years = amountText(last.years, "year");
  return {
    headline: percentText(1 - last.survival),
    sentence: `are there ${years} after their first full-time job${likelyText(last)}.`,
    curve: curveView({
      label: `Share who held the title ${name} by years since the first full-time job. ${percentText(1 - last.survival)} after ${years}.`,
      series: [{ name, line: 0, curve }],
      start: "First job",
      counted: "People still counted",
      half: "Half are there by",
      isRising: true,
    }),
    method: `${countText(curve.people)} people whose first full-time job was in ${family}, of whom ${countText(curve.ended)} got there. Others count up to today or to the end of their last job, and then drop out of the curve (Kaplan–Meier). It ends where fewer than 5 are left.`,
    table: {
      caption: `Reached ${name}`,
      head: ["After", "There", "Likely", "Counted"],
      rows: curve.years.map((year) => [
        year.years === 0 ? "First job" : `${year.years} yr`,
        percentText(1 - year.survival),
        rangeText(year.high === null ? null : 1 - year.high, year.low === null ? null : 1 - year.low),
        numberText(year.atRisk),
      ]),
    },
  };
}

/** Lays out a title's page. */
export function titleView(title: TitleRead, today: string): TitleView {
  const { name, promoted, hired } = title;
  const isShown = title.people !== null && title.people >= 5;
  const both = (promoted ?? 0) + (hired ?? 0);
  const isSplit = isShown && promoted !== null && hired !== null && both > 0;
  const family = title.level === "manager" ? "any field" : title.family.replaceAll("-", " ");
  return {
    slug: title.slug,
    name,
    isRung: title.level !== "mid" && title.level !== "junior" && title.level !== "intern",
    spellings: title.spellings.filter((one) => one.toLowerCase() !== name.toLowerCase()).slice(0, 4),
    people: isShown ? (title.people ?? undefined) : undefined,
    median: title.months === null ? "" : formatMonths(title.months.median),
    moved: isSplit ? percentText(hired / both) : "",
    howLong: howLongView(name, title.months),
    spread: spreadView(name, title.wholeYears),
    reached: reachedView(name, family, title.curve),
    from: namedList("From which titles", "title", title.fromTitles),
    promotion: isSplit ? { promoted, hired, share: (promoted / both) * 100 } : undefined,
    companies: namedList("At which companies", "company", title.companies, false),
    split: companySplitView(name, title.months, title.firstAt),
    cards: title.lines.map(({ profile }) => cardOf(profile, today)),
  };
}
