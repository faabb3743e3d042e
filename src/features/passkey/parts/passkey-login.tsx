import { KeyRound } from "lucide-react";
import { useState, type ReactNode } from "react";
import { api, callFresh } from "#core/api-client.ts";
import { keepUser } from "#core/display-copy.ts";
import { FormError } from "#ui/form-error.tsx";
import { askPasskey, passkeyProblem } from "./passkey-browser.ts";

/** Signs in by a passkey; nothing has to be typed. @param props.next a path of our own, see safeReturnPath */
export function PasskeyLogin(props: { next: string }): ReactNode {
  const [isLoading, setLoading] = useState(false);
  const [error, setError] = useState<string>();

  const begin = async (): Promise<void> => {
    if (isLoading) return;
    setLoading(true);
    setError(undefined);
    try {
      const options = await callFresh("POST /api/user/passkey-login/begin");
      const response = await askPasskey(options);
      keepUser(await api.request("POST /api/user/passkey-login", { body: { response } }));
      window.location.assign(props.next);
    } catch (failure) {
      setError(passkeyProblem(failure));
      setLoading(false);
    }
  };

  return (
    <div className="form-page__key">
      <button
        type="button"
        className="btn btn--s btn--lg btn--wide"
        aria-disabled={isLoading || undefined}
        onClick={() => void begin()}
      >
        <KeyRound className="icon" size={18} strokeWidth={1.75} aria-hidden="true" />
        Log in with a passkey
        {isLoading && (
          <>
            <span className="spin" aria-hidden="true" />
            <span className="sr" role="status">
              Waiting for your passkey
            </span>
          </>
        )}
      </button>
      <FormError message={error} />
    </div>
  );
}
