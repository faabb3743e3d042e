import { useEffect, useState } from "react";

/**
 * The token of a mailed link. It stands in the fragment, which a browser sends
 * to no server and puts into no referrer; once read it is taken out of the
 * address, so that it stays in no history. `undefined` until it has been
 * looked for, '' where there is none.
 */
export function useLinkToken(): string | undefined {
  const [token, setToken] = useState<string>();
  useEffect(() => {
    const look = (): void => {
      const found = window.location.hash.slice(1);
      if (found !== "") window.history.replaceState(window.history.state, "", window.location.pathname);
      // A second look, at an address that is clean already, forgets nothing.
      setToken((held) => (found === "" ? (held ?? "") : found));
    };
    look();
    // The link, pasted into the address of the page that misses it, loads nothing anew.
    window.addEventListener("hashchange", look);
    return () => window.removeEventListener("hashchange", look);
  }, []);
  return token;
}
