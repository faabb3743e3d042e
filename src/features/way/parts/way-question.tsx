import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { CopyLink } from "#features/route/parts/copy-link.tsx";
import { StepRing } from "#features/route/parts/step-ring.tsx";
import type { Look } from "#features/route/pure/look.ts";
import { canSwap, wayHref, type WayText } from "#features/way/pure/address.ts";
import { COUNTS_NOTE } from "#features/route/pure/words.ts";
import { articleOf } from "#features/way/pure/words.ts";
import type { WayPage } from "#features/way/read.server.ts";
import { lazyPart } from "#ui/connection.ts";
import { Icon } from "#ui/icon.tsx";
import { openerOf, useClickOutside } from "#ui/use-click-outside.ts";

// Loaded only if a picker is open. Without a Suspense boundary, which would hide its content until script runs.
const ChoiceList = lazyPart(async () => ({
  default: (await import("#features/route/parts/choice-list.tsx")).ChoiceList,
}));

const WORDS = { from: "Anywhere", to: "somewhere" } as const;

/** The start or goal as a link that opens its picker. */
function End({
  end,
  look,
  text,
  isOpen,
}: {
  end: "from" | "to";
  look: Look | undefined;
  text: WayText;
  isOpen: boolean;
}) {
  // The ring stays beside the first word, the arrow beside the last one, and the question mark beside the arrow.
  const words = (look?.name ?? WORDS[end]).split(" ");
  const last = words.pop();
  const first = words.shift();
  const ring = look && (
    <span aria-hidden="true">
      <StepRing look={look} size="rt" />
    </span>
  );
  return (
    <a
      className="pick"
      href={isOpen ? wayHref(text) : wayHref(text, { pick: end })}
      aria-expanded={isOpen}
      role="button"
    >
      <span className="sr">{end === "from" ? "From: " : "To: "}</span>
      {/* Each piece is a box, which stands in the direction of this element: an Arabic name begins on the right. */}
      <span dir="auto">
        {first === undefined ? null : (
          <span className="nowrap">
            {ring}
            {first}
          </span>
        )}
        {` ${words.join(" ")} `}
        <span className="nowrap">
          {first === undefined ? ring : null}
          {last}
          <Icon name="chevron-down" size={22} />
        </span>
      </span>
    </a>
  );
}

const DELAY_MS = 200;

function Picker({ picker, text }: { picker: NonNullable<WayPage["picker"]>; text: WayText }) {
  const navigate = useNavigate();
  const box = useRef<HTMLElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(picker.text);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => field.current?.focus({ preventScroll: true }), [picker.end]);
  useEffect(() => {
    if (typed === picker.text) return;
    timer.current = setTimeout(
      () => void navigate(wayHref(text, { pick: picker.end, q: typed }), { replace: true, preventScrollReset: true }),
      DELAY_MS,
    );
    return () => clearTimeout(timer.current);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- asks once for each typed text, not again for its answer
  }, [typed]);
  const close = (): void => {
    clearTimeout(timer.current);
    void navigate(wayHref(text), { preventScrollReset: true });
  };
  useClickOutside(box, close);
  return (
    // After a click on a link, cancel the search: its answer would navigate back to this page.
    <section
      ref={box}
      className="panel rpk rpk--page"
      onClickCapture={() => clearTimeout(timer.current)}
      onKeyDown={({ key }) => {
        if (key !== "Escape") return;
        openerOf()?.focus({ preventScroll: true });
        close();
      }}
      aria-label={picker.end === "from" ? "Starting from" : "Going to"}
    >
      <form method="get" action="/paths" className="rpk__top" role="search">
        {text.from === "" ? null : <input type="hidden" name="from" value={text.from} />}
        {text.to === "" ? null : <input type="hidden" name="to" value={text.to} />}
        <input type="hidden" name="pick" value={picker.end} />
        <label className="input rpk__in">
          <Icon name="search" size={16} />
          <span className="sr">School, company, title or level</span>
          <input
            ref={field}
            type="text"
            name="q"
            value={typed}
            maxLength={80}
            placeholder="School, company, title or level"
            autoComplete="off"
            onChange={(event) => setTyped(event.target.value)}
          />
        </label>
      </form>
      {picker.choices.length === 0 ? (
        <p className="ui dim rpk__none">Nothing that 5 people share.</p>
      ) : (
        <ChoiceList choices={picker.choices} text={picker.text} />
      )}
      <p className="rpk__foot small faint">
        {COUNTS_NOTE}{" "}
        {picker.end === "from" && text.from !== "" ? (
          <a className="link" href={wayHref({ ...text, from: "" })}>
            From anywhere
          </a>
        ) : null}{" "}
        <a className="link" href={wayHref(text)}>
          Close
        </a>
      </p>
    </section>
  );
}

/** The question as a sentence with two ends to choose. */
export function WayQuestionView({ page }: { page: Pick<WayPage, "text" | "from" | "to" | "picker"> }) {
  const { text, from, to, picker } = page;
  const end = (one: "from" | "to") => (
    <End end={one} look={one === "from" ? from : to} text={text} isOpen={picker?.end === one} />
  );
  const title = /^title:([a-z-]+)$/.exec(text.to)?.[1];
  const isBecoming = from === undefined && to !== undefined && to.sign !== "mark";
  return (
    <>
      <div className="pa-top">
        <h1 className="h-statement pa-q">
          {isBecoming ? (
            <>
              {`How do people become ${articleOf(to.name)} `}
              {end("to")}
            </>
          ) : (
            <>
              How do people get from {end("from")} to {end("to")}
            </>
          )}
          ?
        </h1>
        <div className="row row--wrap">
          {canSwap(text) ? (
            <a className="btn btn--s" href={wayHref({ from: text.to, to: text.from })}>
              <Icon name="swap" /> Swap
            </a>
          ) : null}
          {title === undefined ? null : (
            <a className="btn btn--s" href={`/title/${title}`}>
              Title page <Icon name="arrow-right" />
            </a>
          )}
          {text.to === "" ? null : <CopyLink path={wayHref(text)} />}
        </div>
      </div>
      {isBecoming ? (
        <p className="pa-alt">
          <span className="small faint">Starting from</span>
          <span className="chip is-on">Anywhere</span>
          <a className="chip" href={wayHref(text, { pick: "from" })}>
            A school, a company, a title <Icon name="chevron-down" size={14} />
          </a>
        </p>
      ) : null}
      {picker ? <Picker key={picker.end} picker={picker} text={text} /> : null}
    </>
  );
}
