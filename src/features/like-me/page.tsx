import { data } from "react-router";
import { formatMonths } from "#core/calendar.ts";
import { Avatar, lineClass } from "#features/drawing/parts/marks.tsx";
import { pathContext } from "#features/path/path-context.ts";
import { nameOf } from "#features/person-card/parts/card.ts";
import { pageHead } from "#features/page/parts/head.ts";
import { peopleWords } from "#features/route/pure/words.ts";
import { pageContext } from "#server/page-context.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import type { Route } from "./+types/page.ts";
import { AlignedLineView, NOW_AT } from "./parts/aligned-line.tsx";
import { CameNext } from "./parts/came-next.tsx";
import { StartForm } from "./parts/start-form.tsx";
import { readLikeMe, type LikeMePage, type Neighbour, type Subject } from "./read.server.ts";

const STATUS = { answer: 200, choose: 200, missing: 404, "not-ready": 503 } as const;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, today, viewer } = context.get(pageContext);
  const input = { db, paths: context.get(pathContext), today, viewer };
  const page = await readLikeMe(input, new URL(request.url).searchParams);
  return data({ page, isLoggedIn: viewer !== undefined }, { status: STATUS[page.state] });
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return pageHead(matches, {
    title: "Lines like yours",
    description: "Other people's lines at the point where you are now, and what came next for them.",
    path: "/like-me",
    isHidden: loaderData?.page.state !== "choose",
  });
}

const TICKS = [
  [-4, 9.1],
  [-2, 27.3],
  [2, 63.6],
  [4, 81.8],
] as const;

/** "1 yr 4 mo into a first full-time job". */
function pointWords({ similar }: LikeMePage): string {
  if (similar === undefined) return "";
  const age = similar.months === 0 ? "at the start of" : `${formatMonths(similar.months)} into`;
  return similar.since === "career-start" ? `${age} a first full-time job` : `${age} the first role`;
}

function Axis({ label }: { label: string }) {
  return (
    <div className="lm__plot">
      <svg className="lm__svg lm__svg--axis" width="100%" height="22" aria-hidden="true">
        {TICKS.map(([years, x]) => (
          <text key={years} className="rstrip__t" x={`${x}%`} y="14" textAnchor="middle">
            {`${years < 0 ? "\u2212" : "+"}${Math.abs(years)} yr`}
          </text>
        ))}
        <text className="lm__now" x={`${NOW_AT}%`} y="14" textAnchor="middle">
          {label}
        </text>
      </svg>
    </div>
  );
}

function Row({ neighbour }: { neighbour: Neighbour }) {
  const { profile, shared, line } = neighbour;
  return (
    <li className={`lm__r ${lineClass(profile._id)}`}>
      <div className="lm__who">
        <Avatar pfp={profile.pfp} size={36} />
        <div className="grow">
          <a className="semi ui" href={`/user/${profile._id}`}>
            {nameOf(profile)}
          </a>
          <span className="lm__tag">{`${shared} shared`}</span>
          <span className="sr">{`. ${line.spoken}`}</span>
        </div>
      </div>
      <AlignedLineView line={line} />
    </li>
  );
}

/** The nearest at once; the rest on request. */
const FIRST_ROWS = 8;

function Rows({ neighbours }: { neighbours: readonly Neighbour[] }) {
  const row = (neighbour: Neighbour) => <Row key={neighbour.profile._id} neighbour={neighbour} />;
  return (
    <>
      <ol role="list" aria-label="Lines like this one">
        {neighbours.slice(0, FIRST_ROWS).map(row)}
      </ol>
      {neighbours.length <= FIRST_ROWS ? null : (
        <details className="lm__more">
          <summary className="btn btn--s">{`Show all ${neighbours.length}`}</summary>
          <ol role="list" aria-label="More lines like this one" start={FIRST_ROWS + 1}>
            {neighbours.slice(FIRST_ROWS).map(row)}
          </ol>
        </details>
      )}
    </>
  );
}

