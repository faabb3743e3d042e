import { numberText } from "#core/number-text.ts";
import type { ReactNode } from "react";
import { CompanyLogo } from "#features/drawing/parts/marks.tsx";
import { AxisLabels, LABEL_ROW, Plot, ScaleAxis } from "#ui/chart/axis.tsx";
import { Band, Reference } from "#ui/chart/band.tsx";
import { BarList } from "#ui/chart/bar-list.tsx";
import { layCapsule } from "#ui/chart/capsule-layout.ts";
import { Capsule, CapsuleScale } from "#ui/chart/capsule.tsx";
import { layDiverging } from "#ui/chart/diverging-layout.ts";
import { DivergingBars } from "#ui/chart/diverging-bars.tsx";
import { layDots } from "#ui/chart/dot-layout.ts";
import { DotStrip } from "#ui/chart/dot-strip.tsx";
import { FigureSection, NumbersTable, TooFew } from "#ui/chart/figure-section.tsx";
import { layFlow } from "#ui/chart/flow-layout.ts";
import { FlowChart } from "#ui/chart/flow.tsx";
import { TallFlow } from "#ui/chart/tall-flow.tsx";
import { ChartKey } from "#ui/chart/key.tsx";
import { yOf } from "#ui/chart/plot.ts";
import { layLabels, layMonths, laySlots, SHARE_TICKS } from "#ui/chart/scale-layout.ts";
import { StackKey, Stacks } from "#ui/chart/stacks.tsx";
import { layStepCurve } from "#ui/chart/step-layout.ts";
import { StepCurve } from "#ui/chart/step-curve.tsx";
import { Whisker, WhiskerScale } from "#ui/chart/whisker.tsx";
import { Specimen, State } from "./specimen.tsx";

const HEIGHT = 160;
const LONG = "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogoch Works";
const LEVELS = ["Engineer", "Senior", "Staff or above", "Manager or above"] as const;
const SPREAD = layCapsule({ q1: 12, median: 24, q3: 36 }, layMonths(72));
const STRIPS = [
  ...[0, 4, 5, 5_000].map(
    (n) => [`${numberText(n)} people`, Array.from({ length: n }, (_, at) => (at * 7) % 71)] as const,
  ),
  ["Equal values", [24, 24, 24, 24, 24]],
] as const;
const TINTS = [0, 1, 2, 3] as const;

/** Intervals by years: a single one, several similar ones, and the widest and narrowest possible. */
const WHISKERS = [
  ["One year", [[0.5, 0.24, 0.76, "2023"]]],
  ["Equal values", ["2020", "2021", "2022"].map((year) => [0.5, 0.4, 0.6, year] as const)],
  ["Thirty-four years", Array.from({ length: 34 }, (_, n) => [0.4, 0.3, 0.5, String(1992 + n)] as const)],
  ["Nobody, and everybody", [[0, 0, 0.43, "2021"] as const, [1, 0.57, 1, "2022"] as const]],
] as const;

function Whiskers({ years }: { years: readonly (readonly [number, number, number, string])[] }) {
  const slots = laySlots(years.length);
  const labels = years.map(([, , , year]) => year);
  return (
    <Plot label="Shares with their intervals" height={HEIGHT} rows={1}>
      <Band at={yOf(0.5, HEIGHT)} low={yOf(0.4, HEIGHT)} high={yOf(0.6, HEIGHT)} />
      <Reference at={yOf(0.3, HEIGHT)} />
      {years.map(([share, low, high, year], n) => (
        <Whisker
          key={year}
          x={slots[n]?.middle ?? 50}
          at={yOf(share, HEIGHT)}
          low={yOf(low, HEIGHT)}
          high={yOf(high, HEIGHT)}
          title={year}
          among={years.length}
        />
      ))}
      <AxisLabels ticks={layLabels(labels, 4)} y={HEIGHT + LABEL_ROW - 4} />
    </Plot>
  );
}

/** People by which a curve goes down each month, from a number at its start. */
function stepsOf(people: number): { months: number; survival: number; low: number; high: number }[] {
  return Array.from({ length: people === 0 ? 0 : 24 }, (_, n) => {
    const survival = people === 4 ? 1 : 1 - (n + 1) / 26;
    const half = Math.min(0.4, 1 / Math.sqrt(people));
    return { months: n * 3, survival, low: Math.max(0, survival - half), high: Math.min(1, survival + half) };
  });
}

