import type { ReactNode } from "react";
import { isRouteErrorResponse, useLocation } from "react-router";
import { FAILED_READ } from "#core/failed-read.ts";
import { EmptyState } from "#ui/empty-state.tsx";

/** A page for something that does not exist: one sentence and one link. */
export function MissingPage({
  title,
  href,
  action,
  children,
}: {
  title: string;
  href: string;
  action: string;
  children?: ReactNode;
}) {
  return (
    <div className="wrap missing">
      <EmptyState
        kind="closed"
        level={1}
        title={title}
        action={
          <a className="btn btn--p btn--lg" href={href}>
            {action}
          </a>
        }
      >
        {children}
      </EmptyState>
    </div>
  );
}

/** The figures 404 as three lines; one stop is closed. */
function FourOhFour() {
  const four = (x: number, line: string) => (
    <g className={line} transform={`translate(${x} 0)`}>
      <path d="M150 30L57.6 122.4A26 26 0 0 0 50 140.8V150A26 26 0 0 0 76 176H206M150 100V262" strokeWidth="24" />
      <g className="n404__st" strokeWidth="9">
        <circle cx="150" cy="30" r="19" />
        <circle cx="150" cy="262" r="19" />
        <circle cx="206" cy="176" r="19" />
      </g>
    </g>
  );
  return (
    <svg className="n404" viewBox="20 0 680 290" fill="none" role="img" aria-label="404">
      {four(0, "line-0")}
      <g className="line-1">
        <path
          d="M340 30h40a60 60 0 0 1 60 60v100a60 60 0 0 1-60 60h-40a60 60 0 0 1-60-60V90a60 60 0 0 1 60-60z"
          strokeWidth="24"
        />
        <circle className="n404__st" cx="360" cy="30" r="19" strokeWidth="9" />
      </g>
      <g className="n404__closed" strokeWidth="6" strokeLinecap="round">
        <circle cx="360" cy="250" r="26" />
        <path d="M349 239l22 22M371 239l-22 22" />
      </g>
      {four(460, "line-2")}
    </svg>
  );
}

export function NotFound() {
  return (
    <div className="nf">
      <div className="wrap nf__in">
        <FourOhFour />
        <h1 className="h-page">We couldn't find the page you are looking for.</h1>
        <p className="dim">The line may have moved, or this stop was never built.</p>
        <a className="btn btn--p btn--lg" href="/">
          Take me home!
        </a>
      </div>
    </div>
  );
}

/** What helps is to ask again: an answer that was cut short, too many requests, a busy server. Otherwise undefined. */
function passingTitle(error: unknown): string | undefined {
  if (isRouteErrorResponse(error)) {
    return { 429: "Too many requests.", 503: "We are busy right now." }[error.status];
  }
  // The router's error about an answer that was cut short.
  const isBrokenOff = error instanceof Error && error.message === "Unable to decode turbo-stream response";
  return isBrokenOff ? "An error occurred during the fetch operation." : undefined;
}

/** True for an error that passes by itself, so the page is asked for again. */
export function isPassing(error: unknown): boolean {
  return passingTitle(error) !== undefined;
}

/** True if the database was away while the page read its data, and not if the request was refused before. */
export function isFailedRead(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.data === FAILED_READ;
}

/** When to ask again after a refusal, by the server's sentence (src/ui/connection.ts). */
function waitOf(error: unknown): string | undefined {
  if (!isRouteErrorResponse(error)) return undefined;
  return (
    /Try again in (?:a moment|\d{1,3} (?:minutes|hours))\./.exec(String(error.data))?.[0] ??
    "Wait a moment and try again."
  );
}

function AskAgain({ title, wait }: { title: string; wait: string | undefined }) {
  const { pathname, search } = useLocation();
  return (
    <>
      <title>Error – Pipelines</title>
      <MissingPage title={title} href={`${pathname}${search}`} action="Try again">
        {wait}
      </MissingPage>
    </>
  );
}

/** An unexpected error. Its message is not shown, because it may contain private data. */
export function UnexpectedError({ error }: { error?: unknown }) {
  const passing = passingTitle(error);
  if (passing !== undefined) return <AskAgain title={passing} wait={waitOf(error)} />;
  return (
    <>
      <title>Error – Pipelines</title>
      <MissingPage title="Unexpected Application Error!" href="/" action="Take me home!">
        {FAILED_READ}
      </MissingPage>
    </>
  );
}

/** Shows a page's own sentence for something that does not exist. Other errors are unexpected. */
export function PageError({
  error,
  missing,
  href,
  action,
}: {
  error: unknown;
  missing: string;
  href: string;
  action: string;
}) {
  return isRouteErrorResponse(error) && error.status === 404 ? (
    <>
      <title>Not found – Pipelines</title>
      <MissingPage title={missing} href={href} action={action} />
    </>
  ) : (
    <UnexpectedError error={error} />
  );
}
