import type { ReactNode } from "react";
import { formatDate, formatDay } from "#core/calendar.ts";
import { amountText } from "#core/number-text.ts";
import type { StoredReport } from "#features/moderation/schema.ts";
import { callOf, VISIBILITY_WORDS } from "#features/moderation/words.ts";
import type { Act } from "#features/report/rules.ts";
import { ACT_WORDS, REASON_WORDS, RULE_WORDS, SUBJECT_WORDS } from "#features/report/words.ts";
import { aboutOf, ACT_LABELS } from "./act-words.ts";

const STATE = { open: "tag tag--acc", waiting: "tag", done: "tag tag--pos" } as const;
const STATE_WORDS = { open: "Open", waiting: "Waiting for an answer", done: "Settled" } as const;

/** The API ends a line with "2020-01 to 2022-05" or "2020 to today"; profiles say "January 2020 – May 2022". */
function withMonths(line: string): string {
  return line.replace(/(\d{4}(?:-\d\d)?) to (\d{4}(?:-\d\d)?|today)$/, (_, start: string, end: string) =>
    [...new Set([start, end])].map(dateText).join(" – "),
  );
}

function dateText(date: string): string {
  if (date === "today") return "Present";
  return date.length === 4 ? date : formatDate(`${date}-01`);
}

function About({ report }: { report: StoredReport }): ReactNode {
  const { person, company } = report;
  if (person) {
    const isOpen = !person.suspended && person.visibility !== "private" && person.created;
    return (
      <p>
        {isOpen ? (
          <a className="link" href={`/user/${person._id}`}>
            {callOf(person)}
          </a>
        ) : (
          <span className="semi">{callOf(person)}</span>
        )}{" "}
        <span className="small faint">{`${VISIBILITY_WORDS[person.visibility]}${person.suspended ? ", suspended" : ""}`}</span>
      </p>
    );
  }
  if (!company) return null;
  return (
    <p>
      <a className="link" href={`/admin/dashboard?text=${encodeURIComponent(company.displayName)}`}>
        {company.displayName}
      </a>{" "}
      <span className="small faint">Correct, merge or list it under Companies</span>
    </p>
  );
}

/** One report: its text, the public view of its subject, and the acts so far. */
export function ReportItem(props: { report: StoredReport; onAct: (act: Act) => void }): ReactNode {
  const { report } = props;
  const { pipeline, history, others } = report;
  return (
    <li className="inbox__i report" data-row="" tabIndex={-1}>
      <p className="inbox__m small">
        <span className="tag">{SUBJECT_WORDS[report.subject]}</span>
        <span className="tag">{REASON_WORDS[report.reason]}</span>
        <span className={STATE[report.state]}>{STATE_WORDS[report.state]}</span>
        <span className="faint">
          <time dateTime={report.day}>{formatDay(report.day)}</time>
          {report.rule === "" ? "" : ` · ${RULE_WORDS[report.rule]}`}
          {others === 0 ? "" : ` · ${others} more about the same`}
        </span>
      </p>
      <About report={report} />
      {report.quote !== "" && <blockquote className="report__q">{report.quote}</blockquote>}
      {report.words !== "" && <p className="inbox__t">{report.words}</p>}
      {pipeline.length > 0 && (
        <details>
          <summary className="small">{`As everybody sees it: ${amountText(pipeline.length, "role")}`}</summary>
          <ol className="report__l small">
            {pipeline.map((line, n) => (
              // Two roles may read the same.
              <li key={`${n} ${line}`}>{withMonths(line)}</li>
            ))}
          </ol>
        </details>
      )}
      {history.length > 0 && (
        <ol className="report__h small" aria-label="History">
          {history.map(({ act, words, day }, n) => (
            <li key={`${n} ${act}`}>
              <span className="semi">{ACT_WORDS[act]}</span>{" "}
              <span className="faint">
                <time dateTime={day}>{formatDay(day)}</time>
              </span>
              {words !== "" && <p className="inbox__t">{words}</p>}
            </li>
          ))}
        </ol>
      )}
      <div className="inbox__a">
        {report.acts.map((act) => (
          <button
            key={act}
            type="button"
            className={`btn btn--sm ${act === "delete" ? "btn--do" : "btn--s"}`}
            aria-label={`${ACT_LABELS[act]}: ${aboutOf(report)}`}
            onClick={() => props.onAct(act)}
          >
            {ACT_LABELS[act]}
          </button>
        ))}
      </div>
    </li>
  );
}
