import { percentText } from "#core/number-text.ts";
import { FigureSection } from "#ui/chart/figure-section.tsx";
import { StackKey, Stacks } from "#ui/chart/stacks.tsx";
import type { LevelsView } from "./levels-view.ts";

/** Levels by years after a start. */
export function LevelsSection({ view, aside, method }: { view: LevelsView; aside: string; method: string }) {
  const last = view.columns.at(-1);
  const said = (last?.parts ?? []).flatMap((part) =>
    part.share === null || part.share === 0 ? [] : [`${part.name} ${percentText(part.share)}`],
  );
  return (
    <FigureSection
      id="levels"
      title="Careers after"
      aside={<span className="small faint">{aside}</span>}
      method={method}
      tables={[view.table]}
    >
      <StackKey names={(view.columns[0]?.parts ?? []).map((part) => part.name)} />
      <Stacks label={`${aside}. ${last?.label ?? ""}: ${said.join(", ")}.`} columns={view.columns} />
    </FigureSection>
  );
}
