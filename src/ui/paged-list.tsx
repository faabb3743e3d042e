import { useEffect, useRef, type ReactNode } from "react";
import { Icon } from "./icon.tsx";
import type { ListProblem, Pages } from "./use-pages.ts";

/** Says why a list could not be loaded. Has a button to try again, or a link to log in if that is what is missing. */
export function ListFault(props: {
  problem: ListProblem;
  /** The text of the button. */
  action?: string;
  onAgain: () => void;
}): ReactNode {
  return (
    <div className="alert alert--neg list-fault" role="alert">
      <Icon name="alert" size={18} />
      <p className="grow">{props.problem.message}</p>
      {props.problem.isShut ? (
        <a className="btn btn--s btn--sm" href="/admin">
          Log in again
        </a>
      ) : (
        <button type="button" className="btn btn--s btn--sm" onClick={props.onAgain}>
          {props.action ?? "Try again"}
        </button>
      )}
    </div>
  );
}

/** Placeholders for rows, visible only if loading takes longer than a moment. */
export function ListSkeleton(props: { rows?: number }): ReactNode {
  return (
    <div className="skel-rows">
      <p className="sr" role="status">
        Loading
      </p>
      {Array.from({ length: props.rows ?? 5 }, (_, n) => (
        <div className="skel-rows__r" key={n} aria-hidden="true">
          <span className="skel" />
          <span className="skel" />
        </div>
      ))}
    </div>
  );
}

/**
 * A list in all its states: loading, failed, empty, shown, with more rows. After a keyboard user loads more rows, the
 * focus moves to the first new one.
 */
export function PagedList<Item>(props: {
  pages: Pages<Item>;
  empty: ReactNode;
  /** The button's words, e.g. "Show older". */
  more: string;
  children: (items: readonly Item[]) => ReactNode;
}): ReactNode {
  const { pages } = props;
  const box = useRef<HTMLDivElement>(null);
  const from = useRef<number>(undefined);
  const count = pages.items?.length ?? 0;
  useEffect(() => {
    if (from.current === undefined || count <= from.current) return;
    focusRow(box.current, from.current);
    from.current = undefined;
  }, [count]);

  const { items, problem } = pages;
  /** `usePages` loads the next rows by itself. */
  const isUsedUp = items?.length === 0 && pages.hasMore;
  const isAgain = items === undefined || from.current === undefined;
  return (
    <div ref={box} className="paged" aria-busy={pages.isLoading || undefined}>
      {problem && <ListFault problem={problem} onAgain={isAgain ? pages.reload : pages.more} />}
      {(items === undefined || isUsedUp) && !problem && <ListSkeleton />}
      {items?.length === 0 && !isUsedUp && !problem && props.empty}
      {items !== undefined && items.length > 0 && props.children(items)}
      {items !== undefined && pages.hasMore && !isUsedUp && (
        <div className="more">
          <button
            type="button"
            className="btn btn--s"
            aria-disabled={pages.isLoading || undefined}
            onClick={() => {
              from.current = items.length;
              pages.more();
            }}
          >
            {pages.isLoading ? <span className="spin" aria-hidden="true" /> : null}
            {props.more}
          </button>
        </div>
      )}
    </div>
  );
}

/**
 * Focuses a row with `data-row`. If there are fewer rows, focuses the last one; if there are none, the page's title.
 */
export function focusRow(box: HTMLElement | null, index: number): void {
  const rows = box?.querySelectorAll<HTMLElement>("[data-row]") ?? [];
  const row = rows[Math.min(index, rows.length - 1)] ?? document.querySelector<HTMLElement>("h1[tabindex]");
  row?.focus();
}
