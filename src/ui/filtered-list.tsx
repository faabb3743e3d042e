import type { ReactNode, RefObject } from "react";
import { EmptyState } from "./empty-state.tsx";
import { PagedList } from "./paged-list.tsx";
import { Segments } from "./segments.tsx";
import type { Pages } from "./use-pages.ts";

/** A filter, and what an empty list says at it. */
export type ListFilter<Value extends string> = { value: Value; label: string; title: string; about: string };

/** A paged list, newest first, below a choice of what it shows. */
export function FilteredList<Item, Value extends string>(props: {
  label: string;
  filters: readonly ListFilter<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  pages: Pages<Item>;
  listRef: RefObject<HTMLDivElement | null>;
  /** Draws a row, with its key. */
  children: (item: Item) => ReactNode;
}): ReactNode {
  const { filters, value } = props;
  const chosen = filters.find((one) => one.value === value);
  return (
    <>
      <div className="atab__tools">
        <Segments label={props.label} value={value} onChange={props.onChange} options={filters} />
      </div>
      <div ref={props.listRef}>
        <PagedList
          pages={props.pages}
          more="Show older"
          empty={
            <EmptyState kind="start" title={chosen?.title ?? ""}>
              {chosen?.about}
            </EmptyState>
          }
        >
          {(items) => <ul className="inbox">{items.map(props.children)}</ul>}
        </PagedList>
      </div>
    </>
  );
}
