import { useEffect, useState } from "react";

/** Shown if the address has no token. */
export const NO_LINK = "This page works by the link in an e-mail alone. Open that link again, or ask for a new one.";

/**
 * The token of a mailed link: undefined until it has been looked for, '' if there is none. It is in the fragment, which
 * browsers send to no server and put into no referrer. It is removed from the address, so that it is in no history.
 */
export function useLinkToken(): string | undefined {
  const [token, setToken] = useState<string>();
  useEffect(() => {
    const look = (): void => {
      const found = window.location.hash.slice(1);
      if (found !== "") window.history.replaceState(window.history.state, "", window.location.pathname);
      // React runs effects twice in development; the second time the address is clean already.
      setToken((held) => (found === "" ? (held ?? "") : found));
    };
    look();
    // Pasting a link into the address bar of this page changes the fragment without loading anything.
    window.addEventListener("hashchange", look);
    return () => window.removeEventListener("hashchange", look);
  }, []);
  return token;
}
