import { useEffect, useState } from "react";
import { useLocation, useNavigation, useNavigationType, type Location } from "react-router";

/** The previous location. Module state, because React remounts the layout around an error page. */
let before: Location | undefined;

function pageOf(place: Location): string {
  return new URLSearchParams(place.search).get("page") ?? "1";
}

/**
 * The list's address without the page and its first row. The token of a random list is left out, because the list adds
 * it.
 */
function listOf(place: Location): string {
  const query = new URLSearchParams(place.search);
  for (const name of ["page", "after", "before", "draw"]) query.delete(name);
  return `${place.pathname}?${query.toString()}`;
}

/** Is this another page of the same list? Pages from 2 on always are, because one list can have several addresses. */
function isPaging(from: Location, to: Location): boolean {
  if (from.pathname !== to.pathname || pageOf(from) === pageOf(to)) return false;
  return pageOf(to) !== "1" || listOf(from) === listOf(to);
}

/** The announcement: a new page's title; on the same page "Page 2 of 20", or the new heading. */
function wordsOf(from: Location, to: Location): string {
  if (from.pathname !== to.pathname) return document.title;
  const place = pageOf(from) === pageOf(to) ? null : document.querySelector("main [data-says=page]");
  return (place ?? document.querySelector("main h1"))?.textContent ?? document.title;
}

/** No visible element has the focus. */
function isLost(focused: Element | null): boolean {
  return focused === null || focused === document.body || !focused.checkVisibility();
}

/** True for elements that keep the focus: a field that took it, and a tab, where arrows continue. */
function isMeant(focused: Element | null): boolean {
  return focused !== null && focused.matches("main :is(input, textarea, [role=tab])");
}

/** The element that gets the focus: the address's anchor, the heading, or `main`. */
function startOf(to: Location): HTMLElement | null {
  const named = to.hash === "" ? null : document.getElementById(decodeURIComponent(to.hash.slice(1)));
  return named ?? document.querySelector<HTMLElement>("main h1:not(.sr)") ?? document.getElementById("main");
}

function focusOn(start: HTMLElement): void {
  if (!start.hasAttribute("tabindex")) start.tabIndex = -1;
  start.focus({ preventScroll: true });
}

/** Focuses the start of the list, so that the next Tab reaches its first new item. */
function moveToList(): boolean {
  const list = document.querySelector<HTMLElement>("main [data-paged]");
  if (list === null) return false;
  focusOn(list);
  (list.previousElementSibling ?? list).scrollIntoView({ behavior: "instant" });
  return true;
}

function moveFocus(from: Location, to: Location): void {
  const focused = document.activeElement;
  const isKept = from.pathname === to.pathname ? !isLost(focused) : isMeant(focused);
  const start = isKept ? null : startOf(to);
  // The router scrolls.
  if (start !== null) focusOn(start);
}

/**
 * Does after a client-side navigation what a browser does after loading a page: announces the new page and moves the
 * focus to it. For the next page of a list, the focus moves to the list. If only the query changes, the focus stays on
 * the used control, if it still exists.
 */
export function AfterNavigation() {
  const location = useLocation();
  const isBack = useNavigationType() === "POP";
  const isIdle = useNavigation().state === "idle";
  const [said, setSaid] = useState({ key: "", words: "" });
  useEffect(() => {
    const from = before;
    before = location;
    if (from === undefined || from.key === location.key) return;
    // The skip link: the browser has moved the focus already.
    if (location.hash === "#main") return;
    if (from.pathname === location.pathname && from.search === location.search && !isLost(document.activeElement))
      return;
    if (isBack || !isPaging(from, location) || !moveToList()) moveFocus(from, location);
    setSaid({ key: location.key, words: wordsOf(from, location) });
  }, [location, isBack]);
  // Emptied in between: screen readers do not repeat an unchanged text.
  return (
    <p className="sr" role="status">
      {isIdle && said.key === location.key ? said.words : ""}
    </p>
  );
}
