import { drawn, drawnFresh, type Page } from "#features/drawing/parts/draw.tsx";
import type { Drawn } from "#features/drawing/parts/drawn-part.tsx";
import { cardOf } from "#features/person-card/parts/card.ts";
import { PersonCards } from "#features/person-card/parts/person-card.tsx";
import type { RouteView } from "#features/route/pure/view.ts";
import { RoutePerson } from "./route-person.tsx";
import { RouteRow } from "./route-row.tsx";
import { shapeOf, type RouteViewProps } from "./route-view.tsx";

type Asked = {
  view: RouteView;
  layout: RouteViewProps["layout"];
  /** Does the visitor ask for public people where fewer than five match? */
  isPublicShown: boolean;
  /** Cards mark the stops at this company. */
  match: string | undefined;
  today: string;
};

/**
 * For the loader: the people who took the route, in rows under its steps, as cards, or each from top to bottom. Nothing
 * of it is kept: a quick second answer would reveal that somebody has just searched for the same.
 */
export function drawRoutePeople(drawing: Page, { view, layout, match, today, isPublicShown }: Asked): Drawn {
  // Of fewer than five, the public ones are shown only to those who ask for them.
  if (view.answer?.people === null && !isPublicShown) return drawn(drawing, "");
  const lines = view.answer?.lines ?? [];
  const shape = shapeOf(view, layout);
  const [from, to] = [view.steps[0]?.name ?? "", view.steps.at(-1)?.name ?? ""];
  const cards = layout === "grid" ? lines.map(({ profile }) => cardOf(profile, today, match)) : [];
  return drawnFresh(
    drawing,
    <>
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
    </>,
  );
}
