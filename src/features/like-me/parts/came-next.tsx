import { capital } from "#core/text.ts";
import { numberText } from "#core/number-text.ts";
import { CompanyLogo } from "#features/drawing/parts/marks.tsx";
import type { LikeMePage } from "#features/like-me/read.server.ts";
import { likelyMonths } from "#features/path/pure/likely-months.ts";
import type { Table } from "#features/path/pure/types.ts";
import { MonthsFigure } from "#features/route/parts/route-facts.tsx";
import { peopleWords } from "#features/route/pure/words.ts";
import { BarList } from "#ui/chart/bar-list.tsx";

const ROWS = 5;

/** @param people everybody in the table: the rows that it does not name are the rest of them */
function rowsOf(
  { rows }: Table,
  { people: all, others }: { people: number; others: string },
  logos: Record<string, string> | undefined,
) {
  const named = rows.slice(0, ROWS);
  const rest = named.reduce((left, { people }) => left - people, all);
  const most = Math.max(1, ...named.map(({ people }) => people));
  return [
    ...named.map(({ id, name, people }) => ({
      id,
      name,
      people: numberText(people),
      share: Math.round((people / most) * 100),
      line: 0 as const,
      href: logos === undefined ? `/paths?to=title:${id}` : `/company/${id}`,
      mark: logos === undefined ? null : <CompanyLogo name={name} logo={logos[id] ?? ""} size="s" ring="plain" />,
    })),
    ...(rest === 0 ? [] : [{ id: "others", name: others, people: rest < 5 ? "under 5" : numberText(rest), share: 0 }]),
  ];
}

/** What people with a similar pipeline did next. People who have not moved yet stay in the estimate of the wait. */
export function CameNext({ page, whose }: { page: LikeMePage; whose: string }) {
  const { similar, logos } = page;
  if (similar === undefined) return null;
  const { people, movedOn, notYet, wait } = similar;
  const likely = likelyMonths(wait.median);
  // A part of 1 to 4 people is null, or 0 if none of them is public. Beside the whole, such a 0 would not add up.
  const isWhole = people === null || people === (movedOn ?? 0) + (notYet ?? 0);
  return (
    <section className="sec">
      <h2 className="h-sec">What came next</h2>
      <p className="ui">
        {`${capital(peopleWords(people))} had a line like ${whose} at this point.`}
        {people !== 0 && (
          <>
            {" "}
            <b className="semi">{countWords(movedOn, isWhole)}</b> have moved on,{" "}
            <b className="semi">{countWords(notYet, isWhole)}</b> have not yet.
          </>
        )}
      </p>
      {wait.median === null ? null : (
        <>
          <p className="fig lm__fig">
            <MonthsFigure months={wait.median.months} />
          </p>
          <p className="small dim">
            median until the next stop, from this point on
            {likely === "" ? "" : `, ${likely}`}; people who have not moved are counted as waiting.
          </p>
        </>
      )}
      {similar.companies.rows.length === 0 ? null : (
        <>
          <h3 className="rpick__h lm__h">Next company</h3>
          <BarList rows={rowsOf(similar.companies, { people: movedOn ?? 0, others: "Other companies" }, logos)} />
        </>
      )}
      {similar.titles.rows.length === 0 ? null : (
        <>
          <h3 className="rpick__h lm__h">Next title</h3>
          <BarList rows={rowsOf(similar.titles, { people: movedOn ?? 0, others: "Other titles" }, undefined)} />
        </>
      )}
      {people !== 0 && <p className="ch-how">This is what others did, not a forecast.</p>}
    </section>
  );
}

function countWords(count: number | null, isWhole: boolean): string {
  return count === null || (count === 0 && !isWhole) ? "under 5" : numberText(count);
}
