import { numberText } from "#core/number-text.ts";
import { matchRange } from "#ui/form-match.ts";
import type { Choice, ChoicesView } from "#features/route/pure/view.ts";
import { StepRing } from "./step-ring.tsx";

const GROUPS = [
  ["level", "Levels"],
  ["title", "Titles"],
  ["company", "Companies"],
  ["school", "Schools"],
] as const;

/** The choices in the order of the screen, which the arrow keys follow. */
export function inGroups(choices: readonly Choice[]): Choice[] {
  return GROUPS.flatMap(([group]) => choices.filter((one) => one.group === group));
}

/** In the place of an empty list. */
export function noChoicesText(state: ChoicesView["state"]): string {
  return state === "not-ready" ? "Paths are being read. Try again in a moment." : "Nothing that 5 people share.";
}

function Name({ name, text }: { name: string; text: string }) {
  const range = matchRange(name, text);
  return range ? (
    <span className="grow trunc">
      {name.slice(0, range[0])}
      <mark>{name.slice(...range)}</mark>
      {name.slice(range[1])}
    </span>
  ) : (
    <span className="grow trunc">{name}</span>
  );
}

/**
 * The steps that can be added, in groups, with the people who would match. They are links; under a combobox they are
 * also options, and Enter takes the `active` one.
 */
export function ChoiceList({
  choices,
  text,
  box,
}: {
  choices: readonly Choice[];
  text: string;
  box?: { id: string; active: number };
}) {
  const order = inGroups(choices);
  return (
    <div className="rpk__l" {...(box ? { id: `${box.id}-list`, role: "listbox", "aria-label": "Stops" } : {})}>
      {GROUPS.map(([group, title]) => {
        const rows = choices.filter((one) => one.group === group);
        if (rows.length === 0) return null;
        return (
          <div key={group} role="group" aria-label={title}>
            <p className="rpk__g" aria-hidden="true">
              {title}
            </p>
            {rows.map((one) => {
              const at = order.indexOf(one);
              const isActive = box?.active === at;
              const option = box
                ? { id: `${box.id}-${at}`, role: "option", tabIndex: -1, "aria-selected": isActive }
                : {};
              return (
                <a key={one.stop} href={one.href} className={isActive ? "menu__i is-on" : "menu__i"} {...option}>
                  <StepRing look={one.look} size="s" />
                  <Name name={one.look.name} text={text} />
                  <span className="faint num">
                    {numberText(one.people)}
                    <span className="sr"> people</span>
                  </span>
                </a>
              );
            })}
          </div>
        );
      })}
    </div>
  );
}
