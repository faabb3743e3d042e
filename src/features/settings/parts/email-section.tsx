import { useRef, type ReactNode, type SubmitEvent } from "react";
import { api } from "#core/api-client.ts";
import { isDisplacedEmail, isEmail } from "#core/email.ts";
import type { Account } from "#features/account/schema.ts";
import { SubmitButton } from "#ui/form-submit.tsx";
import { TextField } from "#ui/text-field.tsx";
import { Outcome, Section } from "./section.tsx";
import { useChange } from "./use-change.ts";

/** The e-mail address, whether it is confirmed, and a form to change it. */
export function EmailSection({ account }: { account: Account }): ReactNode {
  const { busy, done, fail, run, at } = useChange();
  const field = useRef<HTMLInputElement>(null);
  const isDisplaced = isDisplacedEmail(account.email);

  const send = (): Promise<boolean> =>
    run({
      name: "send",
      act: () => api.request("POST /api/user/verify-email/send"),
      done: "Check your inbox: a link is on its way. We send at most three a day.",
    });

  const change = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    const email = (field.current?.value ?? "").trim();
    if (!isEmail(email)) fail("email", "This is not an e-mail address.");
    else if (email === account.email) fail("email", "This is your address already.");
    else {
      const isDone = await run({
        name: "change",
        act: () => api.request("POST /api/user/email", { body: { email } }),
        done: `We have written to ${email}. Your address changes once you open the link in that e-mail; it works for one hour.`,
        place: (failure) => (failure.issues.some(({ path }) => path === "email") ? "email" : "form"),
      });
      if (isDone) form.reset();
      return;
    }
    field.current?.focus();
  };

  return (
    <Section id="email" title="E-mail" lead="Used to log in and to write to you about your account. Never shown.">
      <div className="set__now">
        <div className="set__who">
          <p className="ui set__mail">
            <span className="semi">{account.email}</span>{" "}
            <span className={account.isEmailVerified ? "tag tag--pos" : "tag tag--warn"}>
              {account.isEmailVerified ? "Verified" : "Not verified"}
            </span>
          </p>
          {!account.isEmailVerified && (
            <p className="hint">
              {isDisplaced
                ? "The owner of this e-mail has another account now. Choose an e-mail of your own below."
                : "Open the link in the e-mail that we sent to this address."}
            </p>
          )}
        </div>
        {!account.isEmailVerified && !isDisplaced && (
          <form
            method="post"
            onSubmit={(event) => {
              event.preventDefault();
              void send();
            }}
          >
            <SubmitButton className="btn btn--s set__b" isLoading={busy === "send"} loadingLabel="Sending">
              Send again
            </SubmitButton>
          </form>
        )}
      </div>
      <form className="set__row" method="post" noValidate onSubmit={(event) => void change(event)}>
        <TextField
          label="New e-mail"
          name="email"
          inputMode="email"
          autoComplete="email"
          spellCheck={false}
          maxLength={254}
          isRequired
          error={at("email")}
          errorRole="alert"
          inputRef={field}
        />
        <SubmitButton className="btn btn--s set__b" isLoading={busy === "change"} loadingLabel="Sending">
          Change e-mail
        </SubmitButton>
      </form>
      <Outcome done={done} error={at("form")} />
    </Section>
  );
}
