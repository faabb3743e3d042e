import { data } from "react-router";
import { formatMonths } from "#core/calendar.ts";
import { capital } from "#core/text.ts";
import { DrawnPart } from "#features/drawing/parts/drawn-part.tsx";
import { pathContext } from "#features/path/path-context.ts";
import { pageHead } from "#features/page/parts/head.ts";
import { peopleWords } from "#features/route/pure/words.ts";
import { pageContext } from "#server/page-context.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import type { Route } from "./+types/page.ts";
import { CameNext } from "./parts/came-next.tsx";
import { drawLines, LEAST_STOPS } from "./parts/draw-lines.tsx";
import { StartForm } from "./parts/start-form.tsx";
import { readLikeMe, type LikeMePage, type Subject } from "./read.server.ts";

const STATUS = { answer: 200, choose: 200, missing: 404, "not-ready": 503 } as const;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, today, viewer, markup, share } = context.get(pageContext);
  const input = { db, paths: context.get(pathContext), today, viewer };
  const page = await readLikeMe(input, new URL(request.url).searchParams);
  const { state, subject } = page;
  // No ETag on the page about one person's line: others could use it to notice each change of the line.
  if (subject?.is !== "other") share([]);
  const lines = subject === undefined || subject.is === "start" ? undefined : drawLines({ markup }, page, subject);
  // What is drawn already is not sent as data, too.
  const start = lines === undefined ? page : undefined;
  const words = { title: titleOf(subject), lead: leadOf(page) };
  return data({ state, words, start, lines, isLoggedIn: viewer !== undefined }, { status: STATUS[state] });
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return pageHead(matches, {
    title: "Lines like yours",
    description: "Other people's lines at the point where you are now, and what came next for them.",
    path: "/like-me",
    isHidden: loaderData?.state !== "choose",
  });
}

/** "1 yr 4 mo into a first full-time job". */
function pointWords({ similar }: LikeMePage): string {
  if (similar === undefined) return "";
  const age = similar.months === 0 ? "at the start of" : `${formatMonths(similar.months)} into`;
  return similar.since === "career-start" ? `${age} a first full-time job` : `${age} the first role`;
}

function titleOf(subject: Subject | undefined): string {
  return subject?.is === "other" ? `Lines like ${subject.name || "this one"}’s` : "Lines like yours";
}

function leadOf(page: LikeMePage): string {
  const { subject } = page;
  if (subject === undefined || subject.is === "start")
    return "Choose a starting point. Nothing is saved and no account is needed.";
  if (subject.stops < LEAST_STOPS) return "One stop is enough to start. Two make it yours.";
  return `Other people, lined up at the point where ${subject.is === "own" ? "you are" : "this line is"} now: ${pointWords(page)}.`;
}

/** A starting point to choose, and what came next for people who began there. */
function Start({ page, isLoggedIn }: { page: LikeMePage; isLoggedIn: boolean }) {
  const { subject, similar } = page;
  return (
    <>
      <StartForm page={page} isLoggedIn={isLoggedIn} />
      {subject?.is === "start" ? (
        <div className="lm-one">
          <p className="ui">
            <b className="semi">
              {[subject.schoolName, subject.stopName].filter((text) => text !== "").join(", then ")}.
            </b>{" "}
            {subject.schoolName === "" || subject.stopName === ""
              ? `${capital(peopleWords(similar?.people ?? null))} started like this.`
              : `${capital(peopleWords(similar?.people ?? null))} had the school or the stop so far.`}
          </p>
          <CameNext page={page} whose="this" />
          <p className="ch-how">
            Too short to line up with others yet. With two stops we show the nearest lines and what came after.
          </p>
        </div>
      ) : null}
    </>
  );
}

export default function LikeMe({ loaderData }: Route.ComponentProps) {
  const { state, words, start, lines, isLoggedIn } = loaderData;
  if (state === "missing" || state === "not-ready") {
    return (
      <div className="wrap rpage lmp">
        <EmptyState
          kind={state === "missing" ? "closed" : "start"}
          level={1}
          title={state === "missing" ? "There is no such line" : "Paths are being read. Try again in a moment."}
        />
      </div>
    );
  }
  return (
    <div className="wrap rpage lmp">
      <h1 className="h-page">{words.title}</h1>
      <p className="lead">{words.lead}</p>
      {start ? <Start page={start} isLoggedIn={isLoggedIn} /> : null}
      {lines ? <DrawnPart className="lm-g" name="lines" drawn={lines} /> : null}
    </div>
  );
}
