import { amountText } from "#core/number-text.ts";
import { drawnFresh, type Page } from "#features/drawing/parts/draw.tsx";
import type { Drawn } from "#features/drawing/parts/drawn-part.tsx";
import { Avatar, lineClass } from "#features/drawing/parts/marks.tsx";
import { nameOf } from "#features/person-card/parts/card.ts";
import type { LikeMePage, Neighbour, Subject } from "#features/like-me/read.server.ts";
import { NOW_AT } from "#features/like-me/pure/align.ts";
import { AlignedLineView } from "./aligned-line.tsx";
import { CameNext } from "./came-next.tsx";

const TICKS = [
  [-4, 9.1],
  [-2, 27.3],
  [2, 63.6],
  [4, 81.8],
] as const;

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
  const stops = amountText(subject.stops, "stop");
  return (
    <div>
      <div className={`lm__r lm__r--me ${lineClass(subject.id)}`}>
        <div className="lm__who">
          <Avatar pfp={subject.pfp} size={40} />
          <div className="grow">
            <b className="semi ui">{subject.is === "own" ? "Your line" : subject.name || "This line"}</b>
            <span className="small faint lm__meta">
              {subject.schoolName === "" ? "" : `${subject.schoolName}, `}
              <span className="nowrap">{stops}</span>
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

/** One stop is not yet a line to line up with others. */
export const LEAST_STOPS = 2;

/**
 * For the loader: similar pipelines beside what came next. Nothing of it is kept: a quick second answer would reveal
 * that somebody has just asked for the same line.
 */
export function drawLines(drawing: Page, page: LikeMePage, subject: Exclude<Subject, { is: "start" }>): Drawn {
  const isOwn = subject.is === "own";
  return drawnFresh(
    drawing,
    <>
      <Lines page={page} subject={subject} />
      <aside>
        <CameNext page={page} whose={isOwn ? "yours" : "this"} />
        {isOwn && subject.stops < LEAST_STOPS ? (
          <p className="lms__b">
            <a className="btn btn--p" href="/edit">
              Add your next stop
            </a>
          </p>
        ) : null}
      </aside>
    </>,
  );
}
