import { useState, type ReactNode } from "react";
import { sentenceOf } from "#core/api-client.ts";
import { FormError } from "#ui/form-error.tsx";
import { beginNetworkSignIn } from "./begin.ts";

/** "Continue with …", and the divider to the form below; nothing where the site has no network. */
export function NetworkButton(props: { name: string | undefined; next: string }): ReactNode {
  const [error, setError] = useState<string>();
  const [isLoading, setLoading] = useState(false);
  const { name, next } = props;
  if (name === undefined) return null;

  const begin = async (): Promise<void> => {
    if (isLoading) return;
    setLoading(true);
    setError(undefined);
    try {
      await beginNetworkSignIn(next);
    } catch (failure) {
      setError(sentenceOf(failure));
      setLoading(false);
    }
  };

  return (
    <div className="form-page__net">
      <button
        type="button"
        className="btn btn--s btn--lg btn--wide"
        aria-disabled={isLoading || undefined}
        onClick={() => void begin()}
      >
        {name === "LinkedIn" && (
          <span className="netbadge" aria-hidden="true">
            in
          </span>
        )}
        Continue with {name}
        {isLoading && (
          <>
            <span className="spin" aria-hidden="true" />
            <span className="sr" role="status">
              Leading you to {name}
            </span>
          </>
        )}
      </button>
      <FormError message={error} />
      <div className="or">or with e-mail</div>
    </div>
  );
}
