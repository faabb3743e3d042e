import { routeHref, type RouteText } from "#features/route/pure/route-text.ts";
import type { ChoicesView } from "#features/route/pure/view.ts";
import { COUNTS_NOTE } from "#features/route/pure/words.ts";
import { ChoiceList, noChoicesText } from "./choice-list.tsx";
import { PickerOptions } from "./picker-options.tsx";
import { HiddenFields } from "./hidden-fields.tsx";

/** The picker as a part of the page, for browsers without script. */
export function ChoicePanel({
  route,
  choices,
  asked,
}: {
  route: RouteText;
  choices: ChoicesView;
  /** The address parameter that opens this picker: `add` or `change`. */
  asked: Readonly<Record<string, string>>;
}) {
  const state = {
    ...asked,
    ...(choices.link === undefined ? {} : { link: choices.link }),
    ...(choices.as === "" ? {} : { as: choices.as }),
  };
  const hrefOf = (more: { link?: string; as?: string }): string =>
    routeHref(route, { ...state, q: choices.text, ...more });
  return (
    <section className="panel rpk rpk--page" aria-labelledby="pick" id="pick-panel">
      <div className="rpk__top">
        <h2 className="h-sub" id="pick">
          {choices.title}
        </h2>
        <PickerOptions choices={choices} hrefOf={hrefOf} />
        <form method="get" action="/search" className="row" role="search">
          <HiddenFields route={route} />
          {Object.entries(state).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <label className="grow">
            <span className="sr">School, company, title or level</span>
            <input
              className="input"
              type="text"
              name="q"
              defaultValue={choices.text}
              maxLength={80}
              placeholder="School, company, title or level"
              autoComplete="off"
            />
          </label>
          <button className="btn btn--s" type="submit">
            Find
          </button>
        </form>
      </div>
      {choices.choices.length === 0 ? (
        <p className="ui dim rpk__none">{noChoicesText(choices.state)}</p>
      ) : (
        <ChoiceList choices={choices.choices} text={choices.text} />
      )}
      <p className="rpk__foot small faint">
        {COUNTS_NOTE}{" "}
        <a className="link" href={routeHref(route)}>
          Close
        </a>
      </p>
    </section>
  );
}
