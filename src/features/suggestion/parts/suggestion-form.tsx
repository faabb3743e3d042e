import { useEffect, useRef, useState, type ReactNode, type SubmitEvent } from "react";
import { ApiError, callFresh, sentenceOf } from "#core/api-client.ts";
import { forgetTyped } from "#core/typed-text.ts";
import { waitText } from "#core/wait-text.ts";
import { useKeptTyping } from "#features/session/parts/use-kept-typing.ts";
import { checkSuggestion, type SuggestionType } from "#features/suggestion/rules.ts";
import type { FormResult } from "#server/page-context.ts";
import { FormError } from "#ui/form-error.tsx";
import { FieldMessage } from "#ui/form-message.tsx";
import { SubmitButton } from "#ui/form-submit.tsx";
import { SentNotice } from "./sent-notice.tsx";

const TYPES = [
  { type: "company", name: "Company", about: "Missing or wrong" },
  { type: "website-issues", name: "Website issues", about: "Something broke" },
  { type: "other", name: "Other", about: "Anything else" },
] as const satisfies readonly { type: SuggestionType; name: string; about: string }[];

const PLACEHOLDER = "Please add Northwind Robotics; three of us interned there.";

/** The place of an error: beside the text, or above the button if sending failed. */
type Problem = { at: "text" | "form"; message: string };

function problemOf(failure: unknown): Problem {
  if (!(failure instanceof ApiError)) return { at: "form", message: sentenceOf(failure) };
  // The window is an hour, so that the general "wait a moment" would mislead.
  if (failure.status === 429) {
    const when = failure.retryAfter > 0 ? `in ${waitText(failure.retryAfter)}` : "later";
    return { at: "form", message: `Too many suggestions for now. Your text stays here; send it ${when}.` };
  }
  return { at: failure.issues.some(({ path }) => path === "text") ? "text" : "form", message: failure.message };
}

/** Everything typed stays until the server has accepted it, also when the page is left. */
export function SuggestionForm(props: { result?: FormResult | undefined }): ReactNode {
  const [state, setState] = useState<"writing" | "loading" | "sent" | "again">("writing");
  const [problem, setProblem] = useState<Problem | undefined>(
    props.result && { at: "form", message: props.result.error },
  );
  const area = useRef<HTMLTextAreaElement>(null);
  const kept = useKeptTyping("suggestion");

  useEffect(() => {
    if (state === "again") area.current?.focus();
  }, [state]);

  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (state === "loading") return;
    const form = new FormData(event.currentTarget);
    const { type } = TYPES.find((one) => one.type === form.get("type")) ?? TYPES[0];
    const [text = "", website = ""] = ["text", "website"].map((name) => {
      const field = form.get(name);
      return typeof field === "string" ? field.trim() : "";
    });
    const fault = checkSuggestion(text);
    setProblem(fault && { at: "text", message: fault.message });
    if (fault) {
      area.current?.focus();
      return;
    }
    setState("loading");
    try {
      await callFresh("POST /api/suggestions", { body: { type, text, website } });
      forgetTyped("suggestion");
      setState("sent");
    } catch (failure) {
      const found = problemOf(failure);
      setProblem(found);
      setState("writing");
      if (found.at === "text") area.current?.focus();
    }
  };

  if (state === "sent") return <SentNotice onAgain={() => setState("again")} />;
  const typed = TYPES.find(({ type }) => type === props.result?.values["type"])?.type;
  const textError = problem?.at === "text" ? problem.message : undefined;
  return (
    <form
      key={kept.who}
      ref={kept.form}
      className="sug__f"
      method="post"
      action="/suggestions"
      noValidate
      onInput={kept.onInput}
      onSubmit={(event) => void submit(event)}
    >
      <fieldset>
        <legend className="label sug__q">What is it about?</legend>
        <div className="sug__t">
          {TYPES.map(({ type, name, about }, index) => (
            <label className="rcard" key={type}>
              <input
                type="radio"
                name="type"
                value={type}
                defaultChecked={typed === undefined ? index === 0 : typed === type}
              />
              <span className="radio__dot" />
              <span className="ui semi">
                {name} <span className="small faint rcard__a">{about}</span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <div className="field">
        <label className="label" htmlFor="suggestion-text">
          Your suggestion
        </label>
        <textarea
          id="suggestion-text"
          ref={area}
          className={textError === undefined ? "input input--area" : "input input--area is-error"}
          name="text"
          rows={5}
          placeholder={PLACEHOLDER}
          defaultValue={props.result?.values["text"] ?? ""}
          aria-required
          aria-invalid={textError !== undefined || undefined}
          aria-describedby={textError === undefined ? "suggestion-hint" : "suggestion-error"}
        />
        {textError === undefined && (
          <p className="hint" id="suggestion-hint">
            Stored without your name or e-mail, also when you are signed in.
          </p>
        )}
        <FieldMessage id="suggestion-error">{textError}</FieldMessage>
      </div>
      <div className="sug__trap" aria-hidden="true">
        <label htmlFor="suggestion-website">Leave this empty</label>
        <input id="suggestion-website" name="website" type="text" tabIndex={-1} autoComplete="off" />
      </div>
      <div>
        <FormError message={problem?.at === "form" ? problem.message : undefined} className="sug__bad" />
        <SubmitButton className="btn btn--p btn--lg" isLoading={state === "loading"} loadingLabel="Sending">
          Send suggestion
        </SubmitButton>
      </div>
    </form>
  );
}
