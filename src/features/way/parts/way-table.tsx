import { numberText, percentText } from "#core/number-text.ts";
import { NODE_OTHER, NODE_STRAIGHT } from "#features/path/pure/limits.ts";
import type { WayAnswer } from "#features/way/read.server.ts";
import { drawnWays } from "./lay-ways.ts";
import { Icon } from "#ui/icon.tsx";

/** The names of the diagram's stops. */
function namesOf(answer: WayAnswer): Map<string, string> {
  const named = answer.columns.flatMap(({ rows }) => rows.map(({ id, name }) => [id, name] as const));
  // A stop of both columns has the same name in both.
  return new Map([...named, [NODE_OTHER, "Other stops"]]);
}

/** The diagram's numbers: every pair of first and last stop that is drawn. */
export function WayTable({ answer, to }: { answer: WayAnswer; to: string }) {
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
            {drawnWays(answer).map(({ first, last, people }) => (
              <tr key={`${first} ${last}`}>
                <th scope="row">
                  {last === NODE_STRAIGHT
                    ? "straight there"
                    : `${names.get(first) ?? ""}, then ${last === NODE_OTHER ? "other stops" : (names.get(last) ?? "")}`}
                </th>
                <td className="r">{numberText(people)}</td>
                <td className="r">{percentText(people / total)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
