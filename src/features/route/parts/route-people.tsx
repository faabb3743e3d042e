import { DrawnPart } from "#features/drawing/parts/drawn-part.tsx";
import { DEFAULT_LINES } from "#features/path/pure/limits.ts";
import { routeHref } from "#features/route/pure/route-text.ts";
import type { RouteView } from "#features/route/pure/view.ts";
import { Icon } from "#ui/icon.tsx";
import type { RouteViewProps } from "./route-view.tsx";

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

/** The people of a route as `drawRoutePeople` drew them, with a link to more. */
export function RoutePeople({ people, view, page }: Pick<RouteViewProps, "people" | "view" | "page">) {
  return (
    <>
      <DrawnPart name="people" drawn={people} role="group" aria-label="People" data-paged />
      <Pages view={view} page={page} />
    </>
  );
}
