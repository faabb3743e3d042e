import { readLink, writeLink } from "#features/route/pure/route-text.ts";
import type { ChoicesView } from "#features/route/pure/view.ts";
import { KIND_CHOICES } from "#features/route/pure/words.ts";

type Asked = { link?: string; as?: ChoicesView["as"] };

/** Links that open the same picker with another link or kind for the new step. */
export function PickerOptions({
  choices,
  hrefOf,
  onAsk,
}: {
  choices: Pick<ChoicesView, "link" | "as">;
  hrefOf: (asked: Asked) => string;
  /** With script: changes the picker without leaving the page. */
  onAsk?: (asked: Asked) => void;
}) {
  const link = choices.link === undefined ? undefined : readLink(choices.link);
  const one = (label: string, isOn: boolean, asked: Asked) => (
    <a
      key={label}
      href={hrefOf(asked)}
      className={isOn ? "is-on" : undefined}
      aria-current={isOn ? "true" : undefined}
      onClick={(event) => {
        if (!onAsk) return;
        event.preventDefault();
        onAsk(asked);
      }}
    >
      {label}
    </a>
  );
  return (
    <div className="rpk__con">
      {link === undefined ? null : (
        <div className="seg" role="group" aria-label="How it follows">
          {one("Next stop", link.word === "next", { link: writeLink({ ...link, word: "next" }) })}
          {one("Any stops", link.word === "any", { link: writeLink({ ...link, word: "any" }) })}
        </div>
      )}
      <div className="seg" role="group" aria-label="Came as">
        {KIND_CHOICES.map(([as, label]) => one(label, choices.as === as, { as }))}
      </div>
    </div>
  );
}