function Lines({ page, subject }: { page: LikeMePage; subject: Exclude<Subject, { is: "start" }> }) {
  const { similar, neighbours } = page;
  const stops = `${subject.stops} ${subject.stops === 1 ? "stop" : "stops"}`;
  return (
    <div>
      <div className={`lm__r lm__r--me ${lineClass(subject.id)}`}>
        <div className="lm__who">
          <Avatar pfp={subject.pfp} size={40} />
          <div className="grow">
            <b className="semi ui">{subject.is === "own" ? "Your line" : subject.name || "This line"}</b>
            <span className="small faint lm__meta">
              {[subject.schoolName, stops].filter((text) => text !== "").join(", ")}
            </span>
          </div>
        </div>
        <div>
          <Axis label={subject.is === "own" ? "You, now" : "Now"} />
          <AlignedLineView line={subject.line} isOwn />
        </div>
      </div>
      <Rows neighbours={neighbours} />
      {neighbours.length === 0 ? (
        <p className="ui dim lm__none">
          {similar?.people === null ? "Fewer than 5 people, of whom none is public." : "No one to show yet."}
        </p>
      ) : (
        <ul className="lm__key small" role="list">
          <li>
            <svg width="22" height="22" aria-hidden="true">
              <circle className="lm__shared" cx="11" cy="11" r="10" />
              <circle className="lm__small" cx="11" cy="11" r="6" />
            </svg>
            {subject.is === "own" ? "a stop you share" : "a stop both share"}
          </li>
          <li>
            <svg width="16" height="22" aria-hidden="true">
              <rect className="lm__bar lm__bar--key" x="1" y="-2" width="14" height="26" />
            </svg>
            {subject.is === "own" ? "where you are now" : "where this line is now"}
          </li>
        </ul>
      )}
      <p className="ch-how">
        <b>How it is counted.</b> People who share at least 2 of: school, companies so far, title of the first full-time
        job. Who shares more, and what fewer people have, comes first. Each is lined up at the same time since their
        first full-time job. Named and anonymous people count; anonymous lines stay anonymous. Only pipelines that
        anybody can see.
      </p>
    </div>
  );
}

function titleOf(subject: Subject | undefined): string {
  return subject?.is === "other" ? `Lines like ${subject.name || "this one"}’s` : "Lines like yours";
}

export default function LikeMe({ loaderData }: Route.ComponentProps) {
  const { page, isLoggedIn } = loaderData;
  const { subject, similar } = page;
  if (page.state === "missing" || page.state === "not-ready") {
    return (
      <div className="wrap rpage lmp">
        <EmptyState
          kind={page.state === "missing" ? "closed" : "start"}
          level={1}
          title={page.state === "missing" ? "There is no such line" : "Paths are being read. Try again in a moment."}
        />
      </div>
    );
  }
  const isShort = subject !== undefined && subject.is !== "start" && subject.stops < 2;
  return (
    <div className="wrap rpage lmp">
      <h1 className="h-page">{titleOf(subject)}</h1>
      <p className="lead">
        {subject === undefined || subject.is === "start"
          ? "Choose a starting point. Nothing is saved and no account is needed."
          : isShort
            ? "One stop is enough to start. Two make it yours."
            : `Other people, lined up at the point where ${subject.is === "own" ? "you are" : "this line is"} now: ${pointWords(page)}.`}
      </p>
      {subject === undefined || subject.is === "start" ? <StartForm page={page} isLoggedIn={isLoggedIn} /> : null}
      {subject?.is === "start" ? (
        <div className="lm-one">
          <p className="ui">
            <b className="semi">
              {[subject.schoolName, subject.stopName].filter((text) => text !== "").join(", then ")}.
            </b>{" "}
            {subject.schoolName === "" || subject.stopName === ""
              ? `${peopleWords(similar?.people ?? null)} started like this.`
              : `${peopleWords(similar?.people ?? null)} had the school or the stop so far.`}
          </p>
          <CameNext page={page} whose="this" />
          <p className="ch-how">
            Too short to line up with others yet. With two stops we show the nearest lines and what came after.
          </p>
        </div>
      ) : null}
      {subject !== undefined && subject.is !== "start" ? (
        <div className="lm-g">
          <Lines page={page} subject={subject} />
          <aside>
            <CameNext page={page} whose={subject.is === "own" ? "yours" : "this"} />
            {isShort && subject.is === "own" ? (
              <p className="lms__b">
                <a className="btn btn--p" href="/edit">
                  Add your next stop
                </a>
              </p>
            ) : null}
          </aside>
        </div>
      ) : null}
    </div>
  );
}
