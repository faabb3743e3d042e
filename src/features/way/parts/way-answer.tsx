import { numberText } from "#core/number-text.ts";
import { Fragment, type ReactNode } from "react";
import { formatMonths } from "#core/calendar.ts";
import { Avatar, CompanyLogo, lineClass } from "#features/drawing/parts/marks.tsx";
import { NODE_START } from "#features/path/pure/limits.ts";
import type { Named } from "#features/path/pure/types.ts";
import { cardOf, nameOf } from "#features/person-card/parts/card.ts";
import { CardLine } from "#features/person-card/parts/person-card.tsx";
import { headlineOf, headlineText } from "#features/pipeline/rules.ts";
import { Fact, RouteFacts } from "#features/route/parts/route-facts.tsx";
import { RoutePerson } from "#features/route/parts/route-person.tsx";
import { StepRing } from "#features/route/parts/step-ring.tsx";
import { routeHref } from "#features/route/pure/route-text.ts";
import { ANYWHERE } from "#features/way/pure/words.ts";
import { COLOURS, WAY_PLACES } from "./colours.ts";
import type { WayDrawing } from "./way-drawing.ts";
import { WayTable } from "./way-table.tsx";
import type { WayAnswer, WayPage } from "#features/way/read.server.ts";
import { BarList } from "#ui/chart/bar-list.tsx";
import { CapsuleScale } from "#ui/chart/capsule.tsx";
import { FlowChart } from "#ui/chart/flow.tsx";
import { TallFlow } from "#ui/chart/tall-flow.tsx";
import { Icon } from "#ui/icon.tsx";

const TOP = COLOURS.length;
const PEOPLE = 6;

function wayWords(companies: readonly Named[]): string {
  return companies.length === 0 ? "straight there" : companies.map(({ name }) => name).join(", then ");
}

type DrawnProps = { page: WayPage; answer: WayAnswer; drawing: WayDrawing };

/** The most common ways to a title as bars, for narrow screens. */
function WayBars({ answer }: { answer: WayAnswer }) {
  const most = Math.max(1, ...answer.routes.map(({ people }) => people), answer.others ?? 0);
  return (
    <BarList
      rows={[
        ...answer.routes.slice(0, TOP).map(({ companies, people }, at) => ({
          id: String(at),
          name: wayWords(companies),
          people: numberText(people),
          share: (people / most) * 100,
          line: COLOURS[at],
        })),
        {
          id: "others",
          name: "All other ways",
          people: numberText(
            (answer.people ?? 0) - answer.routes.slice(0, TOP).reduce((sum, { people }) => sum + people, 0),
          ),
          share: 0,
        },
      ]}
    />
  );
}

function Diagram({ page, answer, drawing }: DrawnProps) {
  const { from, to, logos } = page;
  const { names, flow } = drawing;
  const marks = new Map<string, ReactNode>();
  for (const { id, name } of flow.nodes)
    if (id in logos) marks.set(id, <CompanyLogo name={name} logo={logos[id] ?? ""} size="s" ring="ink" />);
  const start = from ?? ANYWHERE;
  marks.set(NODE_START, <StepRing look={start} size="rt" />);
  if (to) marks.set("goal", <StepRing look={to} size="rt" />);
  const label = `Ways from ${names.from} to ${names.to}, by the first stop and the last stop before.`;
  return (
    <section className="panel ch-panel pa-flow" aria-label="Most common routes">
      <div className="pa-wide">
        <FlowChart
          label={label}
          flow={flow}
          heads={["From", "First stop", "Last stop before", "To"].map((text, at) => ({ x: WAY_PLACES[at] ?? 0, text }))}
          sides={["right", "right", "right", "left"]}
          room={26}
          marks={marks}
        />
      </div>
      <div className="pa-narrow">
        {to?.sign === "mark" ? (
          <>
            <TallFlow label={label} flow={flow} marks={marks} />
            <p className="small faint pa-narrow__h">
              {`Top to bottom: ${from?.name ?? "anywhere"}, first stop, last stop before, ${names.to}`}
            </p>
          </>
        ) : (
          <WayBars answer={answer} />
        )}
      </div>
      <p className="ch-how">
        A colour is one of the five most common routes; grey is everyone else. Stops with fewer than 5 people are
        grouped. Time runs from the first stop to the first day there.
      </p>
      <WayTable answer={answer} to={names.to} />
    </section>
  );
}

/** The address of /search for the people of the answer. @param companies the stops in between, for those of one way */
function searchOf({ text: { from, to } }: WayPage, companies?: readonly Named[]): string {
  const between = (companies ?? []).map(({ id }) => `company:${id}`);
  const stops = [...(from === "" ? [] : [from]), ...between, to];
  const thens = stops.slice(1).map((_, at) => (companies && at === 0 && from !== "" ? "next" : "any"));
  return routeHref({ stops, thens, others: [] });
}

