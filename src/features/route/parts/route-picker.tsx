import { useEffect, useId, useRef, useState, type KeyboardEvent, type MouseEvent } from "react";
import { useFetcher, useNavigate } from "react-router";
import { amountText, lengthWords } from "#core/number-text.ts";
import { recover, useFailure } from "#ui/connection.ts";
import { Icon } from "#ui/icon.tsx";
import { ListFault } from "#ui/paged-list.tsx";
import {
  readLink,
  removeStop,
  routeHref,
  writeLink,
  writeRouteText,
  type RouteText,
} from "#features/route/pure/route-text.ts";
import type { ChoicesView, Place } from "#features/route/pure/view.ts";
import { COUNTS_NOTE, LINK_LIMITS } from "#features/route/pure/words.ts";
import { ChoiceList, inGroups, noChoicesText } from "./choice-list.tsx";
import { PickerOptions } from "./picker-options.tsx";

const DELAY_MS = 120;
type Asked = { link: string; as: ChoicesView["as"] };

function addressOf(route: RouteText, place: Place, asked: Asked, text: string): string {
  const params = writeRouteText(route);
  if ("change" in place) params.set("change", String(place.change));
  else params.set("add", place.at);
  params.set("link", asked.link);
  if (asked.as !== "") params.set("as", asked.as);
  if (text !== "") params.set("q", text);
  return `/search/choices?${params.toString()}`;
}

/** For screen readers, when the list changes. */
function countText(choices: ChoicesView | undefined, isLoading: boolean): string {
  if (isLoading || choices === undefined) return "";
  const count = choices.choices.length;
  if (count === 0) return noChoicesText(choices.state);
  return `${amountText(count, "stop")} to choose`;
}

/** The row that a key leads to from the active one; undefined for other keys, and without rows. */
function rowAfter(key: string, active: number, last: number): number | undefined {
  if (last < 0) return undefined;
  const next = active >= last ? 0 : active + 1;
  const previous = active <= 0 ? last : active - 1;
  return { ArrowDown: next, ArrowUp: previous, Home: 0, End: last }[key];
}

/** Chooses how soon after the step before. */
function TimeLimit({ link, onLink }: { link: string; onLink: (link: string) => void }) {
  const given = readLink(link);
  return (
    <label className="rpk__lim small">
      <span className="sr">Time limit</span>
      <select
        className="input input--select"
        value={given.months ?? ""}
        onChange={(event) => {
          const limit = event.target.value === "" ? undefined : Number(event.target.value);
          onLink(writeLink({ ...given, months: limit }));
        }}
      >
        <option value="">No time limit</option>
        {LINK_LIMITS.map((limit) => (
          <option key={limit} value={limit}>{`within ${lengthWords(limit)}`}</option>
        ))}
      </select>
    </label>
  );
}

function PickerField(props: {
  text: string;
  /** The list below, its number of rows, and the active one. */
  list: { id: string; count: number; active: number };
  onText: (text: string) => void;
}) {
  const { list } = props;
  return (
    <div className="input rpk__in">
      <Icon name="search" size={16} />
      <input
        type="text"
        role="combobox"
        aria-label="School, company, title or level"
        aria-expanded={list.count > 0}
        aria-controls={`${list.id}-list`}
        aria-autocomplete="list"
        {...(list.count > 0 ? { "aria-activedescendant": `${list.id}-${list.active}` } : {})}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={80}
        placeholder="School, company, title or level"
        value={props.text}
        onChange={(event) => props.onText(event.target.value)}
      />
    </div>
  );
}

/** Picks a step: arrows choose, Enter adds, Escape closes, Backspace in the empty field removes the last step. */
export function RoutePicker({ route, place, onClose }: { route: RouteText; place: Place; onClose: () => void }) {
  const id = useId();
  const navigate = useNavigate();
  const dialog = useRef<HTMLDialogElement>(null);
  const fetcher = useFetcher<ChoicesView>();
  const [text, setText] = useState("");
  const [asked, setAsked] = useState<Asked>({ link: "any", as: "" });
  const [at, setAt] = useState(0);
  const address = addressOf(route, place, asked, text.trim());
  const failure = useFailure();
  const { load, data: found } = fetcher;
  useEffect(() => {
    const timer = setTimeout(() => void load(address), DELAY_MS);
    return () => clearTimeout(timer);
  }, [load, address]);
  useEffect(() => {
    const element = dialog.current;
    if (element && !element.open) element.showModal();
    element?.querySelector("input")?.focus();
    return () => element?.close();
  }, []);
  const rows = inGroups(found?.choices ?? []);
  const active = Math.min(at, rows.length - 1);
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: "nearest" });
  }, [id, active]);

  const go = (href: string | undefined): void => {
    if (href === undefined) return;
    onClose();
    void navigate(href, { preventScrollReset: true });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!(event.target instanceof HTMLInputElement)) return;
    const to = rowAfter(event.key, active, rows.length - 1);
    if (to !== undefined) {
      event.preventDefault();
      setAt(to);
    } else if (event.key === "Enter") {
      event.preventDefault();
      // Choices of an older text are never taken.
      if (found?.text === text.trim()) go(rows[active]?.href);
    } else if (event.key === "Backspace" && text === "" && route.stops.length > 0) {
      event.preventDefault();
      go(routeHref(removeStop(route, route.stops.length - 1)));
    }
  };
  const onClick = (event: MouseEvent<HTMLElement>): void => {
    if (event.target === dialog.current) onClose();
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>(".rpk__l a[href]") : null;
    if (!link || event.button !== 0 || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    go(link.getAttribute("href") ?? undefined);
  };
  const hasLink = "at" in place && route.stops.length > 0;
  return (
    <dialog
      ref={dialog}
      className="rpk rpk--float"
      aria-labelledby={`${id}-title`}
      onClose={onClose}
      onClick={onClick}
      onKeyDown={onKeyDown}
    >
      <div className="rpk__top">
        <div className="row between">
          <h2 className="h-sub" id={`${id}-title`}>
            {found?.title ?? ("change" in place ? "Change this stop" : "Add a stop")}
          </h2>
          <button className="btn btn--g btn--icon btn--36" type="button" aria-label="Close" onClick={onClose}>
            <Icon name="x" size={18} />
          </button>
        </div>
        <PickerOptions
          choices={{ link: hasLink ? asked.link : undefined, as: asked.as }}
          hrefOf={() => routeHref(route)}
          onAsk={(more) => setAsked((before) => ({ ...before, ...more }))}
        />
        {hasLink ? (
          <TimeLimit link={asked.link} onLink={(link) => setAsked((before) => ({ ...before, link }))} />
        ) : null}
        <PickerField
          text={text}
          list={{ id, count: rows.length, active }}
          onText={(written) => {
            setText(written);
            setAt(0);
          }}
        />
      </div>
      {/* The page's own notice is behind this dialog. */}
      {failure === undefined ? null : (
        <ListFault problem={{ message: failure.sentence, isShut: false }} action={failure.action} onAgain={recover} />
      )}
      <ChoiceList choices={rows} text={found?.text ?? ""} box={{ id, active }} />
      <p className={rows.length === 0 && found !== undefined ? "ui dim rpk__none" : "sr"} role="status">
        {countText(found, fetcher.state === "loading")}
      </p>
      <p className="rpk__foot small faint">
        <span className="rpk__keys">
          <kbd>↑</kbd> <kbd>↓</kbd> choose <kbd>Enter</kbd> add
        </span>
        {COUNTS_NOTE}
      </p>
    </dialog>
  );
}
