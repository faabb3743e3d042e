import { formatMonths } from "#core/calendar.ts";
import type { Share, Spread } from "#features/path/pure/types.ts";
import type { FirstAt, WholeYears } from "#features/path/pure/title-types.ts";
import { briefText, numberText } from "#core/number-text.ts";
import { layCapsule, type Capsule } from "#ui/chart/capsule-layout.ts";
import type { CountBar } from "#ui/chart/count-bars.tsx";
import type { FigureTable } from "#ui/chart/figure-section.tsx";
import { layMonths, laySlots } from "#ui/chart/scale-layout.ts";

export type SpreadView = { title: string; label: string; bars: CountBar[]; table: FigureTable };
export type CompanyRow = {
  id: string;
  name: string;
  people: string;
  /** "7 yr 6 mo"; '' where too few had a time. */
  median: string;
  drawn: { label: string; capsule: Capsule } | undefined;
  /** "22 of 41"; '' where one of both is too few to say. */
  promoted: string;
};
export type CompanySplitView = { rows: CompanyRow[]; reference: number; method: string; table: FigureTable };

/** More bars would be too close together on a phone. */
const MOST_BARS = 10;
const MOST_COMPANIES = 6;
const TOO_FEW = "under 5";

type Words = { short: string; long: string };

/** "under 4", "7", "9 to 10", "13 or more"; short forms for narrow bars. */
function wordsOf({ since, until }: WholeYears): Words {
  if (until === null) return { short: `${since}+`, long: `${since} or more` };
  if (since === 0) return { short: `<${until + 1}`, long: `under ${until + 1}` };
  if (since === until) return { short: String(since), long: String(since) };
  return { short: `${since}–${until}`, long: `${since} to ${until}` };
}

/** Bars of the people who got the title, by years. Undefined if all are in one group, which shows nothing. */
export function spreadView(name: string, groups: readonly WholeYears[]): SpreadView | undefined {
  const shown = groups.slice(0, MOST_BARS).map((group) => ({ ...group }));
  const last = shown.at(-1);
  if (last === undefined || shown.length < 2) return undefined;
  last.until = null;
  last.people += groups.slice(MOST_BARS).reduce((sum, group) => sum + group.people, 0);
  const all = numberText(shown.reduce((sum, group) => sum + group.people, 0));
  const most = Math.max(...shown.map((group) => group.people));
  const slots = laySlots(shown.length, 0.1);
  const mostIn = shown.filter((group) => group.people === most).map((group) => wordsOf(group).long);
  return {
    title: `How the ${all} spread out`,
    label: `Whole years from the first full-time job to ${name}, of ${all} people. Most took ${mostIn.join(" or ")}.`,
    bars: shown.map((group, n) => ({
      label: wordsOf(group).short,
      people: numberText(group.people),
      brief: briefText(group.people),
      slot: slots[n] ?? { left: 0, middle: 0, width: 0 },
      share: group.people / most,
      isMost: group.people === most,
    })),
    table: {
      caption: "Whole years from the first full-time job",
      head: ["Years", "People"],
      rows: shown.map((group) => [wordsOf(group).long, numberText(group.people)]),
    },
  };
}

function promotedText(promoted: Share): string {
  return promoted === null ? "" : `${numberText(promoted.people)} of ${numberText(promoted.of)}`;
}

/** The companies where most people first held a title, beside everybody; undefined if no times may be shown. */
export function companySplitView(name: string, all: Spread, { rows }: FirstAt): CompanySplitView | undefined {
  const shown = rows.slice(0, MOST_COMPANIES);
  if (all === null || shown.every((row) => row.months === null)) return undefined;
  const scale = layMonths(Math.max(all.q3, ...shown.map((row) => row.months?.q3 ?? 0)) * 1.1);
  const half = ({ q1, q3 }: NonNullable<Spread>): string => `${formatMonths(q1)} to ${formatMonths(q3)}`;
  const timeOf = ({ months }: { months: Spread }): string =>
    months === null ? "" : `${months.isAbout ? "about " : ""}${formatMonths(months.median)}`;
  return {
    reference: scale.at(all.median),
    method: `Each person once, at the company where they first held the title. The dashed mark is the median of everyone, ${formatMonths(all.median)}. Companies with fewer than 5 people are not listed.`,
    rows: shown.map((row) => ({
      id: row.id,
      name: row.name,
      people: numberText(row.people),
      median: timeOf(row),
      promoted: promotedText(row.promotedInside),
      drawn:
        row.months === null
          ? undefined
          : {
              label: `${row.name}: median ${timeOf(row)}, middle half ${half(row.months)}`,
              capsule: layCapsule(row.months, scale),
            },
    })),
    table: {
      caption: `First held the title ${name} at`,
      head: ["Company", "People", "Median", "Middle half", "Promoted inside"],
      rows: shown.map((row) => [
        row.name,
        numberText(row.people),
        timeOf(row) || TOO_FEW,
        row.months === null ? TOO_FEW : half(row.months),
        promotedText(row.promotedInside) || "too few to say",
      ]),
    },
  };
}
