import { useRef, useState, type ReactNode, type SubmitEvent } from "react";
import { api, sentenceOf } from "#core/api-client.ts";
import { announceLogOut } from "#core/display-copy.ts";
import { inStorage } from "#core/in-storage.ts";
import { ProofDeclined, useProof } from "./proof.tsx";
import { keepOutcome } from "#features/profile/parts/save-outcome.ts";
import { FormError } from "#ui/form-error.tsx";
import { SubmitButton } from "#ui/form-submit.tsx";
import { TextField } from "#ui/text-field.tsx";
import { Section } from "./section.tsx";
import { isTyped } from "./when.ts";

/** Deletes what this browser stores about the person, such as drafts. */
function forgetDevice(): void {
  inStorage(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
}

/** Deletes the account. @param props.word the word to type: the username, or the e-mail if there is none */
export function DeleteSection(props: { profileId: string; word: string; isUsername: boolean }): ReactNode {
  const { profileId, word } = props;
  const prove = useProof();
  const [isLoading, setLoading] = useState(false);
  const [problem, setProblem] = useState<{ at: "word" | "form"; message: string }>();
  const field = useRef<HTMLInputElement>(null);
  const what = props.isUsername ? "username" : "e-mail";

  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (isLoading) return;
    if (!isTyped(field.current?.value ?? "", word)) {
      setProblem({ at: "word", message: `This is not your ${what}. Nothing has been deleted.` });
      field.current?.focus();
      return;
    }
    setLoading(true);
    setProblem(undefined);
    try {
      await prove(() => api.request("DELETE /api/profile/{id}", { path: { id: profileId } }));
      forgetDevice();
      announceLogOut();
      keepOutcome({ kind: "deleted" });
      window.location.assign("/");
    } catch (failure) {
      if (!(failure instanceof ProofDeclined)) setProblem({ at: "form", message: sentenceOf(failure) });
      setLoading(false);
    }
  };

  return (
    <Section id="delete" title="Delete account" lead="At once and for good. Nobody can bring it back, we included.">
      <div className="danger">
        <div className="set__p">
          <div>
            <h3 className="h-sub">What goes</h3>
            <ul className="danger__l ui dim">
              <li>Your profile, your picture and your whole line</li>
              <li>Your part in every number that counts visible people</li>
              <li>Your ratings, and what ties you to numbers about ratings and hidden people</li>
              <li>Companies that only you named</li>
              <li>Your e-mail, password, passkeys and all sessions</li>
              <li>Your place on the list for news</li>
            </ul>
          </div>
          <div>
            <h3 className="h-sub">What stays</h3>
            <ul className="danger__l ui dim">
              <li>
                Numbers about ratings and hidden people, as sums that name nobody, until two of those behind them have
                changed or gone
              </li>
              <li>
                Companies that you added and that somebody else names or an administrator kept, without who added them
              </li>
              <li>Suggestions, which never had your name on them</li>
              {props.isUsername && <li>Your username as taken, so that nobody can pass for you</li>}
              <li>The log’s lines that an account existed and was deleted, under a number that identifies nobody</li>
            </ul>
          </div>
        </div>
        <form className="set__row" method="post" noValidate onSubmit={(event) => void submit(event)}>
          <TextField
            label={
              <>
                Type your {what} <span className="danger__w">{word}</span> to confirm
              </>
            }
            name="word"
            autoComplete="off"
            spellCheck={false}
            isRequired
            error={problem?.at === "word" ? problem.message : undefined}
            errorRole="alert"
            inputRef={field}
          />
          <SubmitButton className="btn btn--do set__b" isLoading={isLoading} loadingLabel="Deleting">
            Delete my account
          </SubmitButton>
        </form>
        <FormError message={problem?.at === "form" ? problem.message : undefined} />
      </div>
    </Section>
  );
}
