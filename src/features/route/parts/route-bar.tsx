import { useRef } from "react";
import { useNavigate } from "react-router";
import { EARLIEST_YEAR, LATEST_YEAR } from "#core/calendar.ts";
import { countryName } from "#core/country.ts";
import { Icon } from "#ui/icon.tsx";
import { useClickOutside } from "#ui/use-click-outside.ts";
import {
  changeStop,
  isSchool,
  withOther,
  kindOf,
  otherOf,
  routeHref,
  withKind,
  type RouteText,
} from "#features/route/pure/route-text.ts";
import type { Popover } from "#features/route/pure/view.ts";
import { peopleWords } from "#features/route/pure/words.ts";
import { HiddenFields } from "./hidden-fields.tsx";

const WORDS = { title: "Title", school: "School", country: "Country", years: "Years" } as const;
const FILTERS = ["title", "school", "country", "years"] as const;
const FEW = { title: "Titles", school: "Schools", country: "Countries" } as const;
type Filter = keyof typeof WORDS;

function yearsText(since: string | undefined, until: string | undefined): string {
  if (since !== undefined && until !== undefined) return `Arrived ${since} – ${until}`;
  return since === undefined ? `Arrived until ${until ?? ""}` : `Arrived since ${since}`;
}

function valueOf(filter: Filter, text: RouteText, schoolName: string): string {
  // A stop's title is named on its ring.
  if (filter === "title") return "";
  if (filter === "country") return countryName(otherOf(text, "country") ?? "");
  if (filter === "school") return otherOf(text, "school") === undefined ? "" : schoolName;
  const [since, until] = [otherOf(text, "since"), otherOf(text, "until")];
  return since === undefined && until === undefined ? "" : yearsText(since, until);
}

function without(filter: Filter, text: RouteText): string {
  const gone =
    filter === "country"
      ? { country: undefined }
      : filter === "school"
        ? { school: undefined }
        : { since: undefined, until: undefined };
  return routeHref(withOther(text, gone));
}

function YearsForm({ text }: { text: RouteText }) {
  const field = (name: "since" | "until", label: string) => (
    <label className="field">
      <span className="label">{label}</span>
      <input
        className="input"
        type="number"
        name={name}
        min={EARLIEST_YEAR}
        max={LATEST_YEAR}
        defaultValue={otherOf(text, name) ?? ""}
        inputMode="numeric"
      />
    </label>
  );
  return (
    <form method="get" action="/search" className="rfil__f">
      <HiddenFields route={text} without={["since", "until"]} />
      <p className="rmenu__h">Reached the last stop</p>
      <div className="row">
        {field("since", "From")}
        {field("until", "To")}
      </div>
      <button className="btn btn--s btn--36" type="submit">
        Show
      </button>
    </form>
  );
}

function Choices({ popover, text }: { popover: Exclude<Popover, { of: "link" }>; text: RouteText }) {
  const navigate = useNavigate();
  const box = useRef<HTMLDivElement>(null);
  useClickOutside(box, () => void navigate(routeHref(text), { preventScrollReset: true }));
  return (
    <div ref={box} className="menu rmenu rmenu--filter" role="group" aria-label={WORDS[popover.of]}>
      {popover.of === "years" ? (
        <YearsForm text={text} />
      ) : (
        <>
          <p className="rmenu__h">{WORDS[popover.of]}</p>
          <ul role="list">
            {popover.rows.map(({ name, people, href }) => (
              <li key={href}>
                <a className="menu__i" href={href}>
                  <span className="grow">{name}</span>
                  <span className="faint num">{peopleWords(people)}</span>
                </a>
              </li>
            ))}
          </ul>
          <p className="small faint rmenu__n">
            {popover.rows.length === 0
              ? "Nothing here has 5 people."
              : `${FEW[popover.of]} with fewer than 5 are not listed.`}
          </p>
        </>
      )}
      <a className="rmenu__x" href={routeHref(text)} aria-label="Close" data-keep>
        <Icon name="x" />
      </a>
    </div>
  );
}

