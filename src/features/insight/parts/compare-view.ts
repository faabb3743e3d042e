import { round } from "#core/round.ts";
import { formatMonths } from "#core/calendar.ts";
import { compareHref, type ComparedRead } from "#features/insight/rules.ts";
import { countText, monthsText, rangeText, shareOf } from "#features/insight/words.ts";
import { numberText, percentText } from "#core/number-text.ts";
import { MIN_PEOPLE, type RatingLevel } from "#features/stats/rules.ts";
import type { FigureTable } from "#ui/chart/figure-section.tsx";
import type { LineNumber } from "#ui/chart/plot.ts";
import { layMonths, SHARE_TICKS, type MonthScale, type Tick } from "#ui/chart/scale-layout.ts";
import { curveView, type CurveView } from "./curve-view.ts";
import { isDrawn } from "./is-drawn.ts";

/** A value on the scale that all companies share. */
export type ScaledValue = {
  headline: string;
  note: string;
  label: string;
  ticks: readonly Tick[];
  at: number;
  low: number | null;
  high: number | null;
  reference: number | undefined;
};
export type RankedRow = { id: string; name: string; people: string; href: string; logo: string };
export type ComparedView = {
  id: string;
  name: string;
  logo: string;
  line: LineNumber;
  /** The same page without this company. */
  without: string;
  /** Undefined where fewer than 5 people are. */
  people: string | undefined;
  interned: string | undefined;
  internedNote: string;
  back: ScaledValue | undefined;
  stay: ScaledValue | undefined;
  ratingLevel: RatingLevel;
  /** Heights in percent, worst first, and the words for them. */
  faces: { heights: number[]; note: string } | undefined;
  next: RankedRow[];
  schools: RankedRow[];
};
export type CompareView = { companies: ComparedView[]; curve: CurveView | undefined; table: FigureTable | undefined };

const LINES = [0, 1, 2, 3] as const;
const MOST_RANKED = 3;
/** Above this the bands of curves hide each other. */
const MOST_BANDS = 3;

type Insights = ComparedRead["insights"];

function backValue({ conversion }: Insights): ScaledValue | undefined {
  const { all, everywhere } = conversion;
  if (all === null) return undefined;
  const likely = `likely ${rangeText(all.low, all.high)}`;
  return {
    headline: percentText(shareOf(all)),
    note: `${numberText(all.people)} of ${numberText(all.of)}, ${likely}`,
    label: `${percentText(shareOf(all))}, ${likely}`,
    ticks: SHARE_TICKS,
    at: round(shareOf(all) * 100),
    low: round(all.low * 100),
    high: round(all.high * 100),
    reference: everywhere === null ? undefined : round(shareOf(everywhere) * 100),
  };
}

function stayValue({ stays }: Insights, scale: MonthScale): ScaledValue | undefined {
  const { median, people } = stays.own;
  if (median === null || people === null) return undefined;
  const { low, high } = median;
  const likely = low === null || high === null ? "" : `, likely ${monthsText(low, high)}`;
  const overall = stays.everywhere.median;
  return {
    headline: formatMonths(median.months),
    note: `${numberText(people)} people${likely}`,
    label: `Median ${formatMonths(median.months)}${likely}`,
    ticks: scale.ticks,
    at: scale.at(median.months),
    low: low === null ? null : scale.at(low),
    high: high === null ? null : scale.at(high),
    reference: overall === null ? undefined : scale.at(overall.months),
  };
}

function facesOf(faces: Insights["faces"]): ComparedView["faces"] {
  if (faces === null) return undefined;
  const most = Math.max(1, ...faces);
  const names = ["very unhappy", "unhappy", "neutral", "happy", "very happy"];
  // A non-breaking space: a number stays beside its word.
  const said = faces.flatMap((people, n) => (people === 0 ? [] : [`${numberText(people)}\u00a0${names[n] ?? ""}`]));
  return { heights: faces.map((people) => round((people / most) * 100)), note: `About ${said.join(", ")}` };
}

function ranked(
  rows: readonly { id: string; name: string; people: number }[],
  kind: "company" | "school",
  logos: Readonly<Record<string, string>> = {},
): RankedRow[] {
  return rows.slice(0, MOST_RANKED).map(({ id, name, people }) => ({
    id,
    name,
    people: numberText(people),
    href: `/${kind}/${id}`,
    logo: logos[id] ?? "",
  }));
}

/** Companies side by side: all scales of a row are equal. */
export function compareView(found: readonly ComparedRead[], logos: Readonly<Record<string, string>>): CompareView {
  const ids = found.map((one) => one.company._id);
  const medians = found.flatMap(({ insights }) => {
    const { stays } = insights;
    const { own, everywhere } = stays;
    return [own.median, everywhere.median].flatMap((one) => (one === null ? [] : [one.high ?? one.months]));
  });
  const scale = layMonths(Math.max(0, ...medians));
  const companies = found.map(({ company, insights }, n): ComparedView => {
    const isShown = company.people >= MIN_PEOPLE;
    const isInternShown = isShown && company.internsCount >= MIN_PEOPLE;
    return {
      id: company._id,
      name: company.displayName,
      logo: company.logo,
      line: LINES[n] ?? 0,
      without: compareHref(ids.filter((id) => id !== company._id)),
      people: isShown ? numberText(company.people) : undefined,
      interned: isInternShown ? numberText(company.internsCount) : undefined,
      internedNote: isInternShown ? `${percentText(company.internsCount / company.people)} of people` : "",
      back: backValue(insights),
      stay: stayValue(insights, scale),
      ratingLevel: company.ratingLevel,
      faces: facesOf(insights.faces),
      next: ranked(insights.after.hops[0]?.nodes ?? [], "company", logos),
      schools: ranked(insights.schools.rows, "school"),
    };
  });
  return { companies, ...curvesOf(found) };
}

function curvesOf(found: readonly ComparedRead[]): Pick<CompareView, "curve" | "table"> {
  const drawn = found.flatMap(({ company, insights: { stays } }, n) =>
    isDrawn(stays.own) ? [{ name: company.displayName, line: LINES[n] ?? 0, curve: stays.own }] : [],
  );
  const [everywhere] = found.map(({ insights: { stays } }) => stays.everywhere);
  if (drawn.length === 0) return { curve: undefined, table: undefined };
  const years = Math.max(...drawn.map((one) => one.curve.years.length));
  const said = drawn.map(({ name, curve }) =>
    curve.median === null ? name : `${name}: half have left by ${formatMonths(curve.median.months)}`,
  );
  return {
    curve: curveView({
      label: `Share still there by time since joining, full-time. ${said.join(". ")}.`,
      series: [
        ...drawn,
        ...(everywhere !== undefined && isDrawn(everywhere) ? [{ name: "All companies", curve: everywhere }] : []),
      ],
      start: "Joined",
      counted: "Stays still counted",
      hasBands: drawn.length <= MOST_BANDS,
    }),
    table: {
      caption: "Share still there, and stays still counted",
      head: ["After", ...drawn.map((one) => one.name)],
      rows: Array.from({ length: years }, (_, year) => [
        year === 0 ? "Joined" : `${year} yr`,
        ...drawn.map(({ curve }) => {
          const at = curve.years.find((one) => one.years === year);
          return at === undefined ? countText(null) : `${percentText(at.survival)} (${numberText(at.atRisk)})`;
        }),
      ]),
    },
  };
}
