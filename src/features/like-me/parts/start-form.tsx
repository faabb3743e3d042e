import { Icon } from "#ui/icon.tsx";
import { CompanyLogo, SchoolLogo } from "#features/drawing/parts/marks.tsx";
import { ExampleRoutes } from "#features/route/parts/example-routes.tsx";
import type { LikeMePage } from "#features/like-me/read.server.ts";

/** A starting point to choose: a plain GET form, and three that many had. */
export function StartForm({ page, isLoggedIn }: { page: LikeMePage; isLoggedIn: boolean }) {
  const { asked, subject, examples } = page;
  const names = subject?.is === "start" ? subject : undefined;
  const schoolName = names?.schoolName ?? "";
  return (
    <>
      <form method="get" action="/like-me" className="panel lms">
        <div className="lms__l" aria-hidden="true">
          {schoolName === "" ? (
            <span className="st st--l st--ink" data-kind="school">
              <span className="glyph">
                <Icon name="plus" size={18} />
              </span>
            </span>
          ) : (
            <SchoolLogo name={schoolName} logo={names?.schoolLogo ?? ""} size="l" ring="ink" />
          )}
          <span className="lms__h" />
          {names === undefined || names.stopName === "" ? (
            <span className="radd">
              <Icon name="plus" size={18} />
            </span>
          ) : (
            <CompanyLogo
              name={names.stopName}
              logo={names.stopLogo}
              size="l"
              kind={names.as === "intern" ? "i" : "f"}
              ring="ink"
            />
          )}
          <span className="lms__d" />
        </div>
        <div className="lms__f">
          <label className="field">
            <span className="label">School</span>
            <input
              className="input"
              name="school"
              defaultValue={names?.schoolName ?? asked.school}
              maxLength={200}
              autoComplete="off"
            />
          </label>
          <label className="field">
            <span className="label">First stop</span>
            <input
              className="input"
              name="stop"
              defaultValue={names?.stopName ?? asked.stop}
              maxLength={200}
              placeholder="Any company"
              autoComplete="off"
            />
          </label>
          <fieldset className="field">
            <legend className="label">Came as</legend>
            <span className="seg lms__r">
              {(["intern", "full-time"] as const).map((as) => (
                <label key={as}>
                  <input type="radio" className="sr" name="as" value={as} defaultChecked={asked.as === as} />
                  {as === "intern" ? "Intern" : "Full-time"}
                </label>
              ))}
            </span>
          </fieldset>
        </div>
        {page.mistakes.map((text) => (
          <p key={text} className="err" role="alert">
            {text}
          </p>
        ))}
        <p className="lms__b lms__go">
          <button className="btn btn--p" type="submit">
            Show their lines
          </button>
        </p>
      </form>
      <ExampleRoutes title="Or step into one of these" examples={examples} />
      {isLoggedIn ? null : (
        <p className="ui lms__b">
          Have a line already?{" "}
          <a className="link" href="/login?next=/like-me">
            Login
          </a>{" "}
          to line yours up with others.
        </p>
      )}
    </>
  );
}
