import { lengthWords } from "#core/number-text.ts";
import { MOST_STEPS } from "#features/path/pure/limits.ts";
import { FACETS, type FormRow } from "#features/route/pure/form-rows.ts";
import { readLink } from "#features/route/pure/route-text.ts";
import type { RouteView } from "#features/route/pure/view.ts";
import { KIND_CHOICES } from "#features/route/pure/words.ts";
import { useClosingSteps } from "./use-closing-steps.ts";

const LIMITS = [12, 18, 24, 36, 48, 60, 72, 96, 120] as const;
const EMPTY: FormRow = { facet: "company", name: "", as: "" };

/** A browser's own list with a hidden label. */
function Choice({
  name,
  label,
  value,
  options,
}: {
  name: string;
  label: string;
  value: string;
  options: readonly (readonly [value: string, label: string])[];
}) {
  const known = options.some(([one]) => one === value) ? options : [...options, [value, value] as const];
  return (
    <label>
      <span className="sr">{label}</span>
      <select className="input input--select" name={name} defaultValue={value}>
        {known.map(([one, words]) => (
          <option key={one} value={one}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The route as a GET form of rows, for browsers without script and for names that were not understood. Empty rows are ignored. */
export function PlainForm({ view }: { view: Pick<RouteView, "rows" | "text" | "mistakes"> }) {
  // This form is beside every line, and its code is loaded only once somebody uses the page.
  useClosingSteps();
  const { rows, text, mistakes } = view;
  const shown = rows.length < MOST_STEPS ? [...rows, EMPTY] : rows;
  const wrongAt = (place: string): string | undefined => mistakes.find((one) => one.place === place)?.text;
  return (
    <form method="get" action="/search" className="rform" key={JSON.stringify(rows)}>
      {shown.map((row, at) => {
        const link = readLink(text.thens[at - 1] ?? "any");
        const wrong = wrongAt(`stop[${at}]`);
        const number = `Stop ${at + 1}`;
        return (
          <fieldset key={`${at} ${row.name}`} className="rform__row">
            <legend className="sr">{number}</legend>
            {at === 0 ? null : (
              <div className="rform__then">
                <span className="small dim">then</span>
                <Choice
                  name="link"
                  label={`Between stop ${at} and ${at + 1}`}
                  value={link.word}
                  options={[
                    ["any", "any stops"],
                    ["next", "next stop"],
                  ]}
                />
                <Choice
                  name="within"
                  label={`Time between stop ${at} and ${at + 1}`}
                  value={link.months === undefined ? "" : String(link.months)}
                  options={[
                    ["", "no limit"],
                    ...LIMITS.map((limit) => [String(limit), `within ${lengthWords(limit)}`] as const),
                  ]}
                />
              </div>
            )}
            <div className="rform__stop">
              <span className="semi small" aria-hidden="true">
                {number}
              </span>
              <Choice name="facet" label={`${number}: what it is`} value={row.facet} options={FACETS} />
              <label className="grow">
                <span className="sr">{`${number}: name`}</span>
                <input
                  className={wrong === undefined ? "input" : "input is-error"}
                  name="name"
                  defaultValue={row.name}
                  maxLength={200}
                  autoComplete="off"
                  aria-invalid={wrong === undefined ? undefined : true}
                  aria-describedby={wrong === undefined ? undefined : `stop-${at}-wrong`}
                />
              </label>
              <Choice name="as" label={`${number}: came as`} value={row.as} options={KIND_CHOICES} />
            </div>
            {wrong === undefined ? null : (
              <p className="err" id={`stop-${at}-wrong`}>
                {wrong}
              </p>
            )}
            {wrongAt(`then[${at - 1}]`) === undefined ? null : <p className="err">{wrongAt(`then[${at - 1}]`)}</p>}
          </fieldset>
        );
      })}
      {text.others.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button className="btn btn--p" type="submit">
        Show people
      </button>
    </form>
  );
}
