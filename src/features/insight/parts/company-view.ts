import { formatMonths } from "#core/calendar.ts";
import type { CompanyInsightsRead } from "#features/insight/rules.ts";
import type { CompanyInsights, InsightKind } from "#features/path/pure/types.ts";
import { countText, medianSentence, rangeText, shareOf, shareSentence } from "#features/insight/words.ts";
import { numberText, percentText } from "#core/number-text.ts";
import { layDiverging, type Answers } from "#ui/chart/diverging-layout.ts";
import type { DivergingRow } from "#ui/chart/diverging-bars.tsx";
import type { FigureTable } from "#ui/chart/figure-section.tsx";
import { yOf } from "#ui/chart/plot.ts";
import { layLabels, laySlots, type Tick } from "#ui/chart/scale-layout.ts";
import { CURVE_HEIGHT } from "./curve-size.ts";
import { curveView, type CurveView } from "./curve-view.ts";
import { flowView, type FlowView, type Hub } from "./flow-view.ts";
import { isDrawn } from "./is-drawn.ts";
import { levelsView, type LevelsView } from "./levels-view.ts";
import { namedList, type NamedList } from "./named-list.ts";

type Year = CompanyInsights["conversion"]["years"][number];
type WhiskerMark = { x: number; at: number; low: number; high: number; title: string };
export type ConversionView = {
  headline: string;
  sentence: string;
  label: string;
  whiskers: WhiskerMark[];
  band: { at: number; low: number; high: number };
  /** Everybody's share, as a height. */
  reference: number | undefined;
  everywhere: string;
  /** Two rows: first year, last year. */
  labels: Tick[][];
  people: Tick[];
  noFullTimeYet: string;
  table: FigureTable;
};
export type StaysView = {
  headline: string;
  isAbout: boolean;
  sentence: string;
  curve: CurveView;
  method: string;
  table: FigureTable;
};
export type HappierView = {
  headline: string;
  sentence: string;
  rows: DivergingRow[];
  label: string;
  table: FigureTable;
};
export type CompanyInsightsView = {
  name: string;
  kind: InsightKind;
  conversion: ConversionView | undefined;
  stays: StaysView | undefined;
  flow: FlowView | undefined;
  happier: HappierView | undefined;
  levels: LevelsView | undefined;
  lists: NamedList[];
};

const KIND_WORDS: Record<InsightKind, string> = {
  "full-time": "full-time stays",
  intern: "internships",
  everyone: "stays",
};

/** The share of interns who came back or stayed; '' where it is not shown. */
export function comeBack({ all }: CompanyInsights["conversion"]): string {
  return all === null ? "" : percentText(shareOf(all));
}

function yearsText({ since, until }: { since: number; until: number }): string {
  return since === until ? String(since) : `${since} – ${String(until).slice(2)}`;
}

function conversionView(name: string, conversion: CompanyInsights["conversion"]): ConversionView | undefined {
  const { all, years, everywhere, noFullTimeYet } = conversion;
  if (all === null) return undefined;
  const headline = comeBack(conversion);
  const slots = laySlots(years.length);
  const height = (share: number): number => yOf(share, CURVE_HEIGHT);
  const row = (title: string, share: NonNullable<typeof all>): string[] => [
    title,
    numberText(share.people),
    numberText(share.of),
    percentText(shareOf(share)),
    rangeText(share.low, share.high),
  ];
  const lastYear = (year: Year): string => (year.since === year.until ? "" : `– ${year.until}`);
  const longest = Math.max(4, ...years.flatMap((year) => [lastYear(year).length, numberText(year.of).length]));
  const label = (text: (year: Year) => string): Tick[] => layLabels(years.map(text), longest);
  return {
    headline,
    sentence: shareSentence(all),
    label: `Share of interns of ${name} whose first full-time job after it was there, by the year in which the internship ended. Over all years ${headline} of ${numberText(all.of)}.`,
    whiskers: years.map((year, n) => ({
      x: slots[n]?.middle ?? 50,
      at: height(shareOf(year)),
      low: height(year.low),
      high: height(year.high),
      title: `${yearsText(year)}: ${numberText(year.people)} of ${numberText(year.of)}`,
    })),
    band: { at: height(shareOf(all)), low: height(all.low), high: height(all.high) },
    reference: everywhere === null ? undefined : height(shareOf(everywhere)),
    everywhere: everywhere === null ? "" : percentText(shareOf(everywhere)),
    labels: [label((year) => String(year.since)), label(lastYear)],
    people: label((year) => numberText(year.of)),
    noFullTimeYet:
      noFullTimeYet === 0
        ? ""
        : `${noFullTimeYet === null ? "Under 5" : numberText(noFullTimeYet)} have no full-time job yet.`,
    table: {
      caption: "Interns who came back or stayed",
      head: ["Year it ended", "Came back", "Of", "Share", "Likely"],
      rows: [
        ...years.map((year) => row(yearsText(year), year)),
        row("All years", all),
        ...(everywhere === null ? [] : [row("All companies", everywhere)]),
      ],
    },
  };
}

