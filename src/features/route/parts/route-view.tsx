import { Suspense, useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { useNavigation } from "react-router";
import type { Drawn } from "#features/drawing/parts/drawn-part.tsx";
import { lazyPart } from "#ui/connection.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { Icon } from "#ui/icon.tsx";
import { whenNeeded } from "#ui/kept.ts";
import { removeStop, routeHref } from "#features/route/pure/route-text.ts";
import type { ChoicesView, Place, Popover, RouteView } from "#features/route/pure/view.ts";
import { CopyLink } from "./copy-link.tsx";
import { PickerLoader } from "./picker-loader.tsx";
import { RouteLine, type Changed, type Shape } from "./route-line.tsx";
import type { StripView } from "./strip-view.ts";

// The server renders these parts, which only show something. Their code is loaded once somebody uses the page.
const RouteHead = lazyPart(whenNeeded(async () => ({ default: (await import("./route-head.tsx")).RouteHead })));
const RouteFilters = lazyPart(whenNeeded(async () => ({ default: (await import("./route-bar.tsx")).RouteFilters })));
const RouteOrder = lazyPart(whenNeeded(async () => ({ default: (await import("./route-bar.tsx")).RouteOrder })));
const RoutePeople = lazyPart(whenNeeded(async () => ({ default: (await import("./route-people.tsx")).RoutePeople })));
const PlainForm = lazyPart(whenNeeded(async () => ({ default: (await import("./plain-form.tsx")).PlainForm })));
const ChoicePanel = lazyPart(async () => ({ default: (await import("./choice-panel.tsx")).ChoicePanel }));
const RouteNone = lazyPart(async () => ({ default: (await import("./route-none.tsx")).RouteNone }));
const RouteFew = lazyPart(async () => ({ default: (await import("./route-none.tsx")).RouteFew }));

/** With more columns, there is no room for text. */
const MOST_COLUMNS = 4;
const COUNTING_AFTER_MS = 150;

export type RouteViewProps = {
  view: RouteView;
  people: Drawn;
  /** Is anybody shown? */
  hasPeople: boolean;
  layout: "grid" | "pipeline";
  popover: Popover | undefined;
  choices: { view: ChoicesView; asked: Readonly<Record<string, string>> } | undefined;
  strip: StripView | undefined;
  isPublicShown: boolean;
  page: number;
  /** Saving and following the route. */
  save: ReactNode;
  /** Following a route that nobody took. */
  followButton: ReactNode;
  notice: ReactNode;
};

/** Which columns grow: those where stops may be in between. The one from a school grows only if no other does. */
export function shapeOf({ steps, links }: RouteView, layout: "grid" | "pipeline"): Shape {
  const isAny = links.map(({ between }) => between === "any");
  const fromRole = steps[0]?.ring === "school" ? isAny.map((any, at) => any && at > 0) : isAny;
  const elastic = fromRole.includes(true) ? fromRole : isAny;
  return { isAligned: layout === "pipeline" && steps.length <= MOST_COLUMNS, elastic };
}

/** True when the next answer is long in coming. */
function useIsCounting(): boolean {
  const { state } = useNavigation();
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    if (state !== "loading") return;
    const timer = setTimeout(() => setLong(true), COUNTING_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setLong(false);
    };
  }, [state]);
  return isLong;
}

const NOTICES = {
  "school-moved": ["alert--warn", "A school can only be the first stop, so it was moved there."],
  "too-many": ["alert--neg", "A route has at most 8 stops."],
} as const;

function Notice({ notice }: { notice: RouteView["notice"] }) {
  if (notice === undefined) return null;
  const [className, text] = NOTICES[notice];
  return (
    <p className={`alert ${className} ralert`} role="alert">
      <Icon name="alert" />
      {text}
    </p>
  );
}

function Picker({ choices, view }: Pick<RouteViewProps, "choices" | "view">) {
  return choices ? <ChoicePanel route={view.text} choices={choices.view} asked={choices.asked} /> : null;
}

/** The route, and below it the picker of a browser without script. */
function TheLine({ props, line, isAligned = false }: { props: RouteViewProps; line: ReactNode; isAligned?: boolean }) {
  const { view } = props;
  return (
    <>
      {isAligned ? (
        <div className="ral">
          <p className="ral__so small dim" aria-hidden="true">
            matching so far
          </p>
          {line}
        </div>
      ) : (
        <div className="panel rbox">{line}</div>
      )}
      <Picker choices={props.choices} view={view} />
    </>
  );
}

type KeptParts = { head: ReactNode; filters: ReactNode; order: ReactNode; people: ReactNode; form: ReactNode };

