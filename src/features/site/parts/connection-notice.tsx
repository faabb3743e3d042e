import { useEffect } from "react";
import { hideNotice, recover, tryAgain, useFailure } from "#ui/connection.ts";
import { Icon } from "#ui/icon.tsx";

/**
 * Shown over the current page when the next one, or a part of this one, cannot be loaded. Retries by itself once there is
 * a connection.
 */
export function ConnectionNotice() {
  const failure = useFailure();
  useEffect(() => {
    window.addEventListener("online", tryAgain);
    return () => window.removeEventListener("online", tryAgain);
  }, []);
  if (failure === undefined) return null;
  return (
    <div className="toast toast--float" role="alert">
      <Icon name="alert" size={18} />
      {/* The key makes screen readers announce another failure again. */}
      <span key={failure.count}>{failure.sentence}</span>
      <button type="button" className="toast__act" onClick={recover}>
        {failure.action}
      </button>
      <button type="button" className="toast__x" aria-label="Close" onClick={hideNotice}>
        <Icon name="x" size={16} />
      </button>
    </div>
  );
}
