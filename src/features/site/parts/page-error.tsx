import { isRouteErrorResponse, useLocation } from "react-router";
import { MissingPage } from "./missing-page.tsx";

/** The router's word for an answer that broke off on its way. */
function isBrokenOff(error: unknown): boolean {
  return error instanceof Error && error.message === "Unable to decode turbo-stream response";
}

function FetchFailed() {
  const { pathname, search } = useLocation();
  return (
    <>
      <title>Error – Pipelines</title>
      <MissingPage
        title="An error occurred during the fetch operation."
        href={`${pathname}${search}`}
        action="Try again"
      />
    </>
  );
}

/** What no page foresaw. Nothing of the error's own text is shown: it may hold what is nobody's business. */
export function UnexpectedError({ error }: { error?: unknown }) {
  if (isBrokenOff(error)) return <FetchFailed />;
  return (
    <>
      <title>Error – Pipelines</title>
      <MissingPage title="Unexpected Application Error!" href="/" action="Take me home!">
        Something went wrong on our side. Try again in a moment.
      </MissingPage>
    </>
  );
}

/** A page's own sentence for what does not exist; anything else is unexpected. */
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