/** A way as rings, from start to goal. Only decoration: the words beside it say the same. */
function WayRings({ page, companies }: { page: WayPage; companies: readonly Named[] }) {
  const { from, to, logos } = page;
  const between = companies.map(({ id, name }) => ({
    ring: "f" as const,
    sign: "mark" as const,
    name,
    logo: logos[id] ?? "",
  }));
  return (
    <span className="sroute pa-route__d" aria-hidden="true">
      {[from ?? ANYWHERE, ...between, to ?? ANYWHERE].map((look, at) => (
        <Fragment key={at}>
          {at === 0 ? null : <span className="sroute__next" />}
          <StepRing look={look} size="s" />
        </Fragment>
      ))}
    </span>
  );
}

function Routes({ page, answer, drawing }: DrawnProps) {
  const shown = answer.routes.slice(0, TOP);
  return (
    <section className="sec">
      <div className="row between row--wrap">
        <h2 className="h-sec">Most common routes</h2>
        <span className="small faint">Time: median and middle half</span>
      </div>
      <ol className="pa-routes pa-routes--drawn" role="list">
        {shown.map(({ companies, people, months }, at) => (
          <li key={companies.map(({ id }) => id).join(" ")}>
            <a className={`pa-route line-${COLOURS[at] ?? 0}`} href={searchOf(page, companies)}>
              <span className="pa-bullet" aria-hidden="true">
                {at + 1}
              </span>
              <WayRings page={page} companies={companies} />
              <span className="pa-route__t">{wayWords(companies)}</span>
              <span className="num pa-route__n">
                <b className="semi">{numberText(people)}</b> people
              </span>
              <span className="pa-route__m">
                {months === null || drawing.capsules[at] === undefined ? null : (
                  <>
                    <CapsuleScale
                      label={`Median ${formatMonths(months.median)}, middle half ${formatMonths(months.q1)} to ${formatMonths(months.q3)}`}
                      capsule={drawing.capsules[at]}
                      line={COLOURS[at] ?? 0}
                    />
                    <span className="num small">{formatMonths(months.median)}</span>
                  </>
                )}
              </span>
            </a>
          </li>
        ))}
      </ol>
      <a className="link link--arrow" href={searchOf(page)}>
        Search this route <Icon name="arrow-right" />
      </a>
    </section>
  );
}

function People({ answer, today }: { answer: WayAnswer; today: string }) {
  return (
    <section className="sec">
      <h2 className="h-sec">People who did</h2>
      <ol className="pa-people" role="list">
        {answer.lines.slice(0, PEOPLE).map(({ profile }) => (
          <li key={profile._id} className={lineClass(profile._id)}>
            <a className="pa-person" href={`/user/${profile._id}`}>
              <Avatar pfp={profile.pfp} size={36} />
              <span className="grow">
                <b className="ui semi">{nameOf(profile)}</b>
                <span className="small faint pa-person__w">{headlineText(headlineOf(profile.pipeline))}</span>
              </span>
              <Icon name="chevron-right" size={18} />
            </a>
            <CardLine card={cardOf(profile, today)} />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The answer for enough people: figures, the diagram with its table, the most common routes, and people. */
export function WayAnswerView({
  page,
  answer,
  drawing,
  today,
}: {
  page: WayPage;
  answer: WayAnswer;
  drawing: WayDrawing | undefined;
  today: string;
}) {
  const [from, to] = [page.from?.name ?? "the first stop", page.to?.name ?? ""];
  return (
    <>
      <RouteFacts months={answer.months} interned={answer.internedFirst} between={answer.stopsBetween}>
        <Fact name="People" value={numberText(answer.people ?? 0)} note="" />
      </RouteFacts>
      {drawing ? (
        <>
          <Diagram page={page} answer={answer} drawing={drawing} />
          <div className="pa-grid">
            <Routes page={page} answer={answer} drawing={drawing} />
            <People answer={answer} today={today} />
          </div>
        </>
      ) : (
        <>
          <p className="alert ralert">
            <Icon name="alert" />
            <span>
              <b className="semi">Everyone went their own way.</b> No route was taken by 5 people or more, so here are
              the people instead of bands.
            </span>
          </p>
          <ul className="rpeople" role="list">
            {answer.lines.map((line) => (
              <li key={line.profile._id}>
                <RoutePerson line={line} from={from} to={to} today={today} />
              </li>
            ))}
          </ul>
          <p className="more">
            <a className="btn btn--s" href={searchOf(page)}>
              {`Show all ${numberText(answer.people ?? 0)}`}
            </a>
          </p>
        </>
      )}
    </>
  );
}
