import { useEffect } from "react";
import { Icon } from "#ui/icon.tsx";
import { hideNotice, tryAgain, useFailures } from "./connection.ts";

/** Shown over the current page when the next one cannot be loaded. Retries by itself once there is a connection. */
export function ConnectionNotice() {
  const failures = useFailures();
  useEffect(() => {
    window.addEventListener("online", tryAgain);
    return () => window.removeEventListener("online", tryAgain);
  }, []);
  if (failures === 0) return null;
  return (
    <div className="toast toast--float" role="alert">
      <Icon name="alert" size={18} />
      {/* The key makes screen readers announce another failure again. */}
      <span key={failures}>An error occurred during the fetch operation.</span>
      <button type="button" className="toast__act" onClick={tryAgain}>
        Try again
      </button>
      <button type="button" className="toast__x" aria-label="Close" onClick={hideNotice}>
        <Icon name="x" size={16} />
      </button>
    </div>
  );
}
