import { useRef, type ReactNode } from "react";
import { AlignedLineView } from "#features/like-me/parts/aligned-line.tsx";
import { alignLine, monthAtAge } from "#features/like-me/pure/align.ts";
import type { Count } from "#features/path/pure/types.ts";
import { fixtureId, personOf, TODAY } from "#features/person-card/parts/fixtures.ts";
import type { PublicProfile } from "#features/profile/schema.ts";
import { RouteLine, type Changed } from "#features/route/parts/route-line.tsx";
import { RouteRow } from "#features/route/parts/route-row.tsx";
import type { Look } from "#features/route/pure/look.ts";
import type { RouteView, StepView } from "#features/route/pure/view.ts";
import { WayAnswerView } from "#features/way/parts/way-answer.tsx";
import { wayDrawing } from "#features/way/parts/way-drawing.ts";
import type { WayAnswer, WayPage } from "#features/way/read.server.ts";
import { ENDED, EVERYTHING, LONGEST, MASKED, STARTING } from "./people.ts";
import { Specimen, State } from "./specimen.tsx";

const LONG = "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogoch Works";
const NOTHING = (): void => undefined;

function look(name: string, ring: Look["ring"] = "f"): Look {
  return { ring, sign: ring === "i" && name === "Intern" ? "sprout" : "mark", word: "Stop", name, logo: "" };
}

function routeOf(steps: readonly (readonly [name: string, people: Count, ring?: Look["ring"]])[]): RouteView {
  const stops = steps.map(([name]) => `company:${fixtureId(`company ${name}`)}`);
  return {
    text: { stops, thens: stops.slice(1).map(() => "any"), others: [] },
    steps: steps.map(([name, people, ring], at): StepView => ({ ...look(name, ring), stop: stops[at] ?? "", people })),
    links: stops.slice(1).map((_, at) => ({
      between: at % 2 === 0 ? "any" : "next",
      limit: at === 1 ? 18 : null,
    })),
    notice: undefined,
    mistakes: [],
    rows: [],
    schoolName: "",
    answer: undefined,
    state: "answer",
  };
}

const ROUTES: readonly (readonly [name: string, view: RouteView])[] = [
  ["One stop, 5,000 people", routeOf([["Quillon", 5_000]])],
  [
    "5 people",
    routeOf([
      ["Lower Lakes College", 5_000, "school"],
      ["Intern", 210, "i"],
      ["Quillon", 5],
    ]),
  ],
  [
    "4 people",
    routeOf([
      ["Intern", 210, "i"],
      ["Quillon", null],
    ]),
  ],
  [
    "Nobody",
    routeOf([
      ["Quillon", 210],
      ["Tarn & Fell", 0],
      ["Northmoor", 0],
    ]),
  ],
  ["Eight stops, long names", routeOf(Array.from({ length: 8 }, (_, at) => [`${LONG} ${at}`, 5] as const))],
];

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

const NONE = { rows: [], others: 0 };

function wayOf(people: number, names: readonly string[]): WayAnswer {
  const share = Math.floor(people / Math.max(1, names.length));
  const named = names.map((name) => ({ id: fixtureId(`company ${name}`), name, people: share }));
  const months = people < 5 ? null : { q1: 24, median: 24, q3: 24, isAbout: false };
  return {
    people: people > 0 && people < 5 ? null : people,
    fewerThan: people < 5 ? 5 : null,
    months,
    internedFirst: people < 5 ? null : { people: 0, of: people, isTwice: false },
    stopsBetween: people < 5 ? null : { q1: 1, median: 1, q3: 1, isAbout: false },
    routes: people < 5 ? [] : named.map((company) => ({ companies: [company], people: share, months })),
    others: 0,
    columns:
      people < 5
        ? [NONE, NONE]
        : [
            { rows: named, others: 0 },
            { rows: named, others: 0 },
          ],
    links:
      people < 5
        ? []
        : named.flatMap(({ id }) => [
            { from: "start", to: id, people: share },
            { from: id, to: id, people: share },
          ]),
    lines: [EVERYTHING, ENDED].map((profile) => ({ profile, matched: [], months: 24 })),
  };
}

const SEVEN = ["Quillon", "Tarn & Fell", "Northmoor", "Bramble Works", "Oakhollow", LONG, `${LONG} again`];
const WAYS: readonly (readonly [name: string, answer: WayAnswer])[] = [
  ["5 people, one way", wayOf(5, ["Quillon"])],
  ["5,000 people, seven equal ways, long names", wayOf(5_000, SEVEN)],
  ["5 people who each went their own way", { ...wayOf(5, []), routes: [], links: [] }],
];

function pageOf(answer: WayAnswer): WayPage {
  const [from, to] = [look("Lower Lakes College", "school"), look(LONG)];
  return {
    text: { from: `school:${fixtureId("school Lower Lakes College")}`, to: `company:${fixtureId("company Q")}` },
    from,
    to,
    state: "answer",
    mistakes: [],
    answer,
    logos: Object.fromEntries(answer.columns.flatMap(({ rows }) => rows.map(({ id }) => [id, ""]))),
    examples: [],
    picker: undefined,
  };
}

/** Lined up a year and four months into their career. */
function aligned(person: PublicProfile, shared: readonly string[] = []) {
  const age = { months: 16, since: "first-role" } as const;
  const at = monthAtAge(person.pipeline, age) ?? 0;
  return alignLine(person.pipeline, { at, shared: new Set(shared), today: TODAY });
}

const ONE_YEAR = personOf("Nova Ashby", [{ at: "Quillon", title: "Engineer", from: "2024-01-01", precision: "year" }]);
const ALIGNED: readonly (readonly [name: string, person: PublicProfile, shared: readonly string[]])[] = [
  ["Every kind of segment, two stops shared", EVERYTHING, ["Bramble Works", "Quillon"]],
  ["One year", ONE_YEAR, []],
  ["Years alone", MASKED, []],
  ["Short and incoming", STARTING, []],
  ["Long names", LONGEST, []],
];

const HITS = [
  ["Every kind of segment", EVERYTHING],
  ["Long names", LONGEST],
] as const;

/** The drawings of routes, ways and lines lined up, with data at their edges. */
export function Routes(): ReactNode {
  return (
    <>
      <Specimen name="RouteLine">
        {ROUTES.map(([name, view]) => (
          <div className="gal__wide" key={name}>
            <State name={name}>
              <Line view={view} />
            </State>
          </div>
        ))}
      </Specimen>
      <Specimen name="RouteRow">
        {HITS.map(([name, profile]) => (
          <div className="gal__wide" key={name}>
            <State name={name}>
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
            </State>
          </div>
        ))}
      </Specimen>
      <Specimen name="WayAnswerView">
        {WAYS.map(([name, answer]) => (
          <div className="gal__wide" key={name}>
            <State name={name}>
              <WayAnswerView
                page={pageOf(answer)}
                answer={answer}
                drawing={wayDrawing({ from: { name: "Lower Lakes College" }, to: { name: LONG }, answer })}
                today={TODAY}
              />
            </State>
          </div>
        ))}
      </Specimen>
      <Specimen name="AlignedLineView">
        {ALIGNED.map(([name, person, shared]) => (
          <div className="gal__wide" key={name}>
            <State name={name}>
              <AlignedLineView
                line={aligned(
                  person,
                  shared.map((at) => `company:${fixtureId(`company ${at}`)}`),
                )}
              />
            </State>
          </div>
        ))}
        <div className="gal__wide">
          <State name="One's own">
            <AlignedLineView line={aligned(ENDED)} isOwn />
          </State>
        </div>
      </Specimen>
    </>
  );
}
