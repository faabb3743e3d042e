import type { ReactNode } from "react";
import { compareView } from "#features/insight/parts/compare-view.ts";
import { Comparison } from "#features/insight/parts/comparison.tsx";
import { CompanyInsights } from "#features/insight/parts/company-insights.tsx";
import { companyInsightsView } from "#features/insight/parts/company-view.ts";
import { SchoolInsights } from "#features/insight/parts/school-insights.tsx";
import { schoolInsightsView } from "#features/insight/parts/school-view.ts";
import { TitleSections } from "#features/insight/parts/title-sections.tsx";
import { titleView } from "#features/insight/parts/title-view.ts";
import type { ComparedRead, CompanyInsightsRead } from "#features/insight/rules.ts";
import type { Curve, Flow } from "#features/path/pure/types.ts";
import { companyOf, LONG_NAME, LONG_WORD } from "./people.ts";
import { Specimen, States } from "./specimen.tsx";

const TODAY = "2026-01-15";
const NONE = { rows: [], others: 0 };
const NO_CURVE: Curve = { people: null, ended: null, isAbout: false, steps: [], median: null, years: [] };
const NO_FLOW: Flow = { people: null, hops: [] };
const MONTHS = { q1: 70, median: 84, q3: 101, isAbout: true };

const CURVE: Curve = {
  people: 5_000,
  ended: 50,
  isAbout: true,
  steps: Array.from({ length: 12 }, (_, n) => ({
    months: (n + 1) * 5,
    atRisk: 60 - n * 4,
    survival: 1 - (n + 1) / 14,
    low: Math.max(0, 0.9 - (n + 1) / 13),
    high: Math.min(1, 1.1 - (n + 1) / 15),
  })),
  median: { months: 35, low: 28, high: null },
  years: [0, 5].map((years) => ({ years, atRisk: 60, survival: 1 - years / 6, low: 0.1, high: 1 })),
};
const NAMED = [
  { id: "a", name: LONG_NAME, people: 5_000 },
  { id: "b", name: LONG_WORD, people: 5 },
];
const HOP = {
  people: 5_020,
  nodes: NAMED,
  others: null,
  stayed: 10,
  stillThere: 8,
  ended: 5,
  links: [
    { from: "start", to: "a", people: 5_000 },
    { from: "start", to: "b", people: 5 },
    { from: "start", to: "stayed", people: 10 },
  ],
};
const FLOW: Flow = { people: 5_020, hops: [HOP] };
const TABLE = { rows: NAMED, others: null };

const MANY: CompanyInsightsRead = {
  conversion: {
    all: { people: 42, of: 5_000, low: 0, high: 1 },
    years: [{ people: 42, of: 84, low: 0.4, high: 0.6, since: 2019, until: 2023 }],
    noFullTimeYet: null,
    everywhere: { people: 38, of: 100, low: 0.29, high: 0.48 },
  },
  stays: { own: CURVE, everywhere: CURVE },
  before: { ...FLOW, hops: [{ ...HOP, stayed: 0, links: [] }] },
  after: FLOW,
  levelsAfter: [
    {
      years: 0,
      people: 5_000,
      levels: [
        { name: "engineer", people: 4_995 },
        { name: "senior", people: 5 },
        { name: "staff", people: 0 },
        { name: "manager", people: null },
      ],
    },
  ],
  schools: TABLE,
  firstStops: TABLE,
  joined: { rows: [{ id: "mid-software", name: LONG_NAME, people: 5_000 }], others: null },
  happier: { cameHere: { worse: 0, same: 10, better: 5_000 }, leftHere: null },
  faces: [0, 5, 10, 20, 5_000],
};
/** Four people: too few for any figure. */
const FEW: CompanyInsightsRead = {
  conversion: { all: null, years: [], noFullTimeYet: 0, everywhere: null },
  stays: { own: NO_CURVE, everywhere: NO_CURVE },
  before: NO_FLOW,
  after: NO_FLOW,
  levelsAfter: [],
  schools: NONE,
  firstStops: NONE,
  joined: NONE,
  happier: null,
  faces: null,
};

const COMPARED = [
  { name: LONG_NAME, people: 5_000, insights: MANY },
  { name: "Quillon", people: 4, insights: FEW },
  { name: LONG_WORD, people: 5, insights: MANY },
  { name: "Oakhollow", people: 0, insights: FEW },
].map(({ name, people, insights }): ComparedRead => ({
  company: { ...companyOf(name, people), internsCount: people, ratingLevel: 0 },
  insights,
}));

const HUB = { name: LONG_NAME, logo: "", isSchool: false };

function titleOf(people: number | null) {
  const isMany = people !== null && people >= 5;
  return titleView(
    {
      slug: "staff-software",
      name: "Staff Engineer",
      level: "staff",
      family: "software",
      spellings: isMany ? [LONG_NAME, LONG_WORD] : [],
      people,
      months: isMany ? MONTHS : null,
      curve: isMany ? CURVE : null,
      fromTitles: isMany ? TABLE : NONE,
      promoted: isMany ? 4_995 : null,
      hired: isMany ? 5 : null,
      companies: isMany ? TABLE : NONE,
      wholeYears: isMany
        ? [5, 4_000, 9].map((count, n) => ({ since: n, until: n === 2 ? null : n, people: count }))
        : [],
      firstAt: isMany
        ? {
            rows: NAMED.map((one, n) => ({
              ...one,
              months: n === 0 ? MONTHS : null,
              promotedInside: n === 0 ? { people: 5, of: 5_000, low: 0, high: 1 } : null,
            })),
            others: null,
          }
        : NONE,
      lines: [],
    },
    TODAY,
  );
}

/** The figures of companies, schools and titles: 0, 4, 5 and 5,000 people, and names as long as they may be. */
export function Figures(): ReactNode {
  return (
    <>
      <Specimen name="CompanyInsights">
        <States
          of={{
            "5,000 people": <CompanyInsights view={companyInsightsView(HUB, "intern", MANY, {})} />,
            "4 people": <CompanyInsights view={companyInsightsView(HUB, "intern", FEW, {})} />,
          }}
        />
      </Specimen>
      <Specimen name="SchoolInsights">
        <States
          of={Object.fromEntries(
            [["5,000 people", TABLE, FLOW] as const, ["4 people", NONE, NO_FLOW] as const].map(
              ([state, table, after]) => [
                state,
                <SchoolInsights
                  key={state}
                  name={LONG_NAME}
                  view={schoolInsightsView(
                    { ...HUB, isSchool: true },
                    {
                      firstStops: table,
                      companies: table,
                      after,
                      levelsAfter: after === FLOW ? MANY.levelsAfter : [],
                      interned: after === FLOW ? { people: 5, of: 5_000, low: 0, high: 0.01 } : null,
                    },
                    {},
                  )}
                />,
              ],
            ),
          )}
        />
      </Specimen>
      <Specimen name="TitleSections">
        <States
          of={{
            "5,000 people": <TitleSections view={titleOf(5_000)} logos={{}} />,
            "4 people": <TitleSections view={titleOf(null)} logos={{}} />,
            Nobody: <TitleSections view={titleOf(0)} logos={{}} />,
          }}
        />
      </Specimen>
      <Specimen name="Comparison">
        <States
          of={{
            "5,000, 4, 5 and no people": <Comparison view={compareView(COMPARED, {})} />,
            "One company": <Comparison view={compareView(COMPARED.slice(1, 2), {})} />,
          }}
        />
      </Specimen>
    </>
  );
}
