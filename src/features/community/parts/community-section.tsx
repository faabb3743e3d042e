import { numberText } from "#core/number-text.ts";
import { CircleAlert } from "lucide-react";
import { useEffect, useState, type ReactNode } from "react";
import { api, sentenceOf } from "#core/api-client.ts";
import type { Community } from "#features/community/schema.ts";
import "./community.css";

const shownCount = (count: number | null): string => (count === null ? "fewer than 5" : numberText(count));

/** The pages where waiting work is done. */
const WAITING = [
  ["companies", "Companies to review", "/admin/dashboard"],
  ["suggestions", "Suggestions to read", "/admin/dashboard/suggestions"],
  ["reports", "Reports to look at", "/admin/dashboard/reports"],
  ["mails", "E-mails in the mail queue, since no mail server is set", "/admin/dashboard/emails"],
] as const satisfies readonly (readonly [keyof Community["waiting"], string, string])[];

export function CommunitySection(): ReactNode {
  const [community, setCommunity] = useState<Community>();
  const [problem, setProblem] = useState<string>();
  const [round, setRound] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    api
      .request("GET /api/admin/community", { signal: controller.signal })
      .then((answer) => {
        setCommunity(answer);
        setProblem(undefined);
      })
      .catch((failure: unknown) => {
        if (!controller.signal.aborted) setProblem(sentenceOf(failure));
      });
    return () => controller.abort();
  }, [round]);
  return (
    <section className="community" aria-labelledby="community">
      <h2 className="h-sec atab__h2" id="community">
        Community
      </h2>
      {problem !== undefined && (
        <div className="alert alert--neg" role="alert">
          <CircleAlert className="icon" size={18} strokeWidth={1.75} aria-hidden="true" />
          <p className="grow">{problem}</p>
          <button type="button" className="btn btn--s btn--sm" onClick={() => setRound(round + 1)}>
            Try again
          </button>
        </div>
      )}
      {community === undefined ? (
        problem === undefined && (
          <p className="dim" role="status">
            Loading
          </p>
        )
      ) : (
        <Figures community={community} />
      )}
    </section>
  );
}

function Figures({ community }: { community: Community }): ReactNode {
  const { people, pipelines, signUps, waiting } = community;
  return (
    <div className="community__g">
      <dl className="kv">
        {(
          [
            ["Accounts", numberText(people)],
            ["Public pipelines", numberText(pipelines.public)],
            ["Anonymous pipelines", shownCount(pipelines.anonymous)],
            ["Private pipelines", shownCount(pipelines.private)],
          ] as const
        ).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <ul className="community__w" aria-label="What waits">
        {WAITING.map(([key, label, href]) => (
          <li key={key}>
            <a className="link" href={href}>
              {label}
            </a>{" "}
            <span className={waiting[key] === 0 ? "tag" : "tag tag--warn"}>{numberText(waiting[key])}</span>
          </li>
        ))}
      </ul>
      <table className="tbl community__t">
        <caption className="community__c">Sign-ups by week, from 5 on</caption>
        <thead>
          <tr>
            <th scope="col">Week</th>
            <th scope="col" className="r num">
              People
            </th>
          </tr>
        </thead>
        <tbody>
          {signUps.map(({ week, people: count }) => (
            <tr key={week}>
              <th scope="row">{week.replace("-", " ")}</th>
              <td className="r num">{shownCount(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
