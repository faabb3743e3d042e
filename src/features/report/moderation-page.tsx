import { numberText } from "#core/number-text.ts";
import { pageHead } from "#features/page/parts/head.ts";
import { pageContext } from "#server/page-context.ts";
import { readModerationCounts } from "./read.server.ts";
import { MIN_ACTS, NONSENSE, REASONS } from "./rules.ts";
import { REASON_WORDS } from "./words.ts";
import "./parts/report.css";
import type { Route } from "./+types/moderation-page.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const { db, today } = context.get(pageContext);
  return await readModerationCounts(db, today);
}

export function meta({ matches }: Route.MetaArgs) {
  return pageHead(matches, {
    title: "Moderation",
    description: "What can be reported, what we do about it, and how often we did.",
    path: "/moderation",
  });
}

export default function ModerationPage({ loaderData }: Route.ComponentProps) {
  const { quarters } = loaderData;
  return (
    <div className="wrap wrap--narrow rep">
      <h1 className="h-page">Moderation</h1>
      <p className="lead">
        Anybody may report a pipeline, a company or a text. A person looks at each report. Nothing is removed by itself.
      </p>
      <section className="rep__s">
        <h2 className="h-sec">What we do</h2>
        <ul>
          <li>Dismiss the report, where nothing is wrong.</li>
          <li>Ask the person by e-mail to correct it.</li>
          <li>Hide a pipeline until its person answers.</li>
          <li>Suspend an account, or delete it.</li>
        </ul>
        <p>Everybody who is asked, hidden or suspended gets a link to an answer form. A person reads the answer.</p>
      </section>
      <section className="rep__s">
        <h2 className="h-sec">What rules look for</h2>
        <p>
          Rules put obvious nonsense in front of a person: a pipeline of {NONSENSE.roles} roles or more, a web address
          in a title, the same text of {NONSENSE.sameTextLength} characters or more in {NONSENSE.pipelines} pipelines,
          and {NONSENSE.signUps} sign-ups of one address in a day. They look at what everybody sees.
        </p>
      </section>
      <section className="rep__s">
        <h2 className="h-sec">How often</h2>
        <p>
          What we did in each past quarter. Numbers are shown from {MIN_ACTS} on, so that none is about a single person.
        </p>
        {quarters.length === 0 ? (
          <p className="dim">No quarter has {MIN_ACTS} acts for one reason yet.</p>
        ) : (
          <table className="tbl">
            <caption className="sr">What moderators did, by reason and quarter</caption>
            <thead>
              <tr>
                <th scope="col">Reason</th>
                {quarters.map(({ quarter }) => (
                  <th scope="col" className="r num" key={quarter}>
                    {quarter.replace("-", " ")}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {REASONS.map((reason) => (
                <tr key={reason}>
                  <th scope="row">{REASON_WORDS[reason]}</th>
                  {quarters.map(({ quarter, reasons }) => (
                    <td className="r num" key={quarter}>
                      {actsText(reasons.find((one) => one.reason === reason)?.acts)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </section>
    </div>
  );
}

function actsText(acts: number | undefined): string {
  return acts === undefined ? `under ${MIN_ACTS}` : numberText(acts);
}
