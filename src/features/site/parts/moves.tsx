import { useEffect, useState } from "react";
import { useLocation, useNavigation, useNavigationType, type Location } from "react-router";

/** Where the visitor was before. Outlives the page's frame, which is drawn anew around an error. */
let before: Location | undefined;

function pageOf(place: Location): string {
  return new URLSearchParams(place.search).get("page") ?? "1";
}

/** The same list without its page: a draw is drawn by the list itself. */
function listOf(place: Location): string {
  const query = new URLSearchParams(place.search);
  query.delete("page");
  query.delete("draw");
  return `${place.pathname}?${query.toString()}`;
}

/** Another page of the list that was there. A later one always is: the same list can be asked for in several words. */
function isPaging(from: Location, to: Location): boolean {
  if (from.pathname !== to.pathname || pageOf(from) === pageOf(to)) return false;
  return pageOf(to) !== "1" || listOf(from) === listOf(to);
}

/** The place in words: the page's title; within a page what came instead, "Page 2 of 20" or the result's own sentence. */
function wordsOf(from: Location, to: Location): string {
  if (from.pathname !== to.pathname) return document.title;
  const place = pageOf(from) === pageOf(to) ? null : document.querySelector("main [data-says=page]");
  return (place ?? document.querySelector("main h1"))?.textContent ?? document.title;
}

/** Nothing that can be seen has the focus. */
function isLost(focused: Element | null): boolean {
  return focused === null || focused === document.body || !focused.checkVisibility();
}

/** A page's own field that asked for the focus, and a tab, whose keys go on from it, keep it. */
function isMeant(focused: Element | null): boolean {
  return focused !== null && focused.matches("main :is(input, textarea, [role=tab])");
}

/** Where reading goes on after a move; `main` where a page has no title that can be seen. */
function startOf(to: Location): HTMLElement | null {
  const named = to.hash === "" ? null : document.getElementById(decodeURIComponent(to.hash.slice(1)));
  return named ?? document.querySelector<HTMLElement>("main h1:not(.sr)") ?? document.getElementById("main");
}

function focusOn(start: HTMLElement): void {
  if (!start.hasAttribute("tabindex")) start.tabIndex = -1;
  start.focus({ preventScroll: true });
}

/** The list's own start, with the title over it in sight: the next Tab comes to what is new. */
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
  // The scroll is the router's: to the top, to what the address names, or back to where it was.
  if (start !== null) focusOn(start);
}

/**
 * What a browser does for a page that it loads, for moves without loading:
 * says where one is, and puts the focus there. The next page of a list begins
 * at the list; where the query changes otherwise, the focus stays on what was
 * pressed as long as it is there.
 */
export function Moves() {
  const location = useLocation();
  const isBack = useNavigationType() === "POP";
  const isIdle = useNavigation().state === "idle";
  const [said, setSaid] = useState({ key: "", words: "" });
  useEffect(() => {
    const from = before;
    before = location;
    if (from === undefined || from.key === location.key) return;
    // The skip link's place: the browser itself has moved the focus there.
    if (location.hash === "#main") return;
    if (from.pathname === location.pathname && from.search === location.search && !isLost(document.activeElement))
      return;
    if (isBack || !isPaging(from, location) || !moveToList()) moveFocus(from, location);
    setSaid({ key: location.key, words: wordsOf(from, location) });
  }, [location, isBack]);
  // Empty in between, so that the same words twice are said twice.
  return (
    <p className="sr" role="status">
      {isIdle && said.key === location.key ? said.words : ""}
    </p>
  );
}
