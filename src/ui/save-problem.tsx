import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { ApiError, sentenceOf } from "#core/api-client.ts";
import { ERRORS } from "#core/errors.ts";

/** Why a save failed, and whether logging in again helps. */
export type SaveProblem = { message: string; isSignedOut: boolean };

/** The session has ended, or somebody else has signed in, for whom this data is not their own. */
function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 401 || error.code === "not-yours");
}

/** The sentence for a failed save, whatever the cause. */
export function problemOf(error: unknown): SaveProblem {
  return isSignedOut(error)
    ? { message: ERRORS["no-session"].sentence, isSignedOut: true }
    : { message: sentenceOf(error), isSignedOut: false };
}

/** The sentence, with a link to log in if that helps. Put it inside a live region. */
export function ProblemText(props: {
  problem: SaveProblem;
  /** The page to return to. Without it, the login opens in another tab, so that this page keeps its data. */
  next?: string;
}): ReactNode {
  const { problem, next } = props;
  return (
    <p className="err">
      <CircleAlert className="icon" size={16} strokeWidth={2} aria-hidden="true" />
      <span>
        {problem.message}
        {problem.isSignedOut && (
          <>
            {" "}
            {next === undefined ? (
              <a className="link" href="/login" target="_blank" rel="noopener">
                Log in in a new tab
              </a>
            ) : (
              <a className="link" href={`/login?next=${encodeURIComponent(next)}`}>
                Log in
              </a>
            )}
          </>
        )}
      </span>
    </p>
  );
}
