import { useEffect, useRef, useState, type ReactNode } from "react";
import { api, ApiError } from "#core/api-client.ts";
import { keepUser } from "#features/account/parts/display-copy.ts";
import { GateForm } from "#features/account/parts/gate-form.tsx";
import { checkCredentials } from "#features/account/rules.ts";
import type { User } from "#features/account/schema.ts";
import { FormError } from "#ui/form-error.tsx";
import { rememberedNext } from "./begin.ts";
import { NetworkButton, sentenceOf } from "./network-button.tsx";

type SignedIn = User & { next: string; message: string };

type State =
  | { phase: "working" }
  | { phase: "failed"; message: string; next: string; ticket: string }
  | { phase: "done"; message: string; next: string };

/** What the network sent back, taken out of the address bar and the history before anything else is done with it. */
function takeReturned(): Record<string, string> {
  const query = new URLSearchParams(window.location.search);
  window.history.replaceState(window.history.state, "", window.location.pathname);
  const returned: Record<string, string> = {};
  for (const name of ["code", "state", "iss", "error"]) {
    const text = query.get(name);
    if (text !== null) returned[name] = text;
  }
  return returned;
}

function ticketOf(failure: unknown): string {
  const body = failure instanceof ApiError ? failure.body : undefined;
  return typeof body === "object" && body !== null && "ticket" in body && typeof body.ticket === "string"
    ? body.ticket
    : "";
}

/** Finishes a sign-in; what goes wrong is said above the ordinary login, which still works. */
export function NetworkReturn({ name }: { name: string }): ReactNode {
  const [state, setState] = useState<State>({ phase: "working" });
  const isBegun = useRef(false);

  const finish = async (path: string, body: unknown): Promise<void> => {
    try {
      await api.request<string>("GET", "/api/token");
      const { next, message, ...user } = await api.request<SignedIn>("POST", path, body);
      keepUser(user);
      if (message === "") window.location.replace(next);
      else setState({ phase: "done", message, next });
    } catch (failure) {
      setState({ phase: "failed", message: sentenceOf(failure), next: rememberedNext(), ticket: ticketOf(failure) });
    }
  };

  useEffect(() => {
    if (isBegun.current) return;
    isBegun.current = true;
    void finish("/api/user/network/return", takeReturned());
  }, []);

  if (state.phase === "working") {
    return (
      <div className="gate__f">
        <p className="row ui" role="status">
          <span className="spin" aria-hidden="true" /> Finishing your sign-in with {name}
        </p>
        <noscript>
          <p className="hint">Signing in needs JavaScript.</p>
        </noscript>
      </div>
    );
  }
  if (state.phase === "done") {
    return (
      <div className="gate__f">
        <p className="alert alert--pos" role="status">
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
      <FormError message={message} className="netgate" />
      {ticket !== "" && (
        <div className="netgate">
          <p className="ui dim">
            Everything recorded in it stays. Its password and all its sessions end at once, so that nobody else keeps a
            way in.
          </p>
          <button
            type="button"
            className="btn btn--p btn--lg btn--wide"
            onClick={() => void finish("/api/user/network/claim", { ticket })}
          >
            Take over the account
          </button>
        </div>
      )}
      <NetworkButton name={name} next={next} />
      <GateForm
        path="/api/user/login"
        submit="Login In"
        loading="Logging in"
        passwordAutoComplete="current-password"
        check={checkCredentials}
        next={next}
      />
    </>
  );
}
