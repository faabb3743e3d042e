import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { ApiError } from "#core/api-client.ts";
import { ERRORS } from "#core/errors.ts";

/** Why something of one's own was not saved, and whether logging in again is the way on. */
export type SaveProblem = { message: string; isSignedOut: boolean };

/** Nobody, or somebody else, is signed in here by now: what is one's own is refused as a stranger's. */
function isSignedOut(error: ApiError): boolean {
  return error.status === 401 || error.code === "not-yours";
}

/** The sentence of a save that failed, whatever it failed by. */
export function problemOf(error: unknown): SaveProblem {
  if (!(error instanceof ApiError)) return { message: "Something went wrong. Try again.", isSignedOut: false };
  return isSignedOut(error)
    ? { message: ERRORS["no-session"].sentence, isSignedOut: true }
    : { message: error.message, isSignedOut: false };
}

/** The sentence with the way to log in, where that is what is missing. Stands inside a live region. */
export function ProblemText(props: {
  problem: SaveProblem;
  /** The page to come back to. Without one the login opens beside this page, which keeps what it holds. */
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
