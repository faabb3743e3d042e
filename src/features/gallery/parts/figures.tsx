import { numberText } from "#core/number-text.ts";
import type { ReactNode } from "react";
import { compareView } from "#features/insight/parts/compare-view.ts";
import { AddCompany, Comparison } from "#features/insight/parts/comparison.tsx";
import { CompanyInsights } from "#features/insight/parts/company-insights.tsx";
import { COMPANY_LINKS, InsightNav } from "#features/insight/parts/insight-nav.tsx";
import { companyInsightsView } from "#features/insight/parts/company-view.ts";
import { CountedNote, NotReady } from "#features/insight/parts/notes.tsx";
import { SchoolInsights } from "#features/insight/parts/school-insights.tsx";
import { schoolInsightsView } from "#features/insight/parts/school-view.ts";
import { TitleSections } from "#features/insight/parts/title-sections.tsx";
import { titleView } from "#features/insight/parts/title-view.ts";
import type { CompanyInsightsRead } from "#features/insight/rules.ts";
import type { Curve, Flow } from "#features/path/pure/types.ts";
import type { WholeYears } from "#features/path/pure/title-types.ts";
import { CountBars } from "#ui/chart/count-bars.tsx";
import { laySlots } from "#ui/chart/scale-layout.ts";
import { Specimen, State } from "./specimen.tsx";

const TODAY = "2026-01-15";
const NONE = { rows: [], others: 0 };
const NO_CURVE: Curve = { people: null, ended: null, isAbout: false, steps: [], median: null, years: [] };
const NO_FLOW: Flow = { people: null, hops: [] };
const LONG = "The Honourable Company of Meteorological Instrument Makers";

const CURVE: Curve = {
  people: 60,
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
  years: Array.from({ length: 6 }, (_, n) => ({
    years: n,
    atRisk: 60 - n * 9,
    survival: 1 - n / 6,
    low: 0.1,
    high: 1,
  })),
};
const HOP = {
  people: 40,
  nodes: [
    { id: "a", name: LONG, people: 12 },
    { id: "b", name: "Tarn & Fell", people: 5 },
  ],
  others: null,
  stayed: 10,
  stillThere: 8,
  ended: 5,
  links: [
    { from: "start", to: "a", people: 12 },
    { from: "start", to: "b", people: 5 },
    { from: "start", to: "stayed", people: 10 },
  ],
};
const FLOW: Flow = { people: 40, hops: [HOP] };
const TOLD: CompanyInsightsRead = {
  conversion: {
    all: { people: 42, of: 84, low: 0.4, high: 0.6 },
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
      people: 20,
      levels: [
        { name: "engineer", people: 12 },
        { name: "senior", people: 8 },
        { name: "staff", people: 0 },
        { name: "manager", people: null },
      ],
    },
  ],
  schools: { rows: [{ id: "s", name: "Crowd College", people: 9 }], others: 31 },
  firstStops: { rows: HOP.nodes, others: 0 },
  joined: { rows: [{ id: "mid-software", name: "Software Engineer", people: 30 }], others: null },
  happier: { cameHere: { worse: 5, same: 10, better: 25 }, leftHere: null },
  faces: [0, 5, 10, 20, 15],
};
const FEW: CompanyInsightsRead = {
  ...TOLD,
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

const HUB = { name: "Quillon", logo: "", isSchool: false };

function companyOf(n: number) {
  return {
    _id: `${n}`,
    displayName: n === 1 ? LONG : `Quillon ${n}`,
    logo: "",
    people: n === 3 ? 4 : 5_000,
    internsCount: 1_000,
    ratingLevel: n === 3 ? 0 : 4,
    prior: [],
    next: [],
    flow: { prior: [], next: [] },
  };
}

function comparison(count: number) {
  const found = Array.from({ length: count }, (_, n) => ({ company: companyOf(n), insights: n === 3 ? FEW : TOLD }));
  return compareView(found, {});
}

const WHOLE_YEARS: WholeYears[] = [9, 19, 34, 50, 66, 45, 33, 24, 16, 9, 7].map((people, n, all) => ({
  since: n === 0 ? 0 : n + 3,
  until: n === all.length - 1 ? null : n + 3,
  people,
}));
const TITLE = {
  slug: "staff-software",
  name: "Staff Engineer",
  level: "staff",
  family: "software",
  spellings: ["Staff SWE"],
  people: 47,
  months: { q1: 80, median: 92, q3: 112, isAbout: false },
  curve: CURVE,
  fromTitles: { rows: [{ id: "senior-software", name: "Senior Software Engineer", people: 30 }], others: 17 },
  promoted: 25,
  hired: 22,
  companies: { rows: HOP.nodes, others: 0 },
  firstAt: {
    rows: [
      {
        id: "a",
        name: LONG,
        people: 12,
        months: { q1: 70, median: 84, q3: 101, isAbout: true },
        promotedInside: { people: 5, of: 12, low: 0.19, high: 0.68 },
      },
      { id: "b", name: "Tarn & Fell", people: 5, months: null, promotedInside: null },
    ],
    others: 30,
  },
  lines: [],
} as const;

/** The figures of companies, schools and titles, with enough people and with too few. */
export function Figures(): ReactNode {
  return (
    <>
      <Specimen name="CompanyInsights">
        <State name="Told">
          <CompanyInsights view={companyInsightsView(HUB, "intern", TOLD, {})} />
        </State>
      </Specimen>
      <Specimen name="InsightNav">
        <InsightNav links={COMPANY_LINKS} compare="/compare" />
      </Specimen>
      <Specimen name="SchoolInsights">
        <SchoolInsights
          name="Crowd College"
          view={schoolInsightsView(
            { ...HUB, isSchool: true },
            {
              firstStops: TOLD.firstStops,
              companies: TOLD.firstStops,
              after: NO_FLOW,
              levelsAfter: [],
              interned: { people: 5, of: 10, low: 0.24, high: 0.76 },
            },
            {},
          )}
        />
      </Specimen>
      <Specimen name="CountBars">
        {[
          [9, 19, 34, 50, 66, 45, 33, 24, 16, 9, 7],
          [5, 12_345],
          [0, 0, 0],
        ].map((people) => (
          <State key={people.length} name={`${people.length} bars`}>
            <CountBars
              label={`${people.length} bars`}
              bars={laySlots(people.length, 0.1).map((slot, n) => ({
                label: String(n),
                people: numberText(people[n] ?? 0),
                slot,
                share: (people[n] ?? 0) / Math.max(1, ...people),
                isMost: (people[n] ?? 0) === Math.max(...people),
              }))}
            />
          </State>
        ))}
      </Specimen>
      <Specimen name="TitleSections">
        <TitleSections
          view={titleView(
            {
              ...TITLE,
              spellings: [...TITLE.spellings],
              fromTitles: { rows: [...TITLE.fromTitles.rows], others: 17 },
              companies: { rows: HOP.nodes, others: 0 },
              wholeYears: WHOLE_YEARS,
              firstAt: { ...TITLE.firstAt, rows: [...TITLE.firstAt.rows] },
              lines: [],
            },
            TODAY,
          )}
          logos={{}}
        />
      </Specimen>
      <Specimen name="Comparison">
        <State name="Three">
          <Comparison view={comparison(3)} />
        </State>
      </Specimen>
      <Specimen name="AddCompany">
        <AddCompany ids={["1"]} wrong="No company on this site with the name “Nowhere”." />
      </Specimen>
      <Specimen name="CountedNote">
        <CountedNote />
      </Specimen>
      <Specimen name="NotReady">
        <NotReady />
      </Specimen>
    </>
  );
}
