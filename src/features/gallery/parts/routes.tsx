import { useRef, type ReactNode } from "react";
import { AlignedLineView } from "#features/like-me/parts/aligned-line.tsx";
import { alignLine, monthAtAge } from "#features/like-me/pure/align.ts";
import type { Count } from "#features/path/pure/types.ts";
import { fixtureId, TODAY } from "#features/person-card/parts/fixtures.ts";
import type { PublicProfile } from "#features/profile/schema.ts";
import { RouteLine, type Changed } from "#features/route/parts/route-line.tsx";
import { RouteRow } from "#features/route/parts/route-row.tsx";
import type { Look } from "#features/route/pure/look.ts";
import type { RouteView, StepView } from "#features/route/pure/view.ts";
import { WayAnswerView } from "#features/way/parts/way-answer.tsx";
import { wayDrawing } from "#features/way/parts/way-drawing.ts";
import type { WayAnswer, WayPage } from "#features/way/read.server.ts";
import { ENDED, EVERYTHING, LONG_NAME, LONG_WORD, LONGEST, ANONYMOUS, STARTING } from "./people.ts";
import { Specimen, States } from "./specimen.tsx";

const NOTHING = (): void => undefined;
const NONE = { rows: [], others: 0 };

function look(name: string, ring: Look["ring"] = "f"): Look {
  return { ring, sign: name === "Intern" ? "sprout" : "mark", word: "Stop", name, logo: "" };
}

type Step = readonly [name: string, people: Count, ring?: Look["ring"]];

function routeOf(steps: readonly Step[]): RouteView {
  const stops = steps.map(([name]) => `company:${fixtureId(`company ${name}`)}`);
  return {
    text: { stops, thens: stops.slice(1).map(() => "any"), others: [] },
    steps: steps.map(([name, people, ring], at): StepView => ({ ...look(name, ring), stop: stops[at] ?? "", people })),
    links: stops.slice(1).map((_, at) => ({ between: at % 2 === 0 ? "any" : "next", limit: at === 1 ? 18 : null })),
    notice: undefined,
    mistakes: [],
    rows: [],
    schoolName: "",
    answer: undefined,
    state: "answer",
  };
}

/** `null` stands for one to four people. */
const ROUTES: Readonly<Record<string, readonly Step[]>> = {
  "One stop, 5,000 people": [["Quillon", 5_000]],
  "5 people": [
    ["Lower Lakes College", 5_000, "school"],
    ["Intern", 210, "i"],
    ["Quillon", 5],
  ],
  "4 people": [
    ["Intern", 210, "i"],
    ["Quillon", null],
  ],
  Nobody: [
    ["Quillon", 210],
    ["Tarn & Fell", 0],
    ["Northmoor", 0],
  ],
  "Eight stops, long names": Array.from({ length: 8 }, (_, at) => [at % 2 === 0 ? LONG_NAME : LONG_WORD, 5] as const),
};

function Line({ view }: { view: RouteView }) {
  const changed = useRef<Changed | undefined>(undefined);
  return (
    <RouteLine
      view={view}
      popover={undefined}
      shape={{ isAligned: false, elastic: [] }}
      isCounting={false}
      changed={changed}
      onPick={NOTHING}
      onSay={NOTHING}
    />
  );
}

function Row({ profile }: { profile: PublicProfile }) {
  return (
    <ol className="rrows" role="list">
      <RouteRow
        line={{
          profile,
          matched: profile.pipeline.slice(0, 1).map(({ _id }) => ({ entry: _id, position: 0 })),
          months: 24,
        }}
        steps={[{ ...look("Bramble Works"), stop: "any", people: 5 }]}
        shape={{ isAligned: true, elastic: [] }}
        today={TODAY}
      />
    </ol>
  );
}

