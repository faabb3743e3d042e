import { useRef } from "react";
import { useNavigate } from "react-router";
import { lengthWords } from "#core/number-text.ts";
import { Icon } from "#ui/icon.tsx";
import { useClickOutside } from "#ui/use-click-outside.ts";
import type { Popover } from "#features/route/pure/view.ts";
import { peopleWords } from "#features/route/pure/words.ts";

/** The choices for the link between two steps, with the people that each would leave. */
export function LinkMenu({
  menu,
  names,
  close,
}: {
  menu: Extract<Popover, { of: "link" }>;
  names: string;
  /** Address of the page without the menu. */
  close: string;
}) {
  const navigate = useNavigate();
  const box = useRef<HTMLDivElement>(null);
  useClickOutside(box, () => void navigate(close, { preventScrollReset: true }));
  return (
    <div ref={box} className="menu rmenu" role="group" aria-label={`Between ${names}`}>
      <p className="rmenu__h">{`Between ${names}`}</p>
      <ul role="list">
        {menu.words.map(({ word, href, people, isOn }) => (
          <li key={word}>
            <a className={isOn ? "menu__i is-on" : "menu__i"} href={href} aria-current={isOn ? "true" : undefined}>
              <span className={`rmenu__${word}`} aria-hidden="true" />
              {word === "next" ? "Next stop" : "Any stops"}
              <span className="faint num">{peopleWords(people)}</span>
            </a>
          </li>
        ))}
      </ul>
      <ul className="rmenu__l" role="list" aria-label="Time limit">
        <li className="small dim" aria-hidden="true">
          within
        </li>
        {menu.limits.map(({ months, href, isOn }) => (
          <li key={months ?? 0}>
            <a className={isOn ? "chip is-on" : "chip"} href={href} aria-current={isOn ? "true" : undefined}>
              {months === undefined ? (
                "No time limit"
              ) : (
                <>
                  <span className="sr">within </span>
                  {lengthWords(months)}
                </>
              )}
            </a>
          </li>
        ))}
      </ul>
      <a className="rmenu__x" href={close} aria-label="Close">
        <Icon name="x" />
      </a>
    </div>
  );
}
