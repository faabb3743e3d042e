import { useState, type ReactNode } from "react";
import { ProblemText } from "#ui/save-problem.tsx";
import { SentWithoutScript } from "#features/suggestion/parts/sent-notice.tsx";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { FormError } from "#ui/form-error.tsx";
import { QuestionDialog } from "#ui/form-dialog.tsx";
import { FieldMessage } from "#ui/form-message.tsx";
import { SubmitButton } from "#ui/form-submit.tsx";
import { Toast } from "#ui/form-toast.tsx";
import { Specimen, State } from "./specimen.tsx";

const BUTTONS = [
  ["btn--p", "Primary"],
  ["btn--s", "Secondary"],
  ["btn--g", "Ghost"],
  ["btn--do", "Danger, outlined"],
  ["btn--d", "Danger"],
] as const;

/** The open dialog or message; at most one. */
type Open = "question" | "form" | "confirm" | "failing" | "toast" | "staying" | undefined;

async function fail(): Promise<void> {
  await Promise.reject(new Error("refused on purpose"));
}

export function Messages(): ReactNode {
  const [open, setOpen] = useState<Open>();
  const close = (): void => setOpen(undefined);
  const opener = (which: NonNullable<Open>, name: string): ReactNode => (
    <button type="button" className="btn btn--s" onClick={() => setOpen(which)}>
      {name}
    </button>
  );
  return (
    <>
      <Specimen name="Button">
        {BUTTONS.map(([kind, name]) => (
          <State key={kind} name={name}>
            <div className="gal__row">
              <button type="button" className={`btn ${kind}`}>
                {name}
              </button>
              <button type="button" className={`btn ${kind}`} disabled>
                Disabled
              </button>
              <button type="button" className={`btn ${kind} btn--sm`}>
                Small
              </button>
              <button type="button" className={`btn ${kind} btn--lg`}>
                Large
              </button>
            </div>
          </State>
        ))}
      </Specimen>
      <Specimen name="SubmitButton">
        <form className="gal__row" action="/gallery">
          <SubmitButton className="btn btn--p" isLoading={false} loadingLabel="Saving">
            Save
          </SubmitButton>
          <SubmitButton className="btn btn--p" isLoading loadingLabel="Saving">
            Save it all
          </SubmitButton>
          <SubmitButton className="btn btn--p" isLoading={false} isDisabled loadingLabel="Saving">
            Nothing to save
          </SubmitButton>
        </form>
      </Specimen>
      <Specimen name="FormError">
        <div className="gal__wide">
          <FormError message="Something went wrong. Try again." />
        </div>
      </Specimen>
      <Specimen name="FieldMessage">
        <FieldMessage id="gallery-message">Please enter something else.</FieldMessage>
      </Specimen>
      <Specimen name="ProblemText">
        <ProblemText problem={{ message: "Something went wrong. Try again.", isSignedOut: false }} />
        <ProblemText problem={{ message: "You are not signed in.", isSignedOut: true }} next="/gallery" />
      </Specimen>
      <Specimen name="SentWithoutScript">
        <SentWithoutScript />
      </Specimen>
      <Specimen name="QuestionDialog">
        {opener("question", "Ask a question")}
        {opener("form", "Show a form")}
        {open === "question" && (
          <QuestionDialog
            title="Leave without saving?"
            onClose={close}
            actions={
              <>
                <button type="button" className="btn btn--s" data-safe="" onClick={close}>
                  Stay
                </button>
                <button type="button" className="btn btn--d" onClick={close}>
                  Leave
                </button>
              </>
            }
          >
            Your changes will be lost.
          </QuestionDialog>
        )}
        {open === "form" && (
          <QuestionDialog title="Log in again" kind="dialog" onClose={close}>
            <button type="button" className="btn btn--p" data-safe="" onClick={close}>
              Log in
            </button>
          </QuestionDialog>
        )}
      </Specimen>
      <Specimen name="ConfirmDialog">
        {opener("confirm", "Delete a company")}
        {opener("failing", "Delete what cannot be")}
        {(open === "confirm" || open === "failing") && (
          <ConfirmDialog
            title="Delete this company?"
            confirm="Delete for good"
            loading="Deleting"
            isDanger
            onConfirm={open === "failing" ? fail : async () => close()}
            onClose={close}
          >
            Are you sure you want to delete the company: "Quillon"?
          </ConfirmDialog>
        )}
      </Specimen>
      <Specimen name="Toast">
        {opener("toast", "Say something")}
        {opener("staying", "Say what stays")}
        {(open === "toast" || open === "staying") && (
          <Toast key={open} stays={open === "staying"} onClose={close}>
            <span>{open === "toast" ? "Your line is saved." : "Your line could not be saved."}</span>
          </Toast>
        )}
      </Specimen>
    </>
  );
}