/** So many people, in equal parts, by way of each of these companies. */
function wayOf(people: number, names: readonly string[]): WayAnswer {
  const share = Math.floor(people / Math.max(1, names.length));
  const named = names.map((name) => ({ id: fixtureId(`company ${name}`), name, people: share }));
  const months = { q1: 24, median: 24, q3: 24, isAbout: false };
  return {
    people,
    fewerThan: null,
    months,
    internedFirst: { people: 0, of: people, isTwice: false },
    stopsBetween: { q1: 1, median: 1, q3: 1, isAbout: false },
    routes: named.map((company) => ({ companies: [company], people: share, months })),
    others: 0,
    columns: [
      { rows: named, others: 0 },
      { rows: named, others: 0 },
    ],
    links: named.flatMap(({ id }) => [
      { from: "start", to: id, people: share },
      { from: id, to: id, people: share },
    ]),
    lines: [EVERYTHING, ENDED].map((profile) => ({ profile, matched: [], months: 24 })),
  };
}

const FEW: WayAnswer = {
  ...wayOf(0, []),
  people: null,
  fewerThan: 5,
  months: null,
  internedFirst: null,
  stopsBetween: null,
  columns: [NONE, NONE],
};
const WAYS: Readonly<Record<string, WayAnswer>> = {
  "5,000 people, seven equal ways, long names": wayOf(5_000, [
    "Quillon",
    "Tarn & Fell",
    "Northmoor",
    "Bramble Works",
    "Oakhollow",
    LONG_NAME,
    LONG_WORD,
  ]),
  "5 people, one way": wayOf(5, ["Quillon"]),
  "5 people who each went their own way": wayOf(5, []),
  "4 people": FEW,
};

function pageOf(answer: WayAnswer): WayPage {
  return {
    text: { from: `school:${fixtureId("school Lower Lakes College")}`, to: `company:${fixtureId("company Q")}` },
    from: look(LONG_WORD, "school"),
    to: look(LONG_NAME),
    state: "answer",
    mistakes: [],
    answer,
    logos: Object.fromEntries(answer.columns.flatMap(({ rows }) => rows.map(({ id }) => [id, ""]))),
    examples: [],
    picker: undefined,
  };
}

function Way({ answer }: { answer: WayAnswer }) {
  const drawing = wayDrawing({ from: { name: LONG_WORD }, to: { name: LONG_NAME }, answer });
  return <WayAnswerView page={pageOf(answer)} answer={answer} drawing={drawing} today={TODAY} />;
}

/** Lined up a year and four months into a career. */
function Aligned({ person, isOwn = false }: { person: PublicProfile; isOwn?: boolean }) {
  const at = monthAtAge(person.pipeline, { months: 16, since: "first-role" }) ?? 0;
  const shared = new Set(["Bramble Works", "Quillon"].map((name) => `company:${fixtureId(`company ${name}`)}`));
  return <AlignedLineView line={alignLine(person.pipeline, { at, shared, today: TODAY })} isOwn={isOwn} />;
}

function drawn<One>(all: Readonly<Record<string, One>>, draw: (one: One) => ReactNode): Record<string, ReactNode> {
  return Object.fromEntries(Object.entries(all).map(([name, one]) => [name, draw(one)]));
}

const LINES = drawn(ROUTES, (steps) => <Line view={routeOf(steps)} />);
const ROWS = drawn({ "Every kind of segment": EVERYTHING, "Long names": LONGEST }, (one) => <Row profile={one} />);
const ANSWERS = drawn(WAYS, (answer) => <Way answer={answer} />);
const ALIGNED = drawn(
  {
    "Every kind of segment": EVERYTHING,
    "Short and incoming": STARTING,
    "Years alone": ANONYMOUS,
    "Long names": LONGEST,
  },
  (one) => <Aligned person={one} />,
);

/** Routes, ways and lines lined up: nobody, 4, 5 and 5,000 people, and names as long as they may be. */
export function Routes(): ReactNode {
  return (
    <>
      <Specimen name="RouteLine">
        <States of={LINES} />
      </Specimen>
      <Specimen name="RouteRow">
        <States of={ROWS} />
      </Specimen>
      <Specimen name="WayAnswerView">
        <States of={ANSWERS} />
      </Specimen>
      <Specimen name="AlignedLineView">
        <States of={{ ...ALIGNED, "One's own": <Aligned person={ENDED} isOwn /> }} />
      </Specimen>
    </>
  );
}