/** The parts that only show something. Each stays the same element until its data changes. */
function useKept(props: RouteViewProps): KeptParts {
  const { view, people, layout, popover, strip, isPublicShown, page } = props;
  return useMemo(() => {
    const { answer, text } = view;
    const keep = (part: ReactNode): ReactNode => <Suspense fallback={null}>{part}</Suspense>;
    const isBare = answer?.people === null && !isPublicShown;
    return {
      head:
        answer === undefined || answer.people === null
          ? null
          : keep(<RouteHead view={view} answer={{ ...answer, people: answer.people }} strip={strip} />),
      filters: keep(<RouteFilters text={text} schoolName={view.schoolName} popover={popover} />),
      order: isBare ? null : keep(<RouteOrder text={text} hasTimes={view.steps.length > 1} layout={layout} />),
      people: keep(<RoutePeople {...{ view, people, page }} />),
      form: keep(<PlainForm view={view} />),
    };
  }, [view, people, layout, popover, strip, isPublicShown, page]);
}

function Answered({
  props,
  shape,
  line,
  kept,
}: {
  props: RouteViewProps;
  shape: Shape;
  line: ReactNode;
  kept: KeptParts;
}) {
  const { view, save } = props;
  const { answer, text } = view;
  if (!answer) return null;
  const isFew = answer.people === null;
  if (answer.people === 0) {
    return (
      <>
        <TheLine props={props} line={line} />
        <RouteNone view={view} followButton={props.followButton} />
      </>
    );
  }
  const isBare = isFew && !props.isPublicShown;
  const bar = (
    <div className="rbar">
      {kept.filters}
      <div className="rbar__r">
        {kept.order}
        {save}
        <CopyLink path={routeHref(text)} />
      </div>
    </div>
  );
  if (isBare) {
    return (
      <>
        <TheLine props={props} line={line} />
        {bar}
        <RouteFew
          view={view}
          withoutLast={routeHref(removeStop(text, text.stops.length - 1))}
          publicLines={!props.hasPeople ? undefined : routeHref(text, { lines: "public" })}
        />
      </>
    );
  }
  return (
    <>
      {shape.isAligned ? null : <TheLine props={props} line={line} />}
      {answer.people === null ? <h1 className="h-page rtitle">Fewer than 5 people</h1> : kept.head}
      {bar}
      {shape.isAligned ? <TheLine props={props} line={line} isAligned /> : null}
      {kept.people}
    </>
  );
}

/** The search page with a route: the route as a line, and the people who took it. */
export function RouteSearchView(props: RouteViewProps) {
  const { view, popover, layout } = props;
  const [place, setPlace] = useState<Place>();
  const [said, setSaid] = useState("");
  const changed = useRef<Changed>(undefined);
  const isCounting = useIsCounting();
  const hasRows = (view.answer?.people ?? 0) > 0 || props.isPublicShown;
  const shape = useMemo(() => {
    const asked = shapeOf(view, layout);
    return { ...asked, isAligned: asked.isAligned && hasRows };
  }, [view, layout, hasRows]);
  const kept = useKept(props);
  const line = (
    <RouteLine
      view={view}
      popover={popover}
      shape={shape}
      isCounting={isCounting}
      changed={changed}
      onPick={setPlace}
      onSay={setSaid}
    />
  );
  return (
    <div className="wrap sr-page rpage" data-kept="">
      <Notice notice={view.notice} />
      {props.notice}
      {view.state === "mistaken" || view.state === "start" ? (
        <>
          <h1 className="h-page">Build a route</h1>
          {view.mistakes
            .filter(({ place: at }) => !/^(?:stop|then)\[/.test(at))
            .map(({ place: at, text }) => (
              <p key={at} className="err" role="alert">
                {text}
              </p>
            ))}
          <Picker choices={props.choices} view={view} />
          {kept.form}
        </>
      ) : null}
      {view.state === "not-ready" ? (
        <>
          <TheLine props={props} line={line} />
          <EmptyState kind="start" level={1} title="We could not count this route. Try again." />
        </>
      ) : null}
      {view.state === "answer" ? <Answered props={props} shape={shape} line={line} kept={kept} /> : null}
      {view.counted === undefined ? null : <p className="hint rnote">{view.counted}</p>}
      <p className="sr" role="status">
        {isCounting ? "Counting people on this route" : said}
      </p>
      {view.state === "mistaken" || view.state === "start" ? null : (
        <details className="rplain">
          <summary className="small">
            <Icon name="chevron-right" /> This route as a form
          </summary>
          {kept.form}
        </details>
      )}
      {place === undefined ? null : (
        <PickerLoader key={JSON.stringify(place)} route={view.text} place={place} onClose={() => setPlace(undefined)} />
      )}
    </div>
  );
}
