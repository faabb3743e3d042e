import { CircleCheck } from "lucide-react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { ApiError, callFresh, sentenceOf, type AnswerOf } from "#core/api-client.ts";
import { keepUser } from "#core/display-copy.ts";
import { fieldsOf } from "#core/fields.ts";
import { PasswordField } from "#features/form-page/parts/password-field.tsx";
import { CredentialsForm } from "#features/account/parts/credentials-form.tsx";
import { FormError } from "#ui/form-error.tsx";
import { rememberedNext } from "./begin.ts";
import { NetworkButton } from "./network-button.tsx";

type SignedIn = AnswerOf<"POST /api/user/network/return">;

type State =
  | { phase: "working" }
  | { phase: "failed"; message: string; next: string; ticket: string }
  | { phase: "done"; message: string; next: string };

const RETURNED = ["code", "state", "iss", "error"] as const;

/** Reads what the network returned, and first removes it from the address bar and the history. */
function takeReturned(): Partial<Record<(typeof RETURNED)[number], string>> {
  const query = new URLSearchParams(window.location.search);
  window.history.replaceState(window.history.state, "", window.location.pathname);
  const returned: ReturnType<typeof takeReturned> = {};
  for (const name of RETURNED) {
    const text = query.get(name);
    if (text !== null) returned[name] = text;
  }
  return returned;
}

function ticketOf(failure: unknown): string {
  const { ticket } = fieldsOf(failure instanceof ApiError ? failure.body : undefined);
  return typeof ticket === "string" ? ticket : "";
}

/** Finishes a sign-in. Errors are shown above the normal login, which still works. */
export function NetworkReturn({ name }: { name: string }): ReactNode {
  const [state, setState] = useState<State>({ phase: "working" });
  const isBegun = useRef(false);

  /** @param kept a ticket that can be used again after a refusal */
  const finish = async (call: Promise<SignedIn>, kept = ""): Promise<void> => {
    try {
      const { next, message, ...user } = await call;
      keepUser(user);
      if (message === "") window.location.replace(next);
      else setState({ phase: "done", message, next });
    } catch (failure) {
      setState({
        phase: "failed",
        message: sentenceOf(failure),
        next: rememberedNext(),
        ticket: ticketOf(failure) || kept,
      });
    }
  };

  useEffect(() => {
    if (isBegun.current) return;
    isBegun.current = true;
    void finish(callFresh("POST /api/user/network/return", { body: takeReturned() }));
  }, []);

  if (state.phase === "working") {
    return (
      <div className="form-page__f">
        <p className="row ui" role="status">
          <span className="spin" aria-hidden="true" /> Finishing your sign-in with {name}
        </p>
        <noscript>
          <p className="hint">Logging in needs JavaScript.</p>
        </noscript>
      </div>
    );
  }
  if (state.phase === "done") {
    return (
      <div className="form-page__f">
        <p className="alert alert--pos" role="status">
          <CircleCheck className="icon" size={18} strokeWidth={1.75} aria-hidden="true" />
          {state.message}
        </p>
        <a className="btn btn--p btn--lg btn--wide" href={state.next}>
          Go on
        </a>
      </div>
    );
  }
  const { message, next, ticket } = state;
  return (
    <>
      <FormError message={message} className="form-page__net" />
      {ticket !== "" && (
        <form
          className="form-page__f"
          method="post"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            const password = String(new FormData(event.currentTarget).get("claimed") ?? "");
            void finish(callFresh("POST /api/user/network/claim", { body: { ticket, password } }), ticket);
          }}
        >
          {/* Browsers and password managers expect a user name beside a password. */}
          <input type="text" autoComplete="username" hidden readOnly />
          <PasswordField
            name="claimed"
            label="Password of that account"
            autoComplete="current-password"
            error={undefined}
            hint="Everything recorded in it stays. All its sessions end, so that nobody else keeps a way in."
          />
          <button type="submit" className="btn btn--p btn--lg btn--wide">
            Take over the account
          </button>
          <button
            type="button"
            className="btn btn--s btn--lg btn--wide"
            onClick={() => void finish(callFresh("POST /api/user/network/claim", { body: { ticket } }))}
          >
            I do not know it: start empty
          </button>
        </form>
      )}
      <NetworkButton name={name} next={next} />
      <CredentialsForm kind="login" next={next} />
    </>
  );
}
