import { numberText } from "#core/number-text.ts";
import { useState, type ReactNode } from "react";
import { Icon } from "#ui/icon.tsx";
import type { RouteStart } from "#features/route/read.server.ts";
import { PickerLoader } from "./picker-loader.tsx";
import { ExampleRoutes } from "./example-routes.tsx";
import { StepRing } from "./step-ring.tsx";

const NOTHING = { stops: [], thens: [], others: [] };

/** The search from its start: one field, three routes, four lists of first stops. */
export function RouteStartView({ start, saved }: { start: RouteStart; saved: ReactNode }) {
  const [isPicking, setPicking] = useState(false);
  return (
    <>
      <h1 className="h-page">Build a route</h1>
      <p className="lead">Add the stops you care about, in order. See who took them.</p>
      <div className="rempty">
        <form
          method="get"
          action="/search"
          className="rfield"
          aria-label="Build a route"
          onSubmit={(event) => {
            event.preventDefault();
            setPicking(true);
          }}
        >
          <input type="hidden" name="add" value="end" />
          <span className="rfield__ring" aria-hidden="true">
            <Icon name="plus" size={22} />
          </span>
          <input
            className="rfield__i"
            type="text"
            name="q"
            aria-label="First stop"
            placeholder="School, company, title or level"
            autoComplete="off"
            maxLength={80}
            onClick={() => setPicking(true)}
            onChange={() => setPicking(true)}
          />
          <button className="btn btn--g" type="submit">
            Find
          </button>
        </form>
        <span className="rempty__t" />
        <span className="rempty__g" />
        <span className="rempty__t" />
        <span className="rempty__g" />
      </div>
      {isPicking ? <PickerLoader route={NOTHING} place={{ at: "end" }} onClose={() => setPicking(false)} /> : null}
      {saved}
      <ExampleRoutes title="Start with one of these" examples={start.examples} />
      {start.firstStops.length === 0 ? null : (
        <section className="sec rsec">
          <h2 className="h-sec">Or pick a first stop</h2>
          <div className="rpick">
            {start.firstStops.map(({ title, rows }) => (
              <div key={title}>
                <h3 className="rpick__h">{title}</h3>
                <ul role="list">
                  {rows.map(({ href, look, people }) => (
                    <li key={href}>
                      <a className="rpick__a" href={href}>
                        <StepRing look={look} size="s" />
                        <span className="trunc">{look.name}</span>
                        <span className="num">
                          {numberText(people)}
                          <span className="sr"> people</span>
                        </span>
                      </a>
                    </li>
                  ))}
                </ul>
              </div>
            ))}
          </div>
        </section>
      )}
    </>
  );
}
