import type { ReactNode } from "react";
import { useKeptTyping } from "#features/session/parts/use-kept-typing.ts";
import { MAX_QUOTE, MAX_WORDS, REASONS } from "#features/report/rules.ts";
import { REASON_WORDS } from "#features/report/words.ts";
import type { FormResult } from "#server/page-context.ts";
import { FormError } from "#ui/form-error.tsx";

/** Each pipeline and company has a report of its own, which is kept until it is sent. */
export const formName = (id: string): string => `report-${id}`;

/** A plain form that works without script. */
export function ReportForm(props: {
  about: { subject: "pipeline" | "company"; id: string };
  result: FormResult | undefined;
}): ReactNode {
  const { subject, id } = props.about;
  const kept = useKeptTyping(formName(id));
  const typed = props.result?.values ?? {};
  const [whole, wholeWords] =
    subject === "company" ? ["company", "The company as a whole"] : ["pipeline", "The pipeline as a whole"];
  return (
    <form
      key={kept.who}
      ref={kept.form}
      className="rep__f"
      method="post"
      action={`/report?${subject}=${id}`}
      onInput={kept.onInput}
    >
      <FormError message={props.result?.error} />
      <input type="hidden" name="id" value={id} />
      <fieldset className="rep__q">
        <legend className="label">What is it about?</legend>
        {[
          [whole, wholeWords],
          ["text", "A text in it"],
        ].map(([value, words]) => (
          <label className="rep__r" key={value}>
            <input
              type="radio"
              className="radio__dot"
              name="subject"
              value={value}
              required
              defaultChecked={(typed["subject"] ?? whole) === value}
            />
            {words}
          </label>
        ))}
      </fieldset>
      <div className="field">
        <label className="label" htmlFor="report-quote">
          The text <span className="faint">optional</span>
        </label>
        <input
          id="report-quote"
          className="input"
          name="quote"
          maxLength={MAX_QUOTE}
          autoComplete="off"
          defaultValue={typed["quote"] ?? ""}
        />
      </div>
      <div className="field">
        <label className="label" htmlFor="report-reason">
          What is wrong
        </label>
        <select
          id="report-reason"
          className="input input--select"
          name="reason"
          required
          defaultValue={typed["reason"] ?? ""}
        >
          <option value="" disabled>
            Choose
          </option>
          {REASONS.map((reason) => (
            <option key={reason} value={reason}>
              {REASON_WORDS[reason]}
            </option>
          ))}
        </select>
      </div>
      <div className="field">
        <label className="label" htmlFor="report-words">
          In your words <span className="faint">optional</span>
        </label>
        <textarea
          id="report-words"
          className="input input--area"
          name="words"
          rows={4}
          maxLength={MAX_WORDS}
          defaultValue={typed["words"] ?? ""}
          aria-describedby="report-hint"
        />
        <p className="hint" id="report-hint">
          Stored without your name or e-mail, also when you are signed in.{" "}
          {/* In a tab of its own: without script, a page that is left loses what was typed. */}
          <a className="link" href="/moderation" target="_blank" rel="noopener">
            What we do with it <span className="sr">(opens in a new tab)</span>
          </a>
        </p>
      </div>
      <div className="rep__trap" aria-hidden="true">
        <label htmlFor="report-website">Leave this empty</label>
        <input id="report-website" name="website" type="text" tabIndex={-1} autoComplete="off" />
      </div>
      <div>
        <button className="btn btn--p btn--lg" type="submit">
          Send report
        </button>
      </div>
    </form>
  );
}
