import { peopleText } from "#core/number-text.ts";
import { isPublicId } from "#core/ids.ts";
import { DotStrip } from "#ui/chart/dot-strip.tsx";
import type { RouteAnswerView, RouteView } from "#features/route/pure/view.ts";
import { RouteFacts } from "./route-facts.tsx";
import type { StripView } from "./strip-view.ts";

function titleOf({ steps }: RouteView, people: number): string {
  const count = peopleText(people);
  const [step] = steps;
  if (steps.length === 1 && step?.sign === "mark") {
    if (step.ring === "school") return `${count} went to ${step.name}`;
    if (step.word === "Stop") return `${count} stopped at ${step.name}`;
  }
  return `${count} took this route`;
}

/** A link to the page of the company or school, if the route has only one. */
function PlaceLink({ view }: { view: RouteView }) {
  const [step, ...more] = view.steps;
  const [kind = "", id = ""] = step?.stop.split(":") ?? [];
  if (more.length > 0 || (kind !== "company" && kind !== "school") || !isPublicId(id)) return null;
  return (
    <p className="ui">
      <a className="link" href={`/${kind}/${id}`}>
        {kind === "company" ? "Company page" : "School page"}
      </a>
    </p>
  );
}

/** How many people took a route, and how long it took them. */
export function RouteHead({
  view,
  answer,
  strip,
}: {
  view: RouteView;
  answer: RouteAnswerView & { people: number };
  strip: StripView | undefined;
}) {
  const [from, to] = [view.steps[0]?.name ?? "", view.steps.at(-1)?.name ?? ""];
  return (
    <div className="rhead">
      <div>
        <h1 className="h-page">{titleOf(view, answer.people)}</h1>
        <PlaceLink view={view} />
        <RouteFacts
          months={answer.months}
          interned={answer.internedFirst}
          between={view.steps.length > 1 ? answer.stopsBetween : null}
        />
      </div>
      {strip === undefined ? null : (
        <div className="rstrip">
          <DotStrip {...strip} title={`Time from ${from} to ${to}`} />
        </div>
      )}
    </div>
  );
}
