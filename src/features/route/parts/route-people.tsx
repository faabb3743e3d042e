import { lazy } from "react";
import { DEFAULT_LINES } from "#features/path/pure/limits.ts";
import { routeHref } from "#features/route/pure/route-text.ts";
import type { RouteView } from "#features/route/pure/view.ts";
import { Icon } from "#ui/icon.tsx";
import type { Shape } from "./route-line.tsx";
import { RoutePerson } from "./route-person.tsx";
import { RouteRow } from "./route-row.tsx";
import type { RouteViewProps } from "./route-view.tsx";

type Shown = Pick<RouteViewProps, "view" | "cards" | "layout" | "page" | "today"> & { shape: Shape };

const PersonCards = lazy(async () => ({
  default: (await import("#features/person-card/parts/person-card.tsx")).PersonCards,
}));

/** The people who took the route: in rows under its steps, as cards, or each from top to bottom. */
function People({ view, cards, layout, today, shape }: Shown) {
  const lines = view.answer?.lines ?? [];
  const [from, to] = [view.steps[0]?.name ?? "", view.steps.at(-1)?.name ?? ""];
  return (
    <div role="group" aria-label="People" data-paged>
      {shape.isAligned ? (
        <ol className="rrows" role="list">
          {lines.map((line) => (
            <RouteRow key={line.profile._id} line={line} steps={view.steps} shape={shape} today={today} />
          ))}
        </ol>
      ) : null}
      {layout === "grid" ? (
        <div className="hide-s">
          <PersonCards cards={cards} level={2} />
        </div>
      ) : null}
      <ul
        className={`rpeople rpeople--${layout === "grid" ? "phone" : shape.isAligned ? "narrow" : "all"}`}
        role="list"
      >
        {lines.map((line) => (
          <li key={line.profile._id}>
            <RoutePerson line={line} from={from} to={to} today={today} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** There is no way back: a cursor only leads to the following page. */
function Pages({ view, page }: { view: RouteView; page: number }) {
  const { answer, text } = view;
  const pages = Math.ceil((answer?.people ?? 0) / DEFAULT_LINES);
  if (!answer || (pages <= 1 && answer.nextCursor === null)) return null;
  return (
    <nav className="pager" aria-label="Pages">
      {page > 1 ? (
        <a className="btn btn--s" href={routeHref(text)}>
          <Icon name="chevron-left" /> First page
        </a>
      ) : null}
      {pages > 0 ? <span className="num" data-says="page">{`Page ${page} of ${pages}`}</span> : null}
      {answer.nextCursor === null ? null : (
        <a
          className="btn btn--s"
          rel="next"
          href={routeHref(text, { cursor: answer.nextCursor, page: String(page + 1) })}
        >
          Next <Icon name="chevron-right" />
        </a>
      )}
    </nav>
  );
}

/** The people of a route, with a link to more. */
export function RoutePeople(props: Shown) {
  return (
    <>
      <People {...props} />
      <Pages view={props.view} page={props.page} />
    </>
  );
}
