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

/** The link by which each place was left, by the place's key: its `href`, and how many links before it have the same. */
const followed = new Map<string, { href: string; before: number }>();

function linksTo(href: string): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>("main a")].filter((one) => one.getAttribute("href") === href);
}

function noteFollowed({ target }: MouseEvent): void {
  const link = target instanceof Element ? target.closest("main a[href]") : null;
  const href = link?.getAttribute("href");
  if (!link || !href || before === undefined) return;
  followed.set(before.key, { href, before: linksTo(href).findIndex((one) => one === link) });
}

/**
 * After "Back" to the middle of a page, focuses the link that was followed. From the title, the next Tab would go to
 * the page's start. False if the title is in sight, or the link is gone.
 */
function returnToLink(to: Location): boolean {
  const left = followed.get(to.key);
  const link = left && linksTo(left.href)[left.before];
  if (!link?.checkVisibility() || (startOf(to)?.getBoundingClientRect().bottom ?? 0) > 0) return false;
  link.focus({ preventScroll: true });
  return true;
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
 * the used control, if it still exists. After "Back", deep in a page, it is on the link that was followed.
 */
export function AfterNavigation() {
  const location = useLocation();
  const isBack = useNavigationType() === "POP";
  const isIdle = useNavigation().state === "idle";
  const [said, setSaid] = useState({ key: "", words: "" });
  useEffect(() => {
    // While the event comes down to the link: at the link itself, another page may be on its way.
    document.addEventListener("click", noteFollowed, true);
    return () => document.removeEventListener("click", noteFollowed, true);
  }, []);
  useEffect(() => {
    const from = before;
    before = location;
    if (from === undefined || from.key === location.key) return;
    // The skip link: the browser has moved the focus already.
    if (location.hash === "#main") return;
    if (from.pathname === location.pathname && from.search === location.search && !isLost(document.activeElement))
      return;
    const isDone = isBack ? returnToLink(location) : isPaging(from, location) && moveToList();
    if (!isDone) moveFocus(from, location);
    setSaid({ key: location.key, words: wordsOf(from, location) });
  }, [location, isBack]);
  // Emptied in between: screen readers do not repeat an unchanged text.
  return (
    <p className="sr" role="status">
      {isIdle && said.key === location.key ? said.words : ""}
    </p>
  );
}
