import { useEffect } from "react";
import { useNavigate } from "react-router";

/**
 * Target of a plain click on an internal link; undefined if the browser should follow it. A link with `data-keep` opens
 * or closes something next to it, so the page stays where it is scrolled to.
 */
function placeOfClick(event: MouseEvent, origin: string): { to: string; isKept: boolean } | undefined {
  if (event.defaultPrevented || event.button !== 0) return undefined;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined;
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (!(link instanceof HTMLAnchorElement)) return undefined;
  if (link.target !== "" || link.hasAttribute("download")) return undefined;
  const url = new URL(link.href);
  if (url.origin !== origin || url.pathname.startsWith("/api/")) return undefined;
  if ((link.getAttribute("href") ?? "").startsWith("#")) return undefined;
  return { to: `${url.pathname}${url.search}${url.hash}`, isKept: "keep" in link.dataset };
}

/**
 * Makes plain links navigate without a full page load. One listener serves all links, so they cost nothing to render.
 */
export function useClientLinks(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const onClick = (event: MouseEvent): void => {
      const place = placeOfClick(event, location.origin);
      if (place === undefined) return;
      event.preventDefault();
      void navigate(place.to, { preventScrollReset: place.isKept });
    };
    document.addEventListener("click", onClick);
    return () => document.removeEventListener("click", onClick);
  }, [navigate]);
}
