import { useLayoutEffect, useRef, useState, type HTMLAttributes } from "react";
import { createRoot } from "react-dom/client";
import { flushSync } from "react-dom";
import { Monogram } from "./marks.tsx";

/**
 * Markup of a part that the server has drawn. Missing in the data of a document, which has the markup itself. Hand it on
 * as it is: a copy of its listed properties lacks the markup.
 */
export type Drawn = { readonly html?: string };

/** From the part down to an element: the place among its siblings, at each step. */
function pathOf(box: Element, element: Element): number[] {
  const path: number[] = [];
  for (let at = element; at !== box && at.parentElement !== null; at = at.parentElement)
    path.unshift([...at.parentElement.children].indexOf(at));
  return path;
}

/** The element at the same place, if it is of the same kind and says the same. */
function sameAt(box: Element, path: readonly number[], old: Element): HTMLElement | undefined {
  let at: Element | undefined = box;
  for (const place of path) at = at?.children[place];
  if (!(at instanceof HTMLElement) || at.tagName !== old.tagName || at.textContent !== old.textContent)
    return undefined;
  return at;
}

/** Shows other markup. Equal children stay; the focus and opened details stay where the new markup has them too. */
function show(box: HTMLElement, html: string): void {
  const template = document.createElement("template");
  template.innerHTML = html;
  const next = [...template.content.childNodes];
  const focused = document.activeElement;
  const focus = focused !== null && focused !== box && box.contains(focused) ? pathOf(box, focused) : undefined;
  const open = [...box.querySelectorAll("details[open] > summary")].map((one) => ({ one, path: pathOf(box, one) }));
  for (const [place, node] of next.entries()) {
    const old = box.childNodes[place];
    if (old === undefined) box.append(node);
    else if (!old.isEqualNode(node)) old.replaceWith(node);
  }
  while (box.childNodes.length > next.length) box.lastChild?.remove();
  for (const { one, path } of open) sameAt(box, path, one)?.parentElement?.setAttribute("open", "");
  if (focus !== undefined && focused !== null && !focused.isConnected)
    sameAt(box, focus, focused)?.focus({ preventScroll: true });
}

/** A person's picture that fails leaves the default one below it, a logo gives way to its monogram. */
function replaceFailed(image: HTMLImageElement): void {
  const { of } = image.dataset;
  if (of === undefined) return image.remove();
  const holder = document.createElement("span");
  flushSync(() => createRoot(holder).render(<Monogram name={of} />));
  image.replaceWith(...holder.childNodes);
}

const hasFailed = (image: HTMLImageElement): boolean => image.complete && image.naturalWidth === 0 && image.src !== "";

/**
 * A part of a page that only the server draws: the browser gets its markup, but neither its data nor its code. Links in
 * it work as everywhere.
 * @param props.name names the part on its page
 */
export function DrawnPart({ drawn, name, ...rest }: { drawn: Drawn; name: string } & HTMLAttributes<HTMLDivElement>) {
  const box = useRef<HTMLDivElement>(null);
  // React keeps what the document holds; other markup is shown below, so that equal parts of it can stay.
  const [first] = useState(() => drawn.html ?? document.querySelector(`[data-drawn="${name}"]`)?.innerHTML ?? "");
  const shown = useRef(first);
  useLayoutEffect(() => {
    const { html } = drawn;
    if (box.current === null || html === undefined || html === shown.current) return;
    shown.current = html;
    show(box.current, html);
  }, [drawn]);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const onError = ({ target }: Event): void => {
      if (target instanceof HTMLImageElement) replaceFailed(target);
    };
    // An image's error does not bubble.
    element.addEventListener("error", onError, true);
    // React cannot draw something else at once while it puts this part into the page, so do it right after.
    queueMicrotask(() => {
      for (const image of element.querySelectorAll("img")) if (hasFailed(image)) replaceFailed(image);
    });
    return () => element.removeEventListener("error", onError, true);
  }, []);
  return (
    <div
      {...rest}
      ref={box}
      data-drawn={name}
      // oxlint-disable-next-line react/no-danger -- written by React itself on the server, which escapes what people typed
      dangerouslySetInnerHTML={{ __html: first }}
    />
  );
}
