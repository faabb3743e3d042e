import type { ReactNode } from "react";
import { api } from "#core/api-client.ts";
import { useLoaded } from "#ui/use-loaded.ts";

const WORDS = {
  on: "Early access is on: nobody comes in without a code. Accounts that came in stay in.",
  off: "Early access is off: everybody may sign up. Invitations still lead people in, and count who joined.",
  unknown: "Codes let people in while early access is on.",
} as const;

/** Says whether the site needs a code, above everything about codes. */
export function EarlyAccessState(): ReactNode {
  const { known, problem } = useLoaded((signal) => api.request("GET /api/site", { signal }));
  return (
    <p className="dim atab__lead" role="status">
      {problem ? WORDS.unknown : known && WORDS[known.earlyAccess ? "on" : "off"]}
    </p>
  );
}