function Curves() {
  return [0, 4, 5, 5_000].map((people) => {
    const scale = layMonths(72);
    const steps = stepsOf(people);
    return (
      <State key={people} name={`${numberText(people)} people`}>
        <Plot label={`A curve of ${people} people`} height={HEIGHT} rows={1}>
          <StepCurve paths={layStepCurve(stepsOf(5_000), scale, HEIGHT)} height={HEIGHT} />
          <StepCurve paths={layStepCurve(steps, scale, HEIGHT)} height={HEIGHT} line={0} />
          {people === 0 ? null : (
            <Capsule capsule={layCapsule({ q1: 30, median: 36, q3: 48 }, scale)} y={yOf(0.5, HEIGHT)} />
          )}
          <AxisLabels ticks={scale.ticks} y={HEIGHT + LABEL_ROW - 4} />
        </Plot>
      </State>
    );
  });
}

function flowOf(people: number, name: string) {
  const part = Math.floor(people / 5);
  const columns = [
    [
      { id: "before", name, people: part, line: 2 as const },
      { id: "first", name: "First stop here", people: people - part },
    ],
    [{ id: "hub", name: "Quillon", people, isHub: true }],
    [
      { id: "stayed", name: "Stayed", people: part, line: 0 as const },
      { id: "next", name, people: part, href: "/gallery", line: 1 as const },
      { id: "other", name: "Other companies", people: people - 2 * part },
    ],
  ].map((column) => column.filter((node) => node.people > 0));
  const links = [
    ...["before", "first"].map((from) => ({
      column: 0,
      from,
      to: "hub",
      people: from === "before" ? part : people - part,
    })),
    ...["stayed", "next"].map((to) => ({ column: 1, from: "hub", to, people: part })),
    { column: 1, from: "hub", to: "other", people: people - 2 * part },
  ];
  return layFlow(columns, links, [22, 45, 75]);
}

const HEADS = [
  { x: 22, text: "Stop before" },
  { x: 45, text: "Here" },
  { x: 75, text: "Next stop" },
] as const;

const FLOW_MARKS = new Map<string, ReactNode>([
  ["hub", <CompanyLogo key="hub" name="Quillon" logo="" size="l" ring="ink" />],
  ["next", <CompanyLogo key="next" name={LONG} logo="" size="s" />],
]);

const TALL_FLOWS = [0, 4, 5, 5_000].map((people) => (
  <State key={people} name={`${numberText(people)} people`}>
    <TallFlow label={`Where ${people} people went`} flow={flowOf(people, LONG)} marks={FLOW_MARKS} />
  </State>
));

function Flows() {
  return [0, 4, 5, 5_000].map((people) => (
    <State key={people} name={`${numberText(people)} people`}>
      <FlowChart
        label={`Where ${people} people went`}
        flow={flowOf(people, people === 5_000 ? LONG : "Tarn & Fell")}
        heads={HEADS}
        sides={["left", "right", "right"]}
        room={21}
        marks={FLOW_MARKS}
      />
    </State>
  ));
}

const FELT = [
  ["All moves", { worse: 1_200, same: 1_600, better: 2_200 }],
  ["Everybody happier", { worse: 0, same: 0, better: 5 }],
  [LONG, { worse: 5, same: 5, better: 5 }],
  ["Nobody", { worse: 0, same: 0, better: 0 }],
] as const;

function columnsOf(all: readonly (readonly (number | null)[])[]) {
  const slots = laySlots(all.length);
  return all.map((shares, n) => ({
    label: n === 0 ? "Joined" : `${n * 2} yr`,
    people: n === 0 ? "5,000" : "5",
    slot: slots[n] ?? { left: 0, middle: 50, width: 100 },
    parts: TINTS.map((tint) => ({ name: LEVELS[tint], tint, share: shares[tint] ?? null })),
  }));
}

const BARS = [
  { id: "a", name: LONG, people: "5,000", share: 100, line: 0 as const, href: "/gallery" },
  { id: "b", name: "Tarn & Fell", people: "5", share: 0.1, line: 1 as const },
  { id: "other", name: "Other companies", people: "under 5", share: 0 },
];
const TABLE = {
  caption: "Shares by year",
  head: ["Year", "Came back", "Of"],
  rows: [
    ["2023", "5", "10"],
    [LONG, "5,000", "5,000"],
  ],
};