function staysView(name: string, kind: InsightKind, stays: CompanyInsights["stays"]): StaysView | undefined {
  const { own, everywhere } = stays;
  if (!isDrawn(own)) return undefined;
  const overall = everywhere.median === null ? "" : ` All companies: ${formatMonths(everywhere.median.months)}.`;
  const years = own.years;
  return {
    headline: own.median === null ? "" : formatMonths(own.median.months),
    isAbout: own.isAbout,
    sentence: `${medianSentence(own.median)}${overall}`.trim(),
    curve: curveView({
      label: `Share of people still at ${name} by time since they joined, ${KIND_WORDS[kind]}.${own.median === null ? "" : ` Half have left by ${formatMonths(own.median.months)}.`}`,
      series: [
        { name, line: 0, curve: own },
        ...(isDrawn(everywhere) ? [{ name: "All companies", curve: everywhere }] : []),
      ],
      start: "Joined",
      counted: "Stays still counted",
      half: "Half have left by",
    }),
    method: `${countText(own.people)} people with ${KIND_WORDS[kind]}, of whom ${countText(own.ended)} have left. Somebody who came back has several stays. People still there count up to today and then drop out of the curve (Kaplan–Meier). The band is the 95% interval; the curve ends where fewer than 5 are left.`,
    table: {
      caption: `Still at ${name}`,
      head: ["After", "Still there", "Likely", "Counted", "All companies"],
      rows: years.map((year) => {
        const all = everywhere.years.find((one) => one.years === year.years);
        return [
          year.years === 0 ? "Joined" : `${year.years} yr`,
          percentText(year.survival),
          rangeText(year.low, year.high),
          numberText(year.atRisk),
          all === undefined ? "" : percentText(all.survival),
        ];
      }),
    },
  };
}

function happierView(name: string, happier: CompanyInsightsRead["happier"]): HappierView | undefined {
  const rows: [string, Answers | null][] = [
    [`After leaving ${name}`, happier?.leftHere ?? null],
    [`On coming to ${name}`, happier?.cameHere ?? null],
  ];
  const shown = rows.flatMap(([title, answers]) => (answers === null ? [] : [{ title, answers }]));
  const [first] = shown;
  if (first === undefined) return undefined;
  const all = ({ worse, same, better }: Answers): number => worse + same + better;
  const parts = layDiverging(shown.map(({ answers }) => answers));
  const isLeft = happier?.leftHere !== null;
  return {
    headline: percentText(all(first.answers) === 0 ? 0 : first.answers.better / all(first.answers)),
    sentence: `rated ${isLeft ? `the next stop higher than ${name}` : `${name} higher than the stop before`}. About ${numberText(first.answers.better)} of ${numberText(all(first.answers))}.`,
    label: `Less happy, the same or happier after a move. ${shown.map(({ title, answers }) => `${title}: ${answers.worse} less, ${answers.same} the same, ${answers.better} happier`).join(". ")}.`,
    rows: shown.map(({ title, answers }, n) => ({
      name: title,
      people: `about ${numberText(all(answers))} people`,
      parts: parts[n] ?? [],
    })),
    table: {
      caption: "Happier after the move, in whole fives",
      head: ["Move", "Less happy", "The same", "Happier"],
      rows: shown.map(({ title, answers }) => [
        title,
        ...[answers.worse, answers.same, answers.better].map((count) => (count === 0 ? "under 5" : numberText(count))),
      ]),
    },
  };
}

/** Lays out all figures of a company's page. */
export function companyInsightsView(
  hub: Hub,
  kind: InsightKind,
  insights: CompanyInsightsRead,
  logos: Record<string, string>,
): CompanyInsightsView {
  const { name } = hub;
  const { stays } = insights;
  return {
    name,
    kind,
    conversion: conversionView(name, insights.conversion),
    stays: staysView(name, kind, stays),
    flow: flowView(hub, { before: insights.before, after: insights.after }, logos),
    happier: happierView(name, insights.happier),
    levels: levelsView(insights.levelsAfter, "Joined"),
    lists: [
      namedList("Schools", "school", insights.schools),
      namedList("First stops", "company", insights.firstStops),
      namedList("Titles they came as", "title", insights.joined),
    ].filter((one) => one.rows.length > 0),
  };
}