const KINDS = [
  ["", "Anyone"],
  ["intern", "Interns"],
  ["full-time", "Full-time"],
] as const;

/** Chips for a route to one company: the kind of role, and whether people are still there. */
function StopChips({ text }: { text: RouteText }) {
  const last = text.stops.at(-1);
  if (last === undefined || isSchool(last)) return null;
  const kind = kindOf(last);
  const isNow = otherOf(text, "now") !== undefined;
  const chip = (name: string, href: string, isOn: boolean) => (
    <a key={name} className={isOn ? "chip is-on" : "chip"} href={href} aria-current={isOn ? "true" : undefined}>
      {name}
    </a>
  );
  return (
    <>
      {text.stops.length === 1 && last.startsWith("company:") && kind !== undefined
        ? KINDS.map(([value, name]) =>
            chip(name, routeHref(changeStop(text, 0, withKind(last, value))), kind === value),
          )
        : null}
      {chip("There now", routeHref(withOther(text, { now: isNow ? undefined : "1" })), isNow)}
      <span className="rfil__bar" aria-hidden="true" />
    </>
  );
}

/** Filters of a route: a chip opens its choices, and then carries the choice and a cross. */
export function RouteFilters({
  text,
  schoolName,
  popover,
}: {
  text: RouteText;
  schoolName: string;
  popover: Popover | undefined;
}) {
  return (
    <div
      className="rfil"
      role="group"
      aria-label="Filters"
      onKeyDown={({ key, currentTarget }) => {
        // The link of open choices closes them.
        const open = currentTarget.querySelector<HTMLElement>("[aria-expanded=true]");
        if (key !== "Escape") return;
        open?.focus();
        open?.click();
      }}
    >
      <StopChips text={text} />
      {FILTERS.map((filter) => {
        // A school has no titles, and a stop has one.
        if (filter === "title" && (isSchool(text.stops.at(-1)) || text.stops.at(-1)?.includes("title:"))) return null;
        const value = valueOf(filter, text, schoolName);
        if (value !== "") {
          return (
            <span key={filter} className="chip is-on">
              {value}
              <a className="chip__x" href={without(filter, text)} aria-label={`Remove ${WORDS[filter].toLowerCase()}`}>
                <Icon name="x" size={14} />
              </a>
            </span>
          );
        }
        const open = popover?.of === filter ? popover : undefined;
        return (
          <span key={filter} className="rfil__i">
            <a
              className="chip"
              href={open ? routeHref(text) : routeHref(text, { filter })}
              aria-expanded={open !== undefined}
              role="button"
              data-keep
            >
              {WORDS[filter]} <Icon name="chevron-down" size={14} />
            </a>
            {open ? <Choices popover={open} text={text} /> : null}
          </span>
        );
      })}
    </div>
  );
}

/** Order and layout: links, so that each has an address. */
export function RouteOrder({
  text,
  hasTimes,
  layout,
}: {
  text: RouteText;
  /** Are there times to sort by? */
  hasTimes: boolean;
  layout: "grid" | "pipeline";
}) {
  const sort = otherOf(text, "sort") ?? "recent";
  const link = (label: string, isOn: boolean, href: string, icon?: "grid" | "stop") => (
    <a href={href} className={isOn ? "is-on" : undefined} aria-current={isOn ? "true" : undefined}>
      {icon === undefined ? null : <Icon name={icon} />} {label}
    </a>
  );
  return (
    <>
      {hasTimes ? (
        <div className="sortby">
          <span className="small faint" id="sort-word">
            Sort
          </span>
          <nav className="seg" aria-labelledby="sort-word">
            {link("Most recent", sort === "recent", routeHref(withOther(text, { sort: undefined })))}
            {link("Shortest", sort === "shortest", routeHref(withOther(text, { sort: "shortest" })))}
          </nav>
        </div>
      ) : null}
      <nav className="seg hide-s" aria-label="Layout">
        {link("Grid", layout === "grid", routeHref(withOther(text, { view: "grid" })), "grid")}
        {link("Pipeline", layout === "pipeline", routeHref(withOther(text, { view: "pipeline" })), "stop")}
      </nav>
    </>
  );
}
