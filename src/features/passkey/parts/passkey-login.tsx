import { KeyRound } from "lucide-react";
import { useState, type ReactNode } from "react";
import { api, ApiError } from "#core/api-client.ts";
import { keepUser } from "#core/display-copy.ts";
import type { User } from "#features/session/schema.ts";
import { FormError } from "#ui/form-error.tsx";
import { askPasskey, PasskeyTrouble, type RequestOptions } from "./passkey-browser.ts";

/**
 * Signs in by a passkey; nothing has to be typed.
 * @param props.next a path of our own, see safeReturnPath
 */
export function PasskeyLogin(props: { next: string }): ReactNode {
  const [isLoading, setLoading] = useState(false);
  const [error, setError] = useState<string>();

  const begin = async (): Promise<void> => {
    if (isLoading) return;
    setLoading(true);
    setError(undefined);
    try {
      // A browser that was never here has no token yet.
      await api.request<string>("GET", "/api/token");
      const options = await api.request<RequestOptions>("POST", "/api/user/passkey-login/begin", {});
      const response = await askPasskey(options);
      keepUser(await api.request<User>("POST", "/api/user/passkey-login", { response }));
      window.location.assign(props.next);
    } catch (failure) {
      const isKnown = failure instanceof ApiError || failure instanceof PasskeyTrouble;
      setError(isKnown ? failure.message : "Something went wrong. Try again.");
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
