import { useEffect, useState, type ReactNode } from "react";
import { api } from "#core/api-client.ts";

const WORDS = {
  on: "Early access is on: nobody comes in without a code. Accounts that came in stay in.",
  off: "Early access is off: everybody may sign up. Invitations still lead people in, and count who joined.",
  unknown: "Codes let people in while early access is on.",
} as const;

/** Says whether the site needs a code, above everything about codes. */
export function EarlyAccessState(): ReactNode {
  const [state, setState] = useState<keyof typeof WORDS>();
  useEffect(() => {
    const controller = new AbortController();
    api
      .request("GET /api/site", { signal: controller.signal })
      .then(({ earlyAccess }) => setState(earlyAccess ? "on" : "off"))
      .catch(() => setState("unknown"));
    return () => controller.abort();
  }, []);
  return (
    <p className="dim atab__lead" role="status">
      {state === undefined ? "" : WORDS[state]}
    </p>
  );
}