/** The drawing parts of figures, with data at their edges. */
export function Charts(): ReactNode {
  return (
    <>
      <Specimen name="Plot">
        {WHISKERS.map(([state, years]) => (
          <State key={state} name={state}>
            <Whiskers years={years} />
          </State>
        ))}
      </Specimen>
      <Specimen name="StepCurve" note="all companies dashed">
        <Curves />
      </Specimen>
      <Specimen name="WhiskerScale">
        <WhiskerScale label="42%, likely 30 – 54%" ticks={SHARE_TICKS} at={42} low={30} high={54} reference={59} />
        <WhiskerScale label="100%" ticks={SHARE_TICKS} at={100} low={100} high={100} line={1} />
        <WhiskerScale label="Interval unknown" ticks={SHARE_TICKS} at={0} low={null} high={null} line={2} />
      </Specimen>
      <Specimen name="CapsuleScale">
        {(
          [
            ["Spread", 40, 60, 70],
            ["Equal values", 60, 60, 60],
            ["At the start", 0, 0, 0],
          ] as const
        ).map(([state, q1, median, q3]) => (
          <State key={state} name={state}>
            <CapsuleScale
              label={state}
              capsule={layCapsule({ q1, median, q3 }, layMonths(72))}
              ticks={layMonths(72).ticks}
            />
            <CapsuleScale label={state} capsule={layCapsule({ q1, median, q3 }, layMonths(72))} reference={50} />
          </State>
        ))}
      </Specimen>
      <Specimen name="ScaleAxis">
        {[0, 12, 24, 72, 600].map((months) => (
          <svg key={months} className="ch-scale" width="100%" height="40" role="img" aria-label={`${months} months`}>
            <ScaleAxis ticks={layMonths(months).ticks} y={12} />
          </svg>
        ))}
      </Specimen>
      <Specimen name="DotStrip">
        {STRIPS.map(([name, times]) => (
          <State key={name} name={name}>
            <DotStrip label={name} title="Time" spread={SPREAD} dots={layDots(times)} />
          </State>
        ))}
      </Specimen>
      <Specimen name="FlowChart">
        <Flows />
      </Specimen>
      <Specimen name="TallFlow">{TALL_FLOWS}</Specimen>
      <Specimen name="DivergingBars">
        <DivergingBars
          label="Less happy, the same or happier"
          rows={layDiverging(FELT.map(([, answers]) => answers)).map((parts, n) => ({
            name: FELT[n]?.[0] ?? "",
            people: "about 15 people",
            parts,
          }))}
        />
      </Specimen>
      <Specimen name="Stacks">
        <Stacks
          label="Levels by years"
          columns={columnsOf([
            [0.76, 0.19, 0, 0.05],
            [1, 0, 0, 0],
            [null, 0.5, null, 0.3],
          ])}
        />
        <State name="One year">
          <Stacks label="Levels of one year" columns={columnsOf([[0.25, 0.25, 0.25, 0.25]])} />
        </State>
      </Specimen>
      <Specimen name="StackKey">
        <StackKey names={LEVELS} />
      </Specimen>
      <Specimen name="ChartKey">
        <ChartKey
          items={[
            { mark: "whisker", text: "share and its 95% interval" },
            { mark: "mean", text: "all years, 50%" },
            { mark: "dash", text: "all companies" },
            { mark: "capsule", text: "middle half of people" },
          ]}
        />
      </Specimen>
      <Specimen name="BarList">
        <BarList rows={BARS} />
        <BarList rows={[]} />
      </Specimen>
      <Specimen name="FigureSection">
        <FigureSection
          id="gallery-figure"
          title={`How long people stay at ${LONG}`}
          headline="50%"
          sentence="came back or stayed. 42 of 84, likely between 40% and 60%."
          method="One sentence."
          tables={[TABLE]}
        />
      </Specimen>
      <Specimen name="NumbersTable">
        <NumbersTable tables={[TABLE, { ...TABLE, caption: "Another" }]} />
      </Specimen>
      <Specimen name="TooFew">
        <TooFew>Not enough answers yet.</TooFew>
      </Specimen>
    </>
  );
}
