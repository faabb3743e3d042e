import { KeyRound } from "lucide-react";
import { useId, useLayoutEffect, useRef, useState, type ReactNode, type SubmitEvent } from "react";
import { api, ApiError } from "#core/api-client.ts";
import { FormError } from "#ui/form-error.tsx";
import { SubmitButton } from "#ui/form-submit.tsx";
import { askPasskey, hasPasskeys, passkeyProblem } from "#features/passkey/parts/passkey-browser.ts";
import { PasswordField } from "#features/form-page/parts/password-field.tsx";

/** The ways in which the person can prove their identity. */
export type ProofWays = {
  email: string;
  hasPassword: boolean;
  hasPasskey: boolean;
  /** The network that can open the account. */
  network: string | undefined;
};

type Problem = { at: "password" | "form"; message: string };

/** A link to sign in again, for people without another proof. */
function Elsewhere({ ways }: { ways: ProofWays }): ReactNode {
  return (
    <p className="ui">
      {ways.network === undefined
        ? "Log out and in again, then come back to this page."
        : `Log out, log in with ${ways.network} again, then come back to this page.`}{" "}
      Or{" "}
      <a className="link" href="/forgot-password">
        choose a password by e-mail
      </a>
      .
    </p>
  );
}

/** Password or passkey, before a change that a borrowed session must not make. */
export function ProofDialog(props: { ways: ProofWays; onProven: () => void; onClose: () => void }): ReactNode {
  const { ways } = props;
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState<"password" | "passkey">();
  const [problem, setProblem] = useState<Problem>();
  const canUsePasskey = ways.hasPasskey && hasPasskeys();

  // Open it before the paint, and close it while it is still in the page, so that the focus returns to its origin.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element && !element.open) element.showModal();
    element?.querySelector<HTMLElement>("input:not([hidden]), .proof__key, [data-safe]")?.focus();
    return () => element?.close();
  }, []);

  const attempt = async (way: "password" | "passkey", ask: () => Promise<unknown>): Promise<void> => {
    if (busy) return;
    setBusy(way);
    setProblem(undefined);
    try {
      await ask();
      props.onProven();
    } catch (failure) {
      const isPassword = failure instanceof ApiError && failure.code === "invalid-credentials";
      setProblem({ at: isPassword ? "password" : "form", message: passkeyProblem(failure) });
      setBusy(undefined);
      if (way === "password") password.current?.focus();
    }
  };

  const byPassword = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get("proof");
    if (typeof typed !== "string" || typed === "") {
      setProblem({ at: "password", message: "Enter your password." });
      password.current?.focus();
      return;
    }
    void attempt("password", () => api.request("POST /api/user/confirm", { body: { password: typed } }));
  };

  const byPasskey = (): Promise<void> =>
    attempt("passkey", async () => {
      const options = await api.request("POST /api/user/passkey-login/begin");
      await api.request("POST /api/user/passkeys/confirm", { body: { response: await askPasskey(options) } });
    });

  return (
    <dialog
      ref={dialog}
      className="dialog dialog--modal"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onCancel={(event) => {
        event.preventDefault();
        props.onClose();
      }}
    >
      <form className="proof" method="post" noValidate onSubmit={byPassword}>
        <h2 className="h-sec" id={`${id}-title`}>
          Confirm that it is you
        </h2>
        <p className="dim" id={`${id}-text`}>
          You logged in a while ago, and this change is one that only you should make.
        </p>
        {ways.hasPassword && (
          <>
            {/* Shows a password manager whose password it is. */}
            <input type="text" name="email" autoComplete="username" defaultValue={ways.email} hidden readOnly />
            <PasswordField
              name="proof"
              autoComplete="current-password"
              error={problem?.at === "password" ? problem.message : undefined}
              inputRef={password}
            />
          </>
        )}
        {!ways.hasPassword && !canUsePasskey && <Elsewhere ways={ways} />}
        <FormError message={problem?.at === "form" ? problem.message : undefined} />
        {canUsePasskey && (
          <button
            type="button"
            className="btn btn--s btn--44 btn--wide proof__key"
            aria-disabled={busy !== undefined || undefined}
            onClick={() => void byPasskey()}
          >
            <KeyRound className="icon" size={18} strokeWidth={1.75} aria-hidden="true" />
            {busy === "passkey" ? "Waiting for your passkey" : "Use a passkey"}
          </button>
        )}
        <div className="dialog__actions proof__actions">
          <button type="button" className="btn btn--s btn--44" data-safe onClick={props.onClose}>
            Cancel
          </button>
          {ways.hasPassword && (
            <SubmitButton className="btn btn--p btn--44" isLoading={busy === "password"} loadingLabel="Confirming">
              Confirm
            </SubmitButton>
          )}
        </div>
      </form>
    </dialog>
  );
}
