import { BarList } from "#ui/chart/bar-list.tsx";
import { FigureSection } from "#ui/chart/figure-section.tsx";
import type { NamedList } from "./named-list.ts";

/** Lists of companies, schools or titles side by side. They contain their numbers, so they need no table. */
export function NamedLists(props: { id: string; title: string; lists: readonly NamedList[]; method: string }) {
  return (
    <FigureSection id={props.id} title={props.title} method={props.method}>
      <div className="in-lists">
        {props.lists.map(({ title, rows }) => (
          <div key={title}>
            <h3 className="in-list__h">{title}</h3>
            <BarList rows={rows.map((row) => ({ ...row, line: row.id === "other" ? undefined : (0 as const) }))} />
          </div>
        ))}
      </div>
    </FigureSection>
  );
}
