import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";

export type View = "all" | "review" | "merges";

/** Searches this many milliseconds after the last letter. */
const SEARCH_DELAY_MS = 200;

function addressOf(view: View, text: string): Record<string, string> {
  return { ...(view === "all" ? {} : { show: view }), ...(text === "" ? {} : { text }) };
}

/**
 * Which list of companies is shown, and the search text. Both are in the address, so that they can be shared and
 * survive a reload. Changing the list adds a step to the history; typing a letter does not.
 */
export function useCompaniesView(): {
  view: View;
  /** The text in the field, and the text that was searched for. */
  text: string;
  searched: string;
  setView: (view: View) => void;
  setText: (text: string) => void;
} {
  const [params, setParams] = useSearchParams();
  const shown = params.get("show");
  const view = shown === "review" || shown === "merges" ? shown : "all";
  const searched = (params.get("text") ?? "").trim().slice(0, 200);
  const [text, setText] = useState(searched);

  // The router's params are those of the last page that came. While a chosen list is on its way, it counts.
  const chosen = useRef<View>(view);
  const current = useRef<View>(view);
  useEffect(() => {
    chosen.current = view;
    current.current = view;
  }, [view]);

  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const search = (typed: string): void => {
    setText(typed);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      setParams(addressOf(chosen.current, typed.trim()), {
        replace: chosen.current === current.current,
        preventScrollReset: true,
      });
    }, SEARCH_DELAY_MS);
  };

  // The field follows the address, for example after a step back in the history.
  const [known, setKnown] = useState(searched);
  if (known !== searched) {
    setKnown(searched);
    if (text.trim() !== searched) setText(searched);
  }

  return {
    view,
    text,
    searched,
    setText: search,
    setView: (next) => {
      clearTimeout(timer.current);
      setText("");
      chosen.current = next;
      setParams(addressOf(next, ""), { preventScrollReset: true });
    },
  };
}
