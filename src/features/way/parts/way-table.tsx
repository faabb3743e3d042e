import { numberText } from "#core/number-text.ts";
import { NODE_OTHER, NODE_START, NODE_STRAIGHT } from "#features/path/pure/limits.ts";
import { percent } from "#features/route/parts/route-facts.tsx";
import type { WayAnswer } from "#features/way/read.server.ts";
import { Icon } from "#ui/icon.tsx";

/** The names of the diagram's stops. */
function namesOf(answer: WayAnswer): Map<string, string> {
  const named = answer.columns.flatMap(({ rows }) => rows.map(({ id, name }) => [id, name] as const));
  // A stop of both columns has the same name in both.
  return new Map([...named, [NODE_OTHER, "Other stops"]]);
}

/** Most people first. The row of all other stops comes last, because it joins many small routes. */
function byPeople(a: WayAnswer["links"][number], b: WayAnswer["links"][number]): number {
  const isOther = (link: typeof a): number => (link.from === NODE_OTHER && link.to === NODE_OTHER ? 1 : 0);
  return isOther(a) - isOther(b) || (b.people ?? 0) - (a.people ?? 0);
}

/** The diagram's numbers: every pair of first and last stop. */
export function WayTable({ answer, to }: { answer: WayAnswer; to: string }) {
  const straight = answer.links.filter((link) => link.from === NODE_START && link.to === NODE_STRAIGHT);
  const pairs = [...answer.links.filter((link) => link.from !== NODE_START), ...straight]
    .filter(({ people }) => people !== 0)
    .toSorted(byPeople);
  const total = answer.people ?? 0;
  const names = namesOf(answer);
  return (
    <details className="ch-nums" open>
      <summary>
        <Icon name="chevron-right" size={16} />
        The same as a table
      </summary>
      <div className="ch-nums__x" tabIndex={0} role="region" aria-label="The same as a table">
        <table className="tbl ch-tbl">
          <thead>
            <tr>
              <th scope="col">{`First stop, then last stop before ${to}`}</th>
              <th scope="col" className="r">
                People
              </th>
              <th scope="col" className="r">
                Share
              </th>
            </tr>
          </thead>
          <tbody>
            {pairs.map(({ from, to: last, people }) => (
              <tr key={`${from} ${last}`}>
                <th scope="row">
                  {last === NODE_STRAIGHT
                    ? "straight there"
                    : `${names.get(from) ?? ""}, then ${last === NODE_OTHER ? "other stops" : (names.get(last) ?? "")}`}
                </th>
                <td className="r">{people === null ? "under 5" : numberText(people)}</td>
                <td className="r">{people === null ? "" : `${percent(people, total)}%`}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
